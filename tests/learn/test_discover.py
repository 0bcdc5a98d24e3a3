"""Routines are found among other work; varied work holds none."""

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from stream import Stream, random_work

from deskhand.core.element import Element, Reading
from deskhand.core.event import EventKind
from deskhand.core.ids import RuleId, SkillId
from deskhand.core.locator import Locator
from deskhand.core.source import Constant, Joined, Lookup, NextRecord, Observed, ReadFrom
from deskhand.learn.discover import discover
from deskhand.learn.matching import match_prefix, match_start
from deskhand.learn.skills import Identity, advance_rows, compile_pattern
from deskhand.learn.sources import evaluate

IDENTITY = Identity(RuleId("r"), SkillId("s"))
PEOPLE = [("Ada", "ada@x.org"), ("Bob", "bob@y.org"), ("Cyd", "cyd@z.org"), ("Dan", "dan@w.org")]


def carry(stream: Stream, row: int, until: int = 5) -> None:
    """The routine: two cells of a row into two fields, then Save."""
    name, mail = PEOPLE[row]
    steps = [
        lambda: stream.copy_cell(row, 0, name),
        lambda: stream.paste("Name", name),
        lambda: stream.copy_cell(row, 1, mail),
        lambda: stream.paste("Mail", mail),
        lambda: stream.click("form", "Save"),
    ]
    for step in steps[:until]:
        step()


@pytest.mark.parametrize("seed", range(20))
def test_a_routine_is_found_among_other_work(seed: int) -> None:
    stream = random_work(seed, 10)
    for row in range(3):
        carry(stream, row)
        stream.idle(20)
        stream.type("notes", "Body", f"something else {row}")
    found = [pattern for pattern in discover(stream.events) if "fill|form|text:Mail" in pattern.symbols]
    assert len(found) == 1
    assert found[0].symbols[:2] == ("copy|sheet|cell:0", "fill|form|text:Name")
    assert len(found[0].occurrences) == 3


@pytest.mark.parametrize("count", [12, 20, 40, 600])
@pytest.mark.parametrize("seed", range(20))
def test_varied_work_holds_no_routine(seed: int, count: int) -> None:
    assert discover(random_work(seed, count).events) == ()


def test_twice_is_not_a_routine() -> None:
    stream = Stream()
    carry(stream, 0)
    carry(stream, 1)
    assert discover(stream.events) == ()


def test_a_copied_value_is_read_where_it_stands_next_time() -> None:
    stream = Stream()
    for row in range(3):
        carry(stream, row)
        stream.idle(30)
    pattern = discover(stream.events)[0]
    skill = compile_pattern(pattern, IDENTITY).skill
    sources = {slot.name: slot.source for step in skill.steps for slot in step.slots}
    assert sources["Name"] == Observed(0)
    mail = sources["Mail"]
    assert isinstance(mail, ReadFrom)
    assert mail.row == Observed(0, "row")


def test_a_beginning_is_noticed_and_a_finished_one_is_not() -> None:
    stream = Stream()
    for row in range(3):
        carry(stream, row)
        stream.idle(30)
    pattern = discover(stream.events)[0]
    skill = compile_pattern(pattern, IDENTITY).skill
    assert match_prefix([skill], stream.events, 0.0, {}) == ()
    carry(stream, 3, until=2)
    (match,) = match_prefix([skill], stream.events, 0.0, {})
    assert (match.count, match.begun, match.followed) == (2, 3, 3)
    assert match.confidence == pytest.approx(0.8)
    assert match_prefix([skill], stream.events, stream.now, {}) == ()


def table(texts: Sequence[Sequence[str]]) -> list[Reading]:
    """A table on a page, as it is read."""
    path = ("frame", "document web", "table:", "table row")
    return [
        Reading(Element("table cell", text, path, 0, "", row, column), text, "browser", "Stock")
        for row, line in enumerate(texts)
        for column, text in enumerate(line)
    ]


def test_values_typed_from_a_table_are_looked_up_in_the_row_of_the_first() -> None:
    stream = Stream()
    page = table([("Item", "Count"), ("Bolts", "120"), ("Nuts", "300"), ("Rivets", "42"), ("Springs", "120")])
    for item, count in (("Bolts", "120"), ("Nuts", "300"), ("Rivets", "42")):
        for name, value in (("Item", item), ("Count", count)):
            stream.add(EventKind.TYPE, "form", Element("text", name, ("frame",)), value, seen=page)
        stream.click("form", "Book")
        stream.idle(20)
    (pattern,) = discover(stream.events)
    skill = compile_pattern(pattern, IDENTITY).skill
    sources = {slot.name: slot.source for step in skill.steps for slot in step.slots}
    item_source, count_source = sources["Item"], sources["Count"]
    assert isinstance(item_source, ReadFrom)
    assert isinstance(item_source.row, NextRecord)
    assert isinstance(count_source, ReadFrom)
    assert isinstance(count_source.row, Lookup)
    assert count_source.row.of == Observed(0)
    assert count_source.row.locator.element is not None
    assert count_source.row.locator.element.column == 0
    assert count_source.locator.element is not None
    assert count_source.locator.element.column == 1


def test_values_typed_from_the_lines_of_a_text_are_found_in_the_line_of_the_first() -> None:
    stream = Stream()
    text = "Hana Sato, 12\nIgor Popov, 7\nLea Blum, 31\nMax Roth, 5\n"
    note = [Reading(Element("text", "", ("frame",)), text, "editor", "guests.txt")]
    for guest, room in (("Hana Sato", "12"), ("Igor Popov", "7"), ("Lea Blum", "31")):
        for name, value in (("Guest", guest), ("Room", room)):
            stream.add(EventKind.TYPE, "form", Element("text", name, ("frame",)), value, seen=note)
        stream.add(EventKind.KEY, "form", Element("text", "Room", ("frame",)), "Return")
        stream.idle(20)
    (pattern,) = discover(stream.events)
    skill = compile_pattern(pattern, IDENTITY).skill
    sources = {slot.name: slot.source for step in skill.steps for slot in step.slots}

    class Screen:
        """The note as it is, after the guest of the fourth line was typed."""

        def read(self, locator: Locator) -> str | None:
            return text

        def find_row(self, locator: Locator, text: str) -> int | None:
            return None

        def observed(self, position: int, what: str) -> str | None:
            return "Max Roth"

        def today(self) -> date:
            return date(2026, 1, 1)

    assert evaluate(sources["Room"], Screen()) == "5"
    assert evaluate(sources["Guest"], Screen()) == "Max Roth"
    assert evaluate(advance_rows(sources["Guest"]), Screen()) is None  # there is no fifth line


@pytest.mark.parametrize("seed", range(10))
def test_varied_work_beside_a_table_holds_no_routine(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a seeded test, no secret
    page = table([[str(chance.randrange(40)) for _ in range(4)] for _ in range(20)])
    stream = random_work(seed, 150)
    for place, event in enumerate(stream.events):
        if event.kind is EventKind.TYPE:
            stream.events[place] = replace(event, value=chance.choice(page).text, seen=tuple(page))
    assert discover(stream.events) == ()


def test_a_place_that_the_routine_usually_followed_is_its_start() -> None:
    stream = Stream()
    for row in range(3):
        stream.add(EventKind.SWITCH, "sheet", None, "sheet window")
        carry(stream, row)
        stream.add(EventKind.SWITCH, "notes", None, "notes window")
        stream.type("notes", "Body", f"something else {row}")
        stream.idle(30)
    (pattern,) = discover(stream.events)
    skill = compile_pattern(pattern, IDENTITY).skill
    assert match_start([skill], stream.events, 0.0, {}) == ()  # other work was done since
    stream.add(EventKind.SWITCH, "sheet", None, "sheet window")
    (match,) = match_start([skill], stream.events, 0.0, {})
    assert (match.count, match.begun, match.followed) == (0, 3, 3)
    assert match_start([skill], stream.events, stream.now, {}) == ()  # it was answered before
    for _ in range(3):  # the person comes there for other things, too
        stream.click("sheet", "Print")
        stream.add(EventKind.SWITCH, "notes", None, "notes window")
        stream.add(EventKind.SWITCH, "sheet", None, "sheet window")
    (match,) = match_start([skill], stream.events, 0.0, {})
    assert (match.begun, match.followed) == (6, 3)
    stream.add(EventKind.SWITCH, "notes", None, "notes window")  # passing through is no start, whatever comes later
    stream.add(EventKind.SWITCH, "sheet", None, "sheet window")
    (match,) = match_start([skill], stream.events, 0.0, {})
    assert (match.begun, match.followed) == (7, 3)


def test_a_text_that_is_added_to_a_list_keeps_its_line_ends() -> None:
    stream, held = Stream(), "Invoices:\n"
    for number in ("RX-5521", "RX-7710", "RX-1934"):
        heading = [Reading(Element("heading", number, ("frame",)), number, "browser", "Invoices")]
        stream.add(EventKind.COPY, "browser", Element("document web", "Invoices", ("frame",)), number, seen=heading)
        held += number + "\n"
        stream.add(EventKind.PASTE, "editor", Element("text", "list", ("frame",)), held, number, heading)
        stream.add(EventKind.KEY, "editor", Element("text", "list", ("frame",)), "ctrl+s")
        stream.idle(20)
    (pattern,) = discover(stream.events)
    skill = compile_pattern(pattern, IDENTITY).skill
    (source,) = [slot.source for step in skill.steps for slot in step.slots if slot.field == "action.value"]
    assert isinstance(source, Joined)
    assert source.parts[1:] == (Observed(0), Constant("\n"))


def test_three_short_acts_and_nothing_else_are_a_routine_when_a_text_is_carried() -> None:
    stream, held = Stream(), "Invoices:"
    for number in ("RX-5521", "RX-7710", "RX-1934"):
        stream.add(EventKind.COPY, "browser", Element("document web", "Invoices", ("frame",)), number)
        held += "\n" + number
        stream.add(EventKind.PASTE, "editor", Element("text", "list", ("frame",)), held, number)
        stream.add(EventKind.KEY, "editor", Element("text", "list", ("frame",)), "ctrl+s")
        stream.idle(20)
    (pattern,) = discover(stream.events)
    assert len(pattern.symbols) == 3


def test_a_short_routine_is_seen_whole_in_a_short_history_with_an_odd_act_and_its_next_beginning() -> None:
    stream, note = Stream(), Element("text", "", ("frame",))
    for place, part in enumerate(("Bolt", "Washer", "Hinge")):
        stream.add(EventKind.COPY, "editor", note, part)
        stream.paste("Part", part)
        if place == 0:
            stream.type("form", "Shelf", "B7")
        stream.click("form", "Store")
        stream.idle(20)
    stream.add(EventKind.COPY, "editor", note, "Clamp")
    (pattern,) = discover(stream.events)
    assert [word.split("|")[0] for word in pattern.symbols] == ["copy", "fill", "click"]
    assert len(pattern.occurrences) == 3
