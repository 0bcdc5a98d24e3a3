"""Events and sessions."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from deskhand.core.event import Event, Session
from deskhand.core.ids import EventId
from deskhand.store.database import Database
from deskhand.store.encoding import decode, encode
from deskhand.store.erasure import read_marks, spare
from deskhand.store.packing import COLUMNS, Packing, short, unpack

SAME_SECONDS = 1.0
"""So near to its time an event stands where no clock was set."""


class StoredEvents:
    """The person's events in the order of their positions: the time they came, as a clock tells that nobody sets."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._packing = Packing(database.run, database.rows)
        self._tail: list[tuple[int, Event]] = []
        self._version: object = None
        self._written: object = None
        self._limit = 0

    def append(
        self, events: Sequence[Event], sessions: Sequence[Session], positions: Sequence[float] | None = None
    ) -> None:
        """Store events and the sessions they make, all or nothing. An event that is stored already stays as it is.

        `positions` (seconds, one for each event) say what came after what where the wall clock was set; without them it
        is the events' own time.
        """
        places = positions if positions is not None else [event.time for event in events]
        self._overtaken(places)
        try:
            with self._database.transaction():
                if self._database.rows("PRAGMA data_version") != self._written:
                    self._packing.forget()  # another process may have swept
                marks = read_marks(self._database)
                for event, position in zip(events, places, strict=True):
                    spared = spare(marks, event)
                    if spared is not None:
                        self._packing.insert(spared, position)
                for session in sessions:
                    if any(mark.until >= session.started_at for mark in marks):
                        self.recount(session)
                    else:
                        self._keep_session(session)
                self._written = self._database.rows("PRAGMA data_version")
        except BaseException:
            self._packing.forget()  # what was pointed at may be gone with the transaction
            raise

    def _keep_session(self, session: Session) -> None:
        self._database.run(
            "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)",
            (session.id, session.started_at, session.ended_at, encode(Session, session)),
        )

    def recount(self, session: Session) -> None:
        """Store a session as the events that are still there make it; without any it is gone."""
        found = self._database.rows(
            "SELECT e.time, p.app FROM events e JOIN places p ON p.id = e.place WHERE e.time BETWEEN ? AND ? "
            "ORDER BY e.seq",
            (session.started_at, session.ended_at),
        )
        if not found:
            self._database.run("DELETE FROM sessions WHERE id = ?", (session.id,))
            return
        times = [float(str(time)) for time, _ in found]
        apps = tuple(dict.fromkeys(str(app) for _, app in found if app))
        self._keep_session(
            replace(session, started_at=min(times), ended_at=max(times), event_count=len(found), apps=apps)
        )

    def remove(self, ids: Sequence[EventId]) -> None:
        """Take events away, with the windows and elements that only they point at."""
        with self._database.transaction():
            for each in ids:
                self._database.run("DELETE FROM events WHERE id = ?", (short(each),))
            self.sweep()

    def rewrite(self, event: Event) -> None:
        """Store another form of an event that is stored, at its place."""
        ((place,),) = self._database.rows("SELECT seq FROM events WHERE id = ?", (short(event.id),))
        self._database.run("DELETE FROM events WHERE id = ?", (short(event.id),))
        self._packing.insert(event, (int(str(place)) + 0.5) / 1000)

    def known(self, ids: Sequence[EventId]) -> frozenset[EventId]:
        """Those of `ids` that are stored."""
        return frozenset(
            each for each in ids if self._database.rows("SELECT 1 FROM events WHERE id = ?", (short(each),))
        )

    def last_position(self) -> float | None:
        """Where the last event stands; None when there is none."""
        (highest,) = self._database.rows("SELECT max(seq) FROM events")[0]
        return float(str(highest)) / 1000 if highest is not None else None

    def recent(self, limit: int = 5000) -> tuple[Event, ...]:
        """The last events, the oldest first."""
        return tuple(event for _, event in self._read_tail(limit)[-limit:])

    def all(self) -> tuple[Event, ...]:
        """Every event, the oldest first."""
        return self.recent(max(1, self.count()))

    def history(self, limit: int = 5000) -> tuple[Event, ...]:
        """The last events, the oldest first, with their positions as their times where the clock was set."""
        return tuple(
            event if abs(seq / 1000 - event.time) < SAME_SECONDS else replace(event, time=seq / 1000)
            for seq, event in self._read_tail(limit)[-limit:]
        )

    def _read_tail(self, limit: int) -> list[tuple[int, Event]]:
        """The last events with what they stand at; only what is new, unless another process changed something."""
        version = self._database.rows("PRAGMA data_version")[0][0]
        if version != self._version or limit > self._limit:
            self._tail.clear()
            self._version, self._limit = version, limit
        last = self._tail[-1][0] if self._tail else -1
        rows = self._database.rows(
            f"SELECT e.seq, {COLUMNS} FROM events e JOIN places p ON p.id = e.place "  # noqa: S608
            "WHERE e.seq > ? ORDER BY e.seq DESC LIMIT ?",
            (last, self._limit),
        )
        rows.reverse()
        events = self._packing.read([row[1:] for row in rows])
        self._tail += [(int(str(row[0])), event) for row, event in zip(rows, events, strict=True)]
        del self._tail[: -self._limit]
        return self._tail

    def _overtaken(self, positions: Sequence[float]) -> None:
        """Forget of the tail what may now stand elsewhere."""
        if positions:
            first = int(min(positions) * 1000)
            del self._tail[bisect_left(self._tail, first, key=lambda each: each[0]) :]

    def crowded(self) -> str:
        """See `Database.crowded`."""
        return self._database.crowded()

    def count(self) -> int:
        """How many events there are."""
        return int(str(self._database.rows("SELECT count(*) FROM events")[0][0]))

    def last_session(self) -> Session | None:
        """The session that was stored last."""
        rows = self._database.rows("SELECT data FROM sessions ORDER BY rowid DESC LIMIT 1")
        return decode(Session, rows[0][0]) if rows else None

    def sweep(self) -> None:
        """Take away the windows and elements that no event points at any more. To be called after events were deleted."""
        self._tail.clear()
        seen: set[int] = set()
        for (data,) in self._database.rows("SELECT seen FROM events WHERE seen IS NOT NULL"):
            seen.update(number for place, element, _ in unpack(data) for number in (-place, element))
        used = {
            "places": {-number for number in seen if number < 0} | self._used("place"),
            "elements": {number for number in seen if number > 0} | self._used("element"),
        }
        with self._database.transaction():
            for table, numbers in used.items():
                for (number,) in self._database.rows(f"SELECT id FROM {table}"):  # noqa: S608
                    if number not in numbers:
                        self._database.run(f"DELETE FROM {table} WHERE id = ?", (number,))  # noqa: S608
        self._packing.forget()

    def _used(self, column: str) -> set[int]:
        return {int(str(each)) for (each,) in self._database.rows(f"SELECT DISTINCT {column} FROM events") if each}  # noqa: S608
