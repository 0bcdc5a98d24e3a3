"""Deaths at named points, and what must hold after them."""

import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench.scorecard.durability.agent import World
from bench.scorecard.durability.life import Life, routine_events
from bench.scorecard.durability.office import MAIL, NAME, SAVE, Office
from bench.scorecard.durability.stream import day_of_work
from deskhand.core import faults
from deskhand.core.action import ActionKind
from deskhand.core.event import Event
from deskhand.core.run import ActionRecord, Outcome, Truth, UndoResult
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.encoding import encode
from deskhand.store.events import StoredEvents
from deskhand.store.migrations import MIGRATIONS
from deskhand.store.rules import StoredRules
from deskhand.store.runs import StoredJournal

BEFORE = "nobody yet"
OLD, NOISE, DELETED = 40, 60, 15


@dataclass(frozen=True)
class Prepared:
    """A data file of the first version with events in it, and the events that come."""

    old: Path
    kept: tuple[Event, ...]
    given: tuple[Event, ...]
    deleted: tuple[Event, ...]


def memory_folder() -> str | None:
    """Where nothing waits for a disk: a process that dies loses nothing of it either."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108


@contextmanager
def workplace() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        yield Path(folder)


def write_old(path: Path, events: Sequence[Event]) -> None:
    """A data file as the first version wrote it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")
    MIGRATIONS[0](connection)
    rows = [(each.id, each.time, each.kind.value, each.app, encode(Event, each)) for each in events]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
    connection.execute("PRAGMA user_version = 1")
    connection.execute("COMMIT")
    connection.close()


def prepare(folder: Path, times: int = 3) -> Prepared:
    """Everything a life begins with."""
    routine = routine_events(folder, times)
    noise = list(day_of_work(3, NOISE, routine[0].time - 5_000.0))
    old = list(day_of_work(4, OLD, routine[0].time - 90_000.0))
    write_old(folder / "old.db", old)
    return Prepared(folder / "old.db", (*old, *noise[DELETED:], *routine), (*noise, *routine), tuple(noise[:DELETED]))


@dataclass
class Case:
    """One world, one folder, and the lives of agents in it."""

    prepared: Prepared
    folder: Path

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.cut_off = False
        self.world = World(Office(self.prepared.old.parent, 1))  # where the routine was learned
        self.world.office.file.write_text(BEFORE)
        shutil.copy(self.prepared.old, self.folder / "deskhand.db")
        self.life = Life(self.folder, self.prepared.given, self.prepared.deleted)

    def undisturbed(self) -> dict[str, int]:
        """Live once; how often each point was reached."""
        assert self.world.live(replace(self.life, count=True)) == 0
        return dict(next(note[1] for note in self.world.notes if note[0] == "reached"))

    def die_and_go_on(self, point: str, number: int) -> list[str]:
        """Die at the n-th hit of a point, start again; what is wrong afterwards."""
        code = self.world.live(replace(self.life, fault=(point, number)))
        if code != faults.CRASHED:
            return [f"the agent ended with {code} instead of dying"]
        noted = [each for note in self.world.notes if note[0] == "stored" for each in note[1]]
        code = self.world.live(self.life)
        if code != 0:
            return [f"the agent did not live again: it ended with {code}"]
        return self.check(noted)

    def kill_and_go_on(self, phase: str, seconds: float) -> list[str] | None:
        """Kill it so long after a phase began, start again; what is wrong afterwards. None when it had ended before."""
        begun: list[float] = []

        def due() -> bool:
            if not begun and ("phase", phase) in self.world.notes:
                begun.append(time.monotonic())
            return bool(begun) and time.monotonic() - begun[0] >= seconds

        if self.world.live(self.life, due) != -signal.SIGKILL:
            return None
        wrong = self._quick_check()
        noted = [each for note in self.world.notes if note[0] == "stored" for each in note[1]]
        code = self.world.live(self.life)
        return [*wrong, *self.check(noted)] if code == 0 else [*wrong, f"it did not live again: {code}"]

    def _quick_check(self) -> list[str]:
        """Look at a copy, as the next process would find it."""
        copy = self.folder / "copy.db"
        for ending in ("", "-wal"):
            if (self.folder / f"deskhand.db{ending}").exists():
                shutil.copy(self.folder / f"deskhand.db{ending}", f"{copy}{ending}")
        connection = sqlite3.connect(copy)
        try:
            said = connection.execute("PRAGMA quick_check").fetchone()[0]
            cut_off = [row for (row,) in connection.execute("SELECT outcome FROM runs WHERE ended_at IS NULL")]
        except sqlite3.OperationalError:
            said, cut_off = "ok", []  # killed before the file was brought to its present shape
        finally:
            connection.close()
        self.cut_off = bool(cut_off)
        return [] if said == "ok" else [f"quick_check: {said}"]

    def check(self, noted: Sequence[str] = ()) -> list[str]:
        """What is lost or doubled in the data file, and what it claims that the world does not know."""
        wrong = []
        with Database.open(self.folder / "deskhand.db") as database:
            if database.rows("PRAGMA integrity_check") != [("ok",)] or database.rows("PRAGMA foreign_key_check"):
                wrong.append("the file is damaged")
            stored = StoredEvents(database).recent(100_000)
            ids = [each.id for each in stored]
            here = {each.id: each for each in stored}
            wrong += ["an event is doubled"] if len(ids) != len(set(ids)) else []
            wrong += ["a deleted event is back"] if any(each.id in here for each in self.prepared.deleted) else []
            wrong += [f"{each.id} is lost" for each in self.prepared.kept if here.get(each.id) != each]
            wrong += [f"{each} was told as stored and is lost" for each in noted if each not in here]
            rules = StoredRules(database).all()
            wrong += [f"{len(rules)} rules instead of 1"] if len(rules) != 1 else []
            sessions = database.rows("SELECT sum(json_extract(data, '$.event_count')) FROM sessions")[0][0]
            wrong += self._check_sessions(int(str(sessions)), len(stored))
            wrong += self._check_runs(StoredJournal(database, SystemClock()))
        return wrong

    def _check_sessions(self, counted: int, stored: int) -> list[str]:
        wanted = stored - OLD  # those of the old file came without sessions
        return [] if counted == wanted else [f"sessions count {counted} events of {wanted}"]

    def _check_runs(self, journal: StoredJournal) -> list[str]:
        runs = journal.runs()
        if len(runs) != 1:
            return [f"{len(runs)} runs instead of 1"]
        wrong = check_claims(self.world.office, journal.actions(runs[0].id))
        if self.cut_off and runs[0].outcome is not Outcome.UNKNOWN:
            wrong.append("a run that was cut off does not say so")
        if runs[0].outcome not in (Outcome.DONE, Outcome.UNKNOWN):
            wrong.append(f"the run is {runs[0].outcome}")
        office = self.world.office
        values = {key: office.world.find(key).value for key in (NAME, MAIL)}
        if values[MAIL]:
            wrong.append(f"undo left {values}")
        restored = {each.action_id: each.result for each in journal.restorations(runs[0].id)}
        in_doubt = UndoResult.CHANGED_SINCE in restored.values()
        if office.file.read_text() != BEFORE and not in_doubt:
            wrong.append("undo left the file and says nothing")
        return wrong


def check_claims(office: Office, actions: Sequence[ActionRecord]) -> list[str]:
    """The journal against what the world received: nothing twice, nothing unannounced, nothing verified that never came."""
    wrong = []
    received = {
        ActionKind.TYPE: [each for each in office.world.history.of("set text") if each.own and each.text],
        ActionKind.CLICK: [each for each in office.world.history.of("press") if each.own and each.element == SAVE],
    }
    for kind, got in received.items():
        claimed = [each for each in actions if each.action.kind is kind]
        if len(got) > 1:
            wrong.append(f"{kind}: received {len(got)} times")
        if got and not claimed:
            wrong.append(f"{kind}: sent without having been written down")
        for record in claimed:
            truth = record.verdict.truth if record.verdict else None
            if truth is None:
                wrong.append(f"{kind}: never settled")
            if truth is Truth.VERIFIED and not got:
                wrong.append(f"{kind}: called verified, and the world never got it")
    return wrong


def spread(reached: dict[str, int], most: int) -> list[tuple[str, int]]:
    """Every point at every hit, thinned out evenly where a point is reached more than `most` times."""
    cases = []
    for point, count in sorted(reached.items()):
        hits = range(1, count + 1) if count <= most else {1 + round(n * (count - 1) / (most - 1)) for n in range(most)}
        cases += [(point, number) for number in sorted(hits)]
    return cases
