"""The form of the conformance suite on a private virtual desktop: a page in Chromium, beside a text editor."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deskhand.core.errors import PlatformError
from deskhand.core.geometry import Point
from deskhand.platforms.clock import SystemClock
from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.platform import X11Platform

PAGE = Path(__file__).parent / "conformance.html"
PROGRAMS = ("chromium", "mousepad", "xdotool")
START_SECONDS = 60.0
FLAGS = ("--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--password-store=basic")


class X11Stage:
    """Fulfils `platforms.conformance.Stage`; the person's hands are xdotool's."""

    def __init__(self, platform: X11Platform, desktop: PrivateDesktop) -> None:
        self.platform = platform
        self.clock = SystemClock()
        self.environ = dict(desktop.env)
        self.address = PAGE.as_uri()
        self._desktop = desktop

    def reopen(self) -> X11Platform:
        return X11Platform.open(self.environ)

    def person_presses(self, key: str) -> None:
        self._xdotool("key", key)

    def person_clicks(self, point: Point) -> None:
        self._xdotool("mousemove", str(point.x), str(point.y), "click", "1")

    def open_spare(self) -> None:
        open_text(self._desktop, "Spare.txt")

    @contextmanager
    def lock_screen(self) -> Iterator[None]:
        connection = open_display(self.environ)
        screen = connection.screen()
        cover = screen.root.create_window(
            0, 0, screen.width_in_pixels, screen.height_in_pixels, 0, screen.root_depth, override_redirect=True
        )
        cover.map()
        connection.sync()
        try:
            yield
        finally:
            close_display(connection)

    def save_document(self) -> Path:
        path = self._desktop.home / "Documents" / "saved.txt"
        path.write_text("saved")
        return path

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.environ, check=True, timeout=20)


@contextmanager
def open_stage() -> Iterator[X11Stage]:
    """A private desktop with both windows. `PlatformError` when a program is missing or does not come up."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        raise PlatformError(f"the stage needs {' and '.join(missing)}; install them with apt-get")
    with PrivateDesktop() as desktop:
        sandbox = ("--no-sandbox", "--test-type") if os.geteuid() == 0 else ()
        profile = f"--user-data-dir={desktop.home / 'browser'}"
        open_text(desktop, "Other.txt")
        desktop.spawn(["chromium", *sandbox, *FLAGS, profile, "--window-size=600,400", f"--app={PAGE.as_uri()}"])
        platform = X11Platform.open(desktop.env)
        try:
            wait_for_windows(platform)
            yield X11Stage(platform, desktop)
        finally:
            platform.close()


def open_text(desktop: PrivateDesktop, name: str) -> None:
    """An editor of its own with an empty text."""
    path = desktop.home / name
    path.touch()  # one that is not there counts as changed, and closing would ask
    desktop.spawn(["mousepad", "--disable-server", str(path)])


def wait_for_windows(platform: X11Platform) -> None:
    """Until both are there and the page tells its elements."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        windows = {title: w for w in platform.windows.list() for title in ("Conformance", "Other") if title in w.title}
        if len(windows) == 2:
            nodes = platform.tree.read(windows["Conformance"])
            if any(node.name == "Greet" for node in nodes):
                return
        time.sleep(0.2)
    raise PlatformError("the programs of the stage did not come up in time")
