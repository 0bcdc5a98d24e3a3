"""The elements of a scripted world."""

from collections.abc import Callable

from deskhand.contracts.platform import Capability, Tree
from deskhand.core.element import Node, State, Window
from deskhand.core.errors import AppGone
from deskhand.core.geometry import Point
from deskhand.platforms.fake.world import FakeWindow, FakeWorld


class FakeTree(Tree):
    """Fulfils `contracts.platform.Tree`."""

    def __init__(self, world: FakeWorld, need: Callable[[Capability], None]) -> None:
        self._world = world
        self._need = need

    def read(self, window: Window, budget: float = 1.0, showing_only: bool = True) -> tuple[Node, ...]:
        self._need(Capability.TREE)
        found = self._find(window)
        if found is not None and found.silent:
            raise AppGone(f"{window.app} does not answer accessibility questions")
        nodes = self._world.nodes(found) if found is not None else ()
        return tuple(node for node in nodes if not showing_only or State.SHOWING in node.states)

    def focused(self) -> Node | None:
        self._need(Capability.TREE)
        front = self._world.front
        nodes = self._world.nodes(front) if front is not None else ()
        return next((node for node in nodes if State.FOCUSED in node.states), None)

    def refresh(self, node: Node) -> Node | None:
        self._need(Capability.TREE)
        window = self._world.window_of(node.ref)
        nodes = self._world.nodes(window) if window is not None and not window.silent else ()
        return next((each for each in nodes if each.ref == node.ref), None)

    def at(self, window: Window, point: Point) -> Node | None:
        inside = [(node, node.box) for node in self.read(window) if node.box is not None and node.box.contains(point)]
        return min(inside, key=lambda each: each[1].width * each[1].height)[0] if inside else None

    def url(self, window: Window) -> str | None:
        self._need(Capability.URL)
        found = self._find(window)
        return found.url or None if found is not None else None

    def cell(self, table: Node, row: int, column: int) -> Node | None:
        self._need(Capability.TREE)
        window = self._world.window_of(table.ref)
        nodes = self._world.nodes(window) if window is not None else ()
        return next((each for each in nodes if (each.element.row, each.element.column) == (row, column)), None)

    def _find(self, window: Window) -> FakeWindow | None:
        return next((each for each in self._world.windows if each.id == window.id), None)
