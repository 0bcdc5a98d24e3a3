"""The signals of a scripted world."""

from collections.abc import Callable

from deskhand.contracts.platform import EventSource
from deskhand.contracts.signals import Signal
from deskhand.platforms.fake.world import FakeWorld


class FakeEventSource(EventSource):
    """Fulfils `contracts.platform.EventSource`; signals come on the thread that caused them."""

    def __init__(self, world: FakeWorld) -> None:
        self._world = world

    def start(self, sink: Callable[[Signal], None]) -> None:
        self._world.listener = sink

    def close(self) -> None:
        self._world.listener = None
