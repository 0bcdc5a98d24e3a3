"""The only module that names concrete adapters: settings in, built objects out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path

from deskhand.config import Settings
from deskhand.contracts.approver import Approver
from deskhand.contracts.clock import Clock
from deskhand.contracts.notifier import Notifier
from deskhand.contracts.platform import Platform
from deskhand.core.errors import PlatformError
from deskhand.core.event import Event
from deskhand.core.ids import RunId
from deskhand.core.run import Reaction, Restoration, Run
from deskhand.core.skill import BoundStep, Unbound
from deskhand.jobs.approve import NoticeApprover
from deskhand.jobs.ingest import Ingest
from deskhand.jobs.learn import learn
from deskhand.jobs.react import Aftermath
from deskhand.jobs.steady import Steady
from deskhand.jobs.trigger import Parts, Trigger
from deskhand.jobs.watch import Stages, Watcher
from deskhand.learn.trust import earned
from deskhand.observe.exclusion import Exclusion
from deskhand.observe.recorder import Recorder
from deskhand.perceive.files import read_text
from deskhand.platforms.clock import SystemClock
from deskhand.platforms.conformance import CheckResult, Result, run_suite
from deskhand.platforms.fake import stage as fake_stage
from deskhand.platforms.x11 import stage as x11_stage
from deskhand.platforms.x11.connection import desktop_may_end
from deskhand.platforms.x11.notifications import DesktopNotifier
from deskhand.platforms.x11.platform import X11Platform
from deskhand.runs.borrow import borrowed, give_back
from deskhand.runs.brake import Brake
from deskhand.runs.loop import Loop, Report
from deskhand.runs.undo import undo
from deskhand.store.database import Database
from deskhand.store.erase import Folder, finish_unfinished
from deskhand.store.events import StoredEvents
from deskhand.store.lock import DesktopLock, desktop_lock, only_watcher
from deskhand.store.outcomes import StoredDecisions, StoredOutcomes
from deskhand.store.quarantine import open_or_begin_anew
from deskhand.store.rules import StoredRules
from deskhand.store.runs import StoredJournal
from deskhand.store.settings import Switches
from deskhand.trace.writer import TraceWriter

Tell = Callable[[str, Mapping[str, object]], None]


@contextmanager
def open_watcher(
    settings: Settings, environ: Mapping[str, str], approver: Approver | None, tell: Tell
) -> Iterator[Watcher]:
    """A watcher on the desktop that `environ` names. Raises what cannot be opened, before anything is recorded.

    Without an `approver` the person is asked by notices.
    """
    with ExitStack() as stack:
        lock = desktop_lock(environ)
        stack.enter_context(lock.watching())
        stack.enter_context(only_watcher(settings.database))
        database, damaged = open_or_begin_anew(settings.database, SystemClock())
        stack.enter_context(database)
        if damaged is not None:
            tell("data file damaged", {"reason": damaged.describe()})
        platform = X11Platform.open(environ)
        stack.callback(platform.close)
        notifier = DesktopNotifier(environ)
        stack.callback(notifier.close)
        with desktop_may_end():
            yield build_watcher(
                settings, database, Surroundings(platform, SystemClock(), notifier, lock, tell, approver)
            )


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a watcher works in. Without an `approver` the person is asked by notices."""

    platform: Platform
    clock: Clock
    notifier: Notifier
    lock: DesktopLock
    tell: Tell
    approver: Approver | None = None


def build_watcher(settings: Settings, database: Database, around: Surroundings) -> Watcher:
    """A watcher over an open data file; what an earlier one left open is settled first."""
    platform, clock, tell = around.platform, around.clock, around.tell
    asked = around.approver or NoticeApprover(around.notifier, clock, tell)
    brake, journal = Brake(), StoredJournal(database, clock)
    open_runs = journal.recover()
    finish_unfinished(database, Folder(settings.database, settings.traces, settings.backups), clock.wall())
    if open_runs:
        tell(
            "interrupted",
            {"reason": f"{open_runs} run(s) were cut off the last time; 'deskhand show' tells what is in doubt"},
        )
    events, rules, switches = StoredEvents(database), StoredRules(database), Switches(database, clock)
    outcomes = StoredOutcomes(database, earned)
    steady = Steady(clock, events.last_position())

    def execute(run: Run, steps: Iterable[BoundStep | Unbound]) -> Report:
        tracer = TraceWriter(settings.traces, run.id, clock)
        loop = Loop(platform, journal, tracer, asked, clock, brake, settings.backups, settings.keep_phones)
        with around.lock.acting():
            return loop.execute(run, steps)

    def take_back(run: RunId) -> None:
        front = platform.windows.front()
        with around.lock.acting(), borrowed(platform, brake):
            undo(run, journal, platform, clock, brake)
            give_back(platform, front)

    aftermath = Aftermath(around.notifier, outcomes, rules, clock, take_back, tell, settings.undo_seconds)
    parts = Parts(
        platform, clock, rules, outcomes, StoredDecisions(database), asked, execute, aftermath.finished, tell,
        events.history, steady.now, today, settings.cap, settings.keep_phones,
    )  # fmt: skip
    recorder = Recorder(
        platform.tree.read,
        platform.tree.refresh,
        platform.tree.url,
        Exclusion.adding(settings.exclude_apps, settings.exclude_sites),
        platform.windows.list,
        settings.keep_phones,
    )
    stages = Stages(
        platform, recorder, brake, Ingest(events, steady, clock, tell, journal.recover),
        lambda: learn(events.recent(), rules, clock, saved_text, local_zone()), Trigger(parts), aftermath,
        lambda: switches.paused, lambda: around.lock.another_acts,
    )  # fmt: skip
    return Watcher(stages, clock, tell)


def undo_run(settings: Settings, environ: Mapping[str, str], name: str) -> tuple[Run, tuple[Restoration, ...]]:
    """Take a run back, on the desktop where there is one, else its files alone."""
    with Database.open(settings.database) as database, ExitStack() as stack:
        clock, brake = SystemClock(), Brake()
        journal = StoredJournal(database, clock)
        run = journal.find(name)
        platform: X11Platform | None = None
        try:
            platform = X11Platform.open(environ)
            stack.callback(platform.close)
            source = platform.events()
            source.start(lambda signal: None, brake.watch)
            stack.callback(source.close)
            stack.enter_context(desktop_lock(environ).acting())
        except PlatformError:
            platform = None
        front = platform.windows.front() if platform else None
        with borrowed(platform, brake) if platform else nullcontext():
            restorations = undo(run.id, journal, platform, clock, brake)
            if platform:
                give_back(platform, front)
        if run.rule_id is not None:
            StoredOutcomes(database, earned).react(run.id, run.rule_id, Reaction.UNDONE, clock.wall())
        return run, restorations


def check_contracts() -> list[CheckResult]:
    """The conformance suite on a stage of every adapter; one whose stage cannot be set up here is skipped."""
    results: list[CheckResult] = []
    for adapter, stages in (("fake", fake_stage.open_stage), ("x11", x11_stage.open_stage)):
        try:
            results += run_suite(stages, adapter)
        except PlatformError as error:
            results.append(CheckResult(adapter, "every check", Result.SKIPPED, str(error)))
    return results


def saved_text(event: Event) -> str | None:
    """The text of the file that a SAVE event names."""
    return read_text(Path(event.value))


def local_zone() -> tzinfo:
    """The time zone of this machine."""
    return datetime.now().astimezone().tzinfo or UTC


def today() -> date:
    """The local date."""
    return datetime.now().astimezone().date()
