"""An agent in a process of its own, that may die at any moment, and the world it works in, which goes on without it.

Every call of the agent to its platform or clock goes over a pipe; the signals it causes come back with the answer.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from bench.scorecard.durability.office import Office
from deskhand.contracts.clock import Clock
from deskhand.contracts.signals import Signal
from deskhand.core.element import Window
from deskhand.core.errors import DeskhandError
from deskhand.platforms.fake.events import INPUTS
from deskhand.platforms.fake.platform import FakePlatform

PATIENCE_SECONDS = 60.0
SENDING = frozenset({"input", "elements", "launcher"})
Call = Callable[[tuple[str, ...], tuple[Any, ...], dict[str, Any]], Any]


class Far:
    """Something in the other process: attributes lead on, a call is made there."""

    def __init__(self, call: Call, path: tuple[str, ...]) -> None:
        self._call = call
        self._path = path

    def __getattr__(self, name: str) -> "Far":
        return Far(self._call, (*self._path, name))

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self._call(self._path, values, named)

    @contextmanager
    def aimed(self, window: Window, popups: bool = False) -> Iterator[None]:
        """As the contract's: the aim is kept there, what it embraces happens here."""
        self._call((*self._path, "aim"), (window,), {})
        try:
            yield
        finally:
            self._call((*self._path, "aim"), (None,), {})


class FarClock(Clock):
    """The world's clock."""

    def __init__(self, call: Call) -> None:
        self._far = Far(call, ("world", "clock"))

    def wall(self) -> float:
        return self._far.wall()

    def monotonic(self) -> float:
        return self._far.monotonic()

    def sleep(self, seconds: float) -> None:
        self._far.sleep(seconds)


class FarPlatform:
    """The world as a platform; `guard` is asked before everything that is sent."""

    name = "fake"

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._check: Callable[[], None] = lambda: None
        self.sink: Callable[[Signal], None] | None = None
        self.clock = FarClock(self.call)
        self.office: Any = Far(self.call, ("office",))
        self.capabilities = self.call(("capabilities",), (), {})
        for part in ("windows", "capture", "tree", "elements", "input", "clipboard", "launcher"):
            setattr(self, part, Far(self.call, (part,)))

    def call(self, path: tuple[str, ...], values: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if path[0] in SENDING and path[-1] != "release_all":
            self._check()
        self._line.send((path, values, named))
        answer, signals = self._line.recv()
        for each in signals if self.sink is not None else []:
            self.sink(each)
        if isinstance(answer, DeskhandError):
            raise answer
        return answer

    def note(self, *what: Any) -> None:
        """Tell the other process something; it knows when this returns."""
        self.call(("note",), what, {})

    def tell(self, kind: str, fields: Mapping[str, object]) -> None:
        """What the person is told."""
        self.note("told", kind, dict(fields))

    def events(self) -> "FarPlatform":
        return self

    def start(self, sink: Callable[[Signal], None], at_once: Callable[[Signal], None] = lambda signal: None) -> None:
        def pass_on(signal: Signal) -> None:
            if isinstance(signal, INPUTS):
                at_once(signal)
            sink(signal)

        self.sink = pass_on

    def guard(self, check: Callable[[], None]) -> None:
        self._check = check

    def close(self) -> None:
        self.sink = None


@dataclass
class World:
    """What lives on: the office, and what agents noted before they died."""

    office: Office
    notes: list[tuple[Any, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._platform = FakePlatform(self.office.world)
        self._signals: list[Signal] = []
        self.office.world.listener = self._signals.append

    def answer(self, path: tuple[str, ...], values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, list[Signal]]:
        if path == ("note",):
            self.notes.append(values)
            return None, []
        found: Any = {"office": self.office, "world": self.office.world}.get(path[0], self._platform)
        for name in path if found is self._platform else path[1:]:
            found = getattr(found, name)
        try:
            told = found(*values, **named) if callable(found) else found
        except DeskhandError as error:
            told = error
        signals = self._signals[:]
        self._signals.clear()
        return told, signals

    def live(self, script: Callable[[FarPlatform], None], kill_when: Callable[[], bool] = lambda: False) -> int:
        """Run an agent to its end, or kill it when asked to; its exit code."""
        here, there = multiprocessing.Pipe()
        process = nursery().Process(target=enter, args=(there, script))
        process.start()
        there.close()
        deadline = time.monotonic() + PATIENCE_SECONDS
        killed = False
        try:
            while time.monotonic() < deadline:
                if not killed and kill_when():
                    assert process.pid is not None
                    with suppress(ProcessLookupError):  # it may have come to its end just now
                        os.kill(process.pid, signal.SIGKILL)
                    killed = True
                if here.poll(0.0005):
                    here.send(self.answer(*here.recv()))
        except (EOFError, ConnectionError):
            pass
        finally:
            here.close()
        process.join(5.0)
        if process.is_alive():
            process.kill()
            raise AssertionError("an agent did not end")
        self._signals.clear()
        for held in self.office.world.history.held:
            self.office.world.up(held)
        assert process.exitcode is not None
        return process.exitcode


def nursery() -> Any:
    """Where agents come from: a process that has everything imported and nothing begun."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "bench.scorecard.durability.warm"])
    return context


def enter(line: Connection, script: Callable[[FarPlatform], None]) -> None:
    script(FarPlatform(line))
