"""What the person answers to a finished run."""

from collections.abc import Callable, Mapping

import pytest

from deskhand.contracts.notifier import Notifier
from deskhand.core.errors import Stopped
from deskhand.core.ids import RuleId, RunId, SkillId
from deskhand.core.run import Outcome, Reaction, Run, Tier
from deskhand.core.skill import Category, Rule, Skill
from deskhand.jobs.react import Aftermath
from deskhand.jobs.trigger import Finished
from deskhand.platforms.fake.clock import FakeClock
from deskhand.runs.loop import Report

RULE = Rule(RuleId("rule_1"), "a routine", "you begin", "it goes on", Category.MULTI_APP, 0.8)
SKILL = Skill(SkillId("skill_1"), RuleId("rule_1"), ("fill|a|b",), ())


class Desk(Notifier):
    """A person who may press a button, stores that keep nothing, and an undo that may be stopped."""

    def __init__(self, stops: bool = False) -> None:
        self.clock = FakeClock()
        self.stops = stops
        self.kept: list[Reaction] = []
        self.undone: list[str] = []
        self.told: list[str] = []
        self.press: Callable[[str], None] = lambda key: None
        self.aftermath = Aftermath(self, self, self, self.clock, self.undo, self.tell, 60.0)

    def notify(
        self, title: str, body: str, buttons: Mapping[str, str] = {}, answer: Callable[[str], None] | None = None
    ) -> bool:
        self.press = answer or self.press
        return True

    def react(self, run: RunId, rule: RuleId, reaction: Reaction, time: float) -> Tier:
        self.kept.append(reaction)
        return Tier.SUPERVISED

    def save(self, rule: Rule, skill: Skill) -> None:
        raise AssertionError("nothing was learned")

    def undo(self, run: RunId) -> None:
        if self.stops:
            raise Stopped("you took the mouse")
        self.undone.append(run)

    def tell(self, kind: str, fields: Mapping[str, object]) -> None:
        self.told.append(kind)

    def finish(self, approved: bool = False) -> None:
        run = Run(RunId("run_1"), "why", self.clock.wall(), Tier.SUPERVISED)
        self.aftermath.finished(Finished(run, RULE, SKILL, (), Report(Outcome.DONE, "done"), approved))


def test_an_approved_run_that_was_done_is_accepted() -> None:
    desk = Desk()
    desk.finish(approved=True)
    assert desk.kept == [Reaction.ACCEPTED]


def test_keep_is_an_accept() -> None:
    desk = Desk()
    desk.finish()
    desk.press("keep")
    desk.aftermath.tick(0.0)
    assert desk.kept == [Reaction.ACCEPTED]
    assert desk.undone == []


def test_undo_waits_for_the_hand_that_pressed_it_to_rest() -> None:
    desk = Desk()
    desk.finish()
    desk.press("undo")
    last_input = desk.clock.monotonic()
    desk.clock.sleep(0.5)
    desk.aftermath.tick(last_input)
    assert desk.undone == []
    desk.clock.sleep(0.6)
    desk.aftermath.tick(last_input)
    assert desk.undone == ["run_1"]
    assert desk.kept == [Reaction.UNDONE]


def test_an_undo_that_the_person_stops_does_not_end_the_watcher() -> None:
    desk = Desk(stops=True)
    desk.finish()
    desk.press("undo")
    desk.clock.sleep(5)
    desk.aftermath.tick(0.0)
    assert desk.told[-1] == "undo stopped"
    assert desk.kept == [Reaction.UNDONE]


@pytest.mark.parametrize(("seen_at", "reaction"), [(30.0, Reaction.ACCEPTED), (-100.0, Reaction.SILENT)])
def test_an_undo_window_that_passes_is_an_accept_only_with_the_person_there(seen_at: float, reaction: Reaction) -> None:
    desk = Desk()
    desk.finish()
    desk.clock.sleep(61)
    desk.aftermath.tick(seen_at)
    assert desk.kept == [reaction]
