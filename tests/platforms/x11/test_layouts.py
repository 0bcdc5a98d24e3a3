"""Text and chords arrive whatever keyboard the person has, or nothing is typed."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from deskhand.core.element import Window
from deskhand.core.errors import BadInput, PlatformError
from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.platform import X11Platform
from deskhand.platforms.x11.xkb import LOCK, NUM_LOCK, Xkb

MANY = "".join(chr(0x4E00 + 3 * step) for step in range(100))
TEXT = "Grüße ^~`´ {[@]} Жж Ωά İı e\u0301 שלום 🙂👨\u200d👩 \\|<> 漢字"


@dataclass
class Editor:
    """A GTK program with a text, and the desktop it is on."""

    desktop: PrivateDesktop
    platform: X11Platform
    window: Window
    xkb: Xkb

    def set_keyboard(self, layout: str, locked: int = 0, group: int = 0) -> None:
        name, _, variant = layout.partition(" ")
        subprocess.run(["setxkbmap", "-layout", name, "-variant", variant], env=self.desktop.env, check=True)
        self.xkb.send(self.xkb.lock_request(255, locked, group))
        self.xkb.state()

    def empty(self) -> None:
        self.platform.input.press("ctrl+a")
        self.platform.input.press("BackSpace")
        assert soon(lambda: self.text == "")

    @property
    def text(self) -> str:
        return next(node.value for node in self.platform.tree.read(self.window) if node.role == "text")


@pytest.fixture(scope="module")
def opened() -> Iterator[Editor]:
    with PrivateDesktop() as desktop:
        path = desktop.home / "a.txt"
        path.touch()
        desktop.spawn(["mousepad", "--disable-server", str(path)])
        platform = X11Platform.open(desktop.env)
        connection = open_display(desktop.env)
        assert soon(lambda: platform.windows.front() is not None, 30)
        window = platform.windows.front()
        assert window is not None
        assert soon(lambda: any(node.role == "text" for node in platform.tree.read(window)), 30)
        yield Editor(desktop, platform, window, Xkb(connection))
        close_display(connection)
        platform.close()


@pytest.fixture
def editor(opened: Editor) -> Iterator[Editor]:
    opened.set_keyboard("us")
    opened.empty()
    yield opened
    opened.platform.guard(lambda: None)


def soon(look: Callable[[], bool], seconds: float = 8.0) -> bool:
    end = time.monotonic() + seconds
    while not look() and time.monotonic() < end:
        time.sleep(0.02)
    return look()


@pytest.mark.desktop
@pytest.mark.parametrize(
    ("layout", "locked", "group"),
    [("de", LOCK, 0), ("fr", NUM_LOCK, 0), ("ru", LOCK, 0), ("us dvorak", 0, 0), ("il", 0, 0), ("us,ru", LOCK | NUM_LOCK, 1)],
)  # fmt: skip
def test_text_and_chords_arrive_in_every_layout_and_the_keyboard_is_left_as_it_was(
    editor: Editor, layout: str, locked: int, group: int
) -> None:
    editor.set_keyboard(layout, locked, group)
    editor.platform.input.type(TEXT)
    assert soon(lambda: editor.text == TEXT), editor.text
    editor.empty()
    state = editor.xkb.state()
    assert (state.held, state.locked, state.group) == (0, locked, group)


@pytest.mark.desktop
def test_characters_typed_while_the_program_is_busy_are_not_lost(editor: Editor) -> None:
    os.kill(editor.window.pid, signal.SIGSTOP)
    timer = threading.Timer(1.0, os.kill, (editor.window.pid, signal.SIGCONT))
    timer.start()
    editor.platform.input.type(MANY)
    timer.join()
    assert soon(lambda: editor.text == MANY), editor.text


@pytest.mark.desktop
def test_a_layout_that_is_switched_in_the_middle_is_noticed(editor: Editor) -> None:
    sent = 0

    def guard() -> None:
        nonlocal sent
        sent += 1
        if sent == 20:
            editor.set_keyboard("fr")

    editor.platform.guard(guard)
    with pytest.raises(PlatformError, match="switched when 10 of 30"):
        editor.platform.input.type("quiz " * 6)


@pytest.mark.desktop
def test_nothing_is_typed_while_a_modifier_is_held_down(editor: Editor) -> None:
    subprocess.run(["xdotool", "keydown", "ctrl"], env=editor.desktop.env, check=True)
    with pytest.raises(PlatformError, match="held down"):
        editor.platform.input.type("q")
    subprocess.run(["xdotool", "keyup", "ctrl"], env=editor.desktop.env, check=True)
    editor.platform.input.type("ok")
    assert soon(lambda: editor.text == "ok")


@pytest.mark.desktop
def test_a_text_that_cannot_be_typed_whole_is_not_begun(editor: Editor) -> None:
    with pytest.raises(BadInput):
        editor.platform.input.type("beginning \ud83d")
    editor.platform.input.type("ok")
    assert soon(lambda: editor.text == "ok")
