"""Everything a desktop tells of itself and of the person, merged into one stream of signals."""

import os
import queue
import select
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from Xlib import X
from Xlib import error as xerror
from Xlib.ext import xfixes

from deskhand.contracts.platform import EventSource
from deskhand.contracts.signals import (
    ButtonPressed,
    ClipboardChanged,
    DesktopEnded,
    DocumentLoaded,
    FileRemoved,
    FileWritten,
    FocusMoved,
    NameChanged,
    PointerMoved,
    Scrolled,
    Signal,
    StateChanged,
    TextChanged,
    WindowActivated,
    WindowTitled,
)
from deskhand.core.element import Node, State, Window, same_window
from deskhand.core.errors import PlatformError
from deskhand.core.geometry import Point
from deskhand.platforms.x11.bus import ATSPI, REGISTRY, Bus, BusSignal, Call
from deskhand.platforms.x11.clipboard import X11Clipboard, is_marked_secret, read_selection
from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.describe import parse_ref
from deskhand.platforms.x11.described_input import describe_input
from deskhand.platforms.x11.files import FileWatch
from deskhand.platforms.x11.keys import Layout
from deskhand.platforms.x11.own_input import OwnInput
from deskhand.platforms.x11.placed_tree import PlacedTree
from deskhand.platforms.x11.record import InputEvent, InputRecord
from deskhand.platforms.x11.roles import CONTAINERS, STATE_NAMES
from deskhand.platforms.x11.tree import smallest_at
from deskhand.platforms.x11.windows import X11Windows
from deskhand.platforms.x11.wire import pack_string, read_event

LISTENED = (
    "object:state-changed:focused",
    "object:state-changed:checked",
    "object:state-changed:selected",
    "object:state-changed:expanded",
    "object:text-changed",
    "object:active-descendant-changed",
    "object:property-change:accessible-name",
    "document:load-complete",
)
DOUBLE_SECONDS = 0.4
DOUBLE_PIXELS = 4
NAME_ROLES = frozenset({"label", "heading", "status bar", "alert", "paragraph", "notification", "info bar"})
LOOK_SECONDS, LOOK_BUDGET, FRESH_SECONDS = 0.7, 0.4, 30.0
PAGE_SCHEMES = ("http://", "https://", "file://")
"""Addresses of pages; a browser's own tabs and the hidden pages of its extensions have others."""


class X11EventSource(EventSource):
    """Fulfils `contracts.platform.EventSource`. Three threads: this one's, the X server's record, the file watch's."""

    def __init__(self, environ: Mapping[str, str], own: OwnInput, clipboard: X11Clipboard) -> None:
        self._environ = dict(environ)
        self._own = own
        self._own_clipboard = clipboard
        self._files: queue.SimpleQueue[tuple[float, str, str]] = queue.SimpleQueue()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._failure: BaseException | None = None

    def start(self, sink: Callable[[Signal], None], at_once: Callable[[Signal], None] = lambda signal: None) -> None:
        ready = threading.Event()
        told = (sink, at_once, ready)
        self._thread = threading.Thread(target=self._run, args=told, name="deskhand-events", daemon=True)
        self._thread.start()
        ready.wait(10)
        if self._failure is not None:
            raise self._failure

    def close(self) -> None:
        self._ending.set()
        self._wake()
        if self._thread is not None:
            self._thread.join(5)
            self._thread = None
            os.close(self._wake_read)
            os.close(self._wake_write)

    def _wake(self) -> None:
        try:
            os.write(self._wake_write, b"x")
        except (BlockingIOError, OSError):
            return  # it is awake already, or over

    def _run(self, sink: Callable[[Signal], None], at_once: Callable[[Signal], None], ready: threading.Event) -> None:
        try:
            listener = Listener(self._environ, self._own_clipboard, sink)
        except BaseException as error:
            self._failure = error
            ready.set()
            return

        def hear(event: InputEvent) -> None:
            if (signal := describe_input(event, listener.layout)) is not None:
                at_once(signal)

        record = InputRecord(self._environ, self._own, hear, self._wake)
        home = Path(self._environ.get("HOME", "/nonexistent"))
        files = FileWatch([home], self._file_changed)

        def take_inputs() -> None:
            for event in record.take():
                listener.take_input(event)

        ready.set()
        try:
            while not self._ending.is_set():
                waiting: list[int] = [self._wake_read, listener.bus.fileno(), listener.display.fileno()]
                if not listener.display.pending_events():
                    if self._wake_read in select.select(waiting, [], [], 0.5)[0]:
                        os.read(self._wake_read, 4096)
                take_inputs()
                listener.take_windows()
                listener.take_accessibility(take_inputs)
                while not self._files.empty():
                    moment, path, what = self._files.get()
                    sink(FileWritten(moment, path) if what == "written" else FileRemoved(moment, path))
        except (OSError, xerror.ConnectionClosedError):
            sink(DesktopEnded(time.time()))
        finally:
            files.close()
            record.close()
            listener.close()

    def _file_changed(self, path: str, what: str) -> None:
        self._files.put((time.time(), path, what))
        self._wake()


class Listener:
    """Turns what the buses and the X server say into signals; lives on the source's thread."""

    def __init__(self, environ: Mapping[str, str], clipboard: X11Clipboard, sink: Callable[[Signal], None]) -> None:
        self._sink = sink
        self._clipboard = clipboard
        self.display = open_display(environ)
        self._reader = open_display(environ)
        self.bus = Bus.accessibility(environ)
        self._windows = X11Windows(self._reader)
        self._tree = PlacedTree(Bus.accessibility(environ), self._windows.front, self._windows.outlines)
        self.layout = Layout(self._reader)
        self._front: Window | None = None
        self._pressed: ButtonPressed | None = None
        self._looked: dict[int, tuple[float, Sequence[Node]]] = {}
        self._under: Window | None = None
        self._focus = ""
        self._listen()

    def close(self) -> None:
        self.bus.close()
        self._tree.close()
        close_display(self.display)
        close_display(self._reader)

    def _listen(self) -> None:
        for name in LISTENED:
            self.bus.ask(Call(REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent", "s", pack_string(name)))
        for group in ("Object", "Document"):
            self.bus.subscribe(f"type='signal',interface='{ATSPI}Event.{group}'")
        root = self.display.screen().root
        self._active, self._title = map(self.display.intern_atom, ("_NET_ACTIVE_WINDOW", "_NET_WM_NAME"))
        root.change_attributes(event_mask=X.PropertyChangeMask)
        self.display.xfixes_query_version()
        self.display.xfixes_select_selection_input(
            root, self.display.intern_atom("CLIPBOARD"), xfixes.XFixesSetSelectionOwnerNotifyMask
        )
        self.display.sync()
        self._activated()

    # -- the person's input -----------------------------------------------------------------------------------------

    def take_input(self, event: InputEvent) -> None:
        if event.kind == X.KeyPress:
            self._key(event)
            return
        match describe_input(event, self.layout):
            case ButtonPressed() as pressed:
                self._button(pressed)
            case PointerMoved() as moved:
                self._sink(moved)
                if not moved.own:
                    self._look_ahead(moved.point)
            case Scrolled() as scrolled:
                self._sink(scrolled)

    def _key(self, event: InputEvent) -> None:
        if not self.layout.symbol(event.detail, event.state):
            self.layout.read()  # just mapped, for a character that the keyboard lacks
        signal = describe_input(event, self.layout)
        if signal is not None:
            self._sink(signal)

    def _button(self, told: ButtonPressed) -> None:
        point, last = told.point, self._pressed
        again = (
            last is not None
            and last.button == told.button
            and told.time - last.time < DOUBLE_SECONDS
            and max(abs(last.point.x - point.x), abs(last.point.y - point.y)) <= DOUBLE_PIXELS
        )
        window = find_clicked(self._windows, point, self._under)
        node = last.node if again and last else self._hit(window, point) if window else None
        count = last.count + 1 if again and last else 1
        pressed = replace(told, node=node, window=window, count=count)
        self._pressed = pressed
        self._sink(pressed)

    def _look_ahead(self, point: Point) -> None:
        """Read the window that the pointer moves over: after a click it may show something else already."""
        window = self._under = self._windows.at(point) or self._under
        if window is None or time.monotonic() - self._looked.get(window.id, (0.0, ()))[0] < LOOK_SECONDS:
            return
        try:
            nodes = self._tree.read(window, LOOK_BUDGET)
        except PlatformError:
            return
        if 2 * len(nodes) >= len(
            self._looked.get(window.id, (0.0, ()))[1]
        ):  # a window that is closing shows nothing; what it showed before still tells what was hit
            self._looked[window.id] = (time.monotonic(), nodes)

    def _hit(self, window: Window, point: Point) -> Node | None:
        """The smallest element under a click: as it is, or as it was a moment ago when it is gone already."""
        try:
            node = self._tree.at(window, point)
        except PlatformError:
            node = None
        if node is not None and node.role not in CONTAINERS and node.box and node.box.contains(point):
            return node
        read_at, nodes = self._looked.get(window.id, (0.0, ()))
        fresh = nodes if time.monotonic() - read_at < FRESH_SECONDS else ()
        return smallest_at(fresh, point) or node

    # -- windows and clipboard --------------------------------------------------------------------------------------

    def take_windows(self) -> None:
        while self.display.pending_events():
            event = self.display.next_event()
            if event.type == X.MappingNotify:
                self.layout.read()
            elif event.type == X.PropertyNotify and event.atom == self._active:
                self._activated()
            elif event.type == X.PropertyNotify and event.atom == self._title:
                self._titled(event.window.id)
            elif type(event).__name__ == "SetSelectionOwnerNotify":  # python-xlib makes these classes as it goes
                self._copied()

    def _activated(self) -> None:
        window = self._windows.front()
        if window is not None and not same_window(window, self._front):
            handle = self.display.create_resource_object("window", window.id)
            try:
                handle.change_attributes(event_mask=X.PropertyChangeMask)
                self.display.sync()
            except xerror.XError:
                return
        changed = not same_window(window, self._front)
        self._front = window
        if changed:
            self._sink(WindowActivated(time.time(), window))

    def _titled(self, number: int) -> None:
        if self._front is not None and number == self._front.id:
            window = self._windows.describe(number)
            if window is not None and window.title != self._front.title:
                self._front = window
                self._sink(WindowTitled(time.time(), window))

    def _copied(self) -> None:
        if self._clipboard.own:
            self._sink(ClipboardChanged(time.time(), None, own=True))
            return
        secret = is_marked_secret(self._reader, 1.0)
        text = None if secret else read_selection(self._reader, 1.0)
        self._sink(ClipboardChanged(time.time(), text, secret=secret))

    # -- accessibility ----------------------------------------------------------------------------------------------

    def take_accessibility(self, take_inputs: Callable[[], None]) -> None:
        """What programs tell; before each the input that came while the last was described, for it may be its cause."""
        for signal in merge_text(self.bus.signals(0)):
            take_inputs()
            try:
                self._accessible(signal)
            except (ValueError, PlatformError):
                continue  # a malformed message, or a program that is just ending, is not ours to mend

    def _accessible(self, signal: BusSignal) -> None:
        detail, on, _, value = read_event(signal.body)
        reference = (signal.sender, signal.path)
        if signal.member == "ActiveDescendantChanged" and isinstance(value, tuple):
            self._focused(self._describe(value), signal.time)
        elif signal.member == "TextChanged":
            node = self._describe(reference)
            if node is not None and State.SHOWING in node.states:
                inserted = value if detail.startswith("insert") and isinstance(value, str) and not node.secret else ""
                self._sink(TextChanged(signal.time, node, inserted, self._window_of(signal.sender)))
        elif signal.member == "StateChanged" and detail in STATE_NAMES:
            self._state(reference, STATE_NAMES[detail], on != 0, signal.time)
        elif signal.member == "PropertyChange" and detail == "accessible-name":
            node = self._describe(reference)
            if node is not None and node.role in NAME_ROLES and State.SHOWING in node.states:
                self._sink(NameChanged(signal.time, node, self._window_of(signal.sender)))
        elif signal.member == "LoadComplete":
            node = self._describe(reference)
            url = self._tree.document_url(reference) or ""
            if node is not None and State.SHOWING in node.states and url.startswith(PAGE_SCHEMES):
                self._sink(DocumentLoaded(signal.time, self._window_of(signal.sender, node.name), url, node.name))

    def _state(self, reference: tuple[str, str], state: State, on: bool, moment: float) -> None:
        if state is State.FOCUSED:
            if on:
                self._focused(self._describe(reference), moment)
            return
        node = self._describe(reference)
        if node is not None:
            self._sink(StateChanged(moment, node, state, on))

    def _focused(self, node: Node | None, moment: float) -> None:
        if node is not None and node.ref != self._focus and self._is_front(node):
            self._focus = node.ref
            self._sink(FocusMoved(moment, replace(node, states=node.states | {State.FOCUSED})))

    def _window_of(self, name: str, title: str = "") -> Window | None:
        """The window of a program; the one with this title where it has several."""
        front = self._front
        if front is not None and not title and self._tree.application(front.pid) == name:
            return front
        own = [window for window in self._windows.list() if self._tree.application(window.pid) == name]
        titled = [window for window in own if window.title.startswith(title)]
        return (titled or own)[-1] if own else None

    def _is_front(self, node: Node) -> bool:
        """Whether an element belongs to the program in front; a focus inside another one is not the person's."""
        front = self._front or self._windows.front()
        return front is not None and self._tree.application(front.pid) == parse_ref(node.ref)[0]

    def _describe(self, reference: tuple[str, str]) -> Node | None:
        return self._tree.describe(reference, self._front)


def find_clicked(windows: X11Windows, point: Point, came_to: Window | None) -> Window | None:
    """The window that got a click: the one the pointer came to, where the click has closed it already."""
    there = windows.at(point)
    if came_to is None or not came_to.box.contains(point) or same_window(there, came_to):
        return there
    # asked after `at`: a window that closed between the two questions is in neither answer
    return came_to if there is None or windows.describe(came_to.id) is None else there


def merge_text(signals: Sequence[BusSignal]) -> list[BusSignal]:
    """Of neighbouring deletions and insertions at one element only the last, which tells the text as it is."""
    kept: list[BusSignal] = []
    for signal in signals:
        if kept and signal.member == "TextChanged" == kept[-1].member and signal.path == kept[-1].path:
            kept.pop()
        kept.append(signal)
    return kept
