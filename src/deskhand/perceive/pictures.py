"""Pictures without what is not meant to be seen."""

from collections.abc import Iterable

from deskhand.core.element import Picture
from deskhand.core.geometry import Box


def black_out(picture: Picture, boxes: Iterable[Box]) -> Picture:
    """The picture with the areas `boxes` (screen pixels) made black."""
    rgb, whole = bytearray(picture.rgb), picture.box
    for box in boxes:
        hidden = box.intersection(whole)
        for y in range(hidden.y - whole.y, hidden.y - whole.y + hidden.height):
            start = 3 * (y * whole.width + hidden.x - whole.x)
            rgb[start : start + 3 * hidden.width] = bytes(3 * hidden.width)
    return Picture(whole, bytes(rgb))
