"""A make-believe desktop for tests of the recorder: windows with fields, and the signals that a person's work makes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from deskhand.contracts import signals as s
from deskhand.core.element import Element, Node, State, Window
from deskhand.core.errors import AppGone
from deskhand.core.event import Event, EventKind
from deskhand.core.geometry import Box, Point
from deskhand.observe.exclusion import Exclusion
from deskhand.observe.recorder import Recorder

BOX = Box(0, 0, 800, 600)
EDITOR = Window(1, "mousepad", "notes - Mousepad", 101, BOX)
SHEET = Window(2, "soffice", "list.ods", 102, BOX)
BROWSER = Window(3, "firefox", "Shop", 103, BOX)
VAULT = Window(4, "keepassxc", "Passwords", 104, BOX)
BANK, SHOP = "https://www.bank.example/accounts", "https://shop.example/cart"


def text(name: str, value: str = "", window: Window = EDITOR, role: str = "text", ref: str = "") -> Node:
    element = Element(role, name, ("frame",))
    return Node(ref or f":{window.pid} /{name}", element, value, BOX, frozenset({State.EDITABLE}))


def password(name: str = "Secret", window: Window = EDITOR) -> Node:
    return text(name, "", window, "password")


def button(name: str, window: Window = EDITOR, role: str = "button") -> Node:
    return Node(f":{window.pid} /{name}", Element(role, name, ("frame",)), "", BOX)


@dataclass
class Desk:
    """`events` is all that the recorder told so far; `nodes` what each window shows; `urls` where each is."""

    sites: tuple[str, ...] = ()
    now: float = 1_700_000_000.0
    urls: dict[int, str | None] = field(default_factory=dict)
    nodes: dict[int, list[Node]] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.recorder = Recorder(
            self._look, self._reread, self._url, Exclusion.adding([], self.sites), lambda: self.windows
        )

    def _look(self, window: Window) -> list[Node]:
        self.read.append(window.id)
        return self.nodes.get(window.id, [])

    def _reread(self, node: Node) -> Node | None:
        return next((each for nodes in self.nodes.values() for each in nodes if each.ref == node.ref), None)

    def _url(self, window: Window) -> str | None:
        self.asked.append(window.id)
        url = self.urls.get(window.id)
        if url == "gone":
            raise AppGone("the browser does not answer")
        return url

    def feed(self, make: Callable[[float], s.Signal]) -> None:
        self.now += 0.01
        self.events += self.recorder.feed(make(self.now))

    def wait(self, seconds: float = 2.0) -> None:
        self.now += seconds
        self.events += self.recorder.tick(self.now)

    def flush(self) -> None:
        self.now += 3.0
        self.events += self.recorder.flush(self.now)

    def activate(self, window: Window | None) -> None:
        self.feed(lambda now: s.WindowActivated(now, window))

    def title(self, window: Window, title: str) -> Window:
        window = replace(window, title=title)
        self.feed(lambda now: s.WindowTitled(now, window))
        return window

    def load(self, window: Window, url: str) -> None:
        self.feed(lambda now: s.DocumentLoaded(now, window, url))

    def focus(self, node: Node) -> None:
        self.feed(lambda now: s.FocusMoved(now, node))

    def press(self, chord: str, letter: str = "") -> None:
        self.feed(lambda now: s.KeyPressed(now, chord, letter))

    def keys(self, letters: str) -> None:
        for letter in letters:
            self.press("space" if letter == " " else letter, letter)

    def shows(self, window: Window, node: Node) -> Node:
        """A node holds a text now, and the program tells so."""
        kept = [each for each in self.nodes.get(window.id, []) if each.ref != node.ref]
        self.nodes[window.id] = [*kept, node]
        return node

    def change(self, window: Window, node: Node) -> None:
        self.shows(window, node)
        self.feed(lambda now: s.TextChanged(now, node, "", window))

    def name(self, window: Window, node: Node) -> None:
        self.feed(lambda now: s.NameChanged(now, node, window))

    def type(self, window: Window, node: Node, letters: str) -> Node:
        """Letters typed into a field, one by one, each told by the program."""
        for letter in letters:
            self.keys(letter)
            node = replace(node, value=node.value + letter)
            self.change(window, node)
        return node

    def click(self, node: Node | None, window: Window | None = EDITOR) -> None:
        self.feed(lambda now: s.ButtonPressed(now, "left", Point(5, 5), node, window))

    def copy(self, value: str | None) -> None:
        self.feed(lambda now: s.ClipboardChanged(now, value))

    def write(self, path: str) -> None:
        self.feed(lambda now: s.FileWritten(now, path))

    def of(self, *kinds: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind in kinds]

    @property
    def kinds(self) -> list[EventKind]:
        return [event.kind for event in self.events]
