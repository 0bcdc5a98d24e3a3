"""The life of an agent, from a data file of an older version to the undo of a run. Each part may be begun again."""

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import deskhand
from bench.scorecard.durability.agent import FarPlatform
from bench.scorecard.durability.office import Office
from deskhand.config import Settings
from deskhand.contracts.approver import Approval, Proposal
from deskhand.core import faults
from deskhand.core.event import Event
from deskhand.jobs import watch
from deskhand.jobs.ingest import Ingest
from deskhand.jobs.steady import Steady
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.runs.brake import Brake
from deskhand.runs.undo import undo
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.lock import DesktopLock, only_watcher
from deskhand.store.quarantine import open_or_begin_anew
from deskhand.store.runs import StoredJournal
from deskhand.wiring import Surroundings, build_watcher

BATCH = 12
CUSTOMER = 4
BEGINNING = 2
"""Acts of the person after which Deskhand goes on."""
BRISK_SECONDS = 0.0002
PAUSE = watch.PAUSE_SECONDS + 0.5


class Silent:
    """Nobody is shown anything."""

    def notify(self, *notice: Any) -> bool:
        return True


class Yes:
    """A person who agrees."""

    def ask(self, proposal: Proposal) -> Approval:
        return Approval.YES


def fault_points() -> tuple[str, ...]:
    """Every point named in the product's source."""
    found = set()
    for path in Path(deskhand.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "faults.hit":
                found.add(ast.literal_eval(node.args[0]))
    return tuple(sorted(found))


@dataclass(frozen=True)
class Life:
    """`given` are the events to take in, `deleted` those to be deleted again; `fault` ends it at a point's n-th hit."""

    folder: Path
    given: Sequence[Event] = ()
    deleted: Sequence[Event] = ()
    fault: tuple[str, int] | None = None
    count: bool = False

    @property
    def file(self) -> Path:
        return self.folder / "deskhand.db"

    def __call__(self, desk: FarPlatform) -> None:
        watch.DRAIN_SECONDS = BRISK_SECONDS  # of this process alone
        reached: dict[str, int] = {}
        if self.fault is not None:
            faults.arm(self.fault[0], faults.at_hit(self.fault[1], faults.crash))
        if self.count:
            for point in fault_points():
                faults.arm(point, lambda point=point: reached.update({point: reached.get(point, 0) + 1}))
        lock = DesktopLock(self.folder, "desk")
        with lock.watching(), only_watcher(self.file):
            database, damaged = open_or_begin_anew(self.file, desk.clock)
            assert damaged is None, damaged
            desk.note("phase", "recording")
            self.take_in(database, desk)
            self.delete(database)
            around = Surroundings(desk, desk.clock, Silent(), lock, desk.tell, Yes())  # type: ignore[arg-type]
            self.watch(database, desk, around)
            self.take_back(database, desk, lock)
        desk.note("reached", reached)

    def take_in(self, database: Database, desk: FarPlatform) -> None:
        """The events, in batches; all of them again after a restart, as a source does that was not told."""
        store = StoredEvents(database)
        steady = Steady(desk.clock, store.last_position())
        ingest = Ingest(store, steady, desk.clock, lambda kind, fields: None, lambda: None)
        for start in range(0, len(self.given), BATCH):
            batch = [each for each in self.given[start : start + BATCH] if each not in self.deleted]
            ingest.take(batch)
            assert ingest.store()
            desk.note("stored", [each.id for each in batch])

    def delete(self, database: Database) -> None:
        store = StoredEvents(database)
        with database.transaction():
            for event in self.deleted:
                database.run("DELETE FROM events WHERE time = ?", (event.time,))
            store.sweep()

    def watch(self, database: Database, desk: FarPlatform, around: Surroundings) -> None:
        """The person begins a routine; it is learned, and the rest of it done."""
        watcher = build_watcher(Settings(self.folder, self.file), database, around)
        desk.start(watcher._receive, watcher._stages.brake.watch)
        desk.note("phase", "learning")
        watcher._consider()
        if not StoredJournal(database, desk.clock).runs():
            desk.office.show(CUSTOMER)
            for number in range(BEGINNING):
                desk.office.do(number)
                watcher._drain()
            desk.clock.sleep(PAUSE)
            desk.note("phase", "running")
            watcher._drain()
            watcher._go_on()
        desk.close()

    def take_back(self, database: Database, desk: FarPlatform, lock: DesktopLock) -> None:
        journal = StoredJournal(database, desk.clock)
        desk.note("phase", "undoing")
        with lock.acting():
            for restoration in undo(journal.find("last").id, journal, desk, desk.clock, Brake()):  # type: ignore[arg-type]
                desk.note("restored", restoration)


@contextmanager
def brisk() -> Iterator[None]:
    """A watcher in this process does not wait for a person's hand: the scripted one has moved already."""
    before, watch.DRAIN_SECONDS = watch.DRAIN_SECONDS, BRISK_SECONDS
    try:
        yield
    finally:
        watch.DRAIN_SECONDS = before


@brisk()
def routine_events(folder: Path, times: int) -> list[Event]:
    """What a recorder tells of a person who does the routine so often."""
    office = Office(folder)
    platform = FakePlatform(office.world)
    with Database.open(folder / "seed.db") as database:
        around = Surroundings(
            platform, office.world.clock, Silent(), DesktopLock(folder, "seed"), lambda kind, fields: None, Yes()
        )  # type: ignore[arg-type]
        watcher = build_watcher(Settings(folder, folder / "seed.db"), database, around)
        platform.events().start(watcher._receive, watcher._stages.brake.watch)
        for number in range(times):
            office.show(number)
            for act in office.acts():
                act()
                watcher._drain()
            office.world.clock.sleep(PAUSE)
            watcher._drain()
            watcher._keep(watcher._stages.recorder.flush(office.world.clock.wall()))
        watcher._stages.ingest.store()
        return list(StoredEvents(database).recent())
