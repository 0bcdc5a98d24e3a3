"""The clipboard of a scripted world."""

from deskhand.contracts.platform import Clipboard
from deskhand.contracts.signals import ClipboardChanged
from deskhand.core.run import Receipt, Route
from deskhand.platforms.fake.world import FakeWorld


class FakeClipboard(Clipboard):
    """Fulfils `contracts.platform.Clipboard`."""

    def __init__(self, world: FakeWorld) -> None:
        self._world = world

    def read(self) -> str | None:
        return self._world.clipboard

    def write(self, text: str) -> Receipt:
        self._world.received("clipboard", "", text)
        self._world.clipboard = text
        self._world.tell(ClipboardChanged(self._world.clock.wall(), None, own=True))
        return Receipt(Route.NONE, True, "clipboard set")
