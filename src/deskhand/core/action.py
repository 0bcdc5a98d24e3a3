"""Actions and the effects expected of them: the one type that is recorded, learned, decided, planned and replayed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from deskhand.core.locator import Locator


class ActionKind(StrEnum):
    """The closed set of mutually exclusive things to do."""

    CLICK = "click"
    """activate an element; `value` is "", "right" or "double" """
    CHECK = "check"
    """bring an element that can be checked to the state `value`: "checked" or "unchecked" """
    TYPE = "type"
    """make `value` the whole text of a field"""
    KEY = "key"
    """press the chord `value` ("ctrl+s", "Return") while the locator's window is in front"""
    SWITCH = "switch"
    """bring the locator's window to the front"""
    OPEN = "open"
    """open the program, file or URL `value`"""
    SCROLL = "scroll"
    """scroll at the element by `value` "dx,dy" in wheel clicks"""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do to a locator."""

    kind: ActionKind
    locator: Locator
    value: str = ""

    def describe(self) -> str:
        """A phrase for people: `type 'Ada' into text 'Name' in mousepad`."""
        where = self.locator.describe()
        match self.kind:
            case ActionKind.CLICK:
                return f"{self.value + '-' if self.value else ''}click {where}"
            case ActionKind.CHECK:
                return f"make {where} {self.value}"
            case ActionKind.TYPE:
                return f"type {self.value!r} into {where}"
            case ActionKind.KEY:
                return f"press {self.value} in {self.locator.app}"
            case ActionKind.SWITCH:
                return f"switch to {where}"
            case ActionKind.OPEN:
                return f"open {self.value!r}"
            case ActionKind.SCROLL:
                return f"scroll {self.value} at {where}"


@dataclass(frozen=True, slots=True)
class TextIs:
    """The element's text equals `text` (surrounding white space aside)."""

    locator: Locator
    text: str
    kind: Literal["text_is"] = "text_is"


@dataclass(frozen=True, slots=True)
class StateIs:
    """The element is, or is not, in a state."""

    locator: Locator
    state: str
    on: bool = True
    kind: Literal["state_is"] = "state_is"


@dataclass(frozen=True, slots=True)
class FocusIs:
    """The element has the keyboard focus."""

    locator: Locator
    kind: Literal["focus_is"] = "focus_is"


@dataclass(frozen=True, slots=True)
class WindowIs:
    """A window of `app` is in front; its title equals `title`, "" when any title will do."""

    app: str
    title: str = ""
    kind: Literal["window_is"] = "window_is"


@dataclass(frozen=True, slots=True)
class WindowGone:
    """The window of `app` that was acted in is closed; another one like it may be open."""

    app: str
    kind: Literal["window_gone"] = "window_gone"


@dataclass(frozen=True, slots=True)
class UrlIs:
    """The front browser tab of `app` shows `url`."""

    app: str
    url: str
    kind: Literal["url_is"] = "url_is"


@dataclass(frozen=True, slots=True)
class FileHas:
    """The file was written since the action began, and gained every text of `contains` once.

    Where `lines` are known, it gained exactly these.
    """

    path: str
    contains: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    kind: Literal["file_has"] = "file_has"


@dataclass(frozen=True, slots=True)
class FileGone:
    """The file is no longer there, and was before."""

    path: str
    kind: Literal["file_gone"] = "file_gone"


Effect = TextIs | StateIs | FocusIs | WindowIs | WindowGone | UrlIs | FileHas | FileGone
"""What must be seen in the world after an action; each can be read back, and each can fail."""
