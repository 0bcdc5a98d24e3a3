"""Documents written, moved and removed in the person's folders. Hidden ones are nobody's documents."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

MOST_FOLDERS = 64
_PASSING = re.compile(r"^\.|~$|\.(tmp|temp|part|crdownload|swp|lock)$|^~\$|^lu[0-9a-z]+\.tmp$|^sh-thd", re.IGNORECASE)


def is_document(path: str, root: str) -> bool:
    """Whether a path below `root` is a document: nothing hidden, nothing that programs only use in passing."""
    parts = Path(path).relative_to(root).parts if path.startswith(root) else Path(path).parts
    return bool(parts) and not any(part.startswith(".") for part in parts) and not _PASSING.search(parts[-1])


class FileWatch(FileSystemEventHandler):
    """Watches `folders` (each itself, and its visible subfolders) until closed; tells (path, "written" or "gone")."""

    def __init__(self, folders: Iterable[Path], tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._observer = Observer()
        self._roots: list[str] = []
        for folder in folders:
            if not folder.is_dir():
                continue
            self._roots.append(str(folder))
            self._observer.schedule(self, str(folder), recursive=False)
            below = [child for child in sorted(folder.iterdir()) if child.is_dir() and not child.name.startswith(".")]
            for child in below[:MOST_FOLDERS]:
                self._observer.schedule(self, str(child), recursive=True)
        self._observer.start()

    def close(self) -> None:
        self._observer.stop()
        self._observer.join(2)

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.is_directory:
            return
        source, target = str(event.src_path), str(getattr(event, "dest_path", "") or "")
        match event.event_type:
            case "closed":
                self._pass(source, "written")
            case "deleted":
                self._pass(source, "gone")
            case "moved":
                self._pass(source, "gone")
                self._pass(target, "written")

    def _pass(self, path: str, what: str) -> None:
        root = max((root for root in self._roots if path.startswith(root + "/")), key=len, default="")
        if root and is_document(path, root):
            self._tell(path, what)
