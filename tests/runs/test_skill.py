"""A value that a busy program does not tell yet is waited for; one that nothing tells is handed over at once."""

from datetime import date

from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Element
from deskhand.core.geometry import Box
from deskhand.core.locator import build_locator
from deskhand.core.skill import BoundStep, Slot, Step, Unbound
from deskhand.core.source import ReadFrom, Source, Unknown
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld
from deskhand.runs.skill import READ_SECONDS, unfold
from deskhand.runs.world import LiveWorld

NOTE = build_locator("notes", "", "", Element("label", "", ("frame",)))


def build(source: Source) -> tuple[FakeWorld, LiveWorld, Step]:
    window = FakeWindow(1, "notes", "Notes", Box(0, 0, 200, 200), [])
    world = FakeWorld([window])
    field = build_locator("form", "", "", Element("text", "Name"))
    step = Step(0, Action(ActionKind.TYPE, field, "old"), (Slot("action.value", "Name", source),), ())
    return world, LiveWorld(FakePlatform(world), {}, lambda: date(2026, 12, 1)), step


def test_what_comes_late_is_waited_for() -> None:
    world, live, step = build(ReadFrom(NOTE))
    label = FakeElement("note", "label", "", value="Ada")
    world.after(1.5, lambda here: here.windows[0].show([label]))
    (bound,) = unfold([step], live, world.clock)
    assert isinstance(bound, BoundStep)
    assert bound.action.value == "Ada"


def test_what_never_comes_is_handed_over_in_the_end() -> None:
    world, live, step = build(ReadFrom(NOTE))
    (bound,) = unfold([step], live, world.clock)
    assert isinstance(bound, Unbound)
    assert READ_SECONDS <= world.clock.monotonic() < READ_SECONDS + 1


def test_what_nothing_tells_is_not_waited_for() -> None:
    world, live, step = build(Unknown())
    (bound,) = unfold([step], live, world.clock)
    assert isinstance(bound, Unbound)
    assert world.clock.monotonic() == 0.0
