"""Symbols: the identity of an act with its data removed, so that equal acts on different data are equal.

Events are brought to a normal form first: what a person may do in several ways (a click or Tab to reach a field, typing
or pasting into it, Return or Tab to leave it) becomes one act.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deskhand.core.address import split_address
from deskhand.core.element import Element
from deskhand.core.event import Event, EventKind

ANSWER_SECONDS = 3.0
"""A page that loads, or a window that closes, this soon after a click or key is its answer."""
CORRECTION_SECONDS = 5.0
"""A field that is filled again this soon was only corrected."""
MOVING_KEYS = frozenset(
    {"Tab", "shift+Tab", "Up", "Down", "Left", "Right", "Home", "End", "Page_Up", "Page_Down", "Escape", "F2",
     "ctrl+Home", "ctrl+End", "ctrl+Up", "ctrl+Down", "ctrl+Left", "ctrl+Right", "ctrl+a", "alt+Tab", "BackSpace",
     "Delete", "Insert", "space", "shift+Up", "shift+Down", "shift+Left", "shift+Right", "shift+Home", "shift+End",
     "ctrl+Page_Up", "ctrl+Page_Down", "shift+ctrl+Home", "ctrl+shift+Home", "ctrl+shift+End"}
)  # fmt: skip
"""Keys that only move about, or work inside a field."""
FIELD_ROLES = frozenset(
    {
        "text",
        "password",
        "paragraph",
        "spin button",
        "combo box",
        "terminal",
        "date editor",
        "document text",
        "table cell",
    }
)
PRESSED_ROLES = frozenset(
    {"button", "toggle button", "check box", "radio button", "link", "menu item", "check menu item", "radio menu item",
     "page tab", "list item", "icon", "tree item", "menu"}
)  # fmt: skip
"""Roles whose click does something."""
_VARYING = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Act:
    """One act in normal form: its symbol, and the place of its event in the events it was made from."""

    symbol: str
    place: int
    time: float


def abstract(text: str) -> str:
    """A name without its numbers, which vary."""
    return _VARYING.sub("#", " ".join(text.split()))


def element_key(element: Element | None) -> str:
    """What stays the same of an element over its data: a cell's column, else role and name, else role and place."""
    if element is None:
        return "?"
    if element.column is not None and element.row is not None:
        return f"cell:{element.column}"
    if element.name:
        return f"{element.role}:{abstract(element.name)}"
    nearest = next((part for part in reversed(element.path) if ":" in part and not part.endswith(":")), "")
    return f"{element.role}:@{abstract(nearest)}#{element.index}"


def symbol(event: Event) -> str | None:
    """The symbol of an event; None for answers of programs and for acts that only move about."""
    key = element_key(event.element)
    match event.kind:
        case EventKind.TYPE | EventKind.PASTE:
            return f"fill|{event.app}|{key}"
        case EventKind.COPY:
            return f"copy|{event.app}|{key}"
        case EventKind.CLICK:
            pressed = event.element is not None and event.element.role in PRESSED_ROLES
            if not pressed and event.detail in ("left", ""):
                return None
            return "|".join(filter(None, ("click", event.app, key, event.detail.replace("left", ""), event.value)))
        case EventKind.KEY:
            return (
                None
                if event.value in MOVING_KEYS or event.value.startswith("super")
                else f"key|{event.app}|{event.value}"
            )
        case EventKind.NAVIGATE:
            address = split_address(event.value)
            return f"navigate|{event.app}|{address.host}{abstract(address.path)}"
        case EventKind.OPEN:
            return f"open|{event.app}|{abstract(event.value.rpartition('/')[2])}"
    return None


def normalise(events: Sequence[Event]) -> list[Act]:
    """The acts of `events` (in order of time) in normal form."""
    acts: list[Act] = []
    filled: Element | None = None
    last_input = float("-inf")
    for place, event in enumerate(events):
        if event.kind in (EventKind.CLICK, EventKind.KEY):
            answer_to, last_input = last_input, event.time
        else:
            answer_to = last_input
        word = symbol(event)
        if word is None:
            continue
        if event.kind is EventKind.NAVIGATE and event.time - answer_to < ANSWER_SECONDS:
            continue
        if event.kind is EventKind.KEY and event.value == "Return" and not is_entered(filled, event.element):
            continue
        same = acts and acts[-1].symbol == word
        if event.kind in (EventKind.TYPE, EventKind.PASTE):
            if same and filled == event.element and event.time - acts[-1].time < CORRECTION_SECONDS:
                acts.pop()  # a correction of what was just written
            filled = event.element
        elif event.kind is EventKind.COPY and same and events[acts[-1].place].element == event.element:
            acts.pop()
        elif event.kind is not EventKind.KEY:
            filled = None
        acts.append(Act(word, place, event.time))
    return acts


def is_entered(filled: Element | None, element: Element | None) -> bool:
    """Whether Return does more than end the line: in a field of a form, not in a cell and not in a long text."""
    if element is None or element.row is not None:
        return False
    return element.role == "text" and element == filled and bool(element.name)
