"""What a field held before it was filled."""

import pytest

from deskhand.core.element import Element
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId
from deskhand.learn.parameters import added_texts, text_before


def fill(kind: EventKind, value: str, detail: str) -> Event:
    return Event(EventId("evt_1"), 0.0, kind, "editor", "", "", Element("text"), value, detail)


@pytest.mark.parametrize(
    ("kind", "value", "detail", "before"),
    [
        (EventKind.TYPE, "one two", "one ", "one "),
        (EventKind.TYPE, "two", "", ""),
        (EventKind.PASTE, "one two", "two", "one "),
        (EventKind.PASTE, "one two\n", "two", "one "),
        (EventKind.PASTE, "two one", "two", ""),
        (EventKind.PASTE, "one", "", ""),
        (EventKind.PASTE, "", "", ""),
    ],
)
def test_text_before(kind: EventKind, value: str, detail: str, before: str) -> None:
    assert text_before(fill(kind, value, detail)) == before


def test_what_was_added_keeps_its_white_space() -> None:
    assert added_texts([fill(EventKind.PASTE, "a\nb\n", "b"), fill(EventKind.TYPE, "a\n c", "a\n")]) == ["b\n", " c"]
    assert added_texts([fill(EventKind.PASTE, "a\nb\n", "b"), fill(EventKind.TYPE, "c", "")]) is None
    assert added_texts([fill(EventKind.PASTE, "", ""), None]) is None
