"""A scripted world: windows, pages of elements, what each input changes, and the ways in which programs misbehave.

Places are relative to the window, so that a window can be moved. Nothing here is random.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from deskhand.contracts.signals import (
    ButtonPressed,
    FileWritten,
    FocusMoved,
    KeyPressed,
    NameChanged,
    PointerMoved,
    Scrolled,
    Signal,
    StateChanged,
    TextChanged,
    WindowActivated,
)
from deskhand.core.element import PASSWORD_ROLE, Element, Node, State, Window
from deskhand.core.geometry import Box, Point
from deskhand.platforms.fake.clock import FakeClock
from deskhand.platforms.fake.history import History, Kind
from deskhand.platforms.fake.keys import BUTTONS, MODIFIERS, edit, join_chord

USABLE = frozenset({State.ENABLED, State.SHOWING})
DOUBLE_SECONDS = 0.4
Effect = Callable[["FakeWorld"], None]


class Means(StrEnum):
    """The ways in which something is done to an element."""

    PRESS = "press"
    SET_TEXT = "set text"
    FOCUS = "focus"
    CLICK = "click"
    KEYS = "keys"


class Lie(StrEnum):
    """How an element answers to what is done to it, whatever it says."""

    NOTHING = "nothing happens"
    LATE = "it happens after `delay` seconds"
    TWICE = "it happens twice"
    ELSEWHERE = "it happens to the element `victim`"


@dataclass(slots=True)
class FakeElement:
    """One element of a page. `refuses` names what accessibility will not do to it, `lies_to` what `lie` answers to."""

    key: str
    role: str
    name: str = ""
    box: Box = field(default_factory=lambda: Box(0, 0, 100, 20))
    value: str = ""
    states: frozenset[State] = USABLE
    on_press: Effect | None = None
    refuses: frozenset[str] = frozenset()
    lie: Lie | None = None
    lies_to: frozenset[str] = frozenset(Means)
    delay: float = 0.0
    victim: str = ""
    row: int | None = None
    column: int | None = None
    identifier: str = ""
    inside: tuple[str, ...] = ()
    """the path below the window"""

    @property
    def editable(self) -> bool:
        return self.role in ("text", PASSWORD_ROLE) or self.row is not None


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
    shortcuts: dict[str, Effect] = field(default_factory=dict)
    """what chords do, wherever in it the focus is"""
    stubborn: bool = False
    """does not come to the front when asked"""
    above: bool = False
    """lies over all others, without the keyboard"""
    silent: bool = False
    """its program no longer answers"""

    def show(self, page: Iterable[FakeElement]) -> None:
        """Another page."""
        self.page = list(page)
        self.focus = ""

    @property
    def window(self) -> Window:
        return Window(self.id, self.app, self.title, self.pid, self.box)


class FakeWorld:
    """`windows` are the lowest first."""

    def __init__(self, windows: Iterable[FakeWindow] = (), clock: FakeClock | None = None) -> None:
        self.windows = list(windows)
        self.clock = clock or FakeClock()
        self.history = History()
        self.clipboard: str | None = None
        self.programs: dict[str, Effect] = {}
        """what opening a program's name or an address does"""
        self.locked = False
        self.pointer = Point(0, 0)
        self.screen = Box(0, 0, 1280, 800)
        self.listener: Callable[[Signal], None] | None = None
        self._all_selected = False
        self._pressed: ButtonPressed | None = None

    # -- what is there ----------------------------------------------------------------------------------------------

    def find(self, key: str) -> FakeElement:
        """The element of a key, wherever it is shown. `KeyError` when no window shows it."""
        for window in self.windows:
            for element in window.page:
                if element.key == key:
                    return element
        raise KeyError(key)

    def window_of(self, key: str) -> FakeWindow | None:
        """The window that shows an element now."""
        return next((each for each in self.windows if any(element.key == key for element in each.page)), None)

    @property
    def front(self) -> FakeWindow | None:
        """The window that gets the keys."""
        return next((each for each in reversed(self.windows) if not each.above), None)

    def focused(self) -> FakeElement | None:
        """The element that gets the keys."""
        window = self.front
        return next((each for each in window.page if each.key == window.focus), None) if window else None

    def nodes(self, window: FakeWindow) -> tuple[Node, ...]:
        """The elements of a window as a reading tells them."""
        counts: dict[tuple[str, tuple[str, ...]], int] = {}
        found = []
        for element in window.page:
            index = counts.get((element.role, element.inside), 0)
            counts[element.role, element.inside] = index + 1
            found.append(self._node(window, element, index))
        return tuple(found)

    def _node(self, window: FakeWindow, element: FakeElement, index: int) -> Node:
        states = set(element.states)
        if element.editable:
            states.add(State.EDITABLE)
        if window.focus == element.key and window is self.front:
            states.add(State.FOCUSED)
        place = element.box
        box = Box(window.box.x + place.x, window.box.y + place.y, place.width, place.height)
        path = ("frame", *element.inside)
        described = Element(element.role, element.name, path, index, element.identifier, element.row, element.column)
        value = "" if element.role == PASSWORD_ROLE else element.value
        actions = ("press",) if element.on_press is not None or element.role == "check box" else ()
        return Node(element.key, described, value, box, frozenset(states), actions)

    def top_at(self, point: Point) -> FakeWindow | None:
        """The uppermost window at a point."""
        return next((each for each in reversed(self.windows) if each.box.contains(point)), None)

    def hit(self, point: Point) -> Node | None:
        """The uppermost element of the uppermost window at a point."""
        window = self.top_at(point)
        nodes = self.nodes(window) if window is not None else ()
        shown = (node for node in reversed(nodes) if State.SHOWING in node.states)
        return next((node for node in shown if node.box is not None and node.box.contains(point)), None)

    # -- what is done to it -----------------------------------------------------------------------------------------

    def received(self, kind: Kind, element: str, text: str = "", own: bool = True) -> None:
        """Write down an input that came, before anything comes of it."""
        self.history.add(self.clock.monotonic(), kind, element, text, own)

    def press(self, element: FakeElement, means: Means = Means.PRESS) -> None:
        """Press an element: a check box changes its state, others do what was scripted."""

        def effect(target: FakeElement) -> None:
            if target.role == "check box":
                self.turn(target, State.CHECKED, State.CHECKED not in target.states)
            if target.on_press is not None:
                target.on_press(self)

        self._happen(element, means, effect)

    def set_text(self, element: FakeElement, text: str, means: Means = Means.SET_TEXT) -> None:
        """Give an element a text."""
        self._happen(element, means, lambda target: self.say(target, text))

    def add_text(self, element: FakeElement, text: str) -> None:
        """Type at the end of an element's text."""
        self._happen(element, Means.KEYS, lambda target: self.say(target, target.value + text))

    def say(self, element: FakeElement, text: str) -> None:
        """An element says something else now."""
        element.value = text
        window = self.window_of(element.key)
        if window is None:
            return
        node, now = self._described(window, element.key), self.clock.wall()
        if element.editable:
            self.tell(TextChanged(now, node, node.value, window.window))
        else:
            self.tell(NameChanged(now, node, window.window))

    def turn(self, element: FakeElement, state: State, on: bool) -> None:
        """An element enters or leaves a state."""
        element.states = element.states | {state} if on else element.states - {state}
        window = self.window_of(element.key)
        if window is not None:
            self.tell(StateChanged(self.clock.wall(), self._described(window, element.key), state, on))

    def write(self, path: Path, text: str) -> None:
        """A program writes a document."""
        path.write_text(text, encoding="utf-8")
        self.tell(FileWritten(self.clock.wall(), str(path)))

    def _happen(self, element: FakeElement, means: Means, effect: Callable[[FakeElement], None]) -> None:
        match element.lie if means in element.lies_to else None:
            case None:
                effect(element)
            case Lie.LATE:
                self.clock.after(element.delay, lambda: effect(element))
            case Lie.TWICE:
                effect(element)
                effect(element)
            case Lie.ELSEWHERE:
                effect(self.find(element.victim))

    def open(self, window: FakeWindow) -> None:
        """A window appears, in front."""
        self.windows.append(window)
        self.tell(WindowActivated(self.clock.wall(), window.window))

    def bring_to_front(self, window: FakeWindow) -> None:
        """A window becomes the uppermost, but for those that lie over all."""
        if window in self.windows and self.front is not window:
            self.windows.remove(window)
            over = sum(each.above for each in self.windows) if not window.above else 0
            self.windows.insert(len(self.windows) - over, window)
            self.tell(WindowActivated(self.clock.wall(), window.window))

    def close(self, window: FakeWindow) -> None:
        """A window goes away."""
        if window in self.windows:
            was_front = window is self.front
            self.windows.remove(window)
            if was_front:
                front = self.front
                self.tell(WindowActivated(self.clock.wall(), front.window if front is not None else None))

    def focus(self, window: FakeWindow, key: str) -> None:
        """An element gets the keyboard; what is typed into a cell takes the place of what it held."""
        window.focus = key
        self._all_selected = bool(key) and self.find(key).row is not None
        if key:
            self.tell(FocusMoved(self.clock.wall(), self._described(window, key)))

    # -- keys and buttons -------------------------------------------------------------------------------------------

    def down(self, what: str, own: bool = True) -> None:
        """A key or a button goes down; what is down already changes what comes."""
        held = self.history.held
        self.received("down", "", what, own)
        if what in BUTTONS:
            self._button_down(what, own)
        elif what not in MODIFIERS:
            self._key_down(join_chord(held, what), own)

    def up(self, what: str, own: bool = True) -> None:
        """A key or a button comes up."""
        self.received("up", "", what, own)
        if what == "left" and not self.history.held & BUTTONS:
            self._click(own)

    def move(self, point: Point, own: bool = True) -> None:
        """The pointer moves."""
        self.pointer = point
        self.received("move", "", f"{point.x},{point.y}", own)
        self.tell(PointerMoved(self.clock.wall(), point, own))

    def scroll(self, dx: int, dy: int, own: bool = True) -> None:
        """The wheel turns over the pointer's place."""
        self.received("scroll", "", f"{dx},{dy}", own)
        self.tell(Scrolled(self.clock.wall(), dx, dy, self.pointer, own))

    def _key_down(self, chord: str, own: bool) -> None:
        text = {"space": " "}.get(chord, chord if len(chord) == 1 else "")
        self.tell(KeyPressed(self.clock.wall(), chord, text, own))
        window, element = self.front, self.focused()
        self.received("type" if text else "key", element.key if element else "", chord, own)
        if window is not None and chord in window.shortcuts:
            window.shortcuts[chord](self)
        elif window is not None and chord == "Tab":
            self._focus_next(window)
        elif element is not None and element.editable:
            self._edit(element, chord, text)
        elif element is not None and chord in ("Return", "space"):
            self.press(element, Means.KEYS)

    def _edit(self, element: FakeElement, chord: str, text: str) -> None:
        selected, self._all_selected = self._all_selected, chord == "ctrl+a"
        if text and not selected:
            self.add_text(element, text)
            return
        edited = edit(element.value, chord, text, selected, State.MULTI_LINE in element.states)
        if edited is not None:
            self.set_text(element, edited, Means.KEYS)

    def _focus_next(self, window: FakeWindow) -> None:
        stops = [each.key for each in window.page if each.editable or each.on_press is not None]
        if stops:
            at = stops.index(window.focus) if window.focus in stops else -1
            self.focus(window, stops[(at + 1) % len(stops)])

    def _button_down(self, button: str, own: bool) -> None:
        window, node, now, last = self.top_at(self.pointer), self.hit(self.pointer), self.clock.wall(), self._pressed
        again = last is not None and (last.button, last.point) == (button, self.pointer)
        count = last.count + 1 if last is not None and again and now - last.time < DOUBLE_SECONDS else 1
        shown = window.window if window is not None else None
        self._pressed = ButtonPressed(now, button, self.pointer, node, shown, count, own)
        self.tell(self._pressed)
        if window is not None and not window.above:
            self.bring_to_front(window)
            if node is not None and State.ENABLED in node.states:
                self.focus(window, node.ref)

    def _click(self, own: bool) -> None:
        """A button came up: a click, where it is over the element that it went down on."""
        node, pressed = self.hit(self.pointer), self._pressed
        self.received("click", node.ref if node is not None else "", "", own)
        if node is None or pressed is None or pressed.node is None or pressed.node.ref != node.ref:
            return
        element = self.find(node.ref)
        if State.ENABLED in element.states and not element.editable:
            self.press(element, Means.CLICK)

    # -- what happens by itself, and the person ---------------------------------------------------------------------

    def after(self, seconds: float, effect: Effect) -> None:
        """Something happens by itself, later."""
        self.clock.after(seconds, lambda: effect(self))

    def person_moves(self, point: Point) -> None:
        """The person moves the mouse."""
        self.move(point, own=False)

    def person_presses(self, chord: str) -> None:
        """The person presses a key: it goes where the keys go."""
        keys = chord.split("+") if len(chord) > 1 else [chord]
        for key in keys:
            self.down(key, own=False)
        for key in reversed(keys):
            self.up(key, own=False)

    def person_clicks(self, point: Point) -> None:
        """The person clicks with the left button."""
        self.move(point, own=False)
        self.down("left", own=False)
        self.up("left", own=False)

    def tell(self, signal: Signal) -> None:
        """Send a signal to whoever listens."""
        if self.listener is not None:
            self.listener(signal)

    def _described(self, window: FakeWindow, key: str) -> Node:
        return next(node for node in self.nodes(window) if node.ref == key)
