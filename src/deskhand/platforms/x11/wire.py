"""The D-Bus wire format, little-endian: just the signatures that accessibility uses (D-Bus Specification, "Message Protocol")."""

import struct
from collections.abc import Callable
from typing import NamedTuple, TypeVar

Reference = tuple[str, str]
"""An accessible object: (bus name, object path)."""

_U32 = struct.Struct("<I")
_I32 = struct.Struct("<i")
_PAIR = struct.Struct("<2i")
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
        if end > len(self._body):
            raise ValueError("message cut")
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


def parse(read: Callable[[bytes], T], body: bytes | None) -> T | None:
    """What `read` finds in an answer; None when there is none or it is not what was asked for."""
    if body is None:
        return None
    try:
        return read(body)
    except (ValueError, struct.error, IndexError):  # a program may answer anything
        return None


def read_text(body: bytes) -> str:
    """s"""
    return Reader(body).string()


def read_unsigned(body: bytes) -> int:
    """u"""
    return Reader(body).unsigned()


def read_signed(body: bytes) -> int:
    """i"""
    return Reader(body).signed()


def counted(body: bytes | None) -> int:
    """i of what is counted from 0; -1 when nobody told it."""
    told = parse(read_signed, body)
    return -1 if told is None else told


def read_reference(body: bytes) -> Reference | None:
    """(so); None for the object that stands for none."""
    reference = Reader(body).reference()
    return None if not reference[0] or reference[1].endswith("/null") else reference


def read_variant(body: bytes) -> str | int | Reference | None:
    """v"""
    return Reader(body).variant()


def read_strings(body: bytes) -> list[str]:
    """as"""
    reader = Reader(body)
    return reader.array(reader.string)


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


class Item(NamedTuple):
    """An object as a program's cache of accessible objects tells it. `children` is -1 where it does not count them."""

    reference: Reference
    parent: Reference
    position: int
    children: int
    interfaces: tuple[str, ...]
    name: str
    role: int
    bits: int


def read_items(body: bytes, most: int) -> list[Item]:
    """a((so)(so)(so)iiassusau), at most that many: the answer of a program's cache, read without a call per value.

    `ValueError` when it is malformed.
    """
    unpack = _U32.unpack_from
    lists: dict[bytes, tuple[str, ...]] = {}
    items: list[Item] = []

    def skip(at: int) -> tuple[int, int, int]:
        """A string: where it begins and ends, and where the next value may begin."""
        at = at + 3 & ~3
        end = at + 4 + unpack(body, at)[0]
        return at + 4, end, end + 1

    try:
        (size,) = unpack(body, 0)
        at, last = 8, 8 + size
        if last > len(body):
            raise ValueError("message cut")
        while at < last and len(items) < most:
            at = at + 7 & ~7
            references = []
            for _ in range(3):
                at = at + 7 & ~7
                start, end, at = skip(at)
                name = body[start:end]
                start, end, at = skip(at)
                references.append((name, body[start:end]))
            at = at + 3 & ~3
            index, children = _PAIR.unpack_from(body, at)
            at += 8
            size = unpack(body, at)[0]
            packed = body[at : at + 4 + size]
            interfaces = lists.get(packed)
            if interfaces is None:
                interfaces = lists[packed] = tuple(read_strings(packed))
            start, end, at = skip(at + 4 + size)
            title = body[start:end].decode("utf-8", "replace")
            at = at + 3 & ~3
            role = unpack(body, at)[0]
            at = skip(at + 4)[2]
            at = at + 3 & ~3
            size = unpack(body, at)[0]
            bits = int.from_bytes(body[at + 4 : at + 4 + size], "little")
            at += 4 + size
            own, above = (
                (name.decode("utf-8", "replace"), path.decode("utf-8", "replace"))
                for name, path in (references[0], references[2])
            )
            items.append(Item(own, above, index, children, interfaces, title, role, bits))
    except struct.error as error:
        raise ValueError(f"message cut: {error}") from None
    return items
