"""What was erased stays erased: a stretch of time, perhaps of one program, of which nothing is written any more.

A watcher may still hold in memory what was just erased; the store refuses it by these marks. Of a program only a digest of
its name is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from deskhand.core.event import Event
from deskhand.core.skill import Rule, Skill
from deskhand.store.database import Database
from deskhand.store.encoding import decode, encode

MARKS, UNDER_WAY = "erased", "erasing"
"""Settings that hold the newest marks, and the erasure that was begun and not ended."""
MOST_MARKS = 100


@dataclass(frozen=True, slots=True)
class Erasure:
    """Everything from `since` to `until` (UTC seconds since 1970, both included).

    `program` is the digest of a program's name, "" for all of them.
    """

    since: float
    until: float
    program: str = ""

    def at(self, time: float) -> bool:
        return self.since <= time <= self.until

    def of(self, app: str) -> bool:
        return not self.program or self.program == program_digest(app)

    def covers(self, event: Event) -> bool:
        """Whether an event goes as a whole."""
        return self.at(event.time) and self.of(event.app)

    def trim(self, event: Event) -> Event:
        """An event that stays, without what it shows of the program that goes."""
        if not self.program or not self.at(event.time):
            return event
        seen = tuple(reading for reading in event.seen if not self.of(reading.app))
        return event if len(seen) == len(event.seen) else replace(event, seen=seen)


def program_digest(app: str) -> str:
    """A program's name as it is kept in a mark."""
    return sha256(app.lower().encode()).hexdigest()


def read_marks(database: Database) -> tuple[Erasure, ...]:
    """What was erased of late."""
    rows = database.rows("SELECT value FROM settings WHERE name = ?", (MARKS,))
    return decode(tuple[Erasure, ...], rows[0][0]) if rows else ()


def add_mark(database: Database, erasure: Erasure) -> None:
    """Let nothing of an erasure be written any more."""
    marks = tuple(dict.fromkeys((*read_marks(database), erasure)))[-MOST_MARKS:]
    write_setting(database, MARKS, encode(tuple[Erasure, ...], marks), erasure.until)


def write_setting(database: Database, name: str, value: str, time: float) -> None:
    """Store one setting."""
    database.run("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (name, value, time))


def spare(marks: Sequence[Erasure], event: Event) -> Event | None:
    """What of an event may still be written; None for nothing."""
    if any(mark.covers(event) for mark in marks):
        return None
    for mark in marks:
        event = mark.trim(event)
    return event


def is_forgotten(marks: Sequence[Erasure], rule: Rule, skill: Skill) -> bool:
    """Whether a rule stands on events that were erased: it was learned or in use while that was done."""
    apps = {step.action.locator.app for step in skill.steps}
    times = [time for name in rule.evidence if (time := time_of(name)) is not None]
    return any(any(map(mark.of, apps)) and any(map(mark.at, times)) for mark in marks)


def time_of(identity: str) -> float | None:
    """The moment that an identity was made for, in seconds; None where it does not tell."""
    digits = identity.rpartition("_")[2]
    if len(digits) != 18 or set(digits) - set("0123456789abcdef"):
        return None
    return int(digits[:12], 16) / 1000
