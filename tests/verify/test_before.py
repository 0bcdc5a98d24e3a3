"""What was written beside the field it was meant for is noticed; what a program shows of it elsewhere is not."""

from deskhand.core.element import Element, Node, State
from deskhand.verify.before import field_texts, spilt


def field(name: str, value: str) -> Node:
    return Node(name, Element("text", name), value, None, frozenset({State.EDITABLE}))


def cell(row: int, column: int, value: str) -> Node:
    return Node(f"c{row}{column}", Element("table cell", "", ("table",), 0, "", row, column), value)


def test_another_field_that_changed_is_noticed() -> None:
    before = field_texts([field("name", ""), field("mail", "m")], field("name", ""))
    assert spilt(before, field_texts([field("name", "Ada"), field("mail", "Ada")]), "Ada") == "Ada"
    assert spilt(before, field_texts([field("name", "Ada"), field("mail", "m")]), "Ada") == ""


def test_of_a_cell_only_another_cell_with_the_very_text_counts() -> None:
    before = field_texts([cell(0, 0, ""), cell(0, 1, ""), field("name box", "A1")], cell(0, 0, ""))
    assert spilt(before, field_texts([cell(0, 0, "7"), cell(0, 1, ""), field("name box", "A2")]), "7") == ""
    assert spilt(before, field_texts([cell(0, 0, "7"), cell(0, 1, "14"), field("name box", "A2")]), "7") == ""
    assert spilt(before, field_texts([cell(0, 0, "7"), cell(0, 1, "7"), field("name box", "A2")]), "7") == "7"
