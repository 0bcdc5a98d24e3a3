"""Whatever ends Deskhand, no key and no button stays down, and the keyboard is as it was."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from Xlib import display

from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.xkb import Xkb

CAPS = 2
ACT = """
import os, time
from deskhand.core.geometry import Point
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.input import X11Input
from deskhand.platforms.x11.own_input import OwnInput
sent = 0
def guard():
    global sent
    sent += 1
    if sent > {before}:
        print("now", flush=True)
        time.sleep(60)
hands = X11Input(open_display(os.environ), OwnInput(), guard, os.environ)
hands.{act}
"""


@pytest.fixture(scope="module")
def desktop() -> Iterator[PrivateDesktop]:
    with PrivateDesktop() as started:
        yield started


@pytest.fixture
def eyes(desktop: PrivateDesktop) -> Iterator[display.Display]:
    connection = open_display(desktop.env)
    yield connection
    close_display(connection)


def is_down(eyes: display.Display) -> bool:
    return any(eyes.query_keymap()) or bool(eyes.screen().root.query_pointer().mask & ~CAPS)


def spare(xkb: Xkb) -> int:
    return sum(not key.types_something for key in xkb.keys().values())


def soon(look: Callable[[], bool]) -> bool:
    end = time.monotonic() + 5
    while not look() and time.monotonic() < end:
        time.sleep(0.01)
    return look()


@pytest.mark.desktop
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    ("act", "before"),
    [("drag(Point(50, 50), Point(300, 300))", 6), ('press("ctrl+shift+F9")', 2), ('type("漢字Ж")', 4)],
)
def test_a_process_that_is_ended_in_the_middle_leaves_nothing_down(
    desktop: PrivateDesktop, eyes: display.Display, act: str, before: int, sign: signal.Signals
) -> None:
    xkb = Xkb(eyes)
    xkb.send(xkb.lock_request(255, CAPS, 0))
    free = spare(xkb)
    process = subprocess.Popen(
        [sys.executable, "-c", ACT.format(act=act, before=before)],
        env={**desktop.env, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"now\n"
    assert is_down(eyes) or spare(xkb) < free
    process.send_signal(sign)
    process.wait()
    process.stdout.close()
    assert soon(lambda: not is_down(eyes) and spare(xkb) == free and xkb.state().locked == CAPS)
