"""The one data file: SQLite in WAL mode, private to the user, safe to kill at any moment."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from deskhand.core import faults
from deskhand.core.errors import (
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
)
from deskhand.store.exposure import close_to_others, make_folder
from deskhand.store.migrations import MIGRATIONS
from deskhand.store.packing import Value

BUSY_SECONDS = 5.0
MAGIC = b"SQLite format 3\0"
SHAPE = "SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name"
MOST_AHEAD = 16_000_000
"""Bytes of the write-ahead file from which on it is emptied, or the person told who keeps it from being emptied."""


class Database:
    """A connection for one thread. Every failure is a `StoreError` whose sentence names the file and the mend."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file, making it or bringing it up to date where needed. A damaged file is never touched."""
        try:
            make_folder(path)
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            cut_off = not path.is_dir() and is_cut_off(path)
        except PermissionError:
            raise StoreReadOnly(read_only(path)) from None
        except OSError as error:
            if error.errno == 28:
                raise StoreFull(full(path)) from None
            raise StoreReadOnly(
                f"the data file {path} cannot be made: {error.strerror}; choose another with --db"
            ) from None
        if path.is_dir():
            raise StoreDamaged(f"{path} is a folder, not a data file; name a file with --db")
        if cut_off:
            raise StoreDamaged(damaged(path))
        with translated(path):
            connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            try:
                database = cls(path, connection)
                database._prepare()
                close_to_others(path)
            except BaseException:
                connection.close()
                raise
        return database

    def _prepare(self) -> None:
        version = int(self._connection.execute("PRAGMA user_version").fetchone()[0])
        if version > len(MIGRATIONS):
            raise StoreNewer(
                f"the data file {self.path} was written by a newer version of Deskhand; update Deskhand, or use another --db"
            )
        check = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        found = self._connection.execute(SHAPE).fetchall()
        if not version and found:
            raise StoreForeign(f"{self.path} is a database of another program; it was left as it is: use another --db")
        if check != "ok" or (version and found != shape_of(version)):
            raise StoreDamaged(damaged(self.path))
        # a run must still be known after power was lost, so every commit reaches the disk
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        if 0 < version < len(MIGRATIONS):
            self._back_up(version)
        while version < len(MIGRATIONS):
            with self.transaction():
                MIGRATIONS[version](self._connection)
                self._connection.execute(f"PRAGMA user_version = {version + 1}")
            version += 1
        with self.transaction():  # tells at once when the file cannot be written
            self.run("INSERT OR REPLACE INTO settings VALUES ('opened', '', 0)")

    def _back_up(self, version: int) -> None:
        """A private copy of the file beside it, whole or not there, before its shape is changed."""
        partial = self.path.with_name(f"{self.path.name}.part")
        partial.unlink(missing_ok=True)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        copy = sqlite3.connect(partial)
        try:
            self._connection.backup(copy)
        finally:
            copy.close()
        faults.hit("migrate.copied")
        partial.replace(self.path.with_name(f"{self.path.name}.v{version}"))
        faults.hit("migrate.backed up")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; nested ones join the outer. It is on the disk when this returns."""
        if self._connection.in_transaction:
            yield
            return
        with translated(self.path):
            faults.hit("store.begin")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                faults.hit("store.commit")
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            faults.hit("store.committed")

    def run(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Carry out a statement; the number of rows it changed."""
        with translated(self.path):
            return self._connection.execute(statement, values).rowcount

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[tuple[Value, ...]]:
        """The rows of a query."""
        with translated(self.path):
            return self._connection.execute(query, values).fetchall()

    def crowded(self) -> str:
        """Empty the write-ahead file when it is long; one sentence when a reader that goes on and on prevents that."""
        ahead = self.path.with_name(f"{self.path.name}-wal")
        if not ahead.exists() or ahead.stat().st_size <= MOST_AHEAD:
            return ""
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            busy = self.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0]
        except StoreLocked:
            busy = 1
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
        return f"another program keeps reading {self.path}, so that {ahead} grows; close that program" if busy else ""

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_cut_off(path: Path) -> bool:
    """Whether the file does not begin as a database does: SQLite would then take its write-ahead file away."""
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    ahead = path.with_name(f"{path.name}-wal")
    return start != MAGIC if start else ahead.exists() and ahead.stat().st_size > 0


@cache
def shape_of(version: int) -> list[tuple[str, str]]:
    """The tables and indexes of a file of that version."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for step in MIGRATIONS[:version]:
            step(connection)
        return connection.execute(SHAPE).fetchall()
    finally:
        connection.close()


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate(error, path) from error


def translate(error: sqlite3.Error, path: Path) -> StoreError:
    """The error that a person understands."""
    code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreLocked(f"the data file {path} is in use by another program; close that, or use another --db")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreReadOnly(read_only(path))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreDamaged(damaged(path))
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and "disk" in str(error)):
        return StoreFull(full(path))
    return StoreError(f"the data file {path} failed: {error}")


def read_only(path: Path) -> str:
    return f"the data file {path} cannot be written; give yourself write permission to it and its folder, or use another --db"


def damaged(path: Path) -> str:
    return (
        f"the data file {path} is damaged or no data file of Deskhand; it was left as it is: "
        "'deskhand watch' sets it aside and begins anew"
    )


def full(path: Path) -> str:
    return f"the disk that holds {path} is full; make room and try again, nothing that was stored is lost"
