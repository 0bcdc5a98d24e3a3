"""Store what was recorded: events and the sessions they make, in one transaction each half second.

Where the disk has no room or another program holds the data file, events wait in memory and the person is told.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from deskhand.contracts.clock import Clock
from deskhand.core import faults
from deskhand.core.errors import StoreError, StoreFull, StoreLocked
from deskhand.core.event import Event, Session
from deskhand.core.ids import EventId
from deskhand.jobs.steady import Steady
from deskhand.learn.sessions import extend

BATCH_SECONDS = 0.4
"""With the write itself half a second of the recording may be lost in a crash: each transaction waits for the disk."""
CROWDED_SECONDS = 10.0
"""The same while another program keeps the write-ahead file from being emptied: each transaction makes that longer."""
AGAIN_SECONDS = 1.0
"""After the data file refused."""
MOST_WAITING = 10_000


class EventStore(Protocol):
    """Where events go."""

    def append(
        self, events: Sequence[Event], sessions: Sequence[Session], positions: Sequence[float] | None = None
    ) -> None: ...

    def known(self, ids: Sequence[EventId]) -> frozenset[EventId]: ...

    def last_session(self) -> Session | None: ...

    def crowded(self) -> str:
        """Why it should be written to seldom, in one sentence; "" when it need not."""
        ...


class Ingest:
    """Takes events in. Sessions go on across restarts, for the last one is read from the store.

    `recovered` is called when the store takes things again after it had refused.
    """

    def __init__(
        self,
        store: EventStore,
        steady: Steady,
        clock: Clock,
        tell: Callable[[str, Mapping[str, object]], None],
        recovered: Callable[[], object],
    ) -> None:
        self._store = store
        self._steady = steady
        self._clock = clock
        self._tell = tell
        self._recovered = recovered
        self._session = store.last_session()
        self._waiting: dict[EventId, tuple[Event, float]] = {}
        self._due = 0.0
        self._crowded = False
        self._lost = 0
        self.degraded = False

    @property
    def waiting(self) -> int:
        """How many events are not on the disk yet."""
        return len(self._waiting)

    def take(self, events: Sequence[Event]) -> None:
        """Events to be stored within `BATCH_SECONDS` of `tick`s; told and waiting where that cannot be done."""
        if events and not self._waiting:
            self._due = self._clock.monotonic() + (CROWDED_SECONDS if self._crowded else BATCH_SECONDS)
        for event in events:
            self._waiting.setdefault(event.id, (event, self._steady.position(event.time)))
        while len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
            self._lost += 1

    def tick(self) -> None:
        """Store what has waited long enough."""
        if (self._waiting or self.degraded) and self._clock.monotonic() >= self._due:
            self.store()

    def store(self) -> bool:
        """Store all that waits; it is on the disk when this is true."""
        faults.hit("ingest.store")
        try:
            self._append()
            if self.degraded:
                self._recovered()
        except (StoreFull, StoreLocked) as error:
            self.degrade(error)
            return False
        stored = len(self._waiting)
        self._waiting.clear()
        faults.hit("ingest.stored")
        if self.degraded:
            self.degraded = False
            lost = f"; {self._lost} events were lost" if self._lost else ""
            self._tell("storing again", {"reason": f"{stored} events that waited are stored{lost}"})
            self._lost = 0
        self._heed_crowd()
        return True

    def degrade(self, error: StoreError) -> None:
        """The data file refused: go on in memory, try again soon, and say so once."""
        self._due = self._clock.monotonic() + AGAIN_SECONDS
        if not self.degraded:
            self.degraded = True
            self._tell("degraded", {"reason": f"{error}; until then up to {MOST_WAITING} events wait in memory"})

    def _append(self) -> None:
        known = self._store.known(list(self._waiting))
        fresh = [each for name, each in self._waiting.items() if name not in known]
        if fresh:
            events = [event for event, _ in fresh]
            sessions = extend(self._session, events)
            self._store.append(events, sessions, [position for _, position in fresh])
            self._session = sessions[-1]

    def _heed_crowd(self) -> None:
        reason = self._store.crowded()
        if reason and not self._crowded:
            self._tell("degraded", {"reason": reason})
        self._crowded = bool(reason)
