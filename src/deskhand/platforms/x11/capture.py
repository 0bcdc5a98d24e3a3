"""Pixels of the screen."""

from PIL import Image
from Xlib import X, display
from Xlib import error as xerror

from deskhand.contracts.platform import Capture
from deskhand.core.element import Picture
from deskhand.core.errors import PlatformError
from deskhand.core.geometry import Box


class X11Capture(Capture):
    """Fulfils `contracts.platform.Capture`; for one thread."""

    def __init__(self, connection: display.Display) -> None:
        self._root = connection.screen().root

    def size(self) -> Box:
        shape = self._root.get_geometry()
        return Box(0, 0, shape.width, shape.height)

    def grab(self, region: Box | None = None) -> Picture:
        screen = self.size()
        box = screen if region is None else region.intersection(screen)
        if box.empty:
            return Picture(box, b"")
        try:
            answer = self._root.get_image(box.x, box.y, box.width, box.height, X.ZPixmap, 0xFFFFFFFF)
        except xerror.XError as error:
            raise PlatformError(f"the screen could not be captured: {error}") from None
        image = Image.frombuffer("RGB", (box.width, box.height), answer.data, "raw", "BGRX")
        return Picture(box, image.tobytes())
