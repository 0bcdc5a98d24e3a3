"""Clocks that are set, stand still or jump, and what must stay as it is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.scorecard.durability.life import PAUSE, Silent, Yes, brisk
from bench.scorecard.durability.office import MAIL, Office
from deskhand.cli.runs import describe_run
from deskhand.config import Settings
from deskhand.contracts.clock import Deadline
from deskhand.core.event import EventKind, Session
from deskhand.core.run import Reaction
from deskhand.jobs.react import Aftermath
from deskhand.platforms.fake.clock import FakeClock
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.store.database import Database
from deskhand.store.encoding import decode
from deskhand.store.events import StoredEvents
from deskhand.store.lock import DesktopLock
from deskhand.store.runs import StoredJournal
from deskhand.wiring import Surroundings, build_watcher

HOUR, DAY = 3600.0, 86_400.0


def moment(*parts: int) -> float:
    return datetime(*parts, tzinfo=UTC).timestamp()  # type: ignore[misc]


@dataclass(frozen=True)
class Turn:
    """Where the wall clock stands when the work begins, and what becomes of the clock in the middle of it.

    `in_run` lets it happen while Deskhand acts.
    """

    start: float
    set: Callable[[FakeClock], None]
    in_run: bool = False


def by(seconds: float) -> Callable[[FakeClock], None]:
    return lambda clock: clock.set_wall(clock.wall() + seconds)


def to(wall: float) -> Callable[[FakeClock], None]:
    return lambda clock: clock.set_wall(wall)


NOW = moment(2026, 12, 3, 12)
CASES = {
    "an hour back": Turn(NOW, by(-HOUR)),
    "an hour forward": Turn(NOW, by(HOUR)),
    "a day back": Turn(NOW, by(-DAY)),
    "a day forward": Turn(NOW, by(DAY)),
    "1970": Turn(NOW, to(5.0)),
    "from 1970 to now": Turn(5.0, to(NOW)),
    "summer time begins": Turn(moment(2026, 3, 29, 1) - 30, by(0.0)),
    "summer time ends": Turn(moment(2026, 10, 25, 1) - 30, by(0.0)),
    "8 hours of suspend, monotonic stands": Turn(NOW, by(8 * HOUR)),
    "8 hours of suspend, monotonic goes on": Turn(NOW, lambda clock: clock.sleep(8 * HOUR)),
    "a step back in a run": Turn(NOW, by(-HOUR), in_run=True),
    "a step forward in a run": Turn(NOW, by(DAY), in_run=True),
}  # fmt: skip
"""Summer time moves no clock that counts UTC: it must not show at all, where the machine's zone has it."""


@brisk()
def live_through(name: str, folder: Path) -> list[str]:
    """Work with the clock set in the middle; what is wrong afterwards."""
    turn = CASES[name]
    office = Office(folder)
    clock = office.world.clock
    clock.set_wall(turn.start)
    with Database.open(folder / "deskhand.db") as database:
        wrong = work(office, turn, database, folder)
        wrong += check_records(database, clock)
        order = [event.value for event in StoredEvents(database).recent() if event.kind is EventKind.TYPE]
    with Database.open(folder / "deskhand.db") as database:  # and after a restart
        again = [event.value for event in StoredEvents(database).recent() if event.kind is EventKind.TYPE]
    typed = [each for each in order if "@" in each]
    wrong += [] if in_order(typed) and len(typed) >= 6 else [f"out of order: {typed}"]
    return [*wrong, *([] if again == order else ["another order after a restart"])]


def in_order(typed: list[str]) -> bool:
    """Whether the customers' addresses were typed one after the other (their numbers rise)."""
    numbers = [int(each.partition("@")[0].rpartition(".")[2]) for each in typed]
    return numbers == sorted(numbers) and len(set(numbers)) == len(numbers)


def work(office: Office, turn: Turn, database: Database, folder: Path) -> list[str]:
    """Six customers by hand, the seventh begun: Deskhand does the rest."""
    clock = office.world.clock
    platform = FakePlatform(office.world)
    told: list[tuple[str, Any]] = []
    around = Surroundings(
        platform, clock, Silent(), DesktopLock(folder, "desk"), lambda kind, fields: told.append((kind, fields)), Yes()
    )  # type: ignore[arg-type]
    watcher = build_watcher(Settings(folder, folder / "deskhand.db"), database, around)
    platform.events().start(watcher._receive, watcher._stages.brake.watch)
    deadline, wrong = Deadline(clock, 100.0 + 9 * HOUR), []

    def begin(number: int, acts: int) -> None:
        office.show(number)
        for act in office.acts()[:acts]:
            act()
            watcher._drain()
        clock.sleep(PAUSE)
        watcher._drain()

    for number in range(6):
        if number == 3 and not turn.in_run:
            before = deadline.left
            clock_before = clock.monotonic()
            turn.set(clock)
            watcher._drain()
            if abs(before - deadline.left - (clock.monotonic() - clock_before)) > 1:
                wrong.append("a deadline moved")
        begin(number, 4)
        watcher._while_stored(watcher._go_on)
    if turn.in_run:
        field = office.world.find(MAIL)
        plain_say = office.world.say

        def say(element: Any, text: str) -> None:
            if element is field and text:
                turn.set(clock)
            plain_say(element, text)

        office.world.say = say  # type: ignore[method-assign]
    begin(6, 2)
    watcher._while_stored(watcher._go_on)
    finished = [fields for kind, fields in told if kind == "finished"]
    if not finished or finished[-1]["outcome"] != "done":
        wrong.append(f"it was not done: {[kind for kind, _ in told]}")
    elif not 0 <= finished[-1]["seconds"] < 60:
        wrong.append(f"it took {finished[-1]['seconds']} s")
    return [*wrong, *check_window(clock, turn)]


def check_window(clock: FakeClock, turn: Turn) -> list[str]:
    """An undo window of a minute is a minute, whatever the wall clock does in it."""
    kept: list[Reaction] = []

    class Reactions:
        def react(self, run: object, rule: object, reaction: Reaction, time: float) -> None:
            kept.append(reaction)

    aftermath = Aftermath(Silent(), Reactions(), None, clock, lambda run: None, lambda kind, fields: None, 60.0)  # type: ignore[arg-type]
    start = clock.monotonic()
    aftermath._open["run"] = ("rule", start + 60.0, True)  # type: ignore[index, assignment]
    clock.set_wall(clock.wall() + (turn.start - clock.wall()) / 2 - HOUR)
    clock.sleep(59.0)
    aftermath.tick(start)
    early = list(kept)
    clock.sleep(1.5)
    aftermath.tick(start)
    return [] if not early and len(kept) == 1 else ["the undo window moved"]


def check_records(database: Database, clock: FakeClock) -> list[str]:
    """Durations and sessions."""
    wrong = []
    journal = StoredJournal(database, clock)
    for run in journal.runs():
        seconds = describe_run(run, True)["seconds"]
        if not isinstance(seconds, float) or not 0 <= seconds < 60:
            wrong.append(f"a run took {seconds} s")
        for record in journal.actions(run.id):
            if record.settled_at is None:
                wrong.append("an action was not settled")
    counted = 0
    for (data,) in database.rows("SELECT data FROM sessions"):
        session = decode(Session, data)
        counted += session.event_count
        if not 0 <= session.ended_at - session.started_at < 600:
            wrong.append(f"a session of {session.ended_at - session.started_at} s")
    stored = StoredEvents(database).count()
    return [*wrong, *([] if counted == stored else [f"sessions count {counted} of {stored} events"])]
