"""Erase: what happened in a stretch of time or in a program goes from every file, with all that quotes it, and is looked for.

The intent is stored first, so that an erasure that was cut off is done again from the start; each part may be done twice.
"""

import json
import shutil
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from deskhand.core import faults
from deskhand.core.element import Reading
from deskhand.core.errors import StoreError
from deskhand.core.event import Event, Session
from deskhand.core.ids import EventId
from deskhand.core.skill import Rule
from deskhand.store.database import Database
from deskhand.store.encoding import decode, encode
from deskhand.store.erasure import UNDER_WAY, Erasure, add_mark, write_setting
from deskhand.store.events import StoredEvents
from deskhand.store.packing import short

SHORTEST_QUOTE = 4
"""Characters of a text whose coming back says that it was quoted."""
SMALLEST_COPY = 512
"""Bytes: a file beside the data file that is smaller holds no page of it; locks are such files."""
MOST_WITNESSES = 300
"""Identities of what was erased that are looked for afterwards."""
VALUE_KEYS = ("value", "text", "found", "last")
"""Where a stored action or skill quotes what stood on the screen."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The data file and what lies beside it: the folders of traces and of copies for undo."""

    database: Path
    traces: Path
    backups: Path


@dataclass(frozen=True, slots=True)
class Plan:
    """What goes: identities, events that lose readings, sessions to count again, and files."""

    events: tuple[EventId, ...]
    trimmed: tuple[Event, ...]
    sessions: tuple[Session, ...]
    rules: tuple[str, ...]
    runs: tuple[str, ...]
    decisions: tuple[str, ...]
    files: tuple[Path, ...]

    @property
    def empty(self) -> bool:
        return not (self.events or self.trimmed or self.rules or self.runs or self.decisions or self.files)


@dataclass(frozen=True, slots=True)
class Erased:
    """What went, and what could not be made to go, in one sentence each."""

    plan: Plan
    left: tuple[str, ...]


def plan_erasure(database: Database, erasure: Erasure, folder: Folder) -> Plan:
    """Everything that an erasure takes away."""
    events = StoredEvents(database).all()
    going = [event for event in events if erasure.covers(event)]
    kept = [event for event in events if not erasure.covers(event)]
    trimmed = [(event, clean) for event in kept if (clean := erasure.trim(event)) is not event]
    stored = tuple(_runs(database))
    runs = {each.id: each for each in stored if erasure.at(each.started_at) and _names(erasure, each.data)}
    said = {text for event in going for text in event_texts(event)}
    said |= {text for before, clean in trimmed for text in readings_texts(before.seen) - readings_texts(clean.seen)}
    said |= {text for run in runs.values() for text in leaves(run.data, VALUE_KEYS)}
    still = {text for event in kept for text in event_texts(erasure.trim(event))}
    secret = {text for text in said - still if len(text) >= SHORTEST_QUOTE}
    names = {event.id for event in going}
    rules = tuple(
        rule.id
        for rule, data in _rules(database)
        if names & set(rule.evidence) or quotes(data, secret) or (erasure.program and _names(erasure, data))
    )
    chosen = {each.id for each in stored if each.id in runs or each.rule in rules or quotes(each.data, secret)}
    return Plan(
        tuple(event.id for event in going),
        tuple(clean for _, clean in trimmed),
        _touched_sessions(database, going),
        rules,
        tuple(sorted(chosen)),
        _decisions(database, erasure, rules, chosen),
        _files(database, folder, chosen),
    )


def erase(database: Database, erasure: Erasure, folder: Folder, now: float) -> Erased:
    """Take everything away and look for it; what is recorded after `now` is free. `StoreError` when the disk or another program does not let it."""
    mark = replace(erasure, until=min(erasure.until, now))
    with database.transaction():
        write_setting(database, UNDER_WAY, encode(Erasure, mark), now)
    faults.hit("erase.intended")
    plan = plan_erasure(database, erasure, folder)
    database.run("PRAGMA secure_delete = ON")
    with database.transaction():
        _delete_rows(database, plan)
        add_mark(database, mark)
    faults.hit("erase.rows")
    left = [sentence for path in plan.files for sentence in _remove(path)]
    faults.hit("erase.files")
    left += _wipe(database)
    faults.hit("erase.wiped")
    left += _look(plan, folder)
    if not left:
        with database.transaction():
            database.run("DELETE FROM settings WHERE name = ?", (UNDER_WAY,))
        left += _truncate_log(database)
    return Erased(plan, tuple(left))


def finish_unfinished(database: Database, folder: Folder, now: float) -> Erased | None:
    """Do again an erasure that was cut off, if there is one."""
    rows = database.rows("SELECT value FROM settings WHERE name = ?", (UNDER_WAY,))
    if not rows:
        return None
    return erase(database, decode(Erasure, rows[0][0]), folder, now)


# -- what quotes what ---------------------------------------------------------------------------------------------------


def event_texts(event: Event) -> set[str]:
    """Every text that an event tells."""
    texts = {event.value, event.detail, event.window, event.url, event.element.name if event.element else ""}
    return {text.strip() for text in texts} | readings_texts(event.seen)


def readings_texts(seen: Iterable[Reading]) -> set[str]:
    """Every text that readings tell."""
    return {text.strip() for each in seen for text in (each.text, each.window, each.element.name)}


def leaves(data: object, keys: Sequence[str] | None = None, key: str = "") -> Iterator[str]:
    """The texts in JSON data, those at certain keys only where keys are named."""
    if isinstance(data, str):
        if keys is None or key in keys:
            yield data.strip()
    elif isinstance(data, Mapping):
        for name, part in data.items():
            yield from leaves(part, keys, name)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from leaves(part, keys, key)


def quotes(data: object, secret: set[str]) -> bool:
    """Whether JSON data holds one of the texts that go."""
    return any(leaf in secret for leaf in leaves(data))


def _names(erasure: Erasure, data: object) -> bool:
    """Whether JSON data has to do with the program that goes."""
    return not erasure.program or any(map(erasure.of, leaves(data, ("app",))))


@dataclass(frozen=True, slots=True)
class Stored:
    """A run, its rule ("" for none), and everything that is stored of it."""

    id: str
    started_at: float
    rule: str
    data: list[object]


def _runs(database: Database) -> Iterator[Stored]:
    """Every run."""
    for name, started, rule, data, summary in database.rows(
        "SELECT id, started_at, coalesce(rule_id, ''), data, summary FROM runs"
    ):
        parts: list[object] = [json.loads(str(data)), summary]
        for row in database.rows("SELECT data, receipt, verdict, undo FROM actions WHERE run_id = ?", (name,)):
            parts += [json.loads(str(part)) for part in row if part is not None]
        for (part,) in database.rows("SELECT data FROM restorations WHERE run_id = ?", (name,)):
            parts.append(json.loads(str(part)))
        yield Stored(str(name), float(str(started)), str(rule), parts)


def _rules(database: Database) -> Iterator[tuple[Rule, list[object]]]:
    """Every rule with all that is stored of it and of every version of its skill."""
    for name, data in database.rows("SELECT id, data FROM rules"):
        skills = database.rows("SELECT data FROM skills WHERE rule_id = ?", (name,))
        yield decode(Rule, data), [json.loads(str(each)) for each in (data, *(skill for (skill,) in skills))]


def _decisions(database: Database, erasure: Erasure, rules: Sequence[str], runs: set[str]) -> tuple[str, ...]:
    """Decisions of the time that goes, and those on rules and for runs that go."""
    of_runs = {
        json.loads(str(data)).get("decision_id")
        for name, data in database.rows("SELECT id, data FROM runs")
        if name in runs
    }
    found = database.rows("SELECT id, time, data FROM decisions")
    return tuple(
        str(name)
        for name, time, data in found
        if (erasure.at(float(str(time))) and not erasure.program)
        or name in of_runs
        or any(rule in str(data) for rule in rules)
    )


def _touched_sessions(database: Database, going: Sequence[Event]) -> tuple[Session, ...]:
    """Sessions that had events which go."""
    times = sorted(event.time for event in going)
    sessions = (decode(Session, data) for (data,) in database.rows("SELECT data FROM sessions"))
    return tuple(each for each in sessions if bisect_left(times, each.started_at) < bisect_right(times, each.ended_at))


def _files(database: Database, folder: Folder, runs: set[str]) -> tuple[Path, ...]:
    """Traces of runs that go or are not known, copies for undo that no other run needs, and copies of the data file.

    Those are older than it: what they hold of it may be in the data file no more, so every one goes with every erasure.
    """
    known = {str(name) for (name,) in database.rows("SELECT id FROM runs")} - runs
    needed = {
        leaf
        for run, undo in database.rows("SELECT run_id, undo FROM actions WHERE undo IS NOT NULL")
        if run not in runs
        for leaf in leaves(json.loads(str(undo)), ("backup",))
    }
    traces = [path for path in _inside(folder.traces) if path.name not in known]
    backups = [path for path in _inside(folder.backups) if str(path) not in needed]
    beside = folder.database.parent.glob(f"{folder.database.name}.*")
    return (*traces, *backups, *(path for path in sorted(beside) if path.stat().st_size > SMALLEST_COPY))


def _inside(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


# -- taking away --------------------------------------------------------------------------------------------------------


def _delete_rows(database: Database, plan: Plan) -> None:
    stored = StoredEvents(database)
    for event in plan.trimmed:
        stored.rewrite(event)
    stored.remove(plan.events)
    for session in plan.sessions:
        stored.recount(session)
    for statement, names in (
        ("DELETE FROM outcomes WHERE run_id = ?", plan.runs),
        ("DELETE FROM restorations WHERE run_id = ?", plan.runs),
        ("DELETE FROM actions WHERE run_id = ?", plan.runs),
        ("DELETE FROM runs WHERE id = ?", plan.runs),
        ("DELETE FROM skills WHERE rule_id = ?", plan.rules),
        ("DELETE FROM rules WHERE id = ?", plan.rules),
        ("DELETE FROM decisions WHERE id = ?", plan.decisions),
    ):
        for name in names:
            database.run(statement, (name,))


def _remove(path: Path) -> Iterator[str]:
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        yield f"{path} could not be removed: {error.strerror}"


def _wipe(database: Database) -> list[str]:
    """Write the data file anew, so that no page holds what was once in it, and empty its log."""
    for name in (str(row[0]) for row in database.rows("SELECT name FROM sqlite_master WHERE sql LIKE '%using fts5%'")):
        database.run(f'INSERT INTO "{name}" ("{name}") VALUES (\'optimize\')')  # noqa: S608 - a table's own name
    database.run("PRAGMA temp_store = MEMORY")  # no copy in a folder for temporary files
    database.run("VACUUM")
    return _truncate_log(database)


def _truncate_log(database: Database) -> list[str]:
    busy = database.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0]
    return [f"the log {database.path}-wal is held by another program that reads it; close that"] if busy else []


def _look(plan: Plan, folder: Folder) -> list[str]:
    """Read every file of ours for identities of what was erased."""
    names = [short(name) for name in plan.events]
    step = max(1, len(names) // MOST_WITNESSES)
    wanted = [*islice(names, 0, None, step), *plan.rules, *plan.runs, *plan.decisions][: 2 * MOST_WITNESSES]
    witnesses = [each if isinstance(each, bytes) else each.encode() for each in wanted]
    main = folder.database
    places = [main, main.with_name(f"{main.name}-wal"), *main.parent.glob(f"{main.name}.*")]
    places += [path for each in (folder.traces, folder.backups) for path in each.rglob("*")]
    left = []
    for path in filter(Path.is_file, places):
        try:
            data = path.read_bytes()
        except OSError as error:
            raise StoreError(f"{path} cannot be read back: {error.strerror}") from None
        if any(witness in data for witness in witnesses):
            left.append(f"{path} still holds something of it")
    return left
