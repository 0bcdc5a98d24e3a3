"""Input that cannot go astray: the check and the event are one moment, for the server serves nobody else in between."""

from collections.abc import Iterator
from contextlib import contextmanager

from Xlib import X, display
from Xlib import error as xerror

from deskhand.core.element import Window
from deskhand.core.errors import StaleElement
from deskhand.platforms.x11.windows import X11Windows

DEPTH = 16
"""Windows inside windows, from the root to what is under the pointer; reparenting managers add two."""


class Aim:
    """Holds the server around single events while something is aimed at. For the thread of its connection."""

    def __init__(self, connection: display.Display, windows: X11Windows) -> None:
        self._display = connection
        self._windows = windows
        self._window: Window | None = None
        self._popups = False

    @contextmanager
    def at(self, window: Window, popups: bool) -> Iterator[None]:
        """Aim at a window; see `contracts.platform.Input.aimed`."""
        self._window, self._popups = window, popups
        try:
            yield
        finally:
            self._window = None

    @contextmanager
    def held(self, kind: int) -> Iterator[None]:
        """The moment of one event of an X type. `StaleElement` when it would go astray."""
        if self._window is None or kind not in (X.KeyPress, X.ButtonPress):
            yield
            return
        self._display.grab_server()
        try:
            try:
                self._check(self._window, kind)
            except xerror.XError:
                raise StaleElement("its window is gone") from None
            yield
        finally:
            self._display.ungrab_server()
            self._display.sync()

    def _check(self, window: Window, kind: int) -> None:
        if kind == X.KeyPress:
            if window.id not in self._above(self._focus()):
                raise StaleElement("another window has the keyboard")
            return
        if window.id not in (under := self._under_pointer()) and not self._is_popup(under, window):
            raise StaleElement("another window is under the pointer")
        now = self._windows.describe(window.id)
        if now is None or now.box != window.box:
            raise StaleElement("its window has moved")

    def _focus(self) -> int:
        """The X id of the window with the keyboard; 0 for none."""
        focus = self._display.get_input_focus().focus
        return int(getattr(focus, "id", 0))

    def _above(self, number: int) -> list[int]:
        """A window and those it lies in."""
        found: list[int] = []
        while number and len(found) < DEPTH:
            found.append(number)
            parent = self._display.create_resource_object("window", number).query_tree().parent
            number = int(getattr(parent, "id", 0))
        return found

    def _under_pointer(self) -> list[int]:
        """The windows under the pointer, the uppermost one first, then what lies in it."""
        found: list[int] = []
        inside = self._display.screen().root
        while len(found) < DEPTH:
            child = inside.query_pointer().child
            if not getattr(child, "id", 0):
                break
            found.append(int(child.id))
            inside = child
        return found

    def _is_popup(self, under: list[int], window: Window) -> bool:
        """Whether what is under the pointer is a menu or list of the same program."""
        if not self._popups or not under:
            return False
        top = self._windows.process(under[0])
        return top != 0 and top == window.pid
