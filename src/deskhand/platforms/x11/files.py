"""Documents written, moved and removed in the person's folders. Hidden ones are nobody's documents."""

import os
import re
import threading
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from inotify_simple import Event, INotify, flags

MOST_FOLDERS = 4000
"""Folders watched at most, the uppermost first; the kernel's own limit is shared by all programs of a person."""
WAIT_MS = 300
WATCHED = flags.CLOSE_WRITE | flags.DELETE | flags.MOVED_FROM | flags.MOVED_TO | flags.CREATE | flags.ONLYDIR
_PASSING = re.compile(r"^\.|~$|\.(tmp|temp|part|crdownload|swp|lock)$|^~\$|^lu[0-9a-z]+\.tmp$|^sh-thd", re.IGNORECASE)


def is_document(name: str) -> bool:
    """Whether a file's name is a document's: not hidden, and not one that programs only use in passing."""
    return not _PASSING.search(name)


class FileWatch:
    """Watches `folders` and their visible subfolders until closed; tells (path, "written" or "gone") from its thread."""

    def __init__(self, folders: Iterable[Path], tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._notify = INotify()
        self._folders: dict[int, str] = {}
        self._ending = threading.Event()
        for folder in folders:
            self._add(str(folder))
        self._thread = threading.Thread(target=self._run, name="deskhand-files", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ending.set()
        self._thread.join(5)
        self._notify.close()

    def _run(self) -> None:
        while not self._ending.is_set():
            for event in self._notify.read(timeout=WAIT_MS):
                self._take(event)

    def _add(self, folder: str, is_new: bool = False) -> None:
        """Watch a folder and those in it; what stands in a new one was written before it could be watched."""
        waiting = deque([folder])
        while waiting and len(self._folders) < MOST_FOLDERS:
            path = waiting.popleft()
            try:
                self._folders[self._notify.add_watch(path, WATCHED)] = path
                with os.scandir(path) as entries:
                    inside = sorted(entries, key=lambda entry: entry.name)
            except OSError:
                continue  # it is gone again, not ours to read, or one more than the kernel allows
            for entry in inside:
                if entry.is_dir(follow_symlinks=False):
                    waiting += [] if entry.name.startswith(".") else [entry.path]
                elif is_new and is_document(entry.name):
                    self._tell(entry.path, "written")

    def _take(self, event: Event) -> None:
        if event.mask & flags.IGNORED:
            self._folders.pop(event.wd, None)
            return
        folder = self._folders.get(event.wd)
        if folder is None or not event.name:
            return
        path = os.path.join(folder, event.name)  # noqa: PTH118 - as the kernel tells it
        if event.mask & flags.ISDIR:
            if event.mask & (flags.CREATE | flags.MOVED_TO) and not event.name.startswith("."):
                self._add(path, is_new=bool(event.mask & flags.CREATE))
        elif is_document(event.name) and not event.mask & flags.CREATE:
            self._tell(path, "written" if event.mask & (flags.CLOSE_WRITE | flags.MOVED_TO) else "gone")
