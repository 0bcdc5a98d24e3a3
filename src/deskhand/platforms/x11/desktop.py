"""A private virtual desktop: X server, window manager, session and accessibility bus; nothing shared, all taken down.

A supervisor process owns everything (see `supervisor.py`). It ends when told, when its owner dies, or on a signal.
"""

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from deskhand.core.errors import BadInput, PlatformError

START_SECONDS = 120.0
STOP_SECONDS = 10.0

PROGRAMS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "dbus-daemon": "dbus",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "setxkbmap": "x11-xkb-utils",
}
"""What the desktop is made of: program and the Debian package that holds it."""


def missing_packages() -> tuple[str, ...]:
    """The Debian packages that a private desktop still needs on this machine."""
    return tuple(package for program, package in PROGRAMS.items() if shutil.which(program) is None)


def parse_size(size: str) -> tuple[int, int]:
    """'1280x800' as (width, height) in pixels; `BadInput` when it is not such a size."""
    width, _, height = size.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 200 <= int(width) <= 16384 and 200 <= int(height) <= 16384):
        raise BadInput(f"{size!r} is not a screen size; write it as WIDTHxHEIGHT in pixels, for example 1280x800")
    return int(width), int(height)


def parse_answer(told: bytes) -> tuple[str, dict[str, str]]:
    """What the supervisor said: (error or "", environment)."""
    if not told:
        return "it did not start in time", {}
    answer = json.loads(told)
    return answer.get("error", ""), answer.get("env", {})


class PrivateDesktop:
    """A context manager around one private desktop.

    `env` is the whole environment its programs need. Without `folder` a temporary one is made and removed at the end.
    """

    def __init__(self, size: str = "1280x800", folder: Path | None = None) -> None:
        self._width, self._height = parse_size(size)
        self._own_folder = folder is None
        self.folder = folder.absolute() if folder else Path(tempfile.mkdtemp(prefix="deskhand-desktop-"))
        self.env: dict[str, str] = {}
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._spawned: list[subprocess.Popen[bytes]] = []

    @property
    def home(self) -> Path:
        """The private home folder of the desktop's programs."""
        return self.folder / "home"

    def start(self) -> Self:
        """Bring everything up. `PlatformError` says which part did not start."""
        missing = missing_packages()
        if missing:
            raise PlatformError(f"a private desktop needs the packages {' '.join(missing)}; install them with apt-get")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        ready_read, ready_write = os.pipe()
        size = f"{self._width}x{self._height}"
        self._supervisor = subprocess.Popen(
            [sys.executable, "-m", "deskhand.platforms.x11.supervisor", str(self.folder), size, str(ready_write)],
            stdin=subprocess.PIPE,
            pass_fds=[ready_write],
            start_new_session=True,
        )
        os.close(ready_write)
        with os.fdopen(ready_read, "rb") as ready:
            told = b""
            if select.select([ready], [], [], START_SECONDS)[0]:
                told = ready.read()
        error, self.env = parse_answer(told)
        if error:
            message = f"the private desktop did not start: {error}; its log is {self.folder / 'log'}"
            self.stop()
            raise PlatformError(message)
        return self

    def spawn(
        self, command: Sequence[str], cwd: Path | None = None, env: Mapping[str, str] = {}
    ) -> subprocess.Popen[bytes]:
        """Start a program on this desktop; its output goes to the desktop's log."""
        with (self.folder / "log").open("ab") as log:
            program = subprocess.Popen(
                list(command),
                env={**self.env, **env},
                cwd=cwd or self.home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._spawned.append(program)
        return program

    def stop(self) -> None:
        """Take everything down, the programs on the desktop included. Safe to call twice."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            assert supervisor.stdin is not None
            supervisor.stdin.close()  # the supervisor's sign to end
            try:
                supervisor.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                supervisor.kill()
                supervisor.wait()
        while self._spawned:  # the supervisor ended them; they are ours to bury
            program = self._spawned.pop()
            program.kill()
            program.wait()
        if self._own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
