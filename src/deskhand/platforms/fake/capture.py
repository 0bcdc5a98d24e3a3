"""Pixels of a scripted world: windows are plain areas of their own grey."""

from deskhand.contracts.platform import Capture
from deskhand.core.element import Picture
from deskhand.core.geometry import Box, Point
from deskhand.platforms.fake.world import FakeWorld


class FakeCapture(Capture):
    """Fulfils `contracts.platform.Capture`."""

    def __init__(self, world: FakeWorld) -> None:
        self._world = world

    def size(self) -> Box:
        return self._world.screen

    def grab(self, region: Box | None = None) -> Picture:
        box = self.size() if region is None else region.intersection(self.size())
        if box.empty:
            return Picture(box, b"")
        rows = [self._row(box, y) for y in range(box.y, box.y + box.height)]
        return Picture(box, b"".join(rows))

    def _row(self, box: Box, y: int) -> bytes:
        row = bytearray(3 * box.width)
        for window in self._world.windows:
            if window.box.contains(Point(window.box.x, y)):
                shared = window.box.intersection(box)
                start = 3 * (shared.x - box.x)
                row[start : start + 3 * shared.width] = bytes([window.id % 255 + 1]) * (3 * shared.width)
        return bytes(row)
