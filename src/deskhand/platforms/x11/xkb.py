"""The keyboard as the X Keyboard extension tells it: what each key types, what is locked, which group is active.

python-xlib has no part for this extension. The requests are those of "The X Keyboard Extension: Protocol
Specification", chapter 18.
"""

import struct
from dataclasses import dataclass

from Xlib import display
from Xlib.protocol import rq
from Xlib.protocol.display import Display as Connection

from deskhand.core.errors import NoDisplay

CORE_KEYBOARD = 0x100
SHIFT, LOCK, CONTROL, NUM_LOCK = 1, 2, 4, 16
"""Real modifiers; in every keymap of xkeyboard-config the second one of the five free ones is Num Lock's."""
ALL_MODIFIERS = 0xFF
TYPES_AND_SYMBOLS = 3
CLAMP, REDIRECT = 0x40, 0x80
SLAVE_KEYBOARD = 4


class Packed(rq.Request):
    """A request that is bytes already."""

    def __init__(self, connection: Connection, data: bytes) -> None:
        self._binary = data
        self._serial = None
        connection.send_request(self, False)


class UseExtension(rq.ReplyRequest):
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(0), rq.RequestLength(), rq.Card16("major"), rq.Card16("minor"))
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Bool("supported"), rq.Card16("sequence_number"), rq.ReplyLength(), rq.Card16("major"),
        rq.Card16("minor"), rq.Pad(20),
    )  # fmt: skip


class SelectEvents(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(1), rq.RequestLength(), rq.Card16("device"), rq.Card16("which"),
        rq.Card16("clear"), rq.Card16("all"), rq.Card16("affected"), rq.Card16("map"),
    )  # fmt: skip


class GetState(rq.ReplyRequest):
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(4), rq.RequestLength(), rq.Card16("device"), rq.Pad(2))
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Card8("device"), rq.Card16("sequence_number"), rq.ReplyLength(), rq.Card8("modifiers"),
        rq.Card8("held"), rq.Card8("latched"), rq.Card8("locked"), rq.Card8("group"), rq.Pad(19),
    )  # fmt: skip


class GetMap(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(8), rq.RequestLength(), rq.Card16("device"), rq.Card16("full"), rq.Pad(20)
    )
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Card8("device"), rq.Card16("sequence_number"), rq.ReplyLength(), rq.Pad(2),
        rq.Card8("first_code"), rq.Card8("last_code"), rq.Card16("present"), rq.Card8("first_type"),
        rq.Card8("types"), rq.Card8("all_types"), rq.Card8("first_symbols"), rq.Card16("all_symbols"),
        rq.Card8("symbols"), rq.Pad(19), rq.Binary("data"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeyType:
    """Which of the modifiers of `mask` choose which level; any others of the mask choose level 0."""

    mask: int
    levels: tuple[tuple[int, int], ...]

    def level(self, modifiers: int) -> int:
        return dict(self.levels).get(modifiers & self.mask, 0)


@dataclass(frozen=True, slots=True)
class Key:
    """A key's symbols by group and level, the type of each group, and what a group that it lacks becomes."""

    types: tuple[KeyType, ...]
    symbols: tuple[tuple[int, ...], ...]
    out_of_range: int

    def group(self, wanted: int) -> int:
        if wanted < len(self.symbols):
            return wanted
        if self.out_of_range & 0xC0 == CLAMP:
            return len(self.symbols) - 1
        if self.out_of_range & 0xC0 == REDIRECT:
            target = self.out_of_range >> 4 & 3
            return target if target < len(self.symbols) else 0
        return wanted % len(self.symbols)

    def symbol(self, modifiers: int, group: int) -> int:
        """What it types, 0 for nothing."""
        if not self.symbols:
            return 0
        group = self.group(group)
        return self.symbols[group][self.types[group].level(modifiers)]

    @property
    def types_something(self) -> bool:
        return any(map(any, self.symbols))

    def consumes(self, modifier: int, group: int) -> bool:
        """Whether a modifier takes part in choosing the level."""
        return bool(self.symbols) and bool(self.types[self.group(group)].mask & modifier)


@dataclass(frozen=True, slots=True)
class KeyboardState:
    """Modifiers that are held and locked, and the active group, counted from 0."""

    held: int
    locked: int
    group: int


class Xkb:
    """The extension on one connection. `NoDisplay` when the server has it not."""

    def __init__(self, connection: display.Display) -> None:
        self._display = connection.display
        found = connection.query_extension("XKEYBOARD")
        if found is None:
            raise NoDisplay("the X server has no keyboard extension (XKEYBOARD); start it with one")
        self.opcode = int(found.major_opcode)
        self.changed = int(found.first_event)
        UseExtension(display=self._display, opcode=self.opcode, major=1, minor=0)

    def state(self) -> KeyboardState:
        """Asked of the server after everything that was sent before."""
        told = GetState(display=self._display, opcode=self.opcode, device=CORE_KEYBOARD)
        return KeyboardState(told.held, told.locked | told.latched, told.group)

    def keys(self, device: int = CORE_KEYBOARD) -> dict[int, Key]:
        """Every key by its code."""
        told = GetMap(display=self._display, opcode=self.opcode, device=device, full=TYPES_AND_SYMBOLS)
        return parse_keys(bytes(told.data), told.types, told.first_symbols, told.symbols)

    def lock_request(self, affected: int, locked: int, group: int) -> bytes:
        """The request that locks the modifiers `locked` of those `affected`, opens the others, and makes a group active.

        No modifier stays latched.
        """
        words = (self.opcode, 5, 4, CORE_KEYBOARD, affected, locked, 1, group, affected, 0, 0, 0)
        return struct.pack("=BBHHBBBBBBHH", *words)

    def send(self, request: bytes) -> None:
        """Send one request, after those before."""
        Packed(self._display, request)

    def listen(self, device: int) -> None:
        """Let events of the kind `changed` come when another map is made, of the desktop's keyboard or of `device`."""
        for each in {CORE_KEYBOARD, device}:
            SelectEvents(
                display=self._display, opcode=self.opcode, device=each, which=3, clear=0, all=3, affected=0, map=0
            )


def parse_keys(data: bytes, types: int, first: int, symbols: int) -> dict[int, Key]:
    """The key types and the keys of a map's reply."""
    known: list[KeyType] = []
    at = 0
    for _ in range(types):
        mask, _, _, _, entries, preserve = struct.unpack_from("=BBHBBB", data, at)
        at += 8
        levels = [struct.unpack_from("=BBB", data, at + 8 * place) for place in range(entries)]
        known.append(KeyType(mask, tuple((modifiers, level) for active, modifiers, level in levels if active)))
        at += 8 * entries + (4 * entries if preserve else 0)
    keys: dict[int, Key] = {}
    for code in range(first, first + symbols):
        *kinds, groups, width, count = struct.unpack_from("=4BBBH", data, at)
        at += 8
        found = struct.unpack_from(f"={count}I", data, at)
        at += 4 * count
        number = groups & 0x0F
        rows = tuple(found[width * group : width * (group + 1)] for group in range(number))
        keys[code] = Key(tuple(known[kind] for kind in kinds[:number]), rows, groups)
    return keys


def fake_keyboard(connection: display.Display) -> int:
    """The device that fake keys come from: it has a map of its own, which the desktop's keyboard takes over from it."""
    for device in connection.xinput_query_device(0).devices:
        if device.use == SLAVE_KEYBOARD and "XTEST" in device.name:
            return int(device.deviceid)
    return CORE_KEYBOARD
