"""A scripted world: windows, pages of elements, what each input changes, and the ways in which programs misbehave.

Places are relative to the window, so that a window can be moved. Nothing here is random.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from deskhand.contracts.signals import FocusMoved, KeyPressed, PointerMoved, Signal, TextChanged, WindowActivated
from deskhand.core.element import Element, Node, State, Window
from deskhand.core.geometry import Box, Point
from deskhand.platforms.fake.clock import FakeClock
from deskhand.platforms.fake.history import History, Kind

USABLE = frozenset({State.ENABLED, State.SHOWING})
Effect = Callable[["FakeWorld"], None]


class Lie(StrEnum):
    """How an element answers to what is done to it, whatever it says."""

    NOTHING = "nothing happens"
    LATE = "it happens after `delay` seconds"
    TWICE = "it happens twice"
    ELSEWHERE = "it happens to the element `victim`"


@dataclass(slots=True)
class FakeElement:
    """One element of a page. `refuses` names what accessibility will not do to it: "press", "set text", "focus"."""

    key: str
    role: str
    name: str = ""
    box: Box = field(default_factory=lambda: Box(0, 0, 100, 20))
    value: str = ""
    states: frozenset[State] = USABLE
    on_press: Effect | None = None
    refuses: frozenset[str] = frozenset()
    lie: Lie | None = None
    delay: float = 0.0
    victim: str = ""
    row: int | None = None
    column: int | None = None
    identifier: str = ""

    @property
    def editable(self) -> bool:
        return self.role in ("text", "password") or self.row is not None


@dataclass(slots=True)
class FakeWindow:
    """A window and the page it shows. `focus` is the key of the element that gets its keys."""

    id: int
    app: str
    title: str
    box: Box
    page: list[FakeElement]
    focus: str = ""
    pid: int = 1000
    url: str = ""
    stubborn: bool = False
    """does not come to the front when asked"""

    def show(self, page: Iterable[FakeElement]) -> None:
        """Another page."""
        self.page = list(page)
        self.focus = ""

    @property
    def window(self) -> Window:
        return Window(self.id, self.app, self.title, self.pid, self.box)


class FakeWorld:
    """`windows` are the lowest first; the last is in front."""

    def __init__(self, windows: Iterable[FakeWindow] = (), clock: FakeClock | None = None) -> None:
        self.windows = list(windows)
        self.clock = clock or FakeClock()
        self.history = History()
        self.clipboard: str | None = None
        self.programs: dict[str, Effect] = {}
        """what opening a program's name or an address does"""
        self.pointer = Point(0, 0)
        self.screen = Box(0, 0, 1280, 800)
        self.listener: Callable[[Signal], None] | None = None
        self._all_selected = False

    # -- what is there ----------------------------------------------------------------------------------------------

    def find(self, key: str) -> FakeElement:
        """The element of a key, wherever it is shown."""
        return next(element for window in self.windows for element in window.page if element.key == key)

    def window_of(self, key: str) -> FakeWindow | None:
        """The window that shows an element now."""
        return next((each for each in self.windows if any(element.key == key for element in each.page)), None)

    def nodes(self, window: FakeWindow) -> tuple[Node, ...]:
        """The elements of a window as a reading tells them."""
        counts: dict[str, int] = {}
        found = []
        for element in window.page:
            index = counts.get(element.role, 0)
            counts[element.role] = index + 1
            found.append(self._node(window, element, index))
        return tuple(found)

    def _node(self, window: FakeWindow, element: FakeElement, index: int) -> Node:
        states = set(element.states)
        if element.editable:
            states.add(State.EDITABLE)
        if window.focus == element.key:
            states.add(State.FOCUSED)
        place = element.box
        box = Box(window.box.x + place.x, window.box.y + place.y, place.width, place.height)
        described = Element(
            element.role, element.name, ("frame",), index, element.identifier, element.row, element.column
        )
        value = "" if element.role == "password" else element.value
        actions = ("press",) if element.on_press is not None or element.role == "check box" else ()
        return Node(element.key, described, value, box, frozenset(states), actions)

    def top_at(self, point: Point) -> FakeWindow | None:
        """The uppermost window at a point."""
        return next((each for each in reversed(self.windows) if each.box.contains(point)), None)

    # -- what is done to it -----------------------------------------------------------------------------------------

    def received(self, kind: Kind, element: str, text: str = "") -> None:
        """Write down an input that came, before anything comes of it."""
        self.history.add(self.clock.monotonic(), kind, element, text)

    def press(self, element: FakeElement) -> None:
        """Press an element: a check box changes its state, others do what was scripted."""

        def effect(target: FakeElement) -> None:
            if target.role == "check box":
                target.states ^= {State.CHECKED}
            if target.on_press is not None:
                target.on_press(self)

        self._happen(element, effect)

    def set_text(self, element: FakeElement, text: str) -> None:
        """Give an element a text."""

        def effect(target: FakeElement) -> None:
            target.value = text
            self._tell_text(target)

        self._happen(element, effect)

    def add_text(self, element: FakeElement, text: str) -> None:
        """Type at the end of an element's text."""

        def effect(target: FakeElement) -> None:
            target.value += text
            self._tell_text(target)

        self._happen(element, effect)

    def _happen(self, element: FakeElement, effect: Callable[[FakeElement], None]) -> None:
        match element.lie:
            case None:
                effect(element)
            case Lie.LATE:
                self.clock.after(element.delay, lambda: effect(element))
            case Lie.TWICE:
                effect(element)
                effect(element)
            case Lie.ELSEWHERE:
                effect(self.find(element.victim))

    def bring_to_front(self, window: FakeWindow) -> None:
        """A window becomes the uppermost."""
        if window in self.windows and self.windows[-1] is not window:
            self.windows.remove(window)
            self.windows.append(window)
            self.tell(WindowActivated(self.clock.wall(), window.window))

    def close(self, window: FakeWindow) -> None:
        """A window goes away."""
        if window in self.windows:
            self.windows.remove(window)

    def focus(self, window: FakeWindow, key: str) -> None:
        """An element gets the keyboard."""
        window.focus, self._all_selected = key, False
        if key:
            self.tell(FocusMoved(self.clock.wall(), self._described(window, key)))

    def key(self, chord: str) -> None:
        """A key goes to whatever has the focus in the front window."""
        window = self.windows[-1] if self.windows else None
        element = next((each for each in window.page if each.key == window.focus), None) if window else None
        self.received("key", element.key if element else "", chord)
        if window is None or element is None:
            return
        match chord:
            case "ctrl+a":
                self._all_selected = True
            case "Delete" | "BackSpace" if element.editable:
                kept = "" if self._all_selected else element.value[:-1] if chord == "BackSpace" else element.value
                self._all_selected = False
                self.set_text(element, kept)
            case "Tab":
                fields = [each.key for each in window.page if each.editable or each.on_press is not None]
                self.focus(window, fields[(fields.index(element.key) + 1) % len(fields)] if fields else "")
            case "Return" | "space" if not element.editable:
                self.press(element)

    def type(self, text: str) -> None:
        """Text goes to whatever has the focus in the front window."""
        window = self.windows[-1] if self.windows else None
        element = next((each for each in window.page if each.key == window.focus), None) if window else None
        self.received("type", element.key if element else "", text)
        if element is None or not element.editable:
            return
        if self._all_selected:
            self._all_selected = False
            self.set_text(element, text)
        else:
            self.add_text(element, text)

    def click(self, point: Point) -> None:
        """The pointer clicks whatever is uppermost at a point."""
        self.pointer = point
        window = self.top_at(point)
        if window is None:
            self.received("click", "")
            return
        node = next((node for node in reversed(self.nodes(window)) if node.box and node.box.contains(point)), None)
        self.received("click", node.ref if node else "")
        self.bring_to_front(window)
        if node is None or State.ENABLED not in node.states:
            return
        element = self.find(node.ref)
        self.focus(window, element.key)
        if not element.editable:
            self.press(element)

    # -- what happens by itself, and the person ---------------------------------------------------------------------

    def after(self, seconds: float, effect: Effect) -> None:
        """Something happens by itself, later."""
        self.clock.after(seconds, lambda: effect(self))

    def person_moves(self, point: Point) -> None:
        """The person moves the mouse."""
        self.pointer = point
        self.tell(PointerMoved(self.clock.wall(), point))

    def person_presses(self, chord: str) -> None:
        """The person presses a key."""
        self.tell(KeyPressed(self.clock.wall(), chord, chord if len(chord) == 1 else ""))

    def tell(self, signal: Signal) -> None:
        """Send a signal to whoever listens."""
        if self.listener is not None:
            self.listener(signal)

    def _tell_text(self, element: FakeElement) -> None:
        window = self.window_of(element.key)
        if window is not None:
            node = self._described(window, element.key)
            self.tell(TextChanged(self.clock.wall(), node, "" if node.secret else element.value, window.window))

    def _described(self, window: FakeWindow, key: str) -> Node:
        return next(node for node in self.nodes(window) if node.ref == key)
