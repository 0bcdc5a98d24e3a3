"""The shape of the data file: numbered steps, only ever added to. The file's `user_version` counts those it has."""

import sqlite3
from collections.abc import Callable, Sequence

from deskhand.core import faults
from deskhand.core.event import Event
from deskhand.store.encoding import decode
from deskhand.store.packing import Packing, Value

Step = Callable[[sqlite3.Connection], None]
"""Changes the shape inside the transaction that it finds."""


def statements(script: str) -> Step:
    """A step of plain statements, each ended by ";" at the end of a line."""

    def step(connection: sqlite3.Connection) -> None:
        for statement in script.split(";\n"):
            connection.execute(statement)

    return step


FIRST = statements(
    """
    CREATE TABLE events (id TEXT PRIMARY KEY, time REAL NOT NULL, kind TEXT NOT NULL, app TEXT NOT NULL, data TEXT NOT NULL);
    CREATE INDEX events_by_time ON events (time);
    CREATE TABLE sessions (id TEXT PRIMARY KEY, started_at REAL NOT NULL, ended_at REAL NOT NULL, data TEXT NOT NULL);
    CREATE INDEX sessions_by_end ON sessions (ended_at);
    CREATE TABLE rules (id TEXT PRIMARY KEY, updated_at REAL NOT NULL, data TEXT NOT NULL);
    CREATE TABLE skills (
        rule_id TEXT NOT NULL REFERENCES rules (id), version INTEGER NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (rule_id, version)
    );
    CREATE TABLE decisions (id TEXT PRIMARY KEY, time REAL NOT NULL, data TEXT NOT NULL);
    CREATE TABLE runs (
        id TEXT PRIMARY KEY, started_at REAL NOT NULL, ended_at REAL, outcome TEXT, summary TEXT NOT NULL DEFAULT '',
        rule_id TEXT, data TEXT NOT NULL
    );
    CREATE INDEX runs_by_rule ON runs (rule_id);
    CREATE TABLE actions (
        id TEXT PRIMARY KEY, run_id TEXT NOT NULL REFERENCES runs (id), number INTEGER NOT NULL, data TEXT NOT NULL,
        receipt TEXT, verdict TEXT, undo TEXT, settled_at REAL
    );
    CREATE INDEX actions_by_run ON actions (run_id, number);
    CREATE TABLE restorations (
        action_id TEXT NOT NULL REFERENCES actions (id), run_id TEXT NOT NULL, number INTEGER NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (action_id)
    );
    CREATE TABLE outcomes (
        run_id TEXT PRIMARY KEY REFERENCES runs (id), rule_id TEXT NOT NULL, time REAL NOT NULL, reaction TEXT NOT NULL,
        tier TEXT NOT NULL
    );
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, time REAL NOT NULL);
    """
)
SECOND_TABLES = statements(
    """
    CREATE TABLE places (
        id INTEGER PRIMARY KEY, app TEXT NOT NULL, window TEXT NOT NULL, url TEXT NOT NULL, UNIQUE (app, window, url)
    );
    CREATE TABLE elements (id INTEGER PRIMARY KEY, data TEXT NOT NULL UNIQUE);
    ALTER TABLE events RENAME TO events_1;
    DROP INDEX events_by_time;
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, time REAL NOT NULL, kind TEXT NOT NULL,
        place INTEGER NOT NULL REFERENCES places (id), element INTEGER REFERENCES elements (id), value TEXT NOT NULL,
        detail TEXT NOT NULL, seen BLOB, redacted INTEGER NOT NULL
    );
    """
)


def second(connection: sqlite3.Connection) -> None:
    """Windows and elements are stored once; events stand in the order of `seq` (milliseconds, steady)."""
    SECOND_TABLES(connection)

    def rows(query: str, values: Sequence[Value]) -> list[tuple[Value, ...]]:
        return connection.execute(query, values).fetchall()

    packing = Packing(connection.execute, rows)
    for (data,) in connection.execute("SELECT data FROM events_1 ORDER BY time, id"):
        event = decode(Event, data)
        packing.insert(event, event.time)
        faults.hit("migrate.event")
    connection.execute("DROP TABLE events_1")


MIGRATIONS: tuple[Step, ...] = (FIRST, second)
