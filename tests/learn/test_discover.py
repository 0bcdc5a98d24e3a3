"""Routines are found among other work; varied work holds none."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from stream import Stream, random_work

from deskhand.core.ids import RuleId, SkillId
from deskhand.core.source import Observed, ReadFrom
from deskhand.learn.discover import discover
from deskhand.learn.matching import match_prefix
from deskhand.learn.skills import compile_pattern

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


@pytest.mark.parametrize("seed", range(20))
def test_varied_work_holds_no_routine(seed: int) -> None:
    assert discover(random_work(seed, 600).events) == ()


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
    skill = compile_pattern(pattern, RuleId("r"), SkillId("s"), 1, 0.0).skill
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
    skill = compile_pattern(pattern, RuleId("r"), SkillId("s"), 1, 0.0).skill
    assert match_prefix([skill], stream.events, 0.0, {}) == ()
    carry(stream, 3, until=2)
    (match,) = match_prefix([skill], stream.events, 0.0, {})
    assert (match.count, match.begun, match.followed) == (2, 3, 3)
    assert match.confidence == pytest.approx(0.8)
    assert match_prefix([skill], stream.events, stream.now, {}) == ()
