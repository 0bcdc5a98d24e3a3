"""What is erased is in no byte of any file any more, and what was not meant stays."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bench.canary import scan
from bench.scorecard.privacy.erased_day import EDITOR, HOUR, START, VAULT, Day, planted

from deskhand.core import faults
from deskhand.core.element import Element, Reading
from deskhand.core.event import EventKind
from deskhand.core.run import Reaction
from deskhand.jobs.ingest import Ingest
from deskhand.jobs.steady import Steady
from deskhand.learn.trust import earned
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.erase import erase, finish_unfinished, plan_erasure
from deskhand.store.erasure import Erasure, program_digest
from deskhand.store.events import StoredEvents
from deskhand.store.outcomes import StoredOutcomes
from deskhand.store.rules import StoredRules
from deskhand.store.runs import StoredJournal

SECOND_HOUR = Erasure(START + HOUR, START + 2 * HOUR - 1)
NOW = START + 5 * HOUR


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    made = Day(tmp_path)
    yield made
    faults.disarm()
    made.database.close()


def found(folder: Path, texts: list[str]) -> set[str]:
    return {hit.text for hit in scan(folder, texts)}


def test_every_place_that_stores_a_text_was_planted_with_one(day: Day, tmp_path: Path) -> None:
    assert found(tmp_path, day.texts(0, 1, 2)) == set(day.texts(0, 1, 2))


def test_an_hour_goes_and_the_hours_around_it_stay(day: Day, tmp_path: Path) -> None:
    done = erase(day.database, SECOND_HOUR, day.folder, NOW)
    assert done.left == ()
    assert found(tmp_path, day.texts(1)) == set()
    assert found(tmp_path, day.texts(0, 2)) == set(day.texts(0, 2))
    assert [event.id for event in StoredEvents(day.database).recent()] == [
        event.id for hour in (0, 2) for event in day.hours[hour]
    ]
    assert len(StoredRules(day.database).all()) == len(StoredJournal(day.database, SystemClock()).runs()) == 2


def test_everything_goes(day: Day, tmp_path: Path) -> None:
    day.add_copy(1)
    assert erase(day.database, Erasure(-1e12, 1e12), day.folder, NOW).left == ()
    assert scan(tmp_path, day.texts(0, 1, 2)) == []
    tables = {str(name) for (name,) in day.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    filled = {name for name in tables if day.database.rows(f"SELECT 1 FROM {name}")}  # noqa: S608
    assert filled == {"settings"}


def test_a_program_goes_and_what_others_saw_of_it_too(day: Day, tmp_path: Path) -> None:
    secret, name = "vault-secret-Kx8Lm2", "vault-name-Jw5Np1"
    element = Element("label", name, ("frame",))
    stored = StoredEvents(day.database)
    mine = replace(day.event(0, 9, VAULT), value=secret, window=secret)
    other = replace(day.event(0, 10), kind=EventKind.SWITCH, seen=(Reading(element, secret, VAULT, secret),))
    stored.append([mine, other], [])
    assert found(tmp_path, [secret, name, VAULT]) == {secret, name, VAULT}
    plan = erase(day.database, Erasure(0, NOW, program_digest(VAULT.upper())), day.folder, NOW).plan
    assert (len(plan.events), len(plan.trimmed), plan.rules, plan.runs) == (1, 1, (), ())
    assert scan(tmp_path, [secret, name, VAULT]) == []
    kept = next(event for event in stored.recent() if event.id == other.id)
    assert kept == replace(other, seen=())


def test_nothing_is_left_in_what_was_freed_before_without_being_wiped(day: Day, tmp_path: Path) -> None:
    day.database.run("PRAGMA secure_delete = OFF")
    day.database.run("UPDATE runs SET summary = 'x'")
    day.database.run("DELETE FROM decisions")
    assert erase(day.database, Erasure(-1e12, 1e12), day.folder, NOW).left == ()
    assert scan(tmp_path, day.texts(0, 1, 2)) == []


def test_a_reader_with_an_open_connection_does_not_keep_it(day: Day, tmp_path: Path) -> None:
    reader = sqlite3.connect(day.path)
    assert reader.execute("SELECT count(*) FROM events").fetchall() == [(9,)]
    assert erase(day.database, SECOND_HOUR, day.folder, NOW).left == ()
    assert scan(tmp_path, day.texts(1)) == []
    assert reader.execute("SELECT count(*) FROM events").fetchall() == [(6,)]
    reader.close()


def test_a_reader_in_the_middle_of_reading_is_named_and_once_it_ends_the_next_opening_finishes(
    day: Day, tmp_path: Path
) -> None:
    reader = sqlite3.connect(day.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM events").fetchall()
    day.database.run("PRAGMA busy_timeout = 50")
    left = erase(day.database, SECOND_HOUR, day.folder, NOW).left
    assert "held by another program" in left[0]
    reader.close()
    finished = finish_unfinished(day.database, day.folder, NOW)
    assert finished is not None
    assert finished.left == ()
    assert scan(tmp_path, day.texts(1)) == []
    assert finish_unfinished(day.database, day.folder, NOW) is None


@pytest.mark.parametrize("point", ["erase.intended", "store.commit 3", "erase.rows", "erase.files", "erase.wiped"])
def test_killed_at_any_point_the_next_time_finishes(tmp_path: Path, point: str) -> None:
    name, _, number = point.partition(" ")
    script = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_erase import *
day = Day(Path({str(tmp_path)!r}))
day.add_copy(1)
faults.arm({name!r}, faults.at_hit({number or 1}, faults.crash))
erase(day.database, SECOND_HOUR, day.folder, NOW)
"""
    root = str(Path(__file__).parents[2])
    ended = subprocess.run(
        [sys.executable, "-c", script], check=False, env={**os.environ, "PYTHONPATH": f"{root}/src:{root}"}
    )
    assert ended.returncode == faults.CRASHED
    with Database.open(tmp_path / "deskhand.db") as database:
        folder = Day.folder_of(tmp_path)
        finished = finish_unfinished(database, folder, NOW + HOUR)
        assert finished is not None
        assert finished.left == ()
        assert len(StoredEvents(database).recent()) == 6
    assert scan(tmp_path, Day.texts(1)) == []


def test_what_a_watcher_still_holds_is_not_written_back(day: Day, tmp_path: Path) -> None:
    clock, store = SystemClock(), StoredEvents(day.database)
    ingest = Ingest(store, Steady(clock, store.last_position()), clock, lambda kind, fields: None, lambda: None)
    rules, journal = StoredRules(day.database), StoredJournal(day.database, SystemClock())
    pair = next(pair for pair in rules.all() if planted("rule", 1) in pair[0].name)
    run = next(run for run in journal.runs() if run.rule_id == pair[0].id)
    erase(day.database, SECOND_HOUR, day.folder, NOW)
    pending = day.event(1, 50)
    later = replace(day.event(4, 1), time=NOW + 1, value="new work")
    ingest.take([pending, later])
    assert ingest.store()
    rules.save(*pair)
    StoredOutcomes(day.database, earned).react(run.id, pair[0].id, Reaction.ACCEPTED, NOW)
    assert scan(tmp_path, Day.texts(1)) == []
    assert StoredEvents(day.database).recent()[-1].value == "new work"
    assert len(rules.all()) == 2


def test_an_event_of_an_erased_program_is_not_written_back_but_new_ones_are(day: Day) -> None:
    stored = StoredEvents(day.database)
    erase(day.database, Erasure(0, NOW, program_digest(VAULT)), day.folder, NOW)
    new = replace(day.event(6, 0, VAULT), time=NOW + 1)
    stored.append([day.event(1, 7, VAULT), new], [])
    assert [event.id for event in stored.recent() if event.app == VAULT] == [new.id]


def test_what_stays_can_still_be_undone(day: Day) -> None:
    erase(day.database, SECOND_HOUR, day.folder, NOW)
    journal = StoredJournal(day.database, SystemClock())
    for run in journal.runs():
        (record,) = journal.actions(run.id)
        assert record.undo is not None
        copies = [Path(prior.backup) for prior in record.undo.priors if hasattr(prior, "backup")]
        assert all(copy.exists() for copy in copies)


def test_a_run_of_a_later_hour_that_wrote_what_was_seen_in_the_erased_one_goes(day: Day, tmp_path: Path) -> None:
    late = StoredJournal(day.database, SystemClock()).runs()[0]
    ((data, name),) = day.database.rows("SELECT data, id FROM actions WHERE run_id = ?", (late.id,))
    quoting = json.loads(str(data))
    quoting["action"]["value"] = planted("seen", 1)
    day.database.run("UPDATE actions SET data = ? WHERE id = ?", (json.dumps(quoting), name))
    assert late.id in plan_erasure(day.database, SECOND_HOUR, day.folder).runs
    erase(day.database, SECOND_HOUR, day.folder, NOW)
    assert scan(tmp_path, day.texts(1)) == []


def test_the_program_that_was_erased_is_not_named(day: Day, tmp_path: Path) -> None:
    erase(day.database, Erasure(0, NOW, program_digest(EDITOR)), day.folder, NOW)
    assert scan(tmp_path, [EDITOR]) == []
