"""The watcher follows windows also where it records nothing."""

from types import SimpleNamespace

from deskhand.contracts.clock import Clock
from deskhand.contracts.signals import KeyPressed, WindowActivated
from deskhand.core.element import Window
from deskhand.core.event import Event
from deskhand.core.geometry import Box
from deskhand.jobs.watch import Watcher
from deskhand.observe.exclusion import Exclusion
from deskhand.observe.recorder import Recorder

EDITOR, VAULT = (Window(n, app, app, n, Box(0, 0, 9, 9)) for n, app in enumerate(("mousepad", "keepassxc"), 1))


class Ticking(Clock):
    """Each look at it is 10 ms later."""

    def __init__(self) -> None:
        self.now = 1000.0

    def wall(self) -> float:
        self.now += 0.01
        return self.now

    monotonic = wall

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Watched:
    """A watcher with a real recorder, whose switches a test sets."""

    def __init__(self) -> None:
        self.kept: list[Event] = []
        self.paused = self.acting = False
        self.recorder = Recorder(lambda window: [], lambda node: None, lambda window: None, Exclusion())
        stages = SimpleNamespace(
            recorder=self.recorder,
            brake=SimpleNamespace(watch=lambda signal: None),
            ingest=SimpleNamespace(take=self.kept.extend, tick=lambda: None),
            paused=lambda: self.paused,
            someone_acts=lambda: self.acting,
        )
        self.watcher = Watcher(stages, Ticking(), lambda kind, fields: None)  # type: ignore[arg-type]

    def do(self, *signals: object) -> None:
        for signal in signals:
            self.watcher._receive(signal)  # type: ignore[arg-type]
        self.watcher._drain()


def test_a_window_that_came_to_the_front_in_a_pause_or_while_deskhand_acts_is_known_afterwards() -> None:
    for switch in ("paused", "acting"):
        watched = Watched()
        watched.do(WindowActivated(1000.0, EDITOR), KeyPressed(1000.0, "ctrl+s"))
        assert [event.kind.value for event in watched.kept] == ["switch", "key"]
        setattr(watched, switch, True)
        watched.do(WindowActivated(1001.0, VAULT), KeyPressed(1001.0, "ctrl+s"))
        setattr(watched, switch, False)
        watched.do(KeyPressed(1002.0, "ctrl+s"))
        assert len(watched.kept) == 2
        watched.do(WindowActivated(1003.0, EDITOR), KeyPressed(1003.0, "ctrl+s"))
        assert len(watched.kept) == 4
