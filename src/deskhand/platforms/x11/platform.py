"""A desktop under X11 as a platform."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Self

from Xlib import display
from Xlib import error as xerror

from deskhand.contracts.platform import Capability, EventSource, Platform
from deskhand.platforms.x11.bus import Bus
from deskhand.platforms.x11.capture import X11Capture
from deskhand.platforms.x11.clipboard import X11Clipboard
from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.elements import AtspiElements
from deskhand.platforms.x11.input import X11Input
from deskhand.platforms.x11.launcher import X11Launcher
from deskhand.platforms.x11.own_input import OwnInput
from deskhand.platforms.x11.placed_tree import PlacedTree
from deskhand.platforms.x11.windows import X11Windows


class X11Platform(Platform):
    """Fulfils `contracts.platform.Platform`; its members belong to the thread that opened it."""

    name = "x11"
    capabilities = frozenset(Capability)

    def __init__(self, environ: Mapping[str, str], connection: display.Display, bus: Bus) -> None:
        self._environ = dict(environ)
        self._connection = connection
        self._bus = bus
        self._own = OwnInput()
        self._closed = False
        self._check: Callable[[], None] = lambda: None
        self._windows = X11Windows(connection, lambda: self._check())
        self._capture = X11Capture(environ)
        self._tree = PlacedTree(bus, self._windows.front, self._windows.outlines)
        self._elements = AtspiElements(bus, lambda: self._check())
        self._input = X11Input(connection, self._own, lambda: self._check(), environ)
        self._clipboard = X11Clipboard(environ)
        self._launcher = X11Launcher(environ)

    @classmethod
    def open(cls, environ: Mapping[str, str]) -> Self:
        """The desktop that `environ` names. `NoDisplay` or `AccessibilityOff` when it cannot be worked on."""
        with ExitStack() as opened:
            connection = open_display(environ)
            opened.callback(connection.close)
            bus = Bus.accessibility(environ)
            opened.callback(bus.close)
            platform = cls(environ, connection, bus)
            opened.pop_all()
        return platform

    @property
    def windows(self) -> X11Windows:
        return self._windows

    @property
    def capture(self) -> X11Capture:
        return self._capture

    @property
    def tree(self) -> PlacedTree:
        return self._tree

    @property
    def elements(self) -> AtspiElements:
        return self._elements

    @property
    def input(self) -> X11Input:
        return self._input

    @property
    def clipboard(self) -> X11Clipboard:
        return self._clipboard

    @property
    def launcher(self) -> X11Launcher:
        return self._launcher

    def events(self) -> EventSource:
        from deskhand.platforms.x11.events import X11EventSource

        return X11EventSource(self._environ, self._own, self._clipboard)

    def guard(self, check: Callable[[], None]) -> None:
        self._check = check

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        try:
            self._input.close()
        except (xerror.ConnectionClosedError, OSError):
            pass  # the display is gone, and its keys with it
        self._clipboard.close()
        self._capture.close()
        self._bus.close()
        close_display(self._connection)
