"""Stop hands at random moments in every way there is, and look at what stayed down."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from Xlib import display

from bench.scorecard.hands.acts import ACTS, HERE
from bench.scorecard.row import Measured, Progress
from deskhand.core.errors import Stopped
from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.input import X11Input
from deskhand.platforms.x11.own_input import OwnInput
from deskhand.platforms.x11.xkb import Xkb

IN_PROCESS, SIGNALLED, KILLED = 300, 100, 100
RELEASE_SECONDS, END_SECONDS = 1.0, 5.0
"""After the end of a process so long is waited for its guardian; a stop within a process is looked at at once."""
CAPS = 2


class Watcher:
    """Looks at the X server from a connection of its own."""

    def __init__(self, connection: display.Display) -> None:
        self._display = connection
        self._xkb = Xkb(connection)
        self.spare = self._spare()

    def stuck(self) -> str:
        """What is not as it should be, "" for nothing."""
        down = [code for code in range(256) if self._display.query_keymap()[code // 8] & 1 << code % 8]
        mask = self._display.screen().root.query_pointer().mask & ~CAPS
        state = self._xkb.state()
        if down or mask or state.held or state.locked != CAPS or state.group:
            return f"keys {down}, mask {mask:#x}, state {state}"
        return ""

    def lent(self) -> int:
        """How many keys are still lent."""
        return len(self.spare) - len(self._spare())

    def _spare(self) -> tuple[int, ...]:
        return tuple(code for code, key in self._xkb.keys().items() if not key.types_something)


class Limit:
    """A guard that stops at the event of a number, counted from 0."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.count = 0

    def __call__(self) -> None:
        self.count += 1
        if self.at is not None and self.count > self.at:
            raise Stopped("enough")

    def stops(self, hands: X11Input, act: Callable[[X11Input], object], at: int | None) -> bool:
        """Whether an act was stopped at an event."""
        self.at, self.count = at, 0
        try:
            act(hands)
        except Stopped:
            return True
        finally:
            self.at = None
        return False


def end_process(environ: dict[str, str], kind: str, sign: signal.Signals, after: float) -> bool:
    """Start a process that acts, and end it a while after it has begun. Whether it ended."""
    root = str(Path(__file__).parents[3])
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.scorecard.hands.acts", kind],
        env={**environ, "PYTHONPATH": f"{root}/src:{root}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after)
    process.send_signal(sign)
    try:
        process.wait(END_SECONDS)
        return True
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    finally:
        process.stdout.close()


def measure_stops(progress: Progress) -> Measured:
    chance = random.Random(7)  # noqa: S311
    stuck: list[str] = []
    slowest = 0.0
    lent = stopped = 0
    with PrivateDesktop() as desktop:
        connection, eyes = open_display(desktop.env), open_display(desktop.env)
        watcher = Watcher(eyes)
        eyes_xkb = Xkb(eyes)
        eyes_xkb.send(eyes_xkb.lock_request(255, CAPS, 0))  # Caps Lock is on, and must be so again
        limit = Limit()
        hands = X11Input(connection, OwnInput(), limit, desktop.env)
        hands.move(HERE)
        events: dict[str, int] = {}
        for kind, act in ACTS.items():
            limit.stops(hands, act, None)
            events[kind] = limit.count
        for number in range(IN_PROCESS):
            kind = list(ACTS)[number % len(ACTS)]
            if not limit.stops(hands, ACTS[kind], chance.randrange(events[kind])):
                stuck.append(f"{kind}: it was not stopped")
            stopped += 1
            if found := watcher.stuck():
                stuck.append(f"{kind}: {found}")
            progress(number + 1, IN_PROCESS + SIGNALLED + KILLED)
        hands.close()
        lent += watcher.lent()
        signs = [signal.SIGTERM, signal.SIGINT] * (SIGNALLED // 2) + [signal.SIGKILL] * KILLED
        for number, sign in enumerate(signs):
            kind = list(ACTS)[number % len(ACTS)]
            if not end_process(dict(desktop.env), kind, sign, chance.uniform(0.0, 0.3)):
                stuck.append(f"{sign.name} in {kind}: it did not end")
            stopped += 1
            ended = time.monotonic()
            while (watcher.stuck() or watcher.lent()) and time.monotonic() < ended + RELEASE_SECONDS:
                time.sleep(0.002)
            slowest = max(slowest, time.monotonic() - ended)
            if found := watcher.stuck():
                stuck.append(f"{sign.name} in {kind}: {found}")
            lent += watcher.lent()
            progress(IN_PROCESS + number + 1, IN_PROCESS + SIGNALLED + KILLED)
        close_display(connection)
        close_display(eyes)
    figures = {
        "stops": stopped, "of them SIGKILL": KILLED, "stuck": len(stuck), "keys not given back": lent,
        "slowest release ms": round(slowest * 1000),
    }  # fmt: skip
    return Measured(figures, stopped == 500 and not stuck and not lent, "; ".join(stuck[:3]))
