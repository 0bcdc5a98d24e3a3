"""One action of a kind, and a death at a point in it: what is then known, sent, and said."""

from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from bench.scorecard.durability.agent import FarPlatform, World
from bench.scorecard.durability.life import Silent, Yes
from bench.scorecard.durability.office import Office
from deskhand.cli.runs import runs, show
from deskhand.config import Settings
from deskhand.core import faults
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Element
from deskhand.core.ids import RunId
from deskhand.core.locator import build_locator
from deskhand.core.run import Outcome, Run, Tier, Truth
from deskhand.core.skill import BoundStep
from deskhand.platforms.clock import SystemClock
from deskhand.platforms.fake.world import FakeWorld
from deskhand.runs.brake import Brake
from deskhand.runs.loop import Loop
from deskhand.store.database import Database
from deskhand.store.lock import DesktopLock, only_watcher
from deskhand.store.runs import StoredJournal
from deskhand.trace.writer import TraceWriter
from deskhand.wiring import Surroundings, build_watcher

POINTS = {"loop.ready": None, "loop.intended": False, "loop.dispatched": True, "loop.checked": True}
"""Where it dies, and whether the world has got the action by then; None where it was not even written down."""
RUN = RunId("run_doubt")
WORDS = "may or may not have happened"


def build_action(kind: ActionKind) -> Action:
    """An action of that kind in the office."""
    elements = {
        ActionKind.CLICK: Element("button", "Save", ("frame",)),
        ActionKind.CHECK: Element("check box", "Urgent", ("frame",)),
        ActionKind.TYPE: Element("text", "Name", ("frame",)),
        ActionKind.SCROLL: Element("text", "Name", ("frame",)),
    }
    values = {
        ActionKind.CHECK: "checked", ActionKind.TYPE: "Ada", ActionKind.KEY: "ctrl+s", ActionKind.OPEN: "calculator",
        ActionKind.SCROLL: "0,3",
    }  # fmt: skip
    app, title = ("list", "List") if kind is ActionKind.SWITCH else ("form", "Form")
    return Action(kind, build_locator(app, title, "", elements.get(kind)), values.get(kind, ""))


@dataclass(frozen=True)
class OneAction:
    """An agent that does one action, and dies in it."""

    folder: Path
    kind: ActionKind
    point: str

    def __call__(self, desk: FarPlatform) -> None:
        faults.arm(self.point, faults.crash)
        with only_watcher(self.folder / "deskhand.db"), Database.open(self.folder / "deskhand.db") as database:
            tracer = TraceWriter(self.folder / "traces", RUN, desk.clock)
            journal = StoredJournal(database, desk.clock)
            loop = Loop(desk, journal, tracer, Yes(), desk.clock, Brake(), self.folder / "backups")  # type: ignore[arg-type]
            run = Run(RUN, "a trial", desk.clock.wall(), Tier.SUPERVISED)
            loop.execute(run, [BoundStep(0, build_action(self.kind))])


@dataclass(frozen=True)
class Again:
    """The watcher that is started after it."""

    folder: Path

    def __call__(self, desk: FarPlatform) -> None:
        with only_watcher(self.folder / "deskhand.db"), Database.open(self.folder / "deskhand.db") as database:
            lock = DesktopLock(self.folder, "desk")
            settings = Settings(self.folder, self.folder / "deskhand.db")
            build_watcher(settings, database, Surroundings(desk, desk.clock, Silent(), lock, desk.tell, Yes()))  # type: ignore[arg-type]


def received(world: FakeWorld) -> list[tuple[str, str, str]]:
    """What the world got of the agent; a window that came to the front tells of itself."""
    got = [(each.kind, each.element, each.text) for each in world.history.all if each.own and each.kind != "up"]
    return [*got, ("front", "list", "")] if world.front is not None and world.front.app == "list" else got


def die_in(kind: ActionKind, point: str, folder: Path) -> list[str]:
    """What is wrong after a death at that point of an action of that kind."""
    world = World(Office(folder))
    world.office.world.programs["calculator"] = lambda office: None
    wrong = []
    code = world.live(OneAction(folder, kind, point))
    if code != faults.CRASHED:
        return [f"the agent ended with {code} instead of dying"]
    before = received(world.office.world)
    if POINTS[point] is not None and bool(before) is not POINTS[point]:
        wrong.append(f"the world got {before}")
    wrong += [f"before the restart {each}" for each in said(folder)]
    if world.live(Again(folder)) != 0:
        return [*wrong, "the watcher did not start"]
    if received(world.office.world) != before:
        wrong.append("something was sent after the restart")
    if not any(note[:2] == ("told", "interrupted") for note in world.notes):
        wrong.append("the person was not told")
    with Database.open(folder / "deskhand.db") as database:
        journal = StoredJournal(database, SystemClock())
        truths = [record.verdict.truth if record.verdict else None for record in journal.actions(RUN)]
        if truths != ([] if POINTS[point] is None else [Truth.UNKNOWN]):
            wrong.append(f"the action is {truths}")
        if journal.find(RUN).outcome is not Outcome.UNKNOWN:
            wrong.append(f"the run is {journal.find(RUN).outcome}")
    return [*wrong, *said(folder)]


def said(folder: Path) -> list[str]:
    """What `runs` and `show` fail to say of it in plain words."""
    wrong = []
    for command in (runs, show):
        answer = CliRunner().invoke(command, ["--db", str(folder / "deskhand.db")], standalone_mode=False)
        if "unknown" not in answer.output or WORDS not in answer.output:
            wrong.append(f"{command.name} says {answer.output!r} {answer.exception!r}")
    return wrong
