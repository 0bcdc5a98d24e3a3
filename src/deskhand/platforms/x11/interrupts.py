"""An interrupt from the keyboard (SIGINT) waits until the X server has been talked to.

python-xlib keeps its locks when it is interrupted, so that the next request, which would let go of a key, waits for ever.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Holds them back within `held`, and lets them through at the moments in between; nothing in other threads."""

    def __init__(self) -> None:
        self._depth = 0
        self._came = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Interrupts that come meanwhile are handled afterwards, or within `opened`."""
        handler = signal.getsignal(signal.SIGINT)
        outer = self._depth == 0 and callable(handler) and threading.current_thread() is threading.main_thread()
        if not outer and not self._depth:
            yield
            return
        self._depth += 1
        if outer:
            self._handler = handler
            signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            self._depth -= 1
            if outer:
                signal.signal(signal.SIGINT, handler)
                self._let_through()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Within `held`: one that came is handled now, and one that comes meanwhile at once."""
        if not self._depth:
            yield
            return
        signal.signal(signal.SIGINT, self._handler)
        try:
            self._let_through()
            yield
        finally:
            signal.signal(signal.SIGINT, self._note)

    def _let_through(self) -> None:
        """Handle an interrupt that came; may raise what its handler raises."""
        if self._came:
            self._came = False
            if callable(self._handler):
                self._handler(signal.SIGINT, None)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came = True
