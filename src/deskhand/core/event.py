"""Events: what a person did, and what the programs did in answer. Always already redacted."""

from dataclasses import dataclass
from enum import StrEnum

from deskhand.core.element import Element, Reading
from deskhand.core.ids import EventId, SessionId


class EventKind(StrEnum):
    """The closed set of things that can be observed."""

    CLICK = "click"
    TYPE = "type"
    KEY = "key"
    COPY = "copy"
    PASTE = "paste"
    FOCUS = "focus"
    SWITCH = "switch"
    NAVIGATE = "navigate"
    SCROLL = "scroll"
    OPEN = "open"
    SPEECH = "speech"
    SAVE = "save"
    """A program wrote, moved or removed a document: `value` is the path, `detail` written, gone."""
    CHANGE = "change"
    """A program changed a text that did not have the focus: `value` is the new text."""
    CLOSE = "close"
    """The window that was in front is closed: `value` is its title."""


EFFECT_KINDS = frozenset({EventKind.SAVE, EventKind.CHANGE, EventKind.CLOSE, EventKind.FOCUS})
"""Kinds that are answers of the programs, never actions of the person.

SWITCH and NAVIGATE can be either: they are answers when they follow a click, key or type at once.
"""


@dataclass(frozen=True, slots=True)
class Event:
    """One observed thing.

    `time` is UTC in seconds since 1970. `app`, `window`, `url` say where it happened.
    `value` by kind: TYPE and PASTE the field's final text; COPY the copied text; KEY the chord ("ctrl+s", "Return");
    CLICK the state after it for what can be checked ("checked", "unchecked"), else ""; FOCUS the element's text;
    SWITCH and CLOSE the window's title; NAVIGATE the URL; OPEN and SAVE the path or URL; CHANGE the new text; SCROLL "dx,dy".
    `detail` by kind: TYPE the text the field had before; PASTE the pasted text; CLICK the button and count ("left",
    "right", "left*2"); SAVE "written" or "gone"; else "".
    `seen` holds texts the person could read at that moment (on SWITCH, NAVIGATE and on leaving a window).
    `redacted` is true when something was taken out of it: such a value is never learned from.
    """

    id: EventId
    time: float
    kind: EventKind
    app: str
    window: str = ""
    url: str = ""
    element: Element | None = None
    value: str = ""
    detail: str = ""
    seen: tuple[Reading, ...] = ()
    redacted: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """Events with no idle gap over five minutes, by event time (seconds since 1970 UTC)."""

    id: SessionId
    started_at: float
    ended_at: float
    event_count: int
    apps: tuple[str, ...] = ()
