"""The data file: full disks, other programs, damage, torn files, size and speed."""

import random
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from bench.scorecard.durability.crashes import workplace, write_old
from bench.scorecard.durability.damage import DAMAGED, SETTINGS, harm_file, harm_settings, read_only_commands_leave_it
from bench.scorecard.durability.refusing import Recording, fill_up, hold
from bench.scorecard.durability.stream import day_of_work
from bench.scorecard.durability.torn import Torn
from bench.scorecard.row import Measured, Progress, Row
from deskhand.core.errors import StoreNewer
from deskhand.jobs.ingest import Ingest
from deskhand.jobs.steady import Steady
from deskhand.platforms.fake.clock import FakeClock
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.migrations import MIGRATIONS

MANY = 100_000
FULL_DISKS = 50
TORN = 500


def measure_redelivery(progress: Progress) -> Measured:
    events = list(day_of_work(5, 10_000))
    chance, clock = random.Random(5), FakeClock(events[-1].time)  # noqa: S311 - seeded, no secret
    with workplace() as folder, Database.open(folder / "deskhand.db") as database:
        store = StoredEvents(database)
        sizes = []
        for number in range(5):
            batch = list(events)
            for _ in range(len(batch) // 20):
                place = chance.randrange(len(batch))
                batch.insert(chance.randrange(len(batch)), batch[place] if number % 2 else batch.pop(place))
            ingest = Ingest(store, Steady(clock, store.last_position()), clock, lambda kind, fields: None, lambda: None)
            ingest.take(batch)
            ingest.store()
            sizes.append(
                (
                    store.count(),
                    database.rows("SELECT count(*), sum(json_extract(data, '$.event_count')) FROM sessions")[0],
                )
            )
            progress(number + 1, 5)
        good = len(set(sizes)) == 1 and sizes[0][0] == len(events) == sizes[0][1][1]
    return Measured({"rows": sizes[-1][0], "extra": sizes[-1][0] - len(events), "sessions": str(sizes[-1][1][0])}, good)


def measure_full_disk(progress: Progress) -> Measured:
    wrong, slowest = [], 0.0
    for number in range(FULL_DISKS):
        with workplace() as folder:
            found, said = fill_up(folder, number)
        wrong += found
        slowest = max(slowest, said)
        progress(number + 1, FULL_DISKS)
    figures = {"disks": FULL_DISKS, "wrong": len(wrong), "said after seconds": round(slowest, 2)}
    return Measured(figures, not wrong and slowest <= 5, "; ".join(wrong[:3]))


def measure_held(progress: Progress) -> Measured:
    wrong, saids, done = [], {}, iter(range(1, 10_000))
    for seconds in (1.0, 5.0, 30.0):
        with workplace() as folder:
            found, saids[seconds] = hold(folder, seconds, lambda: progress(next(done), 36 * 50))
        wrong += [f"{seconds} s: {each}" for each in found]
    figures = {"wrong": len(wrong), **{f"said in {int(key)} s": round(value, 1) for key, value in saids.items()}}
    return Measured(figures, not wrong and saids[30.0] < 30, "; ".join(wrong[:3]))


def measure_damage(progress: Progress) -> Measured:
    wrong, cases = [], [*DAMAGED, *SETTINGS]
    with workplace() as folder:
        for number, name in enumerate(cases):
            place = folder / str(number)
            (place / "read").mkdir(parents=True)
            if name in SETTINGS:
                found = harm_settings(name, place)
            else:
                found = harm_file(name, place / "deskhand.db")
                found += read_only_commands_leave_it(name, place / "read" / "deskhand.db")
            wrong += [f"{name}: {each}" for each in found]
            progress(number + 1, len(cases))
    return Measured({"kinds": len(cases), "wrong": len(wrong)}, not wrong and len(cases) >= 20, "; ".join(wrong[:3]))


def measure_torn(progress: Progress) -> Measured:
    wrong = []
    with workplace() as folder:
        torn = Torn(folder)
        for number in range(TORN):
            found = torn.tear(number)
            wrong += found
            progress(number + 1, TORN)
    return Measured({"images": TORN, "wrong": len(wrong)}, not wrong, "; ".join(wrong[:3]))


def measure_upgrade(progress: Progress) -> Measured:
    with workplace() as folder:
        path = folder / "deskhand.db"
        events = list(day_of_work(6, MANY))
        write_old(path, events)
        start = time.monotonic()
        with Database.open(path) as database:
            seconds = time.monotonic() - start
            same = StoredEvents(database).recent(MANY) == tuple(sorted(events, key=lambda each: (each.time, each.id)))
        backup = path.with_name("deskhand.db.v1")
        private = backup.stat().st_mode & 0o777 == 0o600
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        connection.close()
        before, refused = path.read_bytes(), False
        try:
            Database.open(path).close()
        except StoreNewer:
            refused = path.read_bytes() == before
    figures = {"events": MANY, "seconds": round(seconds, 2), "same": str(same), "newer refused": str(refused)}
    return Measured(figures, same and refused and private and seconds < 10)


def measure_size(progress: Progress) -> Measured:
    with workplace() as folder, Database.open(folder / "deskhand.db") as database:
        store = StoredEvents(database)
        events = list(day_of_work(7, MANY))
        for place in range(0, MANY, 1000):
            store.append(events[place : place + 1000], [])
            progress(place, MANY)
        database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        size = round((folder / "deskhand.db").stat().st_size / 1e6, 2)
        start = time.monotonic()
        store.recent()
        recent = round(time.monotonic() - start, 3)
    return Measured({"MB for 100,000 events": size, "seconds to read 5,000": recent}, size <= 12)


def measure_speed(progress: Progress) -> Measured:
    """On the disk of the temporary folder, each batch waiting for it."""

    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "deskhand.db") as database:
        recording = Recording(database)
        events = list(day_of_work(8, 50_000))
        start = time.monotonic()
        for place in range(0, len(events), 25):
            recording.ingest.take(events[place : place + 25])
            recording.ingest.store()
            progress(place, len(events))
        speed = len(events) / (time.monotonic() - start)
        delays = measure_delays(Recording(database))
    late = round(statistics.quantiles(delays, n=100)[98], 3)
    figures = {"events a second": round(speed), "p99 seconds to the disk at 50 a second": late}
    return Measured(figures, speed >= 5000 and late <= 0.5, "the delay is that of a batch and its write")


def measure_delays(recording: Recording) -> list[float]:
    """Seconds from an event to the disk, at 50 a second."""
    waiting, delays = [], []
    for event in day_of_work(9, 500, time.time() + 1e6):
        recording.ingest.take([event])
        waiting.append(time.monotonic())
        time.sleep(0.02)
        recording.ingest.tick()
        if not recording.ingest.waiting:
            now = time.monotonic()
            delays += [now - moment for moment in waiting]
            waiting = []
    return delays


ROWS = [
    Row("D3", "the same 10,000 events delivered five times, reordered and doubled", "0 extra rows, the same sessions", measure_redelivery),
    Row("D6", "torn files: cut, half written, copied while written", "500 of 500 open, 0 committed journal rows lost", measure_torn),
    Row("D7", "a disk that fills up at 50 writes, and has room again", "0 partial rows, said in 5 s, no restart", measure_full_disk),
    Row("D8", "another process holds the data file for 1, 5 and 30 s", "0 lost, said at 30 s at the latest", measure_held),
    Row("D10", "20 kinds of damaged data files and settings", "20 of 20 set aside whole, a new start, none twice", measure_damage),
    Row("D11", "upgrade of 100,000 events; a file of a newer version", "under 10 s, a private copy first; newer is refused", measure_upgrade),
    Row("D15", "size of 100,000 events", "at most 12 MB", measure_size),
    Row("D16", "speed of storing events", "at least 5,000 a second; p99 delay at most 0.5 s", measure_speed),
]  # fmt: skip
