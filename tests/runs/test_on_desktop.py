"""What goes wrong in the middle of a run, in a real program on a private desktop."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from scene import Answer, Lines

from deskhand.contracts.approver import Approval
from deskhand.core.action import Action, ActionKind
from deskhand.core.ids import RunId
from deskhand.core.locator import build_locator
from deskhand.core.run import Outcome, Run, Tier, Truth
from deskhand.core.skill import BoundStep
from deskhand.platforms.clock import SystemClock
from deskhand.platforms.conformance import Hand
from deskhand.platforms.x11.stage import X11Stage, open_stage
from deskhand.runs.brake import Brake
from deskhand.runs.loop import Loop, Report
from deskhand.runs.undo import undo
from deskhand.store.database import Database
from deskhand.store.runs import StoredJournal

pytestmark = pytest.mark.desktop


class Real:
    """A form in a browser and a loop over it."""

    def __init__(self, stage: X11Stage, journal: StoredJournal, backups: Path) -> None:
        self.stage, self.hand, self.journal = stage, Hand(stage), journal
        self.brake = Brake()
        self._backups = backups

    def fill(self, position: int, text: str) -> BoundStep:
        window, field = self.hand.window(), self.hand.node("text", "Name")
        return BoundStep(position, Action(ActionKind.TYPE, build_locator(window.app, "", "", field.element), text))

    def run(self, steps: list[BoundStep], meddle: Callable[[], object] = lambda: None) -> Report:
        """Do steps while something happens beside them."""
        platform, clock = self.stage.platform, self.stage.clock
        source = platform.events()
        source.start(lambda signal: None, self.brake.watch)
        other = threading.Thread(target=meddle)
        other.start()
        try:
            loop = Loop(platform, self.journal, Lines(), Answer(Approval.YES), clock, self.brake, self._backups)
            return loop.execute(Run(RunId("run_1"), "a test", clock.wall(), Tier.SUPERVISED), steps)
        finally:
            other.join()
            source.close()

    def xdotool(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=self.stage.environ, check=True, timeout=20)


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Real]:
    with open_stage() as stage, Database.open(tmp_path / "deskhand.db") as database:
        scene = Real(stage, StoredJournal(database, SystemClock()), tmp_path / "backups")
        scene.hand.to_front()  # a run gives back what was in front, and two programs came up in no order
        yield scene


def test_a_window_that_moves_in_the_middle_gets_every_text(real: Real) -> None:
    window = real.hand.window()

    def move() -> None:
        for step in range(12):
            real.xdotool("windowmove", window.id, 40 + 30 * step, 40 + 15 * step)
            time.sleep(0.2)

    report = real.run([real.fill(0, "first text"), real.fill(1, "second text"), real.fill(2, "third text")], move)
    assert report.outcome is Outcome.DONE
    assert [verdict.truth for verdict in report.verdicts] == [Truth.VERIFIED] * 3
    assert real.hand.node("text", "Name").value == "third text"


def test_a_program_that_closes_in_the_middle_is_one_sentence_and_every_action_is_settled(real: Real) -> None:
    window = real.hand.window()
    steps = [real.fill(place, f"text number {place} that takes a while to type") for place in range(30)]
    report = real.run(steps, lambda: (time.sleep(1.0), real.xdotool("windowkill", window.id)))
    assert report.outcome in (Outcome.NOT_ACHIEVED, Outcome.UNKNOWN)
    assert "\n" not in report.summary
    records = real.journal.actions(RunId("run_1"))
    assert records
    assert all(record.verdict is not None for record in records)
    assert real.journal.find("run_1").outcome is report.outcome


def test_a_field_that_the_person_changed_since_is_left_alone(real: Real) -> None:
    assert real.run([real.fill(0, "ours")]).outcome is Outcome.DONE
    real.stage.person_presses("End")
    real.stage.person_presses("x")
    real.hand.until("the person's letter", lambda: real.hand.node("text", "Name").value == "oursx")
    (restoration,) = undo(RunId("run_1"), real.journal, real.stage.platform, real.stage.clock, real.brake)
    assert restoration.result.name == "CHANGED_SINCE"
    assert real.hand.node("text", "Name").value == "oursx"


def test_a_window_that_fills_the_screen_is_no_lock_and_a_lock_over_it_stops_a_run(real: Real) -> None:
    windows = real.stage.platform.windows
    real.stage.person_presses("F11")
    real.xdotool("mousemove", 400, 300)
    real.hand.until("it is large", lambda: real.hand.window().box.width >= 1280)
    assert not windows.locked()
    with real.stage.lock_screen():
        real.hand.until("the lock", windows.locked)
        report = real.run([real.fill(0, "typed into a lock screen")])
    assert report.outcome is Outcome.STOPPED
    assert "locked" in report.summary
    assert real.hand.node("text", "Name").value == ""
