"""Elements, windows and readings of them: what a desktop shows, as plain data."""

from dataclasses import dataclass, field
from enum import StrEnum

from deskhand.core.geometry import Box


class State(StrEnum):
    """States an element can be in; absent means not so, or not told."""

    FOCUSED = "focused"
    FOCUSABLE = "focusable"
    ENABLED = "enabled"
    SHOWING = "showing"
    CHECKED = "checked"
    SELECTED = "selected"
    EDITABLE = "editable"
    EXPANDED = "expanded"
    BUSY = "busy"
    READ_ONLY = "read only"
    MULTI_LINE = "multi line"
    MODAL = "modal"


PASSWORD_ROLE = "password"  # noqa: S105 - a role's name
"""The role every adapter gives to a field whose characters are hidden."""


@dataclass(frozen=True, slots=True)
class Element:
    """What can be said about an element so that it can be found again; storable.

    `role` is a canonical lower-case role ("button", "text", "password", "check box", "table cell", "link", ...).
    `path` holds "role:name" of the ancestors, window first; names that are data (titles, texts) are left out of it.
    `index` counts elements of equal role and path in tree order from 0.
    `row` and `column` are 0-based and only set for cells of a table.
    """

    role: str
    name: str = ""
    path: tuple[str, ...] = ()
    index: int = 0
    identifier: str = ""
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """One live element of a reading. `ref` is the adapter's own handle and dies with the element.

    `value` is its text (never of a password field). `box` is None when it has no place on the screen.
    """

    ref: str
    element: Element
    value: str = ""
    box: Box | None = None
    states: frozenset[State] = frozenset()
    actions: tuple[str, ...] = ()
    parent: str | None = None
    description: str = ""

    @property
    def role(self) -> str:
        return self.element.role

    @property
    def name(self) -> str:
        return self.element.name

    @property
    def secret(self) -> bool:
        return self.element.role == PASSWORD_ROLE


@dataclass(frozen=True, slots=True)
class Window:
    """A top-level window. `app` is the program's lower-case class name ("mousepad"), `box` its frame in pixels."""

    id: int
    app: str
    title: str
    pid: int
    box: Box


def same_window(one: Window | None, other: Window | None) -> bool:
    """Whether two windows are one. A number alone does not tell: a program started again often gets the same."""
    if one is None or other is None:
        return one is other
    return (one.id, one.pid) == (other.id, other.pid)


PRIVATE_ADDRESS = "private:"
"""In the place of the address of a browser's window in which the browser itself keeps nothing."""
_PRIVATE_ENDINGS = (
    "(incognito)", "inprivate", "private browsing", "private browsing)", "(private)", "(inkognito)", "privater modus",
    "privater modus)", "navigation privée", "navigation privée)", "navegación privada", "navegación privada)", "(incógnito)",
    "navigazione anonima", "(in incognito)", "privénavigatie", "tryb prywatny", "(anônima)", "navegação privativa",
    "privat surfning", "privat browsing", "（シークレット）", "プライベートブラウジング", "（无痕模式）", "隐私浏览",
)  # fmt: skip
"""How browsers end the titles of their private windows."""


def says_private(title: str) -> bool:
    """Whether a title is that of a private window of a browser."""
    return title.strip().lower().endswith(_PRIVATE_ENDINGS)


@dataclass(frozen=True, slots=True)
class Reading:
    """A text that stood on the screen, and where: in which program and window, at which element."""

    element: Element
    text: str
    app: str = ""
    window: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels of a region: `rgb` has 3 bytes a pixel, row by row, `box.width * box.height` pixels."""

    box: Box
    rgb: bytes = field(repr=False)
