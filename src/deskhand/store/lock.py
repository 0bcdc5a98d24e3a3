"""One watcher for one data file."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deskhand.core.errors import StoreLocked


@contextmanager
def only_watcher(database: Path) -> Iterator[None]:
    """Hold the right to watch for a data file. `StoreLocked` names the process that holds it. Freed by any end."""
    path = database.with_name(f"{database.name}.watcher")
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 32).decode() or "unknown"
            raise StoreLocked(
                f"process {holder} watches for {database} already; stop it first, or use another --db"
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        yield
    finally:
        os.close(descriptor)
