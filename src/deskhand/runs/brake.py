"""Stop at once when the person wants the desk back."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from deskhand.contracts.signals import ButtonPressed, KeyPressed, PointerMoved, Scrolled, Signal
from deskhand.core.errors import Stopped
from deskhand.core.geometry import Point

CORNER_PIXELS = 2
JITTER_PIXELS = 8
"""A table that shakes is no takeover."""


class Brake:
    """Told of every signal from the source's thread, asked by the loop before everything it does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._armed = False
        self._reason = ""
        self._lifted = False
        self._start: Point | None = None
        self._ask: Callable[[], str] = lambda: ""

    @contextmanager
    def armed(self, ask: Callable[[], str] = lambda: "") -> Iterator[None]:
        """While a run goes on. `ask` tells a reason to stop that no signal tells, "" for none."""
        with self._lock:
            self._armed, self._reason, self._start = True, "", None
            self._ask = ask
        try:
            yield
        finally:
            with self._lock:
                self._armed = False

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """While the person is asked, the desk is theirs: only Esc stops the run."""
        with self._lock:
            self._lifted = True
        try:
            yield
        finally:
            with self._lock:
                self._lifted, self._start = False, None

    def watch(self, signal: Signal) -> None:
        """Thread-safe. Own input never stops a run."""
        with self._lock:
            if not self._armed or self._reason:
                return
            if not self._lifted or isinstance(signal, KeyPressed):
                self._reason = self._judge(signal)

    def stop(self, reason: str) -> None:
        """Stop the run for another reason."""
        with self._lock:
            self._reason = self._reason or reason

    def check(self) -> None:
        """Raise `Stopped` if the person wants the desk back, or something else stops the run."""
        if self._armed and not self._reason and (reason := self._ask()):
            self.stop(reason)
        with self._lock:
            if self._armed and self._reason:
                raise Stopped(self._reason)

    def _judge(self, signal: Signal) -> str:
        match signal:
            case KeyPressed(chord="Escape", own=False):
                return "you pressed Esc"
            case KeyPressed(own=False):
                return "" if self._lifted else "you took the keyboard"
            case ButtonPressed(own=False) | Scrolled(own=False):
                return "you took the mouse"
            case PointerMoved(own=False):
                return self._judge_move(signal.point)
            case PointerMoved(own=True):
                self._start = None
        return ""

    def _judge_move(self, point: Point) -> str:
        if point.x <= CORNER_PIXELS and point.y <= CORNER_PIXELS:
            return "the pointer was slammed into the top-left corner"
        if self._start is None:
            self._start = point
        moved = max(abs(point.x - self._start.x), abs(point.y - self._start.y))
        return "you took the mouse" if moved > JITTER_PIXELS else ""
