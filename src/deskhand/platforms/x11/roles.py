"""Accessibility's role and state numbers (at-spi2-core, atspi-constants.h) in the canonical words of `core.element`."""

from functools import lru_cache

from deskhand.core.element import PASSWORD_ROLE, State

ROLES = {
    2: "alert", 5: "calendar", 6: "canvas", 7: "check box", 8: "check menu item", 9: "color chooser",
    10: "column header", 11: "combo box", 12: "date editor", 16: "dialog", 19: "file chooser", 20: "filler",
    23: "frame", 26: "icon", 27: "image", 28: "internal frame", 29: "label", 30: "layered pane", 31: "list",
    32: "list item", 33: "menu", 34: "menu bar", 35: "menu item", 36: "option pane", 37: "page tab",
    38: "page tab list", 39: "panel", 40: PASSWORD_ROLE, 41: "popup menu", 42: "progress bar", 43: "button",
    44: "radio button", 45: "radio menu item", 46: "root pane", 47: "row header", 48: "scroll bar",
    49: "scroll pane", 50: "separator", 51: "slider", 52: "spin button", 53: "split pane", 54: "status bar",
    55: "table", 56: "table cell", 57: "column header", 58: "row header", 60: "terminal", 61: "text",
    62: "toggle button", 63: "tool bar", 64: "tool tip", 65: "tree", 66: "tree table", 67: "unknown",
    68: "viewport", 69: "window", 71: "header", 72: "footer", 73: "paragraph", 75: "application",
    76: "text", 77: "text", 78: "embedded", 79: "text", 81: "caption", 82: "document", 83: "heading", 84: "page",
    85: "section", 86: "redundant", 87: "form", 88: "link", 90: "table row", 91: "tree item",
    92: "document spreadsheet", 93: "document presentation", 94: "document text", 95: "document web",
    96: "document email", 97: "comment", 98: "list box", 99: "grouping", 101: "notification", 102: "info bar",
    104: "title bar", 105: "block quote", 109: "article", 110: "landmark", 111: "log", 115: "timer", 116: "label",
}  # fmt: skip

UNNAMED = frozenset(
    {"filler", "panel", "section", "viewport", "scroll pane", "root pane", "layered pane", "redundant", "unknown"}
)
"""Roles that say nothing of a place unless they have a name."""

TITLED = frozenset(
    {
        "frame",
        "window",
        "root pane",
        "page tab",
        "document",
        "document web",
        "document text",
        "document spreadsheet",
        "document presentation",
    }
)
"""Roles whose name is the title of what is open: it varies with the document, so it is no part of a path."""

CONTAINERS = (
    UNNAMED
    | TITLED
    | {
        "dialog",
        "page tab list",
        "split pane",
        "application",
        "form",
        "grouping",
        "landmark",
        "menu bar",
        "tool bar",
        "table",
        "table row",
        "list",
        "tree",
        "tree table",
    }
)
"""Roles that a click is not meant for when something smaller is under it."""

WRITTEN = frozenset(
    {
        "heading",
        "paragraph",
        "label",
        "link",
        "list item",
        "table cell",
        "table row",
        "caption",
        "article",
        "section",
        "tree item",
        "status bar",
    }
)
"""Roles whose name is what is written there: data, so no part of a path either."""

PAGELESS = frozenset(
    {"table", "tree table", "tree", "list", "list box", "menu bar", "menu", "popup menu", "tool bar", "status bar",
     "scroll bar", "text", "paragraph", "terminal", "label", "button", "toggle button", "combo box", "document text",
     "document spreadsheet", "document presentation"}
)  # fmt: skip
"""Roles of what holds data or commands, and so never a web page."""

PRESSABLE = frozenset(
    {"button", "toggle button", "check box", "radio button", "link", "menu item", "check menu item", "page tab"}
)
"""Roles that do something when they are clicked, whatever is written on them."""

TEXT_ROLES = frozenset({"text", "paragraph", "terminal", "spin button", "date editor", "combo box", "document text"})
"""Roles whose text is their value."""

_STATES = {
    3: State.BUSY, 4: State.CHECKED, 7: State.EDITABLE, 8: State.ENABLED, 10: State.EXPANDED, 11: State.FOCUSABLE,
    12: State.FOCUSED, 16: State.MODAL, 17: State.MULTI_LINE, 23: State.SELECTED, 24: State.ENABLED,
    25: State.SHOWING, 43: State.READ_ONLY,
}  # fmt: skip
DEFUNCT_BIT, SHOWING_BIT, VISIBLE_BIT = 1 << 6, 1 << 25, 1 << 30

STATE_NAMES = {
    "checked": State.CHECKED,
    "selected": State.SELECTED,
    "expanded": State.EXPANDED,
    "focused": State.FOCUSED,
}
"""The details of state-changed events that are told as signals."""


def role_name(number: int) -> str:
    """The canonical word for a role number."""
    return ROLES.get(number, f"role {number}")


@lru_cache(maxsize=512)
def read_state_bits(bits: int) -> frozenset[State]:
    """The states that a bit set tells."""
    return frozenset(state for bit, state in _STATES.items() if bits >> bit & 1)
