"""The signals of a scripted world."""

from collections.abc import Callable

from deskhand.contracts.platform import Capability, EventSource
from deskhand.contracts.signals import (
    ButtonPressed,
    FileRemoved,
    FileWritten,
    KeyPressed,
    PointerMoved,
    Scrolled,
    Signal,
)
from deskhand.platforms.fake.world import FakeWorld

INPUTS = (KeyPressed, ButtonPressed, Scrolled, PointerMoved)


class FakeEventSource(EventSource):
    """Fulfils `contracts.platform.EventSource`; signals come on the thread that caused them, at once."""

    def __init__(self, world: FakeWorld, capabilities: frozenset[Capability]) -> None:
        self._world = world
        self._capabilities = capabilities

    def start(self, sink: Callable[[Signal], None], at_once: Callable[[Signal], None] = lambda signal: None) -> None:
        def pass_on(signal: Signal) -> None:
            needed = need_of(signal)
            if needed is None or needed in self._capabilities:
                if isinstance(signal, INPUTS):
                    at_once(signal)
                sink(signal)

        self._world.listener = pass_on

    def close(self) -> None:
        self._world.listener = None


def need_of(signal: Signal) -> Capability | None:
    """What a desktop must be able to do to tell a signal, beside telling signals at all."""
    match signal:
        case KeyPressed(own=False) | ButtonPressed(own=False) | Scrolled(own=False) | PointerMoved(own=False):
            return Capability.PERSON_INPUT
        case FileWritten() | FileRemoved():
            return Capability.FILES
    return None
