"""What is to be put right on the X server when Deskhand ends, kept by a process that outlives it (`guardian.py`)."""

import struct
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from Xlib import display

from deskhand.platforms.x11 import guardian
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.xkb import Xkb

STOP_SECONDS = 2.0


class LetGo:
    """The owner's side of the guardian; it is started when there is something to keep for the first time."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._process: subprocess.Popen[bytes] | None = None
        self._kept = b""

    def keep(self, requests: bytes) -> None:
        """Have `requests` sent, instead of what was kept before, when this process ends in any way."""
        if requests == self._kept:
            return
        if self._process is None or self._process.poll() is not None:
            self._process = self._start()
        assert self._process.stdin is not None
        self._process.stdin.write(guardian.LENGTH.pack(len(requests)) + requests)
        self._kept = requests

    def close(self) -> None:
        """Have what is kept sent now; returns when it was."""
        process, self._process, self._kept = self._process, None, b""
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        connection = open_display(self._environ)
        try:
            Xkb(connection)  # makes it one that may send what is kept
            number = connection.fileno()
            return subprocess.Popen(
                [sys.executable, "-I", "-S", str(Path(guardian.__file__)), str(number)],
                stdin=subprocess.PIPE,
                bufsize=0,
                pass_fds=[number],
                env={},
                cwd="/",
                start_new_session=True,  # what ends its owner from a terminal is not to end it
            )
        finally:
            connection.display.socket.close()  # ours of the two; the guardian has the other


def release_requests(connection: display.Display, down: Iterable[tuple[int, int]]) -> bytes:
    """The requests that release keys and buttons: (X event type of the release, keycode or button)."""
    opcode = connection.display.get_extension_major("XTEST")
    return b"".join(
        struct.pack("=BBHBBHII8xHH7xB", opcode, 2, 9, kind, detail, 0, 0, 0, 0, 0, 0) for kind, detail in down
    )


def mapping_request(code: int, symbols: tuple[int, int]) -> bytes:
    """The request that gives a key two symbols, without and with Shift; 0 for none."""
    return struct.pack("=BBHBBHII", 100, 1, 4, code, 2, 0, *symbols)
