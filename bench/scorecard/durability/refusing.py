"""A data file that takes nothing for a while: no room, or held by another process."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.scorecard.durability.stream import day_of_work
from deskhand.core.event import Event
from deskhand.jobs.ingest import Ingest
from deskhand.jobs.steady import Steady
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents

HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
time.sleep(float(sys.argv[2]))
connection.execute("COMMIT")
"""


@dataclass
class Recording:
    """Events taken in as a watcher does, and what the person is told meanwhile: (seconds since the start, kind)."""

    database: Database
    told: list[tuple[float, str]] = field(default_factory=list)
    taken: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store, clock = StoredEvents(self.database), SystemClock()
        steady = Steady(clock, self.store.last_position())
        self.ingest = Ingest(self.store, steady, clock, self._tell, lambda: None)
        self.start = time.monotonic()

    def _tell(self, kind: str, fields: Mapping[str, object]) -> None:
        self.told.append((time.monotonic() - self.start, kind))

    def take(self, events: Sequence[Event]) -> None:
        self.taken += events
        self.ingest.take(events)
        self.ingest.tick()

    def settle(self, seconds: float = 10.0) -> None:
        """Go on until all is stored."""
        end = time.monotonic() + seconds
        while (self.ingest.degraded or self.store.count() < len(self.taken)) and time.monotonic() < end:
            self.ingest.tick()
            time.sleep(0.02)

    def check(self) -> list[str]:
        """What is lost, doubled or half stored."""
        stored = self.store.recent(100_000)
        wrong = [] if {each.id for each in stored} == {each.id for each in self.taken} else ["events are lost"]
        wrong += [] if len(stored) == len(self.taken) else ["events are doubled"]
        counted = self.database.rows("SELECT sum(json_extract(data, '$.event_count')) FROM sessions")[0][0]
        wrong += [] if counted == len(stored) else [f"sessions count {counted} of {len(stored)}: a part was stored"]
        return [*wrong, *([] if self.kinds[-1:] == ["storing again"] else [f"the person was told {self.kinds}"])]

    @property
    def kinds(self) -> list[str]:
        return [kind for _, kind in self.told]


def fill_up(folder: Path, seed: int) -> tuple[list[str], float]:
    """No room at a random write, and room again: (what is wrong, seconds until it was said)."""
    chance = random.Random(seed)  # noqa: S311 - seeded, no secret
    with Database.open(folder / "deskhand.db") as database:
        recording = Recording(database)
        events = list(day_of_work(seed, 400, time.time() - 1000))
        before = chance.randrange(150)
        recording.take(events[:before])
        recording.ingest.store()
        pages = int(str(database.rows("PRAGMA page_count")[0][0]))
        database.run(f"PRAGMA max_page_count = {pages + chance.randrange(6)}")
        recording.start = time.monotonic()
        for place in range(before, 400, 10):
            recording.take(events[place : place + 10])
            recording.ingest.store()
        if not recording.ingest.degraded:
            return ["the disk did not fill up"], 0.0
        said = recording.told[0][0]
        partial = database.rows("SELECT sum(json_extract(data, '$.event_count')) FROM sessions")[0][0]
        stored = recording.store.count()
        wrong = [] if (partial or 0) == stored else [f"{stored} events and sessions of {partial}"]
        database.run("PRAGMA max_page_count = 1073741823")
        recording.settle()
        return [*wrong, *recording.check()], said


def hold(folder: Path, seconds: float, progress: Callable[[], None]) -> tuple[list[str], float]:
    """Another process holds the file: (what is wrong, seconds until it was said; the whole time where it was not)."""
    file = folder / "deskhand.db"
    with Database.open(file) as database:
        recording = Recording(database)
        words = [sys.executable, "-c", HOLD, str(file), str(seconds)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            recording.start = time.monotonic()
            for event in day_of_work(int(seconds), int(seconds * 50), time.time() - 10_000):
                recording.take([event])
                time.sleep(0.02)
                progress()
        said = recording.told[0][0] if recording.told else seconds
        recording.settle()
        wrong = recording.check()
        if not recording.told:  # shorter than the patience of the data file: nothing had to be said
            wrong = [each for each in wrong if "told" not in each]
        return wrong, said
