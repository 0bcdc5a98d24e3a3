"""What Deskhand uses of inotify_simple, which carries no types."""

from collections.abc import Iterator
from enum import IntFlag
from typing import NamedTuple

class flags(IntFlag):
    CLOSE_WRITE = 0x8
    DELETE = 0x200
    MOVED_FROM = 0x40
    MOVED_TO = 0x80
    CREATE = 0x100
    ONLYDIR = 0x1000000
    IGNORED = 0x8000
    ISDIR = 0x40000000

class Event(NamedTuple):
    wd: int
    mask: int
    cookie: int
    name: str

class INotify:
    def __init__(self) -> None: ...
    def add_watch(self, path: str, mask: int) -> int: ...
    def read(self, timeout: int | None = None) -> Iterator[Event]: ...
    def close(self) -> None: ...
