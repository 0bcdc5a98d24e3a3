"""The data file: private, safe to kill, and honest about what is wrong with it."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from deskhand.core.action import Action, ActionKind, FileHas
from deskhand.core.element import Element
from deskhand.core.errors import StoreDamaged, StoreFull, StoreLocked, StoreNewer
from deskhand.core.event import Event, EventKind, Session
from deskhand.core.ids import ActionId, EventId, RuleId, RunId, SessionId, SkillId
from deskhand.core.locator import build_locator
from deskhand.core.run import (
    ActionRecord,
    Outcome,
    Permission,
    PriorFile,
    PriorText,
    Reaction,
    Review,
    Run,
    Tier,
    Truth,
    Undoability,
    UndoEntry,
)
from deskhand.core.skill import Category, Rule, Skill, Slot, Step
from deskhand.core.source import Joined, NextRecord, Observed
from deskhand.learn.trust import earned
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.lock import only_watcher
from deskhand.store.outcomes import StoredOutcomes
from deskhand.store.rules import StoredRules
from deskhand.store.runs import StoredJournal

ACTION = Action(ActionKind.TYPE, build_locator("app", "w", "", Element("text", "Name")), "Ada")
RUN = Run(RunId("run_1"), "because", 1.0, Tier.SUPERVISED, rule_id=RuleId("rule_1"))


def build_record(number: int) -> ActionRecord:
    identity = ActionId(f"act_{number}")
    entry = UndoEntry(identity, ACTION, (PriorText("old"), PriorFile("/a", None)), (), Undoability.UNDOABLE)
    review = Review(Permission.ALLOW, "fine")
    return ActionRecord(identity, RUN.id, number, ACTION, (FileHas("/a", ("Ada",)),), review, 2.0, undo=entry)


def test_it_is_private_and_opens_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "deskhand.db"
    for _ in range(2):
        Database.open(path).close()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_new_file_has_no_older_copy(tmp_path: Path) -> None:
    Database.open(tmp_path / "deskhand.db").close()
    assert [each.name for each in tmp_path.glob("deskhand.db*")] == ["deskhand.db"]


def test_a_damaged_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "deskhand.db"
    path.write_bytes(b"this is no database, whatever it says" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="left as it is"):
        Database.open(path)
    assert path.read_bytes() == before


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deskhand.db"
    Database.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(StoreNewer, match="newer version"):
        Database.open(path)


def test_a_locked_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deskhand.db"
    Database.open(path).close()
    monkeypatch.setattr("deskhand.store.database.BUSY_SECONDS", 0.1)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreLocked, match="in use"):
        Database.open(path)
    holder.close()


def test_a_folder_is_no_data_file(tmp_path: Path) -> None:
    with pytest.raises(StoreDamaged, match="is a folder"):
        Database.open(tmp_path)


def test_a_full_disk_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    with Database.open(tmp_path / "deskhand.db") as database:
        store = StoredEvents(database)
        store.append([Event(EventId("evt_0"), 1.0, EventKind.COPY, "app", value="kept")], [])
        pages = database.rows("PRAGMA page_count")[0][0]
        database.run(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreFull, match="make room"):
            store.append(
                [Event(EventId(f"evt_{n}"), 2.0, EventKind.COPY, "app", value="x" * 9000) for n in range(9)], []
            )
        assert [event.value for event in store.recent()] == ["kept"]


def test_only_one_watches(tmp_path: Path) -> None:
    with (
        only_watcher(tmp_path / "db"),
        pytest.raises(StoreLocked, match=str(os.getpid())),
        only_watcher(tmp_path / "db"),
    ):
        pass
    with only_watcher(tmp_path / "db"):
        pass


def test_events_sessions_rules_and_reactions_come_back_as_they_were(tmp_path: Path) -> None:
    event = Event(
        EventId("evt_1"), 1.5, EventKind.TYPE, "app", "w", "u", Element("text", "N", ("a",), 1, "i", 2, 3), "v"
    )
    session = Session(SessionId("ses_1"), 1.0, 2.0, 1, ("app",))
    slot = Slot("action.value", "Name", Joined((Observed(0), NextRecord("7"))))
    skill = Skill(SkillId("skill_1"), RuleId("rule_1"), ("a", "b"), (Step(1, ACTION, (slot,), (FileHas("/a"),)),))
    rule = Rule(RuleId("rule_1"), "n", "w", "t", Category.MULTI_APP, 0.8)
    with Database.open(tmp_path / "deskhand.db") as database:
        events, rules = StoredEvents(database), StoredRules(database)
        events.append([event, event], [session])
        rules.save(rule, skill)
        StoredJournal(database, SystemClock()).begin(RUN)
        outcomes = StoredOutcomes(database, earned)
        assert outcomes.react(RUN.id, RuleId("rule_1"), Reaction.ACCEPTED, 3.0) is Tier.SUPERVISED
    with Database.open(tmp_path / "deskhand.db") as database:
        assert StoredEvents(database).recent() == (event,)
        assert StoredEvents(database).last_session() == session
        assert StoredRules(database).all() == ((rule, skill),)
        assert StoredOutcomes(database, earned).reactions(RuleId("rule_1")) == (Reaction.ACCEPTED,)


def test_what_a_crash_left_open_is_unknown(tmp_path: Path) -> None:
    script = f"""
import os, signal, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_database import *
from deskhand.core.run import Receipt, Route
journal = StoredJournal(Database.open(Path({str(tmp_path / "deskhand.db")!r})), SystemClock())
journal.begin(RUN)
journal.intend(build_record(0))
journal.dispatched(build_record(0).id, Receipt(Route.KEYS, True))
os.kill(os.getpid(), signal.SIGKILL)
"""
    ended = subprocess.run([sys.executable, "-c", script], check=False)
    assert ended.returncode == -signal.SIGKILL
    with Database.open(tmp_path / "deskhand.db") as database:
        journal = StoredJournal(database, SystemClock())
        assert journal.recover() == 1
        (record,) = journal.actions(RUN.id)
        assert record.verdict is not None
        assert record.verdict.truth is Truth.UNKNOWN
        assert record.undo == build_record(0).undo
        assert journal.find("last").outcome is Outcome.UNKNOWN
        assert journal.recover() == 0
