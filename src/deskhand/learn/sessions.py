"""Sessions: events with no idle gap over five minutes, by event time."""

from collections.abc import Sequence
from dataclasses import replace

from deskhand.core.event import Event, Session
from deskhand.core.ids import SessionId, build_id

IDLE_SECONDS = 300.0


def extend(last: Session | None, events: Sequence[Event], gap: float = IDLE_SECONDS) -> tuple[Session, ...]:
    """The sessions that `events` make, the first of them `last` gone on where the gap to it is at most `gap` seconds.

    A clock that was set back by more than that begins another session, as one set forward does.
    """
    sessions: list[Session] = []
    current = last
    for event in sorted(events, key=lambda each: each.time):
        if current is not None and current.started_at - gap <= event.time <= current.ended_at + gap:
            apps = current.apps if event.app in current.apps or not event.app else (*current.apps, event.app)
            current = replace(
                current,
                started_at=min(current.started_at, event.time),
                ended_at=max(current.ended_at, event.time),
                event_count=current.event_count + 1,
                apps=apps,
            )
        else:
            if current is not None:
                sessions.append(current)
            identity = SessionId(build_id("ses", event.time))
            current = Session(identity, event.time, event.time, 1, (event.app,) if event.app else ())
    return (*sessions, current) if current is not None else ()
