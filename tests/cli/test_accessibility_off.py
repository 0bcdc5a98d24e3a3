"""A display without accessibility is said in one sentence, with the mend."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.desktop

BUS = """<busconfig><type>session</type><listen>unix:tmpdir={folder}</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""


def read_line(descriptor: int) -> str:
    """One line of a pipe."""
    told = b""
    while not told.endswith(b"\n"):
        told += os.read(descriptor, 1)
    return told.decode().strip()


@pytest.fixture
def display() -> Iterator[str]:
    """A bare X server: no window manager, no bus."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    yield f":{read_line(read)}"
    server.terminate()
    server.wait(10)
    os.close(read)


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[str]:
    """A session bus that knows of no accessibility."""
    config = tmp_path / "bus.conf"
    config.write_text(BUS.format(folder=tmp_path))
    daemon = subprocess.Popen(
        ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert daemon.stdout is not None
    yield daemon.stdout.readline().strip()
    daemon.terminate()
    daemon.wait(10)
    daemon.stdout.close()


def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "deskhand.cli", *words],
        env={**os.environ, **environ}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_without_a_session_bus(display: str) -> None:
    answer = run("watch", "--for", "1", DISPLAY=display)
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "no session bus" in answer.stderr


def test_with_a_bus_that_knows_no_accessibility(display: str, bus: str) -> None:
    answer = run("watch", "--for", "1", DISPLAY=display, DBUS_SESSION_BUS_ADDRESS=bus)
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "toolkit-accessibility true" in answer.stderr


def test_the_doctor_names_the_mend(display: str, bus: str) -> None:
    answer = run("doctor", "--json", DISPLAY=display, DBUS_SESSION_BUS_ADDRESS=bus)
    assert answer.returncode == 1
    assert "toolkit-accessibility" in answer.stdout
