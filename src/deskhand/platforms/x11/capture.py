"""Pixels of the screen, through memory shared with the X server where it is on this machine."""

from collections.abc import Mapping

import mss
from mss.exception import ScreenShotError
from PIL import Image

from deskhand.contracts.platform import Capture
from deskhand.core.element import Picture
from deskhand.core.errors import NoDisplay, PlatformError
from deskhand.core.geometry import Box
from deskhand.platforms.x11.connection import authority


class X11Capture(Capture):
    """Fulfils `contracts.platform.Capture`; for one thread."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        name = environ.get("DISPLAY", "")
        try:
            with authority(environ):
                self._screen = mss.MSS(display=name)
        except ScreenShotError as error:
            raise NoDisplay(f"the screen of {name} cannot be captured: {error}") from None

    def size(self) -> Box:
        whole = self._screen.monitors[0]
        return Box(whole["left"], whole["top"], whole["width"], whole["height"])

    def grab(self, region: Box | None = None) -> Picture:
        screen = self.size()
        box = screen if region is None else region.intersection(screen)
        if box.empty:
            return Picture(box, b"")
        try:
            shot = self._screen.grab((box.x, box.y, box.x + box.width, box.y + box.height))
        except ScreenShotError as error:
            raise PlatformError(f"the screen could not be captured: {error}") from None
        image = Image.frombuffer("RGB", (box.width, box.height), shot.raw, "raw", "BGRX")
        return Picture(box, image.tobytes())

    def close(self) -> None:
        self._screen.close()
