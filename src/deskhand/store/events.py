"""Events and sessions."""

from collections.abc import Sequence

from deskhand.core.event import Event, Session
from deskhand.store.database import Database
from deskhand.store.encoding import decode, encode


class StoredEvents:
    """The person's events, in order of time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, events: Sequence[Event], sessions: Sequence[Session]) -> None:
        """Store events and the sessions they make, all or nothing. An event that is stored already stays as it is."""
        with self._database.transaction():
            for event in events:
                self._database.run(
                    "INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?)",
                    (event.id, event.time, event.kind.value, event.app, encode(Event, event)),
                )
            for session in sessions:
                self._database.run(
                    "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)",
                    (session.id, session.started_at, session.ended_at, encode(Session, session)),
                )

    def recent(self, limit: int = 5000) -> tuple[Event, ...]:
        """The last events, the oldest first."""
        rows = self._database.rows("SELECT data FROM events ORDER BY time DESC, id DESC LIMIT ?", (limit,))
        return tuple(decode(Event, data) for (data,) in reversed(rows))

    def count(self) -> int:
        """How many events there are."""
        return int(self._database.rows("SELECT count(*) FROM events")[0][0] or 0)

    def last_session(self) -> Session | None:
        """The session that ended last."""
        rows = self._database.rows("SELECT data FROM sessions ORDER BY ended_at DESC LIMIT 1")
        return decode(Session, rows[0][0]) if rows else None
