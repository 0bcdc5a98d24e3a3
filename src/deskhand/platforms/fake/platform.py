"""A scripted world as a platform."""

from collections.abc import Callable

from deskhand.contracts.platform import (
    Capability,
    Capture,
    Clipboard,
    Elements,
    EventSource,
    Input,
    Launcher,
    Platform,
    Tree,
    Windows,
)
from deskhand.core.errors import MissingCapability
from deskhand.platforms.fake.capture import FakeCapture
from deskhand.platforms.fake.clipboard import FakeClipboard
from deskhand.platforms.fake.elements import FakeElements
from deskhand.platforms.fake.events import FakeEventSource
from deskhand.platforms.fake.input import FakeInput
from deskhand.platforms.fake.launcher import FakeLauncher
from deskhand.platforms.fake.tree import FakeTree
from deskhand.platforms.fake.windows import FakeWindows
from deskhand.platforms.fake.world import FakeWorld


class FakePlatform(Platform):
    """Fulfils `contracts.platform.Platform`. Without some of the `capabilities` it is a poorer desktop."""

    name = "fake"

    def __init__(self, world: FakeWorld, capabilities: frozenset[Capability] = frozenset(Capability)) -> None:
        self.world = world
        self.capabilities = capabilities
        self._check: Callable[[], None] = lambda: None
        self._windows = FakeWindows(world)
        self._capture = FakeCapture(world)
        self._tree = FakeTree(world, self._need)
        self._elements = FakeElements(world, self._need)
        self._input = FakeInput(world, self._need, lambda: self._check())
        self._clipboard = FakeClipboard(world)
        self._launcher = FakeLauncher(world)

    @property
    def windows(self) -> Windows:
        self._need(Capability.WINDOWS)
        return self._windows

    @property
    def capture(self) -> Capture:
        self._need(Capability.CAPTURE)
        return self._capture

    @property
    def tree(self) -> Tree:
        return self._tree

    @property
    def elements(self) -> Elements:
        return self._elements

    @property
    def input(self) -> Input:
        return self._input

    @property
    def clipboard(self) -> Clipboard:
        self._need(Capability.CLIPBOARD)
        return self._clipboard

    @property
    def launcher(self) -> Launcher:
        self._need(Capability.OPEN)
        return self._launcher

    @property
    def held(self) -> frozenset[str]:
        """The keys and buttons that are down now, as the world was told."""
        return self.world.history.held

    def events(self) -> EventSource:
        self._need(Capability.EVENTS)
        return FakeEventSource(self.world, self.capabilities)

    def guard(self, check: Callable[[], None]) -> None:
        self._check = check

    def close(self) -> None:
        self._input.release_all()

    def _need(self, capability: Capability) -> None:
        if capability not in self.capabilities:
            raise MissingCapability(f"this desktop does not offer: {capability.value}")
