"""Signals: what a desktop tells of itself and of the person's input, raw and in order. They never leave the process.

`time` is UTC seconds since 1970, when the thing happened as well as the toolkit tells.
Nodes are described by the adapter at the moment of the signal, because a moment later they may be gone.
"""

from dataclasses import dataclass

from deskhand.core.element import Node, State, Window
from deskhand.core.geometry import Point


@dataclass(frozen=True, slots=True)
class FocusMoved:
    """The keyboard focus is now on `node`, whose `value` is its text (empty for passwords)."""

    time: float
    node: Node


@dataclass(frozen=True, slots=True)
class TextChanged:
    """The text of `node` changed; `inserted` is told by the toolkit ("" for passwords); `node.states` tell focus.

    `window` is one of the program it belongs to, which need not be in front.
    """

    time: float
    node: Node
    inserted: str = ""
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class StateChanged:
    """`node` entered or left a state (checked, selected, expanded)."""

    time: float
    node: Node
    state: State
    on: bool


@dataclass(frozen=True, slots=True)
class NameChanged:
    """A label or status text became `node.name`; `window` is one of the program it belongs to."""

    time: float
    node: Node
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class WindowActivated:
    """`window` came to the front (None: no window is in front)."""

    time: float
    window: Window | None


@dataclass(frozen=True, slots=True)
class WindowTitled:
    """The front window changed its title."""

    time: float
    window: Window


@dataclass(frozen=True, slots=True)
class DocumentLoaded:
    """A page finished loading in `window`; `url` as the toolkit tells it."""

    time: float
    window: Window | None
    url: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key went down. `chord` is "ctrl+s", "Return", "a"; `text` what it types without ctrl, alt or super, else "".

    `own` is true when Deskhand itself sent it.
    """

    time: float
    chord: str
    text: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A pointer button went down at `point` (screen pixels); `node` is the smallest element hit, described at once.

    `button`: "left", "middle", "right". `count` is 2 for the second press of a double click.
    """

    time: float
    button: str
    point: Point
    node: Node | None = None
    window: Window | None = None
    count: int = 1
    own: bool = False


@dataclass(frozen=True, slots=True)
class Scrolled:
    """The wheel turned over `point`; clicks to the right and down are positive."""

    time: float
    dx: int
    dy: int
    point: Point
    own: bool = False


@dataclass(frozen=True, slots=True)
class PointerMoved:
    """The pointer moved to `point`."""

    time: float
    point: Point
    own: bool = False


@dataclass(frozen=True, slots=True)
class ClipboardChanged:
    """Another program took the clipboard; `text` is None when it holds no text. `own` when Deskhand set it.

    `secret` when the program says that it holds a secret, which is then not read.
    """

    time: float
    text: str | None
    own: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True)
class FileWritten:
    """A document under a watched folder was written, created or moved to `path` (absolute)."""

    time: float
    path: str


@dataclass(frozen=True, slots=True)
class FileRemoved:
    """A document under a watched folder was deleted or moved away from `path` (absolute)."""

    time: float
    path: str


@dataclass(frozen=True, slots=True)
class DesktopEnded:
    """The desktop went away; no more signals will come."""

    time: float


Signal = (
    FocusMoved
    | TextChanged
    | StateChanged
    | NameChanged
    | WindowActivated
    | WindowTitled
    | DocumentLoaded
    | KeyPressed
    | ButtonPressed
    | Scrolled
    | PointerMoved
    | ClipboardChanged
    | FileWritten
    | FileRemoved
    | DesktopEnded
)
