"""Switches that several processes see: whether recording is paused, and who moves the pointer now."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from deskhand.store.database import Database


class Switches:
    """Small values in the data file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pause(self, on: bool) -> None:
        """Stop recording, or record again."""
        with self._database.transaction():
            self._database.run(
                "INSERT OR REPLACE INTO settings VALUES ('paused', ?, (julianday('now') - 2440587.5) * 86400.0)",
                ("1" if on else "",),
            )

    @property
    def paused(self) -> bool:
        return self._value("paused") == "1"

    @contextmanager
    def acting(self) -> Iterator[None]:
        """While this process moves the pointer, watchers look away."""
        with self._database.transaction():
            self._database.run(
                "INSERT OR REPLACE INTO settings VALUES ('acting', ?, (julianday('now') - 2440587.5) * 86400.0)",
                (str(os.getpid()),),
            )
        try:
            yield
        finally:
            with self._database.transaction():
                self._database.run("DELETE FROM settings WHERE name = 'acting'")

    @property
    def another_acts(self) -> bool:
        """Whether another living process moves the pointer now."""
        process = self._value("acting")
        if not process or process == str(os.getpid()):
            return False
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def _value(self, name: str) -> str:
        rows = self._database.rows("SELECT value FROM settings WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""
