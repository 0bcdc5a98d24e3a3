"""Click small cells that our own reading found, at many scales and arrangements of displays, and see which were hit."""

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.scorecard.hands import targets
from bench.scorecard.hands.programs import CHROMIUM, until
from bench.scorecard.row import Measured, Progress
from deskhand.core.element import Node, Window
from deskhand.core.errors import AppGone
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.platform import X11Platform

SYSTEM_PYTHON = "/usr/bin/python3"
ARRANGEMENTS = (
    ("one display", (), 0),
    ("a second one to the right", (("A", "900/240x1000/260+0+0"), ("B", "900/240x1000/260+900+0")), 900),
    ("a second one left of the first", (("B", "900/240x1000/260+0+0"), ("*A", "900/240x1000/260+900+0")), 0),
)
"""Name, monitors, and where from the left the window is put."""
CLICKS = 1000
START_SECONDS = 40.0


@dataclass(frozen=True, slots=True)
class Setting:
    """A toolkit at a scale."""

    toolkit: str
    name: str
    env: tuple[tuple[str, str], ...] = ()
    flags: tuple[str, ...] = ()
    dpi: int = 96


SETTINGS = (
    Setting("gtk", "GTK 1"),
    Setting("gtk", "GDK_SCALE 2", (("GDK_SCALE", "2"),)),
    Setting("gtk", "GDK_DPI_SCALE 1.25", (("GDK_DPI_SCALE", "1.25"),)),
    Setting("gtk", "Xft.dpi 144", dpi=144),
    Setting("qt", "Qt 1"),
    Setting("qt", "QT_SCALE_FACTOR 1.25", (("QT_SCALE_FACTOR", "1.25"),)),
    Setting("qt", "QT_SCALE_FACTOR 1.5", (("QT_SCALE_FACTOR", "1.5"),)),
    Setting("qt", "QT_SCALE_FACTOR 2", (("QT_SCALE_FACTOR", "2"),)),
    Setting("page", "Chromium 1"),
    Setting("page", "Chromium 1.25", flags=("--force-device-scale-factor=1.25",)),
    Setting("page", "Chromium 1.5", flags=("--force-device-scale-factor=1.5",)),
    Setting("page", "Chromium 2", flags=("--force-device-scale-factor=2",)),
)


def start(desktop: PrivateDesktop, setting: Setting, log: Path) -> subprocess.Popen[bytes]:
    subprocess.run(["xrdb", "-merge"], input=f"Xft.dpi: {setting.dpi}\n".encode(), env=desktop.env, check=True)
    if setting.toolkit == "page":
        path = desktop.home / "cells.html"
        path.write_text(targets.page())
        profile = f"--user-data-dir={desktop.home / setting.name.replace(' ', '-')}"
        return desktop.spawn([*CHROMIUM, *setting.flags, profile, "--window-size=420,340", f"--app={path.as_uri()}"])
    command = [SYSTEM_PYTHON, targets.__file__, setting.toolkit, str(log)]
    return desktop.spawn(command, env=dict(setting.env))


def last_hit(platform: X11Platform, setting: Setting, log: Path, window: Window) -> tuple[int, str]:
    """How many cells were hit, and the last of them."""
    if setting.toolkit == "page":
        now = platform.windows.describe(window.id)
        words = (now.title if now else "").split()
        return (int(words[3]), words[4]) if len(words) == 5 else (0, "")
    lines = log.read_text().split() if log.exists() else []
    return len(lines), lines[-1] if lines else ""


def find_cells(platform: X11Platform, window: Window) -> list[Node]:
    try:
        nodes = platform.tree.read(window, 4.0)
    except AppGone:  # it has only begun
        return []
    return [node for node in nodes if node.role == "button" and "x" in node.name and node.box and node.name[0] == "c"]


def find_window(platform: X11Platform, toolkit: str) -> Window | None:
    found = [window for window in platform.windows.list() if f"Cells of {toolkit}" in window.title]
    return found[-1] if found else None


def click_cells(
    platform: X11Platform, setting: Setting, log: Path, choose: Callable[[list[Node]], Node], count: int
) -> list[str]:
    """Click some cells; what went elsewhere."""
    window = find_window(platform, setting.toolkit)
    cells = find_cells(platform, window) if window else []
    if window is None or len(cells) < 100:
        return [f"{setting.name}: {len(cells)} cells were read"] * count
    wrong = []
    for _ in range(count):
        node = choose(cells)
        assert node.box is not None
        before = last_hit(platform, setting, log, window)[0]
        platform.input.click(node.box.center)
        until(lambda before=before: last_hit(platform, setting, log, window)[0] > before, 2)  # type: ignore[misc]
        number, name = last_hit(platform, setting, log, window)
        if (number, name) != (before + 1, node.name):
            wrong.append(f"{setting.name}: {node.name} was meant, {name if number > before else 'nothing'} was hit")
    return wrong


def arrange(desktop: PrivateDesktop, monitors: tuple[tuple[str, str], ...]) -> None:
    for name in ("A", "B"):
        subprocess.run(["xrandr", "--delmonitor", name], env=desktop.env, capture_output=True, check=False)
    for number, (name, place) in enumerate(monitors):
        output = "screen" if number == 0 else "none"
        subprocess.run(
            ["xrandr", "--setmonitor", name, place, output], env=desktop.env, capture_output=True, check=True
        )


def missing_packages() -> list[str]:
    needs = {"xrandr": "x11-xserver-utils", "xrdb": "x11-xserver-utils", "chromium": "chromium", "xdotool": "xdotool"}
    missing = [package for command, package in needs.items() if shutil.which(command) is None]
    probe = "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk; import PyQt5.QtWidgets"
    if subprocess.run([SYSTEM_PYTHON, "-c", probe], capture_output=True, check=False).returncode:
        missing.append("python3-gi gir1.2-gtk-3.0 python3-pyqt5")
    return missing


def measure_clicks(progress: Progress, clicks: int = CLICKS) -> Measured:
    if missing := missing_packages():
        return Measured({}, None, f"install {' '.join(dict.fromkeys(missing))} to measure this")
    chance = random.Random(3)  # noqa: S311
    wrong: list[str] = []
    done = 0
    cases = [(arrangement, setting) for arrangement in ARRANGEMENTS for setting in SETTINGS]
    with PrivateDesktop(size="1800x1000") as desktop:
        platform = X11Platform.open(desktop.env)
        try:
            for number, ((name, monitors, left), setting) in enumerate(cases):
                arrange(desktop, monitors)
                log = desktop.home / f"hits{number}"
                program = start(desktop, setting, log)
                until(lambda setting=setting: is_ready(platform, setting), START_SECONDS)  # type: ignore[misc]
                move_window(desktop, platform, setting, left + chance.randrange(20, 60), chance.randrange(30, 120))
                count = clicks // len(cases) + (number < clicks % len(cases))
                wrong += [f"{name}, {each}" for each in click_cells(platform, setting, log, chance.choice, count)]
                done += count
                program.terminate()
                program.wait()
                until(lambda setting=setting: find_window(platform, setting.toolkit) is None, 5)  # type: ignore[misc]
                progress(number + 1, len(cases))
        finally:
            platform.close()
    kinds = sorted({each.partition(":")[0] for each in wrong})
    figures = {"clicks": done, "settings": len(SETTINGS), "arrangements": len(ARRANGEMENTS), "elsewhere": len(wrong)}
    return Measured(figures, done >= clicks and not wrong, "; ".join([*wrong[:2], *kinds]))


def is_ready(platform: X11Platform, setting: Setting) -> bool:
    window = find_window(platform, setting.toolkit)
    return window is not None and len(find_cells(platform, window)) >= 100


def move_window(desktop: PrivateDesktop, platform: X11Platform, setting: Setting, x: int, y: int) -> None:
    window = find_window(platform, setting.toolkit)
    if window is not None:
        subprocess.run(["xdotool", "windowmove", str(window.id), str(x), str(y)], env=desktop.env, check=True)
        time.sleep(0.5)  # programs tell of a new place late


if __name__ == "__main__":
    print(measure_clicks(lambda done, of: None, int(sys.argv[1])))
