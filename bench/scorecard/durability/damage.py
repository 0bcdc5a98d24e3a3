"""Twenty ways in which a data file or the settings are damaged."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from bench.scorecard.durability.stream import day_of_work
from deskhand.config import load_settings
from deskhand.core.errors import BadInput, StoreDamaged, StoreError
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.quarantine import Quarantined, open_or_begin_anew

Harm = Callable[[Path], object]
PAGE = 4096
EVENTS = 300


def put(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def execute(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute(statement)
    connection.close()


def page_of(path: Path, table: str) -> int:
    """Where the first page of a table begins."""
    connection = sqlite3.connect(path)
    root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
    connection.close()
    return (int(root) - 1) * PAGE


def cut(path: Path, part: float) -> None:
    os.truncate(path, int(path.stat().st_size * part))


DAMAGED: dict[str, Harm] = {
    "header overwritten": lambda path: put(path, 0, b"\0" * 100),
    "first page overwritten": lambda path: put(path, 0, os.urandom(PAGE)),
    "all random": lambda path: path.write_bytes(os.urandom(50_000)),
    "a text": lambda path: path.write_text("this is no database\n" * 500),
    "cut in half": lambda path: cut(path, 0.5),
    "cut in the first page": lambda path: os.truncate(path, 700),
    "last page gone": lambda path: os.truncate(path, path.stat().st_size - PAGE),
    "events overwritten": lambda path: put(path, page_of(path, "events"), os.urandom(PAGE)),
    "rules overwritten": lambda path: put(path, page_of(path, "rules"), b"\xff" * PAGE),
    "index overwritten": lambda path: put(path, page_of(path, "sqlite_autoindex_events_1"), b"\0" * PAGE),
    "table missing": lambda path: execute(path, "DROP TABLE rules"),
    "table of another shape": lambda path: execute(path, "ALTER TABLE runs ADD COLUMN more TEXT"),
    "event of no kind": lambda path: execute(path, "UPDATE events SET kind = 'dance'"),
    "element that is no element": lambda path: execute(path, "UPDATE elements SET data = '{' WHERE id = (SELECT min(element) FROM events)"),
    "rule that is no rule": lambda path: execute(path, "INSERT INTO rules VALUES ('r', 1, '[]')"),
    "rule with a broken skill": lambda path: execute(path, "UPDATE skills SET data = 'x'"),
    "session that is no session": lambda path: execute(path, "INSERT INTO sessions VALUES ('s', 1, 1, 'x')"),
    "run that is no run": lambda path: execute(path, "INSERT INTO runs (id, started_at, data) VALUES ('r', 1, '{}')"),
}  # fmt: skip
SETTINGS = {
    "exclusion list that does not end": b'undo_seconds = 60\nexclude_apps = ["signal", \n',
    "exclusion list of numbers": b"undo_seconds = 60\nexclude_apps = [1]\n",
    "no text": b'undo_seconds = 60\nexclude_apps = ["\xff"]\n',
    "misspelt": b'undo_seconds = 60\nexclude_app = ["signal"]\n',
}
"""Each is wrong in its second line."""


def make_whole(path: Path) -> None:
    """A data file with something in it, and an older copy beside it."""
    with Database.open(path) as database:
        events = list(day_of_work(1, EVENTS))
        StoredEvents(database).append(events, [])
        database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(path, path.with_name(f"{path.name}.v1"))


def count_events(path: Path) -> int:
    """How many events stand in a file that can be opened at all, -1 otherwise."""
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])
    except sqlite3.Error:
        return -1
    finally:
        connection.close()


def harm_file(name: str, path: Path) -> list[str]:
    """What is wrong with what becomes of a data file damaged so."""
    make_whole(path)
    if name == "rule with a broken skill":
        execute(path, "INSERT INTO rules VALUES ('r', 1, 'x')")
        execute(path, "INSERT INTO skills VALUES ('r', 1, 'x')")
    DAMAGED[name](path)
    path.with_name(f"{path.name}-wal").write_bytes(b"")
    damaged = path.read_bytes()
    wrong = []
    database, found = open_or_begin_anew(path, SystemClock())
    with database:
        if found is None:
            return ["it was taken for whole"]
        if StoredEvents(database).count():
            wrong.append("the new file is not new")
    wrong += check_aside(found, damaged, path)
    again, found = open_or_begin_anew(path, SystemClock())
    again.close()
    return [*wrong, *([] if found is None else ["it was set aside again"])]


def check_aside(found: Quarantined, damaged: bytes, path: Path) -> list[str]:
    wrong = []
    if found.path.read_bytes() != damaged and count_events(found.path) != EVENTS:
        wrong.append("something of it is lost")
    if not found.path.name.startswith(f"{path.name}.damaged.2") or str(found.path) not in found.describe():
        wrong.append("nobody would find it")
    if found.backup is None or str(found.backup) not in found.describe():
        wrong.append("the older copy is not offered")
    return wrong


def read_only_commands_leave_it(name: str, path: Path) -> list[str]:
    """Whether a file damaged so is only refused, and not moved, by what merely reads."""
    make_whole(path)
    DAMAGED[name](path)
    before = path.read_bytes()
    try:
        Database.open(path).close()
    except StoreDamaged:
        pass
    except StoreError as error:
        return [f"{error!r}"]
    if list(path.parent.glob("*.damaged.*")) or (path.read_bytes() != before and count_events(path) != EVENTS):
        return ["it was moved or changed"]
    return []


def harm_settings(name: str, folder: Path) -> list[str]:
    """Whether damaged settings are refused with the line that is wrong."""
    file = folder / "config.toml"
    file.write_bytes(SETTINGS[name])
    try:
        load_settings({"DESKHAND_CONFIG": str(file), "DESKHAND_DATA_HOME": str(folder)})
    except BadInput as error:
        said = str(error)
        good = error.exit_status == 2 and "line 2" in said and str(file) in said and file.read_bytes() == SETTINGS[name]
        return [] if good else [said]
    return ["they were taken"]
