"""Programs on a private desktop that texts are typed into, and how what arrived is read back."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from deskhand.core.element import Window
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.platform import X11Platform

START_SECONDS, READ_SECONDS = 90.0, 12.0
SANDBOX = ("--no-sandbox", "--test-type") if os.geteuid() == 0 else ()
CHROMIUM = ("chromium", *SANDBOX, "--no-first-run", "--no-default-browser-check", "--password-store=basic")
PAGE = """<!doctype html><meta charset=utf-8><title>Typing page</title>
<textarea aria-label=Text autofocus rows=12 cols=40></textarea><p id=chord>none</p>
<script>addEventListener('keydown', e => { if (e.ctrlKey && e.key.length == 1) {
  chord.textContent = 'ctrl+' + e.key; if (e.key == 's') e.preventDefault() } })</script>"""


@dataclass(frozen=True, slots=True)
class Program:
    """`title` is a part of its window's."""

    name: str
    title: str
    cells: bool = False


PROGRAMS = (
    Program("GTK 3 (mousepad)", "Mousepad"),
    Program("Qt 5 (featherpad)", "qt.txt"),
    Program("Chromium", "Typing page"),
    Program("LibreOffice Calc", "LibreOffice Calc", cells=True),
)
COMMANDS = ("mousepad", "featherpad", "chromium", "soffice")


def missing_programs() -> list[str]:
    return [name for name in COMMANDS if shutil.which(name) is None]


def until(look: Callable[[], bool], seconds: float) -> bool:
    """Whether something is so in time."""
    end = time.monotonic() + seconds
    while not look():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def open_programs() -> Iterator[tuple[PrivateDesktop, X11Platform, dict[str, Window]]]:
    """All of them on one desktop, with the window of each."""
    with PrivateDesktop(size="1600x1000") as desktop:
        for name in ("gtk.txt", "qt.txt"):
            (desktop.home / name).touch()
        (desktop.home / "page.html").write_text(PAGE)
        desktop.spawn(["mousepad", "--disable-server", str(desktop.home / "gtk.txt")])
        desktop.spawn(["featherpad", "--standalone", str(desktop.home / "qt.txt")])
        profile = f"--user-data-dir={desktop.home / 'browser'}"
        desktop.spawn([*CHROMIUM, profile, "--window-size=600,500", f"--app={(desktop.home / 'page.html').as_uri()}"])
        office = f"-env:UserInstallation=file://{desktop.home / 'office'}"
        desktop.spawn(["soffice", "--calc", "--norestore", "--nologo", office])
        platform = X11Platform.open(desktop.env)
        try:
            windows: dict[str, Window] = {}

            def all_there() -> bool:
                for window in platform.windows.list():
                    for program in PROGRAMS:
                        if program.title in window.title and platform.tree.read(window):
                            windows[program.name] = window
                return len(windows) == len(PROGRAMS)

            if not until(all_there, START_SECONDS):
                raise RuntimeError(f"only {', '.join(windows)} came up")
            time.sleep(3)  # LibreOffice goes on to set itself up after its window is there
            yield desktop, platform, windows
        finally:
            platform.close()


def bring(platform: X11Platform, window: Window) -> None:
    """A window is in front and has the focus."""
    platform.windows.activate(window)
    until(lambda: (front := platform.windows.front()) is not None and front.id == window.id, 5)
    until(lambda: platform.tree.focused() is not None, 2)


def holds(platform: X11Platform, window: Window, text: str) -> bool:
    """Whether an element of a window comes to hold exactly a text."""
    return until(lambda: any(node.value == text for node in platform.tree.read(window, 4.0)), READ_SECONDS)
