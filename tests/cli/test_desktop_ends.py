"""A watcher whose desktop goes away says so and ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deskhand.platforms.x11.desktop import PrivateDesktop

pytestmark = pytest.mark.desktop


def find_server(folder: Path) -> int:
    """The process of the X server that lives in a desktop's folder."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if words.split(b"\0")[0].endswith(b"Xvfb") and str(folder).encode() in words:
                return int(entry.name)
    raise AssertionError("the desktop has no X server")


def test_one_sentence_and_status_2(tmp_path: Path) -> None:
    with PrivateDesktop() as desktop:
        watcher = subprocess.Popen(
            [sys.executable, "-m", "deskhand.cli", "watch", "--db", str(tmp_path / "a.db")],
            env={**desktop.env, "PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert watcher.stdout is not None
        assert "watching" in watcher.stdout.readline()
        os.kill(find_server(desktop.folder), signal.SIGKILL)
        _, told = watcher.communicate(timeout=30)
    assert told == "deskhand: the desktop ended; nothing that was stored is lost\n"
    assert watcher.returncode == 2
