"""Texts that were put together of words of others."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from stream import Stream

from deskhand.core.element import Element, Reading
from deskhand.core.event import EventKind
from deskhand.core.source import CaseStyle, Constant, Joined, Lookup, Observed, Part, PartRule, Recased
from deskhand.learn.discover import discover
from deskhand.learn.joins import join
from deskhand.learn.parameters import Explainer
from deskhand.learn.pattern import Occurrence, Pattern
from deskhand.learn.sources import evaluate

NAME = Observed(0)
NAMES = ["Ada Lovelace", "Grace Brewster Hopper", "Alan Turing"]
FIRST, LAST = Part(NAME, PartRule.TOKEN, " ", 0), Part(NAME, PartRule.TOKEN, " ", -1)


@pytest.mark.parametrize(
    ("wanted", "parts"),
    [
        (["paid by ADA LOVELACE", "paid by GRACE BREWSTER HOPPER", "paid by ALAN TURING"],
         (Constant("paid by "), Recased(NAME, CaseStyle.UPPER))),
        (["ada.lovelace@x.org", "grace.hopper@x.org", "alan.turing@x.org"],
         (Recased(FIRST, CaseStyle.LOWER), Constant("."), Recased(LAST, CaseStyle.LOWER), Constant("@x.org"))),
        (["Lovelace, Ada", "Hopper, Grace", "Turing, Alan"], (LAST, Constant(", "), FIRST)),
    ],
)  # fmt: skip
def test_words_of_a_text_are_found_in_any_case(wanted: Sequence[str], parts: tuple[object, ...]) -> None:
    source = join([(1.0, NAME, NAMES)], wanted)
    assert isinstance(source, Joined)
    assert set(source.parts) == set(parts)
    assert evaluate_joined(source, "Katherine Johnson") == evaluate_joined(Joined(parts), "Katherine Johnson")  # type: ignore[arg-type]


def test_a_text_that_is_made_of_no_other_has_no_source() -> None:
    assert join([(1.0, NAME, NAMES)], ["to Ada", "to Alan", "to Grace"]) is None


def test_a_row_is_found_by_a_word_of_what_was_filled_in() -> None:
    rows = [("Ada", "Lovelace", "R-17"), ("Grace", "Hopper", "R-42"), ("Alan", "Turing", "R-36")]
    cells = [
        Reading(Element("table cell", f"{row}{column}", ("frame", "table:S"), 0, "", row, column), text, "sheet", "S")
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    ]
    occurrences = []
    for first, last, room in (rows[2], rows[0], rows[1]):
        stream = Stream()
        stream.add(EventKind.TYPE, "form", Element("text", "Who", ("frame",)), f"{first} {last}", seen=cells)
        stream.add(EventKind.TYPE, "form", Element("text", "Room", ("frame",)), room, seen=cells)
        occurrences.append(Occurrence(tuple(stream.events), ((), ()), ()))
    pattern = Pattern(("fill|form|text:Who", "fill|form|text:Room"), tuple(occurrences))
    source = Explainer(pattern).explain(1, ["R-36", "R-17", "R-42"])
    assert getattr(source, "row", None) in [
        Lookup(source.row.locator, FIRST), Lookup(source.row.locator, LAST),  # type: ignore[union-attr]
    ]  # fmt: skip


def test_a_routine_that_types_a_name_in_capitals_knows_where_they_come_from() -> None:
    stream = Stream()
    for row, name in enumerate(NAMES):
        stream.copy_cell(row, 0, name)
        stream.paste("Name", name)
        stream.type("form", "Remark", f"paid by {name.upper()}")
        stream.click("form", "Save")
        stream.idle(20)
    (pattern,) = discover(stream.events)
    source = Explainer(pattern).explain(2, [f"paid by {name.upper()}" for name in NAMES])
    assert isinstance(source, Joined)


class World:
    """A world in which only what the person filled in is known."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, locator: object) -> str | None:
        return None

    def find_row(self, locator: object, text: str) -> int | None:
        return None

    def observed(self, position: int, what: str) -> str | None:
        return self._text

    def today(self) -> object:
        raise AssertionError


def evaluate_joined(source: Joined, text: str) -> str | None:
    return evaluate(source, World(text))  # type: ignore[arg-type]
