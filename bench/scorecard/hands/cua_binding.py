"""Binds cua-auto-harness to our pointer and keyboard on a private desktop; the harness loads it by its path.

What the contract has no words for is said, and counted as an exception, instead of being put together from other parts.
"""

import os
import subprocess

from autoharness.adapters import UnsupportedActionError  # type: ignore[import-not-found]
from autoharness.backend import Adapter, register_adapter  # type: ignore[import-not-found]
from PIL import Image

from deskhand.core.geometry import Point
from deskhand.platforms.x11.capture import X11Capture
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.input import BUTTONS, X11Input
from deskhand.platforms.x11.own_input import OwnInput

KEYS = {
    "enter": "Return", "esc": "Escape", "tab": "Tab", "backspace": "BackSpace", "delete": "Delete", "insert": "Insert",
    "up": "Up", "down": "Down", "left": "Left", "right": "Right", "home": "Home", "end": "End", "pageup": "Page_Up",
    "pagedown": "Page_Down", "kp_enter": "KP_Enter", "kp_add": "KP_Add", "caps_lock": "Caps_Lock",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip
BROAD = "pkill "
"""The harness clears away probes of earlier runs by a pattern over all processes; on a new desktop there are none, and
this machine's other processes are not its to end."""


def why_not(action: object) -> str | None:
    """Why the contract cannot express an action, None when it can."""
    kind = action.kind  # type: ignore[attr-defined]
    if kind in ("button_press", "button_release"):
        return "nothing stays held after a call, so a button is not pressed and released by two"
    if getattr(action, "modifiers", None):
        return "the contract has no pointer action with a modifier held"
    if getattr(action, "button", "left") not in BUTTONS:
        return "the contract has no such button"
    if kind == "drag" and (len(action.path) != 2 or action.button != "left"):  # type: ignore[attr-defined]
        return "a drag goes from one point to another with the left button"
    return None


@register_adapter("deskhand")
class DeskhandBinding(Adapter):  # type: ignore[misc]
    supports_raw_tap = True

    def __init__(self, **settings: object) -> None:
        """The harness hands over settings of virtual machines, of which there is none."""

    def boot(self) -> None:
        self._desktop = PrivateDesktop(size="1920x1080").start()
        self.guest_display = self._desktop.env["DISPLAY"]
        self._input = X11Input(open_display(self._desktop.env), OwnInput(), lambda: None, self._desktop.env)
        self._capture = X11Capture(self._desktop.env)

    def exec(self, cmd: str, timeout: int = 120) -> tuple[int, str]:
        if cmd.startswith(BROAD):
            return 0, ""
        # the system's Python comes first: the probes stand on its packages
        env = {**self._desktop.env, "PATH": f"/usr/bin:{os.environ['PATH']}"}
        env.pop("PYTHONPATH", None)
        done = subprocess.run(["sh", "-c", cmd], env=env, capture_output=True, text=True, timeout=timeout, check=False)
        return done.returncode, done.stdout

    def supports(self, action: object) -> str | None:
        return why_not(action)

    def inject(self, action: object) -> None:
        if reason := why_not(action):
            raise UnsupportedActionError(reason)
        match action.kind:  # type: ignore[attr-defined]
            case "click":
                self._input.click(Point(action.x, action.y), action.button, action.count)  # type: ignore[attr-defined]
            case "move":
                self._input.move(Point(action.x, action.y))  # type: ignore[attr-defined]
            case "drag":
                start, end = action.path  # type: ignore[attr-defined]
                self._input.drag(Point(*start), Point(*end))
            case "scroll":
                self._input.scroll(Point(action.x, action.y), action.dx_ticks, action.dy_ticks)  # type: ignore[attr-defined]
            case "key_chord":
                self._input.press("+".join(KEYS.get(key, key) for key in action.keys))  # type: ignore[attr-defined]
            case "type_text":
                self._input.type(action.text)  # type: ignore[attr-defined]

    def screenshot(self, dst_path: str) -> None:
        picture = self._capture.grab()
        Image.frombytes("RGB", (picture.box.width, picture.box.height), picture.rgb).save(dst_path)

    def teardown(self) -> None:
        if hasattr(self, "_input"):
            self._input.close()
            self._capture.close()
            self._desktop.stop()
            del self._input
