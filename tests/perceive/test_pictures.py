"""What is blacked out is black, and nothing else."""

from deskhand.core.element import Picture
from deskhand.core.geometry import Box
from deskhand.perceive.pictures import black_out


def test_only_the_shared_area_is_black() -> None:
    white = Picture(Box(10, 10, 4, 3), b"\xff" * 36)
    dark = black_out(white, [Box(12, 11, 50, 50), Box(0, 0, 5, 5)])
    rows = [dark.rgb[at : at + 12] for at in (0, 12, 24)]
    assert rows == [b"\xff" * 12, b"\xff" * 6 + bytes(6), b"\xff" * 6 + bytes(6)]
    assert dark.box == white.box
