"""Events are stored once, in the order they came, and wait where the data file refuses."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bench.scorecard.durability.clocks import CASES, live_through
from bench.scorecard.durability.refusing import fill_up
from bench.scorecard.durability.stream import day_of_work

from deskhand.core.event import Event
from deskhand.jobs import ingest
from deskhand.jobs.ingest import BATCH_SECONDS, CROWDED_SECONDS, Ingest
from deskhand.jobs.steady import Steady
from deskhand.platforms.fake.clock import FakeClock
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents

EVENTS = list(day_of_work(1, 200))


class Recording:
    """An ingest over a real data file and a clock that a test moves."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = StoredEvents(database)
        self.clock = FakeClock(EVENTS[-1].time)
        self.told: list[str] = []
        self.steady = Steady(self.clock, self.store.last_position())
        self.ingest = Ingest(
            self.store, self.steady, self.clock, lambda kind, fields: self.told.append(kind), lambda: None
        )

    def seen_by_others(self) -> int:
        """What a second connection counts."""
        connection = sqlite3.connect(self.database.path)
        try:
            return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])
        finally:
            connection.close()


@contextmanager
def recording(folder: Path) -> Iterator[Recording]:
    with Database.open(folder / "deskhand.db") as database:
        yield Recording(database)


def test_events_are_on_the_disk_half_a_second_after_the_first(tmp_path: Path) -> None:
    with recording(tmp_path) as desk:
        desk.ingest.take(EVENTS[:3])
        desk.ingest.tick()
        assert desk.seen_by_others() == 0
        desk.clock.sleep(BATCH_SECONDS)
        desk.ingest.tick()
        assert desk.seen_by_others() == 3


def test_the_same_events_again_add_nothing(tmp_path: Path) -> None:
    with recording(tmp_path) as desk:
        for order in (EVENTS, EVENTS[::-1], EVENTS[50:] + EVENTS[:60]):
            desk.ingest.take(order)
            assert desk.ingest.store()
        sessions = desk.database.rows("SELECT sum(json_extract(data, '$.event_count')) FROM sessions")
        assert (desk.store.count(), sessions) == (200, [(200,)])
        assert desk.store.recent() == tuple(EVENTS)


def test_a_disk_that_fills_up_loses_nothing(tmp_path: Path) -> None:
    wrong, said = fill_up(tmp_path, 3)
    assert (wrong, said < 5) == ([], True)


def test_what_waits_is_bounded_and_the_loss_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest, "MOST_WAITING", 50)
    with recording(tmp_path) as desk:
        pages = desk.database.rows("PRAGMA page_count")[0][0]
        desk.database.run(f"PRAGMA max_page_count = {pages}")
        desk.ingest.take(EVENTS)
        assert not desk.ingest.store()
        desk.ingest.take(EVENTS[:10])
        desk.database.run("PRAGMA max_page_count = 100000")
        assert desk.ingest.store()
        assert desk.told == ["degraded", "storing again"]
        assert desk.store.count() == 50


def test_a_reader_that_goes_on_and_on_is_told_of_and_slows_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deskhand.store.database.MOST_AHEAD", 50_000)
    with recording(tmp_path) as desk:
        reader = sqlite3.connect(desk.database.path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        desk.ingest.take(EVENTS[:150])
        assert desk.ingest.store()
        assert desk.told == ["degraded"]
        desk.ingest.take(EVENTS[150:])
        desk.clock.sleep(CROWDED_SECONDS - 1)
        desk.ingest.tick()
        assert desk.seen_by_others() == 150
        reader.execute("COMMIT")
        reader.close()
        desk.clock.sleep(1.0)
        desk.ingest.tick()
        assert desk.seen_by_others() == 200
        assert (tmp_path / "deskhand.db-wal").stat().st_size == 0


def test_a_position_never_goes_back_though_the_clock_does() -> None:
    clock = FakeClock(1_000_000.0)
    steady = Steady(clock)
    first = steady.position(clock.wall())
    late = clock.wall()
    clock.set_wall(clock.wall() - 3600)
    clock.sleep(1)
    assert steady.position(clock.wall()) == pytest.approx(first + 1)
    assert steady.position(late) == pytest.approx(first)
    again = Steady(clock, last=steady.now())
    assert again.now() >= steady.now()


@pytest.mark.parametrize("name", ["a day back", "1970", "a step back in a run"])
def test_clocks_may_be_set(tmp_path: Path, name: str) -> None:
    assert name in CASES
    assert live_through(name, tmp_path) == []


def read(store: StoredEvents) -> list[Event]:
    return list(store.recent())


def test_what_another_process_deleted_is_not_remembered(tmp_path: Path) -> None:
    with recording(tmp_path) as desk:
        desk.ingest.take(EVENTS)
        desk.ingest.store()
        assert read(desk.store) == EVENTS
        with Database.open(tmp_path / "deskhand.db") as other:
            other.run("DELETE FROM events WHERE time >= ?", (EVENTS[100].time,))
            StoredEvents(other).sweep()
        assert read(desk.store) == EVENTS[:100]
        desk.ingest.take([EVENTS[150]])
        desk.ingest.store()
        assert read(desk.store) == [*EVENTS[:100], EVENTS[150]]
