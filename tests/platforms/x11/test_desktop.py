"""A private desktop is private, and goes down whole: at the end, on a signal, and when its owner is killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from deskhand.core.errors import BadInput
from deskhand.platforms.x11.desktop import PrivateDesktop, parse_size

pytestmark = pytest.mark.desktop


def wait_until(condition: Callable[[], bool], seconds: float = 15.0) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def alive(folder: Path) -> list[str]:
    """The command lines of processes that carry the desktop's folder in their environment or arguments."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and entry.name != str(os.getpid()):
            try:
                text = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in text:
                found.append((entry / "cmdline").read_text().replace("\0", " "))
    return found


@pytest.mark.parametrize("size", ["", "1280", "0x0", "axb", "1280x800x3", "99999x99999"])
def test_a_size_that_is_none_is_refused_in_one_sentence(size: str) -> None:
    with pytest.raises(BadInput, match="not a screen size"):
        parse_size(size)


def test_two_desktops_share_nothing(tmp_path: Path) -> None:
    with PrivateDesktop(folder=tmp_path / "a") as one, PrivateDesktop(folder=tmp_path / "b") as two:
        for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "HOME", "XAUTHORITY"):
            assert one.env[name] != two.env[name]
        borrowed = {**one.env, "DISPLAY": two.env["DISPLAY"]}
        answer = subprocess.run(["xprop", "-root"], env=borrowed, capture_output=True, check=False)
        assert answer.returncode != 0  # the other desktop's display asks for its own cookie


def test_what_programs_leave_in_passing_is_private_and_goes_away(tmp_path: Path) -> None:
    with PrivateDesktop(folder=tmp_path / "desk") as desktop:
        passing = Path(desktop.env["TMPDIR"])
        subprocess.run(["mktemp"], env=desktop.env, check=True, stdout=subprocess.DEVNULL)
        assert len(list(passing.iterdir())) >= 1
    assert not passing.exists()


def test_many_desktops_start_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "deskhand.cli", "desktop", "--", "true"]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(6)]
    assert [desktop.communicate(timeout=90) and desktop.returncode for desktop in started] == [0] * 6


def test_the_end_takes_programs_along_that_forked_away(tmp_path: Path) -> None:
    with PrivateDesktop(folder=tmp_path / "desk") as desktop:
        desktop.spawn(["sh", "-c", "setsid sh -c 'sleep 300 & sleep 301' &"])
        assert wait_until(lambda: any("sleep 301" in line for line in alive(tmp_path / "desk")))
    assert alive(tmp_path / "desk") == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_everything_goes_down_when_the_owner_is_ended(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "desk"
    command = [sys.executable, "-m", "deskhand.cli", "desktop", "--keep", str(folder), "--", "sleep", "300"]
    owner = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    assert wait_until(lambda: any(line.startswith("sleep") for line in alive(folder)))
    owner.send_signal(number)
    owner.wait(20)
    assert wait_until(lambda: alive(folder) == [])
