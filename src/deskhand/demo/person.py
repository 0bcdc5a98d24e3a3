"""A scripted person: eyes (what accessibility tells) and hands (xdotool: real X input, never our own)."""

import subprocess
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from deskhand.core.element import Node, Window
from deskhand.core.errors import PlatformError
from deskhand.platforms.x11.bus import Bus
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.tree import AtspiTree
from deskhand.platforms.x11.windows import X11Windows

T = TypeVar("T")
PATIENCE = 30.0
KEY_MS = 25
PACE = 0.2
"""Seconds between two acts of a quick person."""


class Person:
    """Works on the desktop that `environ` names."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = dict(environ)
        self._display = open_display(environ)
        self._windows = X11Windows(self._display)
        self._bus = Bus.accessibility(environ)
        self._tree = AtspiTree(self._bus, self._windows.front)

    def close(self) -> None:
        self._tree.close()
        self._display.close()

    # -- eyes -------------------------------------------------------------------------------------------------------

    def wait(self, what: str, look: Callable[[], T | None], seconds: float = PATIENCE) -> T:
        """Look until there is something; `PlatformError` says what never came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                found = look()
            except PlatformError:
                found = None
            if found:
                return found
            time.sleep(0.1)
        raise PlatformError(f"the person waited in vain for {what}")

    def window(self, title: str) -> Window:
        """The window whose title has `title` in it."""
        return self.wait(
            f"a window {title!r}",
            lambda: next((window for window in reversed(self._windows.list()) if title in window.title), None),
        )

    def see(self, title: str, role: str, name: str = "", holds: str = "") -> Node:
        """The element of a role in a window, by its name or by a text it shows."""

        def look() -> Node | None:
            nodes = self._tree.read(self.window(title), 2.0)
            fitting = [node for node in nodes if node.role == role and (not name or node.name == name)]
            return next((node for node in fitting if node.box and holds in node.value + node.name), None)

        return self.wait(f"{role} {name or holds!r} in {title!r}", look)

    def cell(self, title: str, row: int, column: int) -> Node:
        """A cell on the screen, also an empty one."""

        def look() -> Node | None:
            nodes = self._tree.read(self.window(title), 2.0)
            table = next((node for node in nodes if node.role == "table"), None)
            cell = self._tree.cell(table, row, column) if table else None
            return cell if cell and cell.box else None

        return self.wait(f"a cell in {title!r}", look)

    # -- hands ------------------------------------------------------------------------------------------------------

    def place(self, title: str, x: int, y: int, width: int, height: int) -> None:
        """Move a window where it is wanted, and wait until it is about there."""
        window = self.window(title)
        self._do("windowsize", window.id, width, height)
        self._do("windowmove", window.id, x, y)

        def there() -> bool:
            box = self.window(title).box
            return abs(box.x - x) < 30 and abs(box.y - y) < 40 and abs(box.width - width) < 60

        self.wait(f"{title!r} at its place", there)

    def click(self, title: str, role: str, name: str = "", count: int = 1) -> None:
        """Click an element."""
        self.point(title)
        box = self.see(title, role, name).box
        assert box is not None
        self._click(box.center.x, box.center.y, count)

    def click_cell(self, title: str, row: int, column: int) -> None:
        """Click a cell, the pointer in the window first: a spreadsheet learns only then where it is."""
        self.point(title)
        box = self.cell(title, row, column).box
        assert box is not None
        self._click(box.center.x, box.center.y, 1)

    def click_text(self, title: str) -> None:
        """Click into the text of an editor, in its upper part."""
        box = self.see(title, "text").box
        assert box is not None
        self._click(box.x + box.width // 2, box.y + min(30, box.height // 2), 1)

    def go_to(self, title: str) -> None:
        """Bring a window to the front by a click on its title bar."""
        box = self.window(title).box
        self._click(box.x + box.width // 3, box.y - 10, 1)

    def point(self, title: str) -> None:
        """Move the pointer into a window."""
        center = self.window(title).box.center
        self._do("mousemove", center.x, center.y)
        time.sleep(PACE)

    def press(self, *chords: str) -> None:
        """Press chords, one after the other ("ctrl+c", "Tab")."""
        for chord in chords:
            self._do("key", chord)
            time.sleep(PACE)

    def type(self, text: str) -> None:
        """Type a text."""
        self._do("type", "--delay", KEY_MS, "--", text)
        time.sleep(PACE)

    def copy(self) -> None:
        """Press ctrl+c and give the program time to take the clipboard."""
        self.press("ctrl+c")
        time.sleep(PACE)

    def _click(self, x: int, y: int, count: int) -> None:
        self._do("mousemove", x, y)
        time.sleep(PACE / 2)
        self._do("click", "--repeat", count, "--delay", 60, 1)
        time.sleep(PACE)

    def _do(self, *words: object) -> None:
        subprocess.run(
            ["xdotool", *map(str, words)], env=self._environ, check=True, capture_output=True, timeout=PATIENCE
        )
