"""Sources give the texts they describe, and nothing where they do not fit."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskhand.core.element import Element
from deskhand.core.locator import Locator, build_locator
from deskhand.core.source import (
    CaseStyle,
    Constant,
    Joined,
    Lookup,
    NextRecord,
    Observed,
    Part,
    PartRule,
    ReadFrom,
    Recased,
    Redated,
    Renumbered,
    Source,
    Today,
    Unknown,
)
from deskhand.learn.sources import evaluate, parse_number
from deskhand.learn.transforms import propose


class Desk:
    """A world of one note and one column of cells."""

    def read(self, locator: Locator) -> str | None:
        assert locator.element is not None
        row = locator.element.row
        return "Name: Ada\nTotal: 1.234,50" if row is None else f"cell {row}"

    def find_row(self, locator: Locator, text: str) -> int | None:
        return {"Ada Lovelace": 7}.get(text)

    def observed(self, position: int, what: str) -> str | None:
        return {(0, "value"): "Ada Lovelace", (0, "row"): "4"}.get((position, what))

    def today(self) -> date:
        return date(2026, 2, 28)


NOTE = ReadFrom(build_locator("editor", "", "", Element("text")))
CELL = ReadFrom(build_locator("sheet", "", "", Element("table cell", row=1, column=0)), Observed(0, "row"))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (Constant("x"), "x"),
        (Observed(0), "Ada Lovelace"),
        (Observed(3), None),
        (CELL, "cell 4"),
        (ReadFrom(CELL.locator, Lookup(CELL.locator, Observed(0))), "cell 7"),
        (ReadFrom(CELL.locator, Lookup(CELL.locator, Constant("nobody"))), None),
        (Part(NOTE, PartRule.AFTER_LABEL, "Name:"), "Ada"),
        (Renumbered(Part(NOTE, PartRule.AFTER_LABEL, "Total:"), ".", ",", 2), "1,234.50"),
        (Part(Observed(0), PartRule.TOKEN, " ", -1), "Lovelace"),
        (Part(Observed(0), PartRule.TOKEN, " ", 5), None),
        (Recased(Observed(0), CaseStyle.SLUG), "ada-lovelace"),
        (Redated(Constant("1.3.2026"), "%d.%m.%Y", "%Y-%m-%d"), "2026-03-01"),
        (Redated(Constant("never"), "%d.%m.%Y", "%Y-%m-%d"), None),
        (NextRecord("INV-009"), "INV-010"),
        (NextRecord("no number"), None),
        (Today("%Y-%m-%d", 1), "2026-03-01"),
        (Joined((Observed(0), Constant("; "), CELL)), "Ada Lovelace; cell 4"),
        (Joined((Observed(9), Constant("; "))), None),
        (Unknown(), None),
    ],
)
def test_a_source_gives_its_text(source: Source, text: str | None) -> None:
    assert evaluate(source, Desk()) == text


@pytest.mark.parametrize(
    ("text", "number"),
    [("1,234.50", "1234.50"), ("1.234,50", "1234.50"), ("1.234", "1234"), ("0.123", "0.123"), ("7", "7"), ("a1", None)],
)
def test_numbers_are_read_in_either_writing(text: str, number: str | None) -> None:
    assert (None if (found := parse_number(text)) is None else str(found)) == number


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_every_proposal_explains_the_example_it_was_made_from(text: str, value: str) -> None:
    class OneText(Desk):
        def observed(self, position: int, what: str) -> str | None:
            return text

    wanted = value.strip() or "x"
    for _, source in propose(Observed(0), text, wanted):
        assert (evaluate(source, OneText()) or "").strip() == wanted
