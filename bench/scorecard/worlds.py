"""A loop over a scripted world, for measurements that need no display."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.contracts.tracer import Tracer
from deskhand.core.element import Picture
from deskhand.core.ids import RunId
from deskhand.core.run import Run, Tier
from deskhand.core.skill import BoundStep
from deskhand.platforms.clock import SystemClock
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeWorld
from deskhand.runs.brake import Brake
from deskhand.runs.loop import Loop, Report
from deskhand.store.database import Database
from deskhand.store.runs import StoredJournal


class Yes(Approver):
    """A person who trusts everything."""

    def ask(self, proposal: Proposal) -> Approval:
        return Approval.YES


class NoTrace(Tracer):
    """Keeps nothing."""

    def emit(self, kind: str, fields: Mapping[str, object]) -> None:
        pass

    def picture(self, name: str, picture: Picture) -> str:
        return name


class Stand:
    """Runs steps on a world, each time as a run of its own."""

    def __init__(self, world: FakeWorld, journal: StoredJournal, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.platform = FakePlatform(world)
        self.journal = journal
        self.brake = Brake()
        self.platform.events().start(self.brake.watch)
        self._count = 0

    def run(self, steps: Sequence[BoundStep]) -> tuple[RunId, Report]:
        self._count += 1
        name = RunId(f"run_{id(self)}_{self._count}")
        loop = Loop(
            self.platform, self.journal, NoTrace(), Yes(), self.world.clock, self.brake, self.folder / "backups"
        )
        return name, loop.execute(Run(name, "a measurement", self.world.clock.wall(), Tier.SUPERVISED), steps)


@contextmanager
def open_journal() -> Iterator[tuple[StoredJournal, Path]]:
    """A journal in a folder of its own, which is gone afterwards."""
    with TemporaryDirectory() as name, Database.open(Path(name) / "deskhand.db") as database:
        yield StoredJournal(database, SystemClock()), Path(name)
