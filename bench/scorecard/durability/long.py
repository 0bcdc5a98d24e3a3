"""Days of work in minutes: the real watcher on a scripted office, by a clock that moves at once."""

import gc
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.scorecard.durability.life import PAUSE, Silent, Yes
from bench.scorecard.durability.office import CUSTOMER, Office
from deskhand.config import Settings
from deskhand.core.geometry import Point
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.lock import DesktopLock
from deskhand.store.runs import StoredJournal
from deskhand.wiring import Surroundings, build_watcher


@dataclass(frozen=True)
class Load:
    """What the process holds: kilobytes of memory, open files, threads, bytes of the write-ahead file."""

    memory: int
    handles: int
    threads: int
    ahead: int


def weigh(file: Path) -> Load:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    ahead = file.with_name(f"{file.name}-wal")
    size = ahead.stat().st_size if ahead.exists() else 0
    return Load(
        pages * os.sysconf("SC_PAGE_SIZE") // 1024,
        len(list(Path("/proc/self/fd").iterdir())),
        threading.active_count(),
        size,
    )


OF_A_RUN = 5
"""Events that a begun routine leaves for certain."""
NIGHT_SECONDS = 8 * 3600.0
GULP = 10
"""Clicks that come between two looks of the watcher: it need not look as often as a person's hand moves."""


class Days:
    """An office, its watcher, and a person who works at it."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.office = Office(folder)
        self.clock = self.office.world.clock
        self.store = StoredEvents(database)
        self.journal = StoredJournal(database, self.clock)
        platform = FakePlatform(self.office.world)
        around = Surroundings(platform, self.clock, Silent(), DesktopLock(folder, "desk"), self._tell, Yes())  # type: ignore[arg-type]
        self.watcher = build_watcher(Settings(folder, folder / "deskhand.db"), database, around)
        self.told: dict[str, int] = {}
        platform.events().start(self.watcher._receive, self.watcher._stages.brake.watch)

    def _tell(self, kind: str, fields: object) -> None:
        self.told[kind] = self.told.get(kind, 0) + 1

    def work(self, number: int, whole: bool) -> None:
        """One customer: the whole routine by hand, or the beginning of it."""
        self.office.show(number)
        for act in self.office.acts()[: None if whole else 2]:
            act()
            self.watcher._drain()
        self.pause(PAUSE)

    def look_about(self, count: int) -> None:
        """Other work: the person clicks about in the list."""
        window = self.office.listing
        for number in range(count):
            box = self.office.world.find(CUSTOMER).box
            self.office.world.person_clicks(Point(window.box.x + box.x + 5 + number % 50, window.box.y + box.y + 5))
            self.clock.sleep(1.7)
            if number % GULP == 0:
                self.watcher._drain()

    def pause(self, seconds: float) -> None:
        self.clock.sleep(seconds)
        self.watcher._drain()
        self.watcher._while_stored(self.watcher._go_on)


def live_long(days: Days, runs: int, events: int, file: Path, told: Callable[[int], None]) -> Iterator[Load]:
    """`runs` runs with other work between them until there are `events` events; what is held, fifty times."""
    for number in range(3):
        days.work(number, True)
    nights = {runs // 4, runs // 2, 3 * runs // 4}
    other = max(0, events // runs - OF_A_RUN)
    for number in range(runs):
        days.work(3 + number, False)
        days.look_about(other)
        days.office.world.history.all.clear()  # the world's memory is not the watcher's
        if number in nights:
            days.pause(NIGHT_SECONDS)
        if number % max(1, runs // 50) == 0:
            told(number)
            yield weigh(file)
