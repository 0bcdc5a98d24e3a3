"""A ledger of the input that Deskhand sent, so that what the X server tells can be told from the person's own."""

import time
from collections import deque
from threading import Lock

FRESH_SECONDS = 2.0


class OwnInput:
    """Every event sent is written down before it is sent, and claimed once when it is seen. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sent: deque[tuple[float, int, int]] = deque()

    def sent(self, kind: int, detail: int) -> None:
        """`kind` is the X event type, `detail` the keycode, button, or packed position of a motion."""
        with self._lock:
            self._sent.append((time.monotonic(), kind, detail))

    def forget(self) -> None:
        """Nobody saw what was sent so far, so nobody will claim it."""
        with self._lock:
            self._sent.clear()

    def claim(self, kind: int, detail: int) -> bool:
        """Whether such an event was sent by us and not claimed yet."""
        with self._lock:
            while self._sent and time.monotonic() - self._sent[0][0] > FRESH_SECONDS:
                self._sent.popleft()
            for place, (_, own_kind, own_detail) in enumerate(self._sent):
                if (own_kind, own_detail) == (kind, detail):
                    del self._sent[place]
                    return True
        return False


def pack_position(x: int, y: int) -> int:
    """A position as one number."""
    return x << 16 | (y & 0xFFFF)
