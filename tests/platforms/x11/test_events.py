"""What a click hit is told also when the click closed it."""

from deskhand.core.element import Window
from deskhand.core.geometry import Box, Point
from deskhand.platforms.x11.events import find_clicked
from deskhand.platforms.x11.windows import X11Windows

FORM = Window(7, "form", "Form", 100, Box(10, 10, 200, 100))
BELOW = Window(8, "editor", "Text", 200, Box(0, 0, 800, 600))
INSIDE, OUTSIDE = Point(50, 50), Point(500, 500)


class Standing(X11Windows):
    """Windows that are there when asked what is at a point, and those that are left a moment later."""

    def __init__(self, at: Window | None, left: tuple[Window, ...]) -> None:
        self._at, self._left = at, left

    def at(self, point: Point) -> Window | None:
        return self._at

    def describe(self, number: int) -> Window | None:
        return next((window for window in self._left if window.id == number), None)


def test_a_window_that_the_click_closed_got_it() -> None:
    assert find_clicked(Standing(BELOW, (BELOW,)), INSIDE, FORM) == FORM


def test_a_window_that_is_just_closing_got_it_though_nothing_else_is_there() -> None:
    assert find_clicked(Standing(None, (FORM,)), INSIDE, FORM) == FORM


def test_a_window_raised_above_it_got_it() -> None:
    assert find_clicked(Standing(BELOW, (FORM, BELOW)), INSIDE, FORM) == BELOW


def test_a_click_beside_the_window_is_not_its() -> None:
    assert find_clicked(Standing(BELOW, (BELOW,)), OUTSIDE, FORM) == BELOW
