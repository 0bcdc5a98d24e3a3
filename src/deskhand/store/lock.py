"""One watcher for a data file, one for a desktop, and one that acts on a desktop. A lock ends with its process."""

import fcntl
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from deskhand.core import faults
from deskhand.core.errors import StoreLocked, StoreReadOnly

PATIENCE_SECONDS = 0.3
"""Somebody who only looks holds a lock for a moment."""


@contextmanager
def only_watcher(database: Path) -> Iterator[None]:
    """Hold the right to watch for a data file. `StoreLocked` names the process that holds it."""
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with held(
        database.with_name(f"{database.name}.watcher"),
        f"watches for {database} already; stop it first, or use another --db",
    ):
        yield


def is_watched(database: Path) -> bool:
    """Whether a living process watches for a data file."""
    return is_held(database.with_name(f"{database.name}.watcher"))


class DesktopLock:
    """What only one process may do on a desktop at a time, whatever data files there are.

    `folder` is private to the user and the same for all processes; `name` tells desktops apart.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._watching = folder / f"{name}.watcher"
        self._acting = folder / f"{name}.acting"
        self._name = name
        self._mine = False
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch this desktop. `StoreLocked` names the process that does already."""
        with held(self._watching, f"watches the desktop {self._name} already; stop it first"):
            yield

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Move the pointer and type: watchers look away. `StoreLocked` names the process that does already."""
        with held(self._acting, f"acts on the desktop {self._name} at this moment; try again when it is done"):
            self._mine = True
            try:
                yield
            finally:
                self._mine = False

    @property
    def another_acts(self) -> bool:
        """Whether another process of ours acts on this desktop now."""
        return not self._mine and is_held(self._acting)


def desktop_lock(environ: Mapping[str, str]) -> DesktopLock:
    """The lock of the X display that `environ` names; all screens of a display are one desktop."""
    display = environ.get("DISPLAY", "")
    host, _, number = display.rpartition(":")
    name = f"{host}:{number.partition('.')[0]}".replace("/", "_")
    return DesktopLock(lock_folder(), name)


def lock_folder() -> Path:
    """A private folder that is the same for all processes of this user, whatever their environment says.

    `StoreReadOnly` when another user made it.
    """
    user = os.getuid()
    session = Path(f"/run/user/{user}")
    folder = session / "deskhand" if os.access(session, os.W_OK) else Path(f"/tmp/deskhand-{user}")  # noqa: S108 - checked
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != user or not stat.S_ISDIR(found.st_mode):
        raise StoreReadOnly(f"{folder} belongs to somebody else; have it removed")
    return folder


@contextmanager
def held(path: Path, what: str) -> Iterator[None]:
    """Hold a file's lock, with the process in it. `StoreLocked`: "process N `what`"."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while not claimed(descriptor):
            if time.monotonic() >= end:
                holder = os.pread(descriptor, 32, 0).decode() or "unknown"
                raise StoreLocked(f"process {holder} {what}")
            time.sleep(0.01)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        faults.hit("lock.held")
        yield
    finally:
        os.close(descriptor)


def claimed(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_held(path: Path) -> bool:
    """Whether a living process holds a file's lock."""
    if not path.exists():
        return False
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
