"""Torn files: what a loss of power may leave of a data file and its write-ahead file."""

import random
import shutil
import threading
from pathlib import Path

from bench.scorecard.durability.stream import day_of_work
from deskhand.core.ids import RunId
from deskhand.core.run import Run, Tier
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.runs import StoredJournal

RUNS = 40
PAGE = 4096


class Torn:
    """A data file whose write-ahead file holds events and runs; `ends` are its sizes when each run was on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "deskhand.db"
        self._wal = folder / "deskhand.db-wal"
        self._database = Database.open(self._file)
        self._database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        self._database.run("PRAGMA wal_autocheckpoint = 0")
        events, journal = StoredEvents(self._database), StoredJournal(self._database, SystemClock())
        self.ends: list[int] = []
        for number, event in enumerate(day_of_work(2, RUNS)):
            events.append([event], [])
            journal.begin(Run(RunId(f"run_{number}"), "a trial", float(number), Tier.SUPERVISED))
            self.ends.append(self._wal.stat().st_size)

    def tear(self, seed: int) -> list[str]:
        """One torn image; what is wrong with it."""
        chance = random.Random(seed)  # noqa: S311 - seeded, no secret
        image = self._folder / "image.db"
        for old in self._folder.glob("image.db*"):
            old.unlink()
        kind = seed % 3
        if kind == 2:
            return self._copy_while_writing(image, chance)
        shutil.copy(self._file, image)
        data = self._wal.read_bytes()
        cut = chance.randrange(len(data) + 1)
        data = data[:cut] if kind == 0 else data[:cut] + chance.randbytes(PAGE // 2)
        image.with_name("image.db-wal").write_bytes(data)
        return self._check(image, sum(end <= cut for end in self.ends))

    def _copy_while_writing(self, image: Path, chance: random.Random) -> list[str]:
        """The file first, then the write-ahead file, while another thread commits: what an unaware copy gets."""
        committed = threading.Event()

        def write() -> None:
            with Database.open(self._file) as database:
                database.run("PRAGMA wal_autocheckpoint = 0")
                for _ in range(5):
                    with database.transaction():
                        database.run(
                            "INSERT OR REPLACE INTO settings VALUES ('x', ?, 0)", ("y" * chance.randrange(9000),)
                        )
                    committed.set()

        writer = threading.Thread(target=write)
        writer.start()
        committed.wait(5)
        shutil.copy(self._file, image)
        shutil.copy(self._wal, image.with_name("image.db-wal"))
        writer.join()
        return self._check(image, len(self.ends))

    def _check(self, image: Path, whole: int) -> list[str]:
        with Database.open(image) as database:
            wrong = [] if database.rows("PRAGMA integrity_check") == [("ok",)] else ["the image is damaged"]
            runs = {each.id for each in StoredJournal(database, SystemClock()).runs(RUNS)}
            lost = [number for number in range(whole) if f"run_{number}" not in runs]
            events = StoredEvents(database).count()
        wrong += [f"{len(lost)} committed runs are lost"] if lost else []
        return [*wrong, *([] if events >= whole else [f"{events} events of {whole}"])]
