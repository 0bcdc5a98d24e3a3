"""A process that holds a lock, and what another one meets."""

import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from deskhand.core.errors import StoreLocked
from deskhand.store.lock import DesktopLock, only_watcher

HOLD = """
import sys, time
from pathlib import Path
from deskhand.store.lock import DesktopLock, only_watcher
folder, kind = Path(sys.argv[1]), sys.argv[2]
lock = DesktopLock(folder, "desk")
with {"file": lambda: only_watcher(folder / "one.db"), "desktop": lock.watching, "acting": lock.acting}[kind]():
    print("held", flush=True)
    time.sleep(60)
"""
LOCK_KINDS = ("file", "desktop", "acting")


class Holder:
    """Another process with the lock of a kind; it is killed, never asked to end."""

    def __init__(self, folder: Path, kind: str) -> None:
        self._folder, self._kind = folder, kind

    def __enter__(self) -> Self:
        words = [sys.executable, "-c", HOLD, str(self._folder), self._kind]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "held\n"
        self.pid = self._process.pid
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def contend(self) -> tuple[float, str]:
        """Ask for the lock: (seconds it took, what was said; "" when it was given)."""
        lock = DesktopLock(self._folder, "desk")
        file = only_watcher(self._folder / "one.db")
        asked = {"file": lambda: file, "desktop": lock.watching, "acting": lock.acting}[self._kind]
        start, said = time.monotonic(), ""
        with ExitStack() as stack:
            try:
                stack.enter_context(asked())
            except StoreLocked as error:
                said = str(error)
        return time.monotonic() - start, said

    def take_over(self) -> tuple[float, str]:
        """Kill the holder and ask again."""
        self._process.kill()
        return self.contend()
