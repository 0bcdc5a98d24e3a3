"""Switches that several processes see: whether recording is paused."""

from deskhand.contracts.clock import Clock
from deskhand.core.errors import StoreLocked
from deskhand.store.database import Database


class Switches:
    """Small values in the data file."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._paused = False

    def pause(self, on: bool) -> None:
        """Stop recording, or record again."""
        with self._database.transaction():
            self._database.run(
                "INSERT OR REPLACE INTO settings VALUES ('paused', ?, ?)", ("1" if on else "", self._clock.wall())
            )

    @property
    def paused(self) -> bool:
        """As it is now, or was last, while another program holds the data file (and nobody can change it)."""
        try:
            rows = self._database.rows("SELECT value FROM settings WHERE name = 'paused'")
        except StoreLocked:
            return self._paused
        self._paused = bool(rows) and rows[0][0] == "1"
        return self._paused
