"""Top-level windows by the window manager's own lists (Extended Window Manager Hints)."""

from collections.abc import Callable, Iterable, Sequence

from Xlib import X, display, xobject
from Xlib import error as xerror
from Xlib.protocol import event as xevent

from deskhand.contracts.platform import Windows
from deskhand.core.element import Window
from deskhand.core.geometry import Box, Point
from deskhand.core.run import Receipt, Route

ORDINARY = ("_NET_WM_WINDOW_TYPE_NORMAL", "_NET_WM_WINDOW_TYPE_DIALOG", "_NET_WM_WINDOW_TYPE_UTILITY")
DEPTH = 16
"""Windows inside windows, from the root to what is under the pointer; reparenting managers add two."""
PAGER = 2
"""The source of a request to activate: a person's tool, whose wish is followed."""


class X11Windows(Windows):
    """Fulfils `contracts.platform.Windows`; for one thread. `guard` is called before every request and may raise."""

    def __init__(self, connection: display.Display, guard: Callable[[], None] = lambda: None) -> None:
        self._guard = guard
        self._display = connection
        self._root = connection.screen().root

    def list(self) -> tuple[Window, ...]:
        windows = (self.describe(number) for number in self._numbers(self._root, "_NET_CLIENT_LIST_STACKING"))
        return tuple(window for window in windows if window is not None)

    def front(self) -> Window | None:
        numbers = self._numbers(self._root, "_NET_ACTIVE_WINDOW")
        return self.describe(numbers[0]) if numbers and numbers[0] else None

    def activate(self, window: Window) -> Receipt:
        self._tell(window.id, "_NET_ACTIVE_WINDOW", PAGER, X.CurrentTime, 0)
        return Receipt(Route.WINDOW_MANAGER, True, f"asked for {window.title!r} to come to the front")

    def close(self, window: Window) -> Receipt:
        self._tell(window.id, "_NET_CLOSE_WINDOW", X.CurrentTime, PAGER)
        return Receipt(Route.WINDOW_MANAGER, True, f"asked {window.title!r} to close")

    def at(self, point: Point) -> Window | None:
        hit = [window for window in self.list() if window.box.contains(point)]
        return hit[-1] if hit else None

    def locked(self) -> bool:
        """A lock screen is a window that the window manager has no say in, over a whole display, and gets the pointer."""
        chain = self.under_pointer()
        if not chain or set(chain) & set(self._numbers(self._root, "_NET_CLIENT_LIST")):
            return False
        handle = self._display.create_resource_object("window", chain[0])
        try:
            if not handle.get_attributes().override_redirect:
                return False
            box = self._outline(handle)
            monitors = self._root.xrandr_get_monitors().monitors
        except xerror.XError:
            return False  # it is gone by now
        displays = [Box(each.x, each.y, each.width_in_pixels, each.height_in_pixels) for each in monitors]
        return any(box.intersection(display) == display for display in displays)

    def under_pointer(self) -> Sequence[int]:
        """The X ids of the windows under the pointer, the uppermost one first, then what lies in it."""
        found: Sequence[int] = ()
        inside = self._root
        while len(found) < DEPTH:
            child = inside.query_pointer().child
            if not getattr(child, "id", 0):
                break
            found = (*found, int(child.id))
            inside = child
        return found

    def describe(self, number: int) -> Window | None:
        """The window of an X id; None when it is gone or no ordinary window."""
        handle = self._display.create_resource_object("window", number)
        try:
            kinds = self._numbers(handle, "_NET_WM_WINDOW_TYPE")
            if kinds and not any(kind == self._atom(name) for kind in kinds for name in ORDINARY):
                return None
            if self._atom("_NET_WM_STATE_HIDDEN") in self._numbers(handle, "_NET_WM_STATE"):
                box = Box(0, 0, 0, 0)
            else:
                box = self._outline(handle)
                box = self._without_shadow(handle, box)
            name = handle.get_wm_class()
            process = self._numbers(handle, "_NET_WM_PID")
        except (xerror.XError, xerror.ConnectionClosedError):
            return None
        app = name[1].lower() if name else ""
        return Window(number, app, self._title(handle), process[0] if process else 0, box)

    def process(self, number: int) -> int:
        """The process of the window of an X id; 0 when it does not tell."""
        told = self._numbers(self._display.create_resource_object("window", number), "_NET_WM_PID")
        return told[0] if told else 0

    def outlines(self, number: int) -> tuple[Box, ...]:
        """A window without the frame of the window manager, with it, and without the shadow that it draws; empty when gone."""
        handle = self._display.create_resource_object("window", number)
        try:
            box = self._outline(handle)
        except (xerror.XError, xerror.ConnectionClosedError):
            return ()
        frame = self._numbers(handle, "_NET_FRAME_EXTENTS")
        left, right, top, bottom = frame if len(frame) == 4 else (0, 0, 0, 0)
        framed = Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)
        return box, framed, self._without_shadow(handle, box)

    def _without_shadow(self, handle: xobject.drawable.Window, box: Box) -> Box:
        """A window's outline without the shadow that its program draws and tells of."""
        shadow = self._numbers(handle, "_GTK_FRAME_EXTENTS")
        left, right, top, bottom = shadow if len(shadow) == 4 else (0, 0, 0, 0)
        return Box(box.x + left, box.y + top, box.width - left - right, box.height - top - bottom)

    def _outline(self, handle: xobject.drawable.Window) -> Box:
        place, size = handle.translate_coords(self._root, 0, 0), handle.get_geometry()
        return Box(-place.x, -place.y, size.width, size.height)

    def _title(self, handle: xobject.drawable.Window) -> str:
        for name in ("_NET_WM_NAME", "WM_NAME"):
            value = self._value(handle, name)
            if isinstance(value, bytes) and value:
                return value.decode("utf-8", "replace")
            if isinstance(value, str) and value:
                return value
        return ""

    def _numbers(self, handle: xobject.drawable.Window, name: str) -> tuple[int, ...]:
        value = self._value(handle, name)
        return (
            tuple(int(number) for number in value)
            if isinstance(value, Iterable) and not isinstance(value, (bytes, str))
            else ()
        )

    def _value(self, handle: xobject.drawable.Window, name: str) -> object:
        try:
            found = handle.get_full_property(self._atom(name), X.AnyPropertyType)
        except xerror.XError:
            return None
        return found.value if found else None

    def _atom(self, name: str) -> int:
        return int(self._display.intern_atom(name))

    def _tell(self, number: int, message: str, *data: int) -> None:
        """A client message to the window manager, if the guard lets it pass."""
        self._guard()
        handle = self._display.create_resource_object("window", number)
        words = (list(data) + [0] * 5)[:5]
        note = xevent.ClientMessage(window=handle, client_type=self._atom(message), data=(32, words))
        self._root.send_event(note, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._display.flush()
