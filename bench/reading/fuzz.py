"""A program on a bus that tells nonsense: a scripted accessible tree, answered question by question, without a desktop."""

import random
import struct
from collections.abc import Callable, Sequence

from deskhand.core.element import Node, Window
from deskhand.core.errors import AppGone
from deskhand.core.geometry import Box
from deskhand.platforms.x11.bus import ROOT, Bus, Call
from deskhand.platforms.x11.tree import AtspiTree
from deskhand.platforms.x11.wire import pack_ints

NAME = ":1.7"
PID = 4711
WINDOW = Window(1, "broken", "Broken", PID, Box(0, 0, 800, 600))
INTERFACES = ("Accessible", "Component", "Action", "Text", "Table", "EditableText")
NUMBERS = (0, 1, -1, 7, 800, -(2**31), 2**31 - 1, -30_001, 1_000_001)
TEXTS = (b"", b"Save", b"\xff\xfe\x80", b"\x00\x01\x1b[31m", "‮‏é".encode(), b"\xed\xa0\x80", b"a" * 5000)
HUGE_TEXT = b"x" * (1 << 20)


def pack(text: bytes) -> bytes:
    """A string of any bytes."""
    return struct.pack("<I", len(text)) + text + b"\0"


def pad(data: bytes, size: int) -> bytes:
    return data + b"\0" * (-len(data) % size)


def pack_interfaces() -> bytes:
    """as"""
    packed = [pack(b"org.a11y.atspi." + each.encode()) for each in INTERFACES]
    names = b"".join([pad(each, 4) for each in packed[:-1]] + packed[-1:])
    return struct.pack("<I", len(names)) + names


PACKED_INTERFACES = pack_interfaces()


class World:
    """Children, names and faults of a tree, made from a seed. `change` is called before every answer."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - the same tree for the same seed
        self.kind = ("bush", "cycle", "deep", "wide", "dying")[seed % 5]
        many = seed % 200 < 5  # the costly extremes are one in forty
        self.size = {"deep": 5000 if many else 300, "wide": 100_000 if many else 800}.get(self.kind, 60)
        self.broken = self.random.choice((0.0, 0.02, 0.2))
        self.huge = self.random.random() < 0.05
        self.toolkit = self.random.choice((b"gtk", b"GTK", b"Qt", b"Gecko", b"\xff"))
        self.change: Callable[[World], None] = lambda world: None
        self.dead: set[int] = set()
        self.asked = 0

    def children(self, number: int) -> list[int]:
        """The children of an object; some are their own ancestors."""
        if self.kind == "wide":
            return list(range(2, self.size)) if number == 1 else []
        if self.kind == "deep":
            return [number + 1] if number < self.size else []
        below = [each for each in range(3 * number - 1, 3 * number + 2) if each <= self.size]
        return [*below, number, max(1, number // 2)] if self.kind == "cycle" else below

    def answer(self, call: Call) -> bytes | None:
        """What the program says; None for an error."""
        self.asked += 1
        self.change(self)
        if call.member in ("GetConnectionUnixProcessID",):
            return pack_ints(PID)
        if call.path == ROOT:
            return self._of_root(call)
        number = int(call.path.rpartition("/")[2] or 0) if call.path[-1:].isdigit() else 0
        if number in self.dead or (number > 1 and self.random.random() < self.broken / 2):
            return None
        told = self._of_object(call, number)
        if told and number > 1 and self.random.random() < self.broken:
            return told[: self.random.randrange(len(told))]
        return told

    def _of_root(self, call: Call) -> bytes | None:
        if call.member == "GetChildren":
            number = 0 if call.name.endswith("Registry") else 1
            return self._references([number])
        if call.body.endswith(b"ToolkitName\0"):
            return b"\1s\0\0" + pack(self.toolkit)
        return None

    def _references(self, numbers: Sequence[int]) -> bytes:
        name = pad(pack(NAME.encode()), 4)
        paths = [ROOT if number == 0 else f"/o/{number}" for number in numbers]
        packed = [name + pack(path.encode()) for path in paths]
        items = b"".join([pad(each, 8) for each in packed[:-1]] + packed[-1:])
        return struct.pack("<I", len(items)) + b"\0" * 4 + items

    def _of_object(self, call: Call, number: int) -> bytes | None:
        pick = self.random.choice
        match call.member:
            case "GetRole":
                return pack_ints(23 if number == 1 else pick((29, 43, 55, 56, 61, 95, 40, 900, -1)))
            case "GetState":
                return pack_ints(8, pick((-1, 1 << 25 | 1 << 30)) & ~(1 << 6), 0)
            case "GetInterfaces":
                return PACKED_INTERFACES
            case "GetChildren":
                return self._references(self.children(number))
            case "GetExtents":
                return pack_ints(*(pick(NUMBERS) for _ in range(4)))
            case "GetActions":
                item = pad(pack(pick(TEXTS)), 4) + pad(pack(b""), 4) + pack(b"")
                return struct.pack("<I", len(item)) + b"\0" * 4 + item
            case "GetText":
                return pack(pick(TEXTS))
            case "GetAttributes":
                item = pad(pack(b"id"), 4) + pack(pick(TEXTS))
                return struct.pack("<I", len(item)) + b"\0" * 4 + item
            case "Get":
                return self._property(call, number)
        return None

    def _property(self, call: Call, number: int) -> bytes | None:
        if call.body.endswith(b"ChildCount\0"):
            count = self.random.choice(NUMBERS) if self.random.random() < self.broken else len(self.children(number))
            return b"\1i\0\0" + pack_ints(count)
        if call.body.endswith(b"Name\0"):
            return b"\1s\0\0" + pack(HUGE_TEXT if self.huge and number == 2 else self.random.choice(TEXTS))
        if call.body.endswith(b"CharacterCount\0"):
            return b"\1i\0\0" + pack_ints(self.random.choice((0, 5, -1, 2**31 - 1)))
        return None


class ScriptedBus(Bus):
    """A bus with one program on it, which answers from a `World`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._peers = {}
        self._end = None

    def _ask_here(self, calls: Sequence[Call], end: float) -> list[bytes | None]:
        return [self._world.answer(call) for call in calls]

    def close(self) -> None:
        """Nothing is open."""


def read(world: World, budget: float = 0.6) -> tuple[Node, ...] | AppGone:
    """One reading of a broken program: nodes, or the typed word that it is gone."""
    tree = AtspiTree(ScriptedBus(world), lambda: WINDOW)
    tree._awake.add(NAME)  # nothing to wait for
    try:
        return tree.read(WINDOW, budget)
    except AppGone as gone:
        return gone


def faults(nodes: Sequence[Node]) -> list[str]:
    """What a reading must never hold."""
    found = []
    if len({node.ref for node in nodes}) != len(nodes):
        found.append("an object twice")
    for node in nodes:
        if len(node.name) > 2000 or len(node.value) > 20_000 or len(node.element.path) > 60:
            found.append("endless text")
        if not node.name.isprintable():
            found.append(f"control characters in a name {node.name[:20]!r}")
        if node.box is not None and (node.box.empty or abs(node.box.x) > 1_000_000 or node.box.height > 1_000_000):
            found.append(f"an impossible place {node.box}")
    return found
