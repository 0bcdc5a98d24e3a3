"""The world before an action, without which nothing that stands there after it proves anything."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from deskhand.core.element import Node, State, Window
from deskhand.core.locator import Locator
from deskhand.verify.files import FileBefore

FieldKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """`files` by path; `so_already` numbers the effects that held already, None for an action that only sets a state;
    `fields` are the texts of the other fields of the window `place` means; `window` is the one that is acted in.
    """

    files: Mapping[str, FileBefore] = field(default_factory=dict)
    so_already: frozenset[int] | None = None
    place: Locator | None = None
    fields: Mapping[FieldKey, str] = field(default_factory=dict)
    window: Window | None = None


def field_texts(nodes: Iterable[Node], but: Node | None = None) -> dict[FieldKey, str]:
    """The texts of fields and cells, never of passwords; with `but` of its like alone, and not its own.

    What is written into a cell stands in the fields of a spreadsheet's bars, too.
    """
    return {
        key(node): node.value
        for node in nodes
        if (node.element.row is not None or State.EDITABLE in node.states)
        and not node.secret
        and (but is None or (key(node) != key(but) and len(key(node)) == len(key(but))))
    }


def key(node: Node) -> FieldKey:
    """What a field is known by in two readings; a cell gets a new handle each time."""
    if node.element.row is not None:
        return node.element.path, node.element.row, node.element.column
    return (node.ref,)


def spilt(before: Mapping[FieldKey, str], now: Mapping[FieldKey, str], text: str) -> str:
    """What an action wrote beside its field: a text of another field; "" for nothing.

    A cell may be computed from others, so that only the very text that was written counts there.
    """
    for place, value in now.items():
        old = before.get(place)
        is_cell = len(place) > 1
        if old is None or old == value or (is_cell and value != text):
            continue
        return value
    return ""
