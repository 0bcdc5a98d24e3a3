"""The platform contract: small protocols that a desktop adapter fulfils. Capabilities are declared, not guessed.

Every method may raise `MissingCapability` for what the adapter did not declare, `AppGone` when the program behind a
window or element ended, and the input methods raise `Stopped` (after letting go of every key and button) when the
person stops the run. Waits inside an adapter end by themselves within two seconds, while typing within ten; the guard
is called meanwhile.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Protocol

from deskhand.contracts.signals import Signal
from deskhand.core.element import Node, Picture, Window
from deskhand.core.geometry import Box, Point
from deskhand.core.run import Receipt


class Capability(StrEnum):
    """What an adapter can declare."""

    WINDOWS = "windows"
    CAPTURE = "capture"
    TREE = "accessibility tree"
    URL = "browser url"
    SET_VALUE = "set value"
    PRESS = "press"
    POINTER = "pointer"
    KEYS = "keys"
    ANY_UNICODE = "any unicode text"
    CLIPBOARD = "clipboard"
    OPEN = "open app or url"
    EVENTS = "events"
    PERSON_INPUT = "the person's own input"
    FILES = "document changes"


class Windows(Protocol):
    """Top-level windows."""

    def list(self) -> tuple[Window, ...]:
        """All ordinary windows, the lowest first."""
        ...

    def front(self) -> Window | None:
        """The window with the focus."""
        ...

    def activate(self, window: Window) -> Receipt:
        """Ask for `window` to come to the front."""
        ...

    def close(self, window: Window) -> Receipt:
        """Ask the program to close `window`, as its close button would."""
        ...

    def at(self, point: Point) -> Window | None:
        """The topmost ordinary window under a point."""
        ...

    def locked(self) -> bool:
        """Whether a lock screen, or something else that is no ordinary window, lies over a whole display."""
        ...


class Capture(Protocol):
    """Pixels."""

    def size(self) -> Box:
        """The whole screen, all displays together."""
        ...

    def grab(self, region: Box | None = None) -> Picture:
        """The pixels of `region`, cut to the screen; None takes the whole screen."""
        ...


class Tree(Protocol):
    """The accessibility tree."""

    def read(self, window: Window, budget: float = 1.0, showing_only: bool = True) -> tuple[Node, ...]:
        """The elements of a window in tree order, within `budget` seconds (a cut reading is returned, not raised).

        Nodes that cannot matter (no name, no text, no action, no children of interest) may be left out.
        Cells of huge tables are limited to those on the screen. `AppGone` when the program does not answer at all.
        """
        ...

    def focused(self) -> Node | None:
        """The element with the keyboard focus, with its text."""
        ...

    def refresh(self, node: Node) -> Node | None:
        """The same element read again; None when it is gone."""
        ...

    def at(self, window: Window, point: Point) -> Node | None:
        """The smallest element of `window` under a screen point."""
        ...

    def url(self, window: Window) -> str | None:
        """The URL of the front tab of a browser window, where the tree tells it; of a private one `PRIVATE_ADDRESS`."""
        ...

    def cell(self, table: Node, row: int, column: int) -> Node | None:
        """The cell of a table, 0-based, also when it is not on the screen."""
        ...


class Elements(Protocol):
    """Acting through accessibility. A receipt with `dispatched` False means the program would not take it."""

    def press(self, node: Node) -> Receipt:
        """The element's first, default action (press, click, activate, jump, toggle)."""
        ...

    def set_text(self, node: Node, text: str) -> Receipt:
        """Make `text` the whole text of an editable element. Never of a password field."""
        ...

    def focus(self, node: Node) -> Receipt:
        """Give it the keyboard focus."""
        ...

    def scroll_into_view(self, node: Node) -> Receipt:
        """Ask the program to bring it on the screen."""
        ...


class Input(Protocol):
    """The pointer and the keyboard. Nothing stays down after any call, whatever happened in it."""

    def position(self) -> Point:
        """Where the pointer is."""
        ...

    def move(self, point: Point) -> Receipt: ...

    def click(self, point: Point, button: str = "left", count: int = 1) -> Receipt:
        """`button`: "left", "middle", "right"."""
        ...

    def drag(self, start: Point, end: Point) -> Receipt: ...

    def scroll(self, point: Point, dx: int, dy: int) -> Receipt:
        """Wheel clicks; to the right and down are positive."""
        ...

    def press(self, chord: str) -> Receipt:
        """A chord like "ctrl+s", "alt+F4", "Return", "a". `BadInput` for an unknown key."""
        ...

    def type(self, text: str) -> Receipt:
        """Any Unicode text into whatever has the focus; newline and tab are the keys Return and Tab."""
        ...

    def aimed(self, window: Window, popups: bool = False) -> AbstractContextManager[None]:
        """While it lasts nothing goes astray: `StaleElement` is raised instead of an event that would.

        A key goes down only while `window` has the keyboard, a button only where `window` is the uppermost at the
        pointer and still where `window.box` says (with `popups` also over what its program shows above it). Check and
        event are one moment, in which no other program can come between.
        """
        ...

    def release_all(self) -> None:
        """Let go of every key and button that Deskhand holds."""
        ...


class Clipboard(Protocol):
    """The clipboard's text."""

    def read(self) -> str | None: ...

    def write(self, text: str) -> Receipt: ...


class Launcher(Protocol):
    """Opening programs, files and URLs."""

    def open_app(self, name: str, arguments: tuple[str, ...] = ()) -> Receipt:
        """Start a program by its command name. `BadInput` when there is none of that name."""
        ...

    def open_url(self, url: str) -> Receipt:
        """Open an http, https or file URL in the browser. `BadInput` for other schemes."""
        ...


class EventSource(Protocol):
    """Signals of the desktop, until closed. One source at a time."""

    def start(self, sink: Callable[[Signal], None], at_once: Callable[[Signal], None] = lambda signal: None) -> None:
        """Call `sink` from the source's own thread for every signal, in order of arrival.

        A sink may be told late, for what an input hit is read first. `at_once` is called from another thread the moment
        a key or button goes down, the wheel turns, or the pointer moves, without what it hit.
        """
        ...

    def close(self) -> None:
        """Stop; returns when no more signal will come."""
        ...


class Platform(Protocol):
    """A desktop. Members that its capabilities do not cover raise `MissingCapability` when used."""

    name: str
    capabilities: frozenset[Capability]

    @property
    def windows(self) -> Windows: ...
    @property
    def capture(self) -> Capture: ...
    @property
    def tree(self) -> Tree: ...
    @property
    def elements(self) -> Elements: ...
    @property
    def input(self) -> Input: ...
    @property
    def clipboard(self) -> Clipboard: ...
    @property
    def launcher(self) -> Launcher: ...

    def events(self) -> EventSource:
        """A new source of signals, the person's own input among them (`own` False)."""
        ...

    def guard(self, check: Callable[[], None]) -> None:
        """`check` is called before everything that is sent: each input event, each request to an element or a window.

        It raises `Stopped` to stop the run. The guard belongs to the thread that sends.
        """
        ...

    def close(self) -> None:
        """Let go of all keys, connections and threads. Safe to call twice."""
        ...
