"""The one data file: SQLite in WAL mode, private to the user, safe to kill at any moment."""

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from deskhand.core import faults
from deskhand.core.errors import (
    StoreDamaged,
    StoreError,
    StoreExposed,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
)
from deskhand.store.migrations import MIGRATIONS
from deskhand.store.packing import Value

BUSY_SECONDS = 5.0


class Database:
    """A connection for one thread. Every failure is a `StoreError` whose sentence names the file and the mend."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file, making it or bringing it up to date where needed. A damaged file is never touched."""
        try:
            make_private(path)
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
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
        with translated(path):
            connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            try:
                database = cls(path, connection)
                database._prepare()
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
        if check != "ok":
            raise StoreDamaged(damaged(self.path))
        # a run must still be known after power was lost, so every commit reaches the disk
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        while version < len(MIGRATIONS):
            if version:
                self._back_up(version)
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

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def make_private(path: Path) -> None:
    """Make the folder of the data file, for its owner alone, and take from others what an older file or folder of ours lets
    them do. `StoreExposed` where others may write in the folder, or could put another in its place.
    """
    parent = path.parent
    if not parent.exists():
        made = [each for each in (parent, *parent.parents) if not each.exists()]
        for folder in reversed(made):
            folder.mkdir(mode=0o700, exist_ok=True)
    for folder in (parent, *parent.parents):
        found = folder.lstat()
        if stat.S_ISLNK(found.st_mode) and found.st_uid not in (os.getuid(), 0):
            raise StoreExposed(f"{folder} is a link that another user made; keep the data file elsewhere with --db")
        found = folder.stat()
        if found.st_mode & 0o002 and not found.st_mode & stat.S_ISVTX:
            raise StoreExposed(
                f"everybody may write in {folder}; 'chmod o-w {folder}' or keep the data file elsewhere with --db"
            )
    if path.is_symlink():
        raise StoreExposed(f"{path} is a link; name the data file itself with --db")
    for each in (path, *parent.glob(f"{path.name}[.-]*")):
        if each.is_file() and not each.is_symlink() and each.stat().st_uid == os.getuid():
            each.chmod(0o600)


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
        f"the data file {path} is damaged or no data file of Deskhand; it was left as it is: move it away to begin anew"
    )


def full(path: Path) -> str:
    return f"the disk that holds {path} is full; make room and try again, nothing that was stored is lost"
