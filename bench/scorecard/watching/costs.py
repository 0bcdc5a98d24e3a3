"""What watching costs: seconds of the processor and bytes of memory, of the watcher and of everything on its desktop."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def processor_seconds(pids: set[int]) -> float:
    """User and system time of processes, with that of their children that have ended."""
    spent = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        spent += sum(map(int, fields[11:15]))
    return spent / TICKS


def resident_bytes(pids: set[int]) -> int:
    """Memory in use by processes; what they share is counted for each."""
    found = 0
    for pid in pids:
        try:
            found += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        except OSError:
            continue
    return found


def processes_on(display: str) -> set[int]:
    """The processes of a desktop, by the DISPLAY they were started with."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environ = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"DISPLAY={display}".encode() in environ:
            found.add(int(folder.name))
    return found


def family_of(pid: int) -> set[int]:
    """A process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        parents.setdefault(parent, []).append(int(folder.name))
    found, waiting = set(), [pid]
    while waiting:
        one = waiting.pop()
        found.add(one)
        waiting += parents.get(one, [])
    return found
