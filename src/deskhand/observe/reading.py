"""What could be read in a window, as short texts with their places."""

from collections.abc import Sequence

from deskhand.core.element import Node, Reading, State, Window

MOST_READINGS = 300
LONGEST = 4000
"""Characters kept of one element."""
CHROME = frozenset(
    {"button", "menu", "menu item", "menu bar", "tool bar", "scroll bar", "separator", "page tab", "toggle button",
     "check menu item", "radio menu item", "frame", "window", "title bar", "tool tip", "column header", "row header"}
)  # fmt: skip
"""Roles whose names belong to the program, not to what the person works on."""


def readings(window: Window, nodes: Sequence[Node]) -> tuple[Reading, ...]:
    """The texts a person could read: values of fields and cells, labels, headings; never of passwords."""
    found = []
    for node in nodes:
        if node.secret or node.role in CHROME:
            continue
        text = (node.value or (node.name if State.EDITABLE not in node.states else "")).strip()
        if text:
            found.append(Reading(node.element, text[:LONGEST], window.app, window.title))
    return tuple(found[:MOST_READINGS])
