"""The watcher: signals in, events stored, routines learned, and done when their moment comes.

One thread of its own feeds a queue (the event source's); everything else happens in `run`, in order.
"""

import queue
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.platform import Platform
from deskhand.contracts.signals import ButtonPressed, DesktopEnded, KeyPressed, PointerMoved, Scrolled, Signal
from deskhand.core.errors import NoDisplay, StoreFull, StoreLocked
from deskhand.core.event import Event
from deskhand.jobs.ingest import Ingest
from deskhand.jobs.learn import Learned
from deskhand.jobs.react import Aftermath
from deskhand.jobs.steady import STEP_SECONDS
from deskhand.jobs.trigger import Trigger
from deskhand.observe.recorder import Recorder
from deskhand.runs.brake import Brake

PAUSE_SECONDS = 2.0
"""The person stopped for this long: a moment to learn, and to go on with what was begun."""
DRAIN_SECONDS = 0.05
SETTLE_SECONDS = 1.0
"""After a run of ours the programs go on answering for a moment; that is not the person's work."""
PERSON_INPUT = (KeyPressed, ButtonPressed, PointerMoved, Scrolled)

Report = Callable[[str, Mapping[str, object]], None]
"""Told of everything a person may want to see: a kind and plain fields."""


@dataclass(frozen=True, slots=True)
class Stages:
    """What the watcher calls, built by `wiring`."""

    platform: Platform
    recorder: Recorder
    brake: Brake
    ingest: Ingest
    learn: Callable[[], tuple[Learned, ...]]
    trigger: Trigger
    aftermath: Aftermath
    paused: Callable[[], bool]
    someone_acts: Callable[[], bool]
    """whether another process of ours moves the pointer now (an undo)"""


class Watcher:
    """Watches until the deadline, or until `stop`."""

    def __init__(self, stages: Stages, clock: Clock, report: Report) -> None:
        self._stages = stages
        self._clock = clock
        self._report = report
        self._signals: queue.SimpleQueue[Signal] = queue.SimpleQueue()
        self._stopping = self._ended = False
        self._last_input = clock.monotonic()
        self._ahead = clock.wall() - clock.monotonic()
        self._fresh = False
        self._deaf_until = 0.0

    def stop(self) -> None:
        """End `run` soon; may be called from a signal handler."""
        self._stopping = True

    def run(self, deadline: Deadline) -> None:
        """Watch. What was recorded is stored also when it ends by an exception."""
        source = self._stages.platform.events()
        source.start(self._receive, self._stages.brake.watch)
        self._report("watching", {"platform": self._stages.platform.name})
        try:
            while not self._stopping and not deadline.over:
                self._drain()
                if self._ended:
                    raise NoDisplay("the desktop ended; nothing that was stored is lost")
                self._while_stored(self._go_on)
        finally:
            source.close()
            self._keep(self._stages.recorder.flush(self._clock.wall()))
            self._stages.ingest.store()

    def _while_stored(self, step: Callable[[], None]) -> None:
        """Do what needs the data file, unless that refuses: then it is done when that takes things again."""
        if self._stages.ingest.degraded:
            return
        try:
            step()
        except (StoreFull, StoreLocked) as error:
            self._stages.ingest.degrade(error)

    def _go_on(self) -> None:
        self._stages.aftermath.tick(self._last_input)
        if self._fresh and self._clock.monotonic() - self._last_input >= PAUSE_SECONDS:
            self._consider()

    def _receive(self, signal: Signal) -> None:
        """Called from the source's thread."""
        self._ended = self._ended or isinstance(signal, DesktopEnded)
        self._signals.put(signal)

    def _drain(self) -> None:
        """Take in what came, or wait a moment for it."""
        self._heed_pause()
        self._heed_clock()
        deaf = self._clock.monotonic() < self._deaf_until or self._stages.someone_acts()
        wait = Deadline(self._clock, DRAIN_SECONDS)
        while not wait.over:
            try:
                signal = self._signals.get(timeout=DRAIN_SECONDS)
            except queue.Empty:
                break
            if deaf:
                self._stages.recorder.overlook(signal)
            else:
                self._take(signal)
        self._keep(self._stages.recorder.tick(self._clock.wall()))
        self._stages.ingest.tick()

    def _heed_pause(self) -> None:
        """Pause or go on, as the person told any of our processes."""
        recorder, paused = self._stages.recorder, self._stages.paused()
        if paused and not recorder.paused:
            recorder.pause()
        elif recorder.paused and not paused:
            recorder.resume()

    def _heed_clock(self) -> None:
        """What waits was stamped before the clock was set: complete it, for its time may never come (again)."""
        wall = self._clock.wall()
        moved = wall - self._clock.monotonic() - self._ahead
        if abs(moved) > STEP_SECONDS:
            self._ahead += moved
            self._keep(self._stages.recorder.flush(wall - moved))

    def _take(self, signal: Signal) -> None:
        if isinstance(signal, PERSON_INPUT) and not signal.own:
            self._last_input = self._clock.monotonic()
        self._keep(self._stages.recorder.feed(signal))

    def _keep(self, events: list[Event]) -> None:
        if events:
            self._stages.ingest.take(events)
            self._fresh = True

    def _consider(self) -> None:
        """The person paused: learn, then see whether a known routine was begun."""
        self._keep(self._stages.recorder.flush(self._clock.wall()))
        if not self._stages.ingest.store():
            return
        self._fresh = False
        for learned in self._stages.learn():
            self._report("learned", describe(learned))
        if self._stages.trigger.consider():
            self._deaf_until = self._clock.monotonic() + SETTLE_SECONDS
            self._discard()

    def _discard(self) -> None:
        """What the programs answered to our own run is not the person's work."""
        while not self._signals.empty():
            self._stages.recorder.overlook(self._signals.get_nowait())


def describe(learned: Learned) -> Mapping[str, object]:
    """What was learned, as plain fields."""
    rule, skill = learned.rule, learned.skill
    return {
        "rule": rule.id,
        "name": rule.name,
        "when": rule.when,
        "then": rule.then,
        "new": learned.is_new,
        "observations": len(rule.instances),
        "confidence": round(rule.confidence, 3),
        "steps": [step.action.describe() for step in skill.steps],
        "parameters": sorted({slot.name for step in skill.steps for slot in step.slots}),
    }
