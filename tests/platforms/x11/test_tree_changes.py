"""A reading tells what a program shows now, whatever it showed before; and it ends, also when the program does not answer."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bench.reading.desk import CHROMIUM, PYTHON

from deskhand.core.element import Node, Window
from deskhand.core.errors import AppGone
from deskhand.core.geometry import Box
from deskhand.platforms.x11.bus import Bus
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.platform import X11Platform
from deskhand.platforms.x11.tree import AtspiTree

BOARD = Path(__file__).parents[3] / "bench/reading/programs/gtk3.py"
NEED = Path("/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-3.0.typelib")
PAGE = """<title>Changing</title><ul id=list><li>one</li><li>two</li><li>three</li></ul>
<input id=field aria-label=Field value=before>
<button onclick="list.children[0].textContent='changed'; field.value='after'">text</button>
<button onclick="list.insertAdjacentHTML('afterbegin', '<li>inserted</li>')">insert</button>
<button onclick="[...list.children].reverse().forEach(each => list.append(each))">sort</button>"""


@contextmanager
def watched(desktop: PrivateDesktop, title: str, sign: str) -> Iterator[tuple[X11Platform, Window]]:
    """The platform and the window of that title, once it tells an element called `sign`."""
    platform = X11Platform.open(desktop.env)
    try:
        end = time.monotonic() + 40
        while time.monotonic() < end:
            windows = [window for window in platform.windows.list() if title in window.title]
            if windows and any(node.name == sign for node in platform.tree.read(windows[0], 5)):
                break
            time.sleep(0.2)
        yield platform, windows[0]
    finally:
        platform.close()


def told(nodes: tuple[Node, ...]) -> list[tuple[object, ...]]:
    return [(node.role, node.name, node.value, node.box, node.states, node.actions) for node in nodes]


def assert_as_new(platform: X11Platform, window: Window) -> list[tuple[object, ...]]:
    """A reading that follows others equals that of a reader that never saw the program, order included."""
    bus = Bus.accessibility(platform._environ)
    try:
        new = AtspiTree(bus, platform.windows.front)
        new._cached[new.application(window.pid) or ""] = False  # asks every object for everything
        end = time.monotonic() + 5
        while (found := told(platform.tree.read(window, 5))) != (wanted := told(new.read(window, 5))):
            assert time.monotonic() < end, set(found) ^ set(wanted)
    finally:
        bus.close()
    return found


@pytest.mark.desktop
@pytest.mark.skipif(not NEED.exists(), reason="needs gir1.2-gtk-3.0 and python3-gi")
def test_a_native_program_is_read_as_it_is_now_and_never_longer_than_asked() -> None:
    with PrivateDesktop() as desktop:
        program = subprocess.Popen(
            [PYTHON, str(BOARD), "8", "12"], env=desktop.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert program.stdin
        assert program.stdout
        with watched(desktop, "Native board", "b0") as (platform, window):
            seen = [assert_as_new(platform, window)]
            for order in ("text", "insert", "sort"):
                program.stdin.write(order + "\n")
                program.stdin.flush()
                assert program.stdout.readline().strip() == order
                seen.append(assert_as_new(platform, window))
            names = [[name for _, name, *_ in each] for each in seen]
            assert "Changed label" in names[1]
            assert "changed entry" in [value for _, _, value, *_ in seen[1]]
            assert names[2].index("Inserted") < names[2].index("b0")
            tops = {name: box.y for _, name, _, box, *_ in seen[3] if isinstance(box, Box)}
            assert tops["b85"] < tops["b0"]
            subprocess.run(
                ["xdotool", "windowmove", str(window.id), "77", "99"], env=desktop.env, check=True, timeout=20
            )
            time.sleep(0.5)
            moved = assert_as_new(platform, next(w for w in platform.windows.list() if w.id == window.id))
            assert [box for *_, box, _, _ in moved] != [box for *_, box, _, _ in seen[-1]]
            assert_a_stopped_program_is_no_trap(platform, window, program.pid)
        program.kill()
        program.wait()
        program.stdin.close()
        program.stdout.close()


def assert_a_stopped_program_is_no_trap(platform: X11Platform, window: Window, pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    try:
        start = time.monotonic()
        for _ in range(3):
            with pytest.raises(AppGone):
                platform.tree.read(window, 0.4)
        assert time.monotonic() - start < 3
    finally:
        os.kill(pid, signal.SIGCONT)
    end = time.monotonic() + 5
    while True:
        try:
            assert len(platform.tree.read(window, 3)) > 90
            return
        except AppGone:
            assert time.monotonic() < end


@pytest.mark.desktop
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
def test_a_page_is_read_as_it_is_now(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    with PrivateDesktop() as desktop:
        sandbox = ("--no-sandbox", "--test-type") if os.geteuid() == 0 else ()
        profile = f"--user-data-dir={desktop.home / 'browser'}"
        desktop.spawn(["chromium", *sandbox, *CHROMIUM, profile, f"--app={page.as_uri()}"])
        with watched(desktop, "Changing", "sort") as (platform, window):
            for order, sign in (("text", "changed"), ("insert", "inserted"), ("sort", "inserted")):
                button = next(node for node in platform.tree.read(window) if node.name == order)
                assert platform.elements.press(button).dispatched
                end = time.monotonic() + 5
                while not any(sign in (node.name, node.value) for node in platform.tree.read(window)):
                    assert time.monotonic() < end
                found = assert_as_new(platform, window)
            items = [name or value for role, name, value, *_ in found if role in ("label", "text", "list item")]
            assert [each for each in items if each in ("three", "changed", "inserted")][-1] == "inserted"
            assert "after" in [value for _, _, value, *_ in found]
