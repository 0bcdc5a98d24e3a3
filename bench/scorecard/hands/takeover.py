"""A person takes the desk back at random moments of a run; when the last of our input reached the desktop after that.

An observer in a process of its own records every input event with the server's milliseconds, which are those of the
monotonic clock, and the person's among them. What Deskhand sends after the person is what counts.
"""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from Xlib import X, display
from Xlib.ext import xtest

from bench.scorecard.hands.stops import CAPS, Watcher
from bench.scorecard.row import Measured, Progress
from bench.scorecard.worlds import NoTrace, Yes
from deskhand.contracts.platform import Elements
from deskhand.contracts.signals import Signal
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Node, State
from deskhand.core.ids import RunId, build_id
from deskhand.core.locator import build_locator
from deskhand.core.run import Outcome, Receipt, Run, Tier
from deskhand.core.skill import BoundStep
from deskhand.platforms.clock import SystemClock
from deskhand.platforms.conformance import Hand
from deskhand.platforms.conformance.suite import OTHER
from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.stage import X11Stage, open_stage
from deskhand.platforms.x11.xkb import Xkb
from deskhand.runs.brake import Brake
from deskhand.runs.loop import Loop, Report
from deskhand.store.database import Database
from deskhand.store.runs import StoredJournal

MOMENTS, LIMIT_MS = 100, 100
MOST_SECONDS = 2.5
SCROLL_LOCK, MIDDLE, RIGHT_WHEEL = 0xFF14, 2, 7
FAR = 1000
"""Where no step of the run goes, in pixels from the left."""
OBSERVER = Path(__file__).with_name("observer.py")


class Person:
    """Their hands, on a connection of their own; each gesture is one that no step of the run makes."""

    def __init__(self, connection: display.Display, chance: random.Random) -> None:
        self._display = connection
        self._chance = chance
        key = self._key = connection.keysym_to_keycode(SCROLL_LOCK)
        self.gestures: dict[str, Callable[[], None]] = {
            "key": lambda: self._tap(X.KeyPress, X.KeyRelease, key),
            "mouse": self._move,
            "wheel": lambda: self._tap(X.ButtonPress, X.ButtonRelease, RIGHT_WHEEL),
            "button": lambda: self._tap(X.ButtonPress, X.ButtonRelease, MIDDLE),
        }

    def made(self, kind: int, detail: int) -> bool:
        """Whether an event, with its keycode, button or horizontal position, is one of theirs."""
        if kind == X.MotionNotify:
            return detail >= FAR
        return detail == self._key if kind in (X.KeyPress, X.KeyRelease) else detail in (MIDDLE, RIGHT_WHEEL)

    def _tap(self, down: int, up: int, detail: int) -> None:
        xtest.fake_input(self._display, down, detail)
        xtest.fake_input(self._display, up, detail)
        self._display.sync()

    def _move(self) -> None:
        """A push of the mouse: several motions, far from where anything is clicked."""
        for step in range(4):
            xtest.fake_input(self._display, X.MotionNotify, x=FAR + 20 * step, y=self._chance.randrange(600, 700))
        self._display.sync()


@dataclass(slots=True)
class Sending(Elements):
    """Accessibility requests that change something, with when they were sent (monotonic milliseconds)."""

    inner: Elements
    sent: list[int]

    def press(self, node: Node) -> Receipt:
        return self._send(lambda: self.inner.press(node))

    def set_text(self, node: Node, text: str) -> Receipt:
        return self._send(lambda: self.inner.set_text(node, text))

    def focus(self, node: Node) -> Receipt:
        return self._send(lambda: self.inner.focus(node))

    def scroll_into_view(self, node: Node) -> Receipt:
        return self._send(lambda: self.inner.scroll_into_view(node))

    def _send(self, request: Callable[[], Receipt]) -> Receipt:
        self.sent.append(now_ms())
        return request()


def now_ms() -> int:
    return int(time.monotonic() * 1000)


@contextmanager
def observed(environ: dict[str, str]) -> Iterator[list[tuple[int, int, int]]]:
    """(milliseconds, X event type, detail) of every input event, told line by line by another process."""
    events: list[tuple[int, int, int]] = []
    process = subprocess.Popen([sys.executable, str(OBSERVER)], env=environ, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = process.stdout
    lines.readline()

    def read() -> None:
        for line in lines:
            moment, kind, detail = map(int, line.split())
            events.append((moment, kind, detail))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield events
    finally:
        process.terminate()
        process.wait()
        reader.join()
        lines.close()


class Takeovers:
    """Runs on the form of the conformance suite that are taken over."""

    def __init__(self, stage: X11Stage, database: Database, backups: Path, chance: random.Random) -> None:
        self.stage, self.hand, self.chance = stage, Hand(stage), chance
        self.journal, self.backups = StoredJournal(database, SystemClock()), backups
        self.brake = Brake()
        self.sent: list[int] = []
        self.source = stage.platform.events()
        self.source.start(lambda signal: self._read(signal), self.brake.watch)
        stage.platform._elements = Sending(stage.platform.elements, self.sent)  # type: ignore[assignment]

    def _read(self, signal: Signal) -> None:
        """A recorder would look at what was hit; so much time it may take."""
        time.sleep(0.02)

    def steps(self) -> list[BoundStep]:
        """Texts typed into a page and set in an editor, for longer than the person lets it run."""
        page, editor = self.hand.window(), self.hand.window(OTHER)
        text = next(node for node in self.stage.platform.tree.read(editor) if State.EDITABLE in node.states)
        places = [(page, self.hand.node("text", name)) for name in ("Name", "Mail")] + [(editor, text)]
        chosen = [self.chance.choice(places) for _ in range(12)]
        return [
            BoundStep(
                at,
                Action(
                    ActionKind.TYPE,
                    build_locator(window.app, "", "", node.element),
                    f"number {at}, a text of some length",
                ),
            )
            for at, (window, node) in enumerate(chosen)
        ]

    def run(self, meddle: Callable[[], object]) -> Report:
        other = threading.Thread(target=meddle)
        clock = self.stage.clock
        loop = Loop(self.stage.platform, self.journal, NoTrace(), Yes(), clock, self.brake, self.backups)
        run = Run(RunId(build_id("run", clock.wall())), "to be taken over", clock.wall(), Tier.SUPERVISED)
        steps = self.steps()
        other.start()
        try:
            return loop.execute(run, steps)
        finally:
            other.join()


def measure_takeover(progress: Progress) -> Measured:
    chance = random.Random(17)  # noqa: S311
    delays: list[int] = []
    wrong: list[str] = []
    ends: list[int] = []
    with (
        open_stage() as stage,
        Database.open(Path(stage.environ["HOME"]) / "data" / "deskhand.db") as database,
        observed(stage.environ) as events,
    ):
        connection, eyes = open_display(stage.environ), open_display(stage.environ)
        xkb = Xkb(eyes)
        xkb.send(xkb.lock_request(255, CAPS, 0))  # Caps Lock is on, and must be so again
        watcher, person = Watcher(eyes), Person(connection, chance)
        takeovers = Takeovers(stage, database, Path(stage.environ["HOME"]) / "backups", chance)
        for number in range(MOMENTS):
            name = list(person.gestures)[number % len(person.gestures)]
            moment = [0]

            def meddle(name: str = name, moment: list[int] = moment) -> None:
                time.sleep(chance.uniform(0.05, MOST_SECONDS))
                moment[0] = now_ms()
                person.gestures[name]()

            begun = len(events)
            report = takeovers.run(meddle)
            ends.append(now_ms() - moment[0])
            time.sleep(0.15)  # what was sent late would be seen, too
            stuck = watcher.stuck()
            ours = [at for at, kind, detail in events[begun:] if not person.made(kind, detail)]
            late = [at - moment[0] for at in [*ours, *takeovers.sent] if at > moment[0]]
            delays.append(max(late, default=0))
            if report.outcome is not Outcome.STOPPED:
                wrong.append(f"{name}: the run ended as {report.outcome.value}: {report.summary}")
            if stuck:
                wrong.append(f"{name}: {stuck}")
            progress(number + 1, MOMENTS)
        takeovers.source.close()
        close_display(connection)
        close_display(eyes)
    return judge(delays, wrong, ends)


def judge(delays: list[int], wrong: list[str], ends: list[int]) -> Measured:
    """Every moment within the limit, every run stopped, nothing left down."""
    late = sum(delay > LIMIT_MS for delay in delays)
    figures = {
        "moments": len(delays), "ours later than 100 ms": late, "latest ms": max(delays),
        "runs that had ended within 1 s": sum(end <= 1000 for end in ends), "not stopped or left down": len(wrong),
    }  # fmt: skip
    return Measured(figures, len(delays) == MOMENTS and not late and not wrong, "; ".join(wrong[:3]))
