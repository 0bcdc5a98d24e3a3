"""Which window of a program a text stood in."""

from collections.abc import Callable

import pytest

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId
from deskhand.core.source import ReadFrom, Source, Unknown
from deskhand.learn.evidence import common_title, told_apart
from deskhand.learn.parameters import Explainer
from deskhand.learn.pattern import Occurrence, Pattern

NAMES = ("Hana", "Igor", "Lea")
TEXT = Element("text", "", ("frame",))
CELLS = {name: Element("table cell", "", ("frame", "table:"), 0, "", row, 1) for row, name in enumerate(NAMES, start=4)}
Look = Callable[[str], list[tuple[Reading, ...]]]
"""What was seen before a name was typed, one a moment."""


def shown(title: str, text: str, element: Element = TEXT) -> Reading:
    return Reading(element, text, "viewer", title)


def repeat(look: Look) -> Pattern:
    """A name that was typed into a form three times."""
    occurrences = []
    for number, name in enumerate(NAMES):
        before = tuple(
            Event(EventId("evt_1"), 1e9 + 100 * number, EventKind.SWITCH, "viewer", seen=seen) for seen in look(name)
        )
        typed = Event(EventId("evt_2"), 1e9 + 100 * number + 9, EventKind.TYPE, "form", "Form", "", TEXT, name)
        occurrences.append(Occurrence((typed,), ((),), before))
    return Pattern(("fill|form|text",), tuple(occurrences))


def explain(look: Look) -> Source:
    return Explainer(repeat(look)).explain(0, NAMES)


@pytest.mark.parametrize("cell", [True, False])
@pytest.mark.parametrize("first", [True, False])
def test_a_text_is_read_in_the_window_it_stood_in(cell: bool, first: bool) -> None:
    def look(name: str) -> list[tuple[Reading, ...]]:
        element = CELLS[name] if cell else TEXT
        both = (shown("Customer", name, element), shown("*Reply", "Dear customer", element))
        return [both if first else both[::-1]]

    source = explain(look)
    assert isinstance(source, ReadFrom)
    assert source.locator.window == "Customer"


def test_a_window_whose_title_varies_is_no_other_window_of_its_program() -> None:
    source = explain(lambda name: [(shown("Orders", "open"), shown(f"Customer {name}", name))])
    assert isinstance(source, ReadFrom)
    assert source.locator.window == ""


def test_reading_one_window_anew_leaves_what_the_others_show() -> None:
    def look(name: str) -> list[tuple[Reading, ...]]:
        return [(shown("Customer", name), shown("Reply", "Dear")), (shown("Reply", f"to {len(name)}"),)]

    source = explain(look)
    assert isinstance(source, ReadFrom)
    assert source.locator.window == "Customer"


def test_a_title_that_gives_way_to_another_is_the_same_window() -> None:
    def look(name: str) -> list[tuple[Reading, ...]]:
        return [(shown("Customer", name),), (shown("Orders", "none"),)]

    assert told_apart(repeat(look)) == frozenset()
    assert isinstance(explain(look), Unknown)


def test_marks_of_unsaved_changes_are_no_part_of_a_title() -> None:
    windows = ("*notes.txt", "notes.txt", "notes.txt (modified)", "notes.txt [+]")
    assert common_title([Event(EventId("e"), 0.0, EventKind.COPY, "a", window) for window in windows]) == "notes.txt"
