"""Store what was recorded: events and the sessions they make, in one transaction."""

from collections.abc import Sequence
from typing import Protocol

from deskhand.core.event import Event, Session
from deskhand.learn.sessions import extend


class EventStore(Protocol):
    """Where events go."""

    def append(self, events: Sequence[Event], sessions: Sequence[Session]) -> None: ...

    def last_session(self) -> Session | None: ...

    def recent(self, limit: int = 5000) -> tuple[Event, ...]: ...


class Ingest:
    """Takes events in. Sessions go on across restarts, for the last one is read from the store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._session = store.last_session()

    def take(self, events: Sequence[Event]) -> None:
        """Store events; they are on the disk when this returns."""
        sessions = extend(self._session, events)
        self._store.append(events, sessions)
        self._session = sessions[-1] if sessions else self._session
