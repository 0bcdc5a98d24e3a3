"""The D-Bus wire format, little-endian: just the signatures that accessibility uses (D-Bus Specification, "Message Protocol")."""

import struct
from collections.abc import Callable
from typing import TypeVar

Reference = tuple[str, str]
"""An accessible object: (bus name, object path)."""

_U32 = struct.Struct("<I")
_I32 = struct.Struct("<i")
T = TypeVar("T")


def pack_string(text: str) -> bytes:
    """A string with its length; the caller aligns."""
    data = text.encode()
    return _U32.pack(len(data)) + data + b"\0"


def pack_strings(*texts: str) -> bytes:
    """Several strings one after the other ("ss", "sss")."""
    packed = b""
    for text in texts:
        packed += b"\0" * (-len(packed) % 4) + pack_string(text)
    return packed


def pack_ints(*numbers: int) -> bytes:
    """Signed 32-bit numbers ("i", "ii", ...)."""
    return struct.pack(f"<{len(numbers)}i", *numbers)


class Reader:
    """Reads values one after the other from a message body. `ValueError` when it is cut or malformed."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    def align(self, size: int) -> None:
        self._at += -self._at % size

    def _unpack(self, form: struct.Struct) -> int:
        self.align(form.size)
        try:
            (number,) = form.unpack_from(self._body, self._at)
        except struct.error as error:
            raise ValueError(f"message cut at {self._at}: {error}") from None
        self._at += form.size
        return int(number)

    def unsigned(self) -> int:
        return self._unpack(_U32)

    def signed(self) -> int:
        return self._unpack(_I32)

    def byte(self) -> int:
        self._at += 1
        if self._at > len(self._body):
            raise ValueError("message cut")
        return self._body[self._at - 1]

    def string(self) -> str:
        size = self.unsigned()
        start = self._at
        self._at += size + 1
        if self._at > len(self._body):
            raise ValueError("message cut")
        return self._body[start : start + size].decode("utf-8", "replace")

    def signature(self) -> str:
        size = self.byte()
        start = self._at
        self._at += size + 1
        return self._body[start : start + size].decode("ascii", "replace")

    def reference(self) -> Reference:
        self.align(8)
        return self.string(), self.string()

    def array(self, item: Callable[[], T], alignment: int = 4) -> list[T]:
        """An array whose items are read by `item`; `alignment` is that of one item."""
        size = self.unsigned()
        self.align(alignment)
        end = self._at + size
        items: list[T] = []
        while self._at < end:
            items.append(item())
        return items

    def variant(self) -> str | int | Reference | None:
        """A variant that holds a string, path, number, boolean or object reference; None for anything else."""
        signature = self.signature()
        match signature:
            case "s" | "o":
                return self.string()
            case "i":
                return self.signed()
            case "u" | "b":
                return self.unsigned()
            case "(so)":
                return self.reference()
        return None


def read_references(body: bytes) -> list[Reference]:
    """a(so)"""
    reader = Reader(body)
    return reader.array(reader.reference, 8)


def read_states(body: bytes) -> int:
    """au: two words of state bits, as one number."""
    reader = Reader(body)
    words = reader.array(reader.unsigned)
    return sum(word << (32 * place) for place, word in enumerate(words))


def read_attributes(body: bytes) -> dict[str, str]:
    """a{ss}"""
    reader = Reader(body)

    def entry() -> tuple[str, str]:
        reader.align(8)
        return reader.string(), reader.string()

    return dict(reader.array(entry, 8))


def read_actions(body: bytes) -> list[str]:
    """a(sss): the names of the actions."""
    reader = Reader(body)

    def entry() -> str:
        reader.align(8)
        name = reader.string()
        reader.string()
        reader.string()
        return name

    return reader.array(entry, 8)


def read_relations(body: bytes) -> dict[int, list[Reference]]:
    """a(ua(so)): relation type to its targets."""
    reader = Reader(body)

    def entry() -> tuple[int, list[Reference]]:
        reader.align(8)
        return reader.unsigned(), reader.array(reader.reference, 8)

    return dict(reader.array(entry, 8))


def read_event(body: bytes) -> tuple[str, int, int, str | int | Reference | None]:
    """The body of an accessibility event, siiv: (detail, first number, second number, value)."""
    reader = Reader(body)
    return reader.string(), reader.signed(), reader.signed(), reader.variant()
