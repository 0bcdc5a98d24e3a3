"""One stretch of work in one field, from its first key to the moment it is left."""

from dataclasses import dataclass, field

from deskhand.contracts.signals import KeyPressed
from deskhand.core.element import Node, State
from deskhand.observe.front import Place

EDITING_KEYS = frozenset({"BackSpace", "Delete", "Left", "Right", "Home", "End", "Insert", "space"})
"""Keys that work inside a field that is being edited."""
EDITING_CHORDS = frozenset({"ctrl+a", "ctrl+z", "ctrl+y", "ctrl+BackSpace", "ctrl+Delete", "ctrl+Left", "ctrl+Right"})
LEAVING_KEYS = frozenset({"Tab", "shift+Tab", "Return", "Up", "Down", "Left", "Right"})
"""Keys that leave a field for the next."""
COPY_CHORDS = frozenset({"ctrl+c", "ctrl+x", "ctrl+Insert", "shift+Delete"})
PASTE_CHORDS = frozenset({"ctrl+v", "shift+Insert", "ctrl+shift+v"})
FIELD_ROLES = frozenset(
    {"text", "password", "paragraph", "spin button", "combo box", "terminal", "date editor", "document text"}
)


@dataclass(slots=True)
class Edit:
    """`value` is the text as last heard, `before` the text when it began, `pasted` what was pasted into it."""

    node: Node
    place: Place
    started: float
    before: str
    value: str
    heard: bool = False
    pasted: str | None = None
    secret: str = ""
    """what was pasted into it and must not be told"""
    keys: list[tuple[str, str]] = field(default_factory=list)
    """(chord, what it types) of every key that worked in it"""
    closing: float | None = None
    floating: bool = False
    """begun before the program told to which field the focus went"""
    hinted: bool = False
    """in the field that a click seemed to hit, before the program told so"""

    def press(self, key: KeyPressed) -> None:
        """A key that works in the field."""
        self.keys.append((key.chord, key.text))

    def move_to(self, node: Node, before: str) -> None:
        """It turned out to be in another field, which held `before`."""
        self.node, self.before, self.value = node, before, before
        self.floating = self.hinted = False

    @property
    def typed(self) -> str:
        """The text that its keys make where nothing stood; "" when they do more than write, take back and start anew."""
        text = ""
        for chord, letters in self.keys:
            if chord == "ctrl+a":
                text = ""
                continue
            if not letters and chord != "BackSpace":
                return ""
            text = text + letters if letters else text[:-1]
        return text

    @property
    def changed(self) -> bool:
        """Whether something was written: it holds another text than before, or the same one that was typed anew. What a
        busy program was read late to hold before may be what was typed already, too.
        """
        if self.value != self.before:
            return True
        return bool(self.typed) and (self.typed in self.value if self.in_cell else self.typed == self.value)

    @property
    def in_cell(self) -> bool:
        return is_cell(self.node)

    def hear(self, node: Node) -> bool:
        """Take the field's text from a signal about it; whether it was about it."""
        if not same_field(self.node, node):
            return False
        self.value, self.heard, self.hinted = node.value, True, False
        return True


def is_cell(node: Node) -> bool:
    """Whether a node is a cell of a table."""
    return node.element.row is not None and node.element.column is not None


def is_field(node: Node) -> bool:
    """Whether a person can type into a node."""
    return is_cell(node) or node.role in FIELD_ROLES or State.EDITABLE in node.states


def is_next(left: Node, node: Node) -> bool:
    """Whether the focus can have come from the field that was left: from a cell to another, not to the table of both."""
    return is_field(node) and not same_field(left, node) and (is_cell(node) or not is_cell(left))


def is_line_end(node: Node, chord: str) -> bool:
    """Whether a key ends a line inside a long text, rather than leaving the field."""
    return chord == "Return" and State.MULTI_LINE in node.states and not is_cell(node)


def same_field(one: Node, other: Node) -> bool:
    """Whether two nodes are one field. Spreadsheets make a new object for a cell each time they are asked."""
    if one.ref == other.ref:
        return True
    place, other_place = (one.element.row, one.element.column), (other.element.row, other.element.column)
    return same_program(one, other) and is_cell(one) and place == other_place and one.element.path == other.element.path


def same_program(one: Node, other: Node) -> bool:
    """Whether two nodes belong to one program."""
    return one.ref.partition(" ")[0] == other.ref.partition(" ")[0]


def table_key(node: Node) -> str:
    """Which table of which program a cell belongs to."""
    return f"{node.ref.partition(' ')[0]} {'/'.join(node.element.path)}"


def cell_key(node: Node) -> tuple[int | None, int | None]:
    """Where a cell is in its table."""
    return node.element.row, node.element.column
