"""What always followed a step is expected after it, unless it only repeats a name."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from stream import Stream

from deskhand.core.action import FileHas, TextIs, WindowGone
from deskhand.core.element import Element
from deskhand.core.event import EventKind
from deskhand.core.ids import RuleId, SkillId
from deskhand.learn.discover import discover
from deskhand.learn.skills import Identity, compile_pattern


@pytest.mark.parametrize(("told", "expected"), [("Room", []), ("Saved", ["Saved"])])
def test_a_text_that_follows_a_step(told: str, expected: list[str]) -> None:
    stream = Stream()
    for number, (guest, room) in enumerate((("Hana", "12"), ("Igor", "7"), ("Lea", "31"))):
        stream.type("form", "Guest", guest)
        stream.type("form", "Room", room)
        stream.add(EventKind.CHANGE, "form", Element("label", "", ("frame",)), told)
        stream.click("form", "Register")
        stream.idle(20)
        stream.type("notes", f"Body{number}", "other work")
    (pattern,) = discover(stream.events)
    skill = compile_pattern(pattern, Identity(RuleId("r"), SkillId("s"))).skill
    texts = [effect.text for step in skill.steps for effect in step.expect if isinstance(effect, TextIs)]
    assert texts == expected


@pytest.mark.parametrize(
    "told", [{"Hana": "12", "Igor": "7", "Lea": "31"}, {"Hana": "12", "Igor": "7", "Lea": "other"}]
)
def test_the_line_that_a_program_writes_is_known_when_it_is_made_alike_every_time(told: dict[str, str]) -> None:
    stream = Stream()
    for number, (guest, room) in enumerate((("Hana", "12"), ("Igor", "7"), ("Lea", "31"))):
        stream.type("form", "Guest", guest)
        stream.type("form", "Room", room)
        stream.click("form", "Register")
        stream.add(EventKind.SAVE, "form", None, "/guests.csv", "written")
        stream.idle(20)
        stream.type("notes", f"Body{number}", "other work")
    (pattern,) = discover(stream.events)
    text = "guest;room\n" + "".join(f"{guest};no. {room}\n" for guest, room in told.items())
    skill = compile_pattern(pattern, Identity(RuleId("r"), SkillId("s")), lambda event: text).skill
    lines = [effect.lines for step in skill.steps for effect in step.expect if isinstance(effect, FileHas)]
    assert lines == [("Lea;no. 31",) if "other" not in told.values() else ()]


@pytest.mark.parametrize(("app", "seconds", "expected"), [("form", 0.5, 1), ("notes", 0.5, 0), ("form", 8, 0)])
def test_a_window_that_its_button_closes(app: str, seconds: float, expected: int) -> None:
    stream = Stream(0.2)
    for number, (guest, room) in enumerate((("Hana", "12"), ("Igor", "7"), ("Lea", "31"))):
        stream.type("form", "Guest", guest)
        stream.type("form", "Room", room)
        stream.click("form", "Register")
        if number == 1:
            stream.events[-1] = replace(stream.events[-1], window="")  # it closed before it told its title
        stream.idle(seconds)
        stream.add(EventKind.CLOSE, app, None, f"{app} window")
        stream.idle(20)
        stream.type("notes", f"Body{number}", "other work")
    (pattern,) = discover(stream.events)
    skill = compile_pattern(pattern, Identity(RuleId("r"), SkillId("s"))).skill
    closed = [step.action.value for step in skill.steps for effect in step.expect if effect == WindowGone("form")]
    assert len(closed) == expected
