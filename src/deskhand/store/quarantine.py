"""A damaged data file is set aside, never deleted, and a new one begun."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from deskhand.contracts.clock import Clock
from deskhand.core import faults
from deskhand.core.errors import DeskhandError, StoreDamaged
from deskhand.core.run import ActionRecord, Run
from deskhand.core.skill import Rule, Skill
from deskhand.store.database import Database
from deskhand.store.encoding import decode
from deskhand.store.events import StoredEvents

BESIDE = ("-wal", "-shm", "")
"""What belongs to a data file, itself the last: while it stands there the move is not done."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """Where a damaged file is now, and the newest copy from before it, if there is one."""

    path: Path
    why: str
    backup: Path | None

    def describe(self) -> str:
        """One or two sentences for the person."""
        offer = f"; an older copy is {self.backup}: end Deskhand and put it in its place to go on from there"
        return f"{self.why}; it was set aside as {self.path} and a new one begun" + (offer if self.backup else "")


def open_or_begin_anew(path: Path, clock: Clock) -> tuple[Database, Quarantined | None]:
    """The data file, all that a watcher reads of it proved readable; a damaged one is set aside.

    Only for the process that holds the lock of the file. Raises as `Database.open` does for everything but damage.
    """
    try:
        database = Database.open(path)
    except StoreDamaged as error:
        if path.is_dir():
            raise
        return begin_anew(path, clock, error)
    try:
        prove(database)
    except StoreDamaged as error:
        database.close()
        return begin_anew(path, clock, error)
    except BaseException:
        database.close()
        raise
    return database, None


def prove(database: Database) -> None:
    """Read what a watcher will read. `StoreDamaged` when it cannot be."""
    for (said,) in database.rows("PRAGMA integrity_check(1)"):
        if said != "ok":
            raise StoreDamaged(f"the data file {database.path} is damaged ({said!s})")
    for (data,) in database.rows("SELECT data FROM rules"):
        decode(Rule, data)
    for (data,) in database.rows("SELECT data FROM skills"):
        decode(Skill, data)
    StoredEvents(database).recent()
    StoredEvents(database).last_session()
    for (data,) in database.rows("SELECT data FROM runs ORDER BY rowid DESC LIMIT 1000"):
        decode(Run, data)
    for (data,) in database.rows("SELECT data FROM actions ORDER BY rowid DESC LIMIT 1000"):
        decode(ActionRecord, data)


def begin_anew(path: Path, clock: Clock, error: DeskhandError) -> tuple[Database, Quarantined]:
    """Set the file aside with all that belongs to it, and open a new one."""
    stamp = datetime.fromtimestamp(clock.wall(), UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.name}.damaged.{stamp}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.damaged.{stamp}.{number}")
    for ending in BESIDE:
        part = path.with_name(f"{path.name}{ending}")
        if part.exists():
            part.replace(aside.with_name(f"{aside.name}{ending}"))
            faults.hit("quarantine.moved")
    copies = sorted(path.parent.glob(f"{path.name}.v*"), key=lambda copy: copy.stat().st_mtime)
    why = str(error).partition(";")[0]
    return Database.open(path), Quarantined(aside, why, copies[-1] if copies else None)
