"""Places are in pixels, whatever a program counts in, and wherever the displays are."""

import pytest

from deskhand.core.geometry import Box
from deskhand.platforms.x11.placed_tree import find_scale

WINDOW, FRAMED = Box(71, 110, 740, 528), Box(70, 90, 742, 554)


@pytest.mark.parametrize(
    ("told", "factor", "inner", "pixels"),
    [
        (Box(35, 45, 371, 277), 2, Box(380, 297, 25, 22), Box(760, 594, 50, 44)),  # with the frame
        (Box(35, 55, 370, 264), 2, Box(35, 55, 22, 22), Box(71, 110, 44, 44)),  # without
        (Box(900, 88, 592, 422), 1.25, Box(1000, 188, 100, 20), Box(196, 235, 125, 25)),  # on a display of its own
    ],
)
def test_a_window_told_in_larger_units_gives_the_factor(told: Box, factor: float, inner: Box, pixels: Box) -> None:
    scale = find_scale(told, (WINDOW, FRAMED))
    assert scale is not None
    assert scale.factor == factor
    assert scale.pixels(inner) == pixels


@pytest.mark.parametrize(
    "told", [WINDOW, FRAMED, Box(71, 110, 500, 528), Box(71, 110, 370, 300), Box(0, 0, 0, 0), None]
)
def test_a_window_told_in_pixels_or_not_to_be_compared_is_left_alone(told: Box | None) -> None:
    assert find_scale(told, (WINDOW, FRAMED)) is None
    assert find_scale(told, ()) is None
