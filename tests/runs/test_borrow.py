"""The desk goes back to the person: at once when they want it or lock it, and as it was when a run is over."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from scene import NAME, Scene

from deskhand.core.action import Action, ActionKind
from deskhand.core.locator import build_locator
from deskhand.core.run import Outcome
from deskhand.core.skill import BoundStep, Unbound
from deskhand.store.database import Database

GO = BoundStep(0, Action(ActionKind.SWITCH, build_locator("form", "Form", "", None)))


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with Database.open(tmp_path / "deskhand.db") as database:
        yield Scene(tmp_path, database)


def test_a_screen_that_is_locked_gets_nothing(scene: Scene) -> None:
    scene.world.locked = True
    report = scene.run()
    assert (report.outcome, report.actions, scene.world.find(NAME).value) == (Outcome.STOPPED, (), "")
    assert "locked" in report.summary


def test_a_lock_in_the_middle_stops_a_run_and_nothing_is_taken_back_under_it(scene: Scene) -> None:
    def lock_after(steps: list[BoundStep]) -> Iterator[BoundStep]:
        yield steps[0]
        scene.world.locked = True
        yield from steps[1:]

    report = scene.run(lock_after(scene.steps()))  # type: ignore[arg-type]
    assert report.outcome is Outcome.STOPPED
    assert len(report.actions) == 1
    assert scene.world.find(NAME).value == "Ada"
    assert not scene.file.exists()


def test_the_window_that_was_in_front_is_in_front_again(scene: Scene) -> None:
    scene.world.bring_to_front(scene.behind)
    assert scene.run().outcome is Outcome.DONE
    assert scene.world.front is scene.behind


def test_what_is_left_to_the_person_stays_before_them(scene: Scene) -> None:
    scene.world.bring_to_front(scene.behind)
    report = scene.run([GO, scene.save(1), Unbound(2, "who", "nobody knows who")])
    assert report.outcome is Outcome.HANDED_OVER
    assert scene.world.front is scene.window


def test_a_run_that_ends_by_going_somewhere_stays_there(scene: Scene) -> None:
    scene.world.bring_to_front(scene.behind)
    assert scene.run([GO]).outcome is Outcome.DONE
    assert scene.world.front is scene.window


def test_a_person_who_took_over_is_not_sent_back(scene: Scene) -> None:
    scene.world.bring_to_front(scene.behind)

    def take_over(steps: list[BoundStep]) -> Iterator[BoundStep]:
        yield steps[0]
        scene.world.bring_to_front(scene.window)
        scene.world.person_presses("a")
        yield from steps[1:]

    assert scene.run(take_over(scene.steps())).outcome is Outcome.STOPPED  # type: ignore[arg-type]
    assert scene.world.front is scene.window


def test_a_window_that_is_gone_by_then_is_not_missed(scene: Scene) -> None:
    scene.world.bring_to_front(scene.behind)

    def close(steps: list[BoundStep]) -> Iterator[BoundStep]:
        yield from steps
        scene.world.close(scene.behind)

    assert scene.run(close(scene.steps())).outcome is Outcome.DONE  # type: ignore[arg-type]
    assert scene.world.front is scene.window
