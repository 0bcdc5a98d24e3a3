"""The accessibility tree with the places of elements in pixels, whatever a program counts in.

Toolkits that draw everything larger (GDK_SCALE, QT_SCALE_FACTOR) tell places in units of their own, and GTK 4 tells them
from the corner of the window. The window's outline tells the rest: the accessible window and the X window, with or
without its frame, are the same rectangle. Pages are told in pixels always.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from deskhand.core.element import Node, Window
from deskhand.core.geometry import Box, Point
from deskhand.platforms.x11.bus import Bus
from deskhand.platforms.x11.describe import SCREEN, parse_ref
from deskhand.platforms.x11.tree import PLACE_BUDGET, AtspiTree, smallest_at
from deskhand.platforms.x11.wire import Reference

PAGE = "document web"
STEPS = 4
"""Factors are whole quarters."""
LARGEST = 4


@dataclass(frozen=True, slots=True)
class Scale:
    """How a program's units become pixels: `told` is its window in its units, `shown` the same in pixels."""

    told: Box
    shown: Box
    factor: float

    def pixels(self, box: Box) -> Box:
        left, top = self._x(box.x), self._y(box.y)
        return Box(left, top, self._x(box.x + box.width) - left, self._y(box.y + box.height) - top)

    def _x(self, x: int) -> int:
        return self.shown.x + round((x - self.told.x) * self.factor)

    def _y(self, y: int) -> int:
        return self.shown.y + round((y - self.told.y) * self.factor)


def find_scale(told: Box | None, outlines: tuple[Box, ...]) -> Scale | None:
    """The scale of a window that is told in other units than pixels; None when it is not, or nothing can be said."""
    scales = [scale for shown in outlines if told is not None and (scale := compare(told, shown)) is not None]
    return None if any(scale.factor == 1 for scale in scales) else next(iter(scales), None)


def compare(told: Box, shown: Box) -> Scale | None:
    """The scale that makes one rectangle the other; None when there is none."""
    factor = round(STEPS * shown.width / told.width) / STEPS if told.width else 0
    alike = all(
        abs(many * factor - pixels) <= factor
        for many, pixels in ((told.width, shown.width), (told.height, shown.height))
    )
    return Scale(told, shown, factor) if alike and 1 / STEPS <= factor <= LARGEST else None


def centered(told: Box, shown: Box) -> Scale:
    """The scale of a window that tells only places inside itself, and draws the same margin all around (GTK 4)."""
    factor = max(1, round(min(shown.width / told.width, shown.height / told.height)))
    left = round((shown.width - told.width * factor) / 2)
    top = round((shown.height - told.height * factor) / 2)
    return Scale(told, Box(shown.x + left, shown.y + top, shown.width - 2 * left, shown.height - 2 * top), factor)


class PlacedTree(AtspiTree):
    """`outlines` gives the rectangles of an X window by its number: without its frame, with it, without its own shadow."""

    def __init__(
        self, bus: Bus, front: Callable[[], Window | None], outlines: Callable[[int], tuple[Box, ...]]
    ) -> None:
        super().__init__(bus, front)
        self._outlines = outlines
        self._scaled: dict[int, Node] = {}
        """The accessible object of each window that is told otherwise than in pixels of the screen, as it was told."""

    def read(self, window: Window, budget: float = 1.0, showing_only: bool = True) -> tuple[Node, ...]:
        nodes = super().read(window, budget, showing_only)
        self._scaled.pop(window.id, None)
        scale = self._scale(nodes[0], window.id) if nodes else None
        if scale is None:
            return nodes
        self._scaled[window.id] = nodes[0]
        return tuple(placed(node, scale) for node in nodes)

    def refresh(self, node: Node) -> Node | None:
        return self._placed_now(super().refresh(node))

    def describe(self, reference: Reference, window: Window | None = None) -> Node | None:
        inside = self._coordinates(reference[0]) != SCREEN
        if inside and window and window.id not in self._scaled and self.application(window.pid) == reference[0]:
            self.read(window, PLACE_BUDGET)  # its outline tells where it is
        return self._placed_now(super().describe(reference, window))

    def cell(self, table: Node, row: int, column: int) -> Node | None:
        return self._placed_now(super().cell(table, row, column))

    def at(self, window: Window, point: Point) -> Node | None:
        if window.id in self._scaled:  # it understands its own units only
            return smallest_at(self.read(window, 0.5), point)
        return super().at(window, point)

    def _scale(self, top: Node, number: int) -> Scale | None:
        """How a window's places become pixels, from its accessible object as it is told; None when they are pixels."""
        outlines = self._outlines(number)
        if self._coordinates(parse_ref(top.ref)[0]) == SCREEN:
            return find_scale(top.box, outlines)
        return centered(top.box, outlines[-1]) if top.box and outlines else None

    def _placed_now(self, node: Node | None) -> Node | None:
        """A node of a scaled program in pixels, with its window where it is now."""
        if node is None:
            return None
        program = parse_ref(node.ref)[0]
        numbers = [number for number, top in self._scaled.items() if parse_ref(top.ref)[0] == program]
        if not numbers:
            return node
        number = next((each for each in numbers if node.ref in self._elements.get(each, {})), numbers[-1])
        fresh = super().refresh(self._scaled[number])
        scale = self._scale(fresh, number) if fresh is not None else None
        return placed(node, scale) if scale is not None else node


def placed(node: Node, scale: Scale) -> Node:
    """A node in pixels; what belongs to a page is so already."""
    if node.box is None or node.role == PAGE or PAGE in node.element.path:
        return node
    return replace(node, box=scale.pixels(node.box))
