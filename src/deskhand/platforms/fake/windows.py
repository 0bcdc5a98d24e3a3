"""The windows of a scripted world."""

from collections.abc import Callable

from deskhand.contracts.platform import Windows
from deskhand.core.element import Window
from deskhand.core.geometry import Point
from deskhand.core.run import Receipt, Route
from deskhand.platforms.fake.world import FakeWindow, FakeWorld


class FakeWindows(Windows):
    """Fulfils `contracts.platform.Windows`."""

    def __init__(self, world: FakeWorld, guard: Callable[[], None]) -> None:
        self._world = world
        self._guard = guard

    def list(self) -> tuple[Window, ...]:
        return tuple(each.window for each in self._world.windows)

    def front(self) -> Window | None:
        front = self._world.front
        return front.window if front is not None else None

    def activate(self, window: Window) -> Receipt:
        self._guard()
        found = self._find(window)
        if found is not None and not found.stubborn:
            self._world.bring_to_front(found)
        return Receipt(Route.WINDOW_MANAGER, True, f"asked for {window.title!r} to come to the front")

    def close(self, window: Window) -> Receipt:
        self._guard()
        found = self._find(window)
        if found is not None:
            self._world.close(found)
        return Receipt(Route.WINDOW_MANAGER, True, f"asked {window.title!r} to close")

    def at(self, point: Point) -> Window | None:
        top = self._world.top_at(point)
        return top.window if top is not None else None

    def locked(self) -> bool:
        return self._world.locked

    def _find(self, window: Window) -> FakeWindow | None:
        return next((each for each in self._world.windows if each.id == window.id), None)
