"""Points and boxes in screen pixels, origin at the top-left of the first display."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the screen, in pixels."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in screen pixels; right and bottom edges are outside it."""

    x: int
    y: int
    width: int
    height: int

    @property
    def center(self) -> Point:
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    @property
    def empty(self) -> bool:
        return self.width <= 0 or self.height <= 0

    def contains(self, point: Point) -> bool:
        return self.x <= point.x < self.x + self.width and self.y <= point.y < self.y + self.height

    def intersection(self, other: "Box") -> "Box":
        """The shared rectangle; empty when there is none."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Box(left, top, max(0, right - left), max(0, bottom - top))
