"""Who else could read, change or replace the data file."""

import os
import stat
from pathlib import Path

from deskhand.core.errors import StoreExposed


def make_folder(path: Path) -> None:
    """Make the folder of a data file, for its owner alone. `StoreExposed` where others could put another in its place."""
    parent = path.parent
    made = [each for each in (parent, *parent.parents) if not each.exists()]
    for folder in (parent, *parent.parents):
        check_folder(folder)
    for folder in reversed(made):  # one by one, for the mode is only that of the last
        folder.mkdir(mode=0o700, exist_ok=True)
    if path.is_symlink():
        raise StoreExposed(f"{path} is a link; name the data file itself with --db")


def check_folder(folder: Path) -> None:
    """`StoreExposed` when others decide what is in a folder, or which folder it is."""
    if not folder.exists():
        return
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode) and found.st_uid not in (os.getuid(), 0):
        raise StoreExposed(f"{folder} is a link that another user made; keep the data file elsewhere with --db")
    mode = folder.stat().st_mode
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        raise StoreExposed(
            f"everybody may write in {folder}; 'chmod o-w {folder}' or keep the data file elsewhere with --db"
        )


def close_to_others(path: Path) -> None:
    """Take from others what an older data file, and what belongs to it, lets them do."""
    for each in (path, *path.parent.glob(f"{path.name}[.-]*")):
        if each.is_file() and not each.is_symlink() and each.stat().st_uid == os.getuid():
            each.chmod(0o600)
