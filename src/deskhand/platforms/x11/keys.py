"""Names of keys, and where the present keyboard layout has them."""

from dataclasses import dataclass
from functools import lru_cache

from Xlib import XK, display

from deskhand.core.errors import BadInput
from deskhand.platforms.x11.xkb import ALL_MODIFIERS, CORE_KEYBOARD, LOCK, SHIFT, Key, Xkb

for group in ("xf86", "xkb"):
    XK.load_keysym_group(group)

MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "super": "Super_L"}
MODIFIER_NAMES = {
    "Control_L": "ctrl", "Control_R": "ctrl", "Shift_L": "shift", "Shift_R": "shift", "Alt_L": "alt", "Alt_R": "alt",
    "Super_L": "super", "Super_R": "super", "Meta_L": "alt", "Meta_R": "alt", "ISO_Level3_Shift": "altgr",
    "Caps_Lock": "caps", "Num_Lock": "num",
}  # fmt: skip
_NAMES = {
    getattr(XK, name): name.removeprefix("XK_")
    for name in sorted(vars(XK), reverse=True)
    if name.startswith("XK_") and isinstance(getattr(XK, name), int)
}
_KEYPAD = {f"KP_{name}": name for name in ("Enter", "Home", "End", "Left", "Right", "Up", "Down", "Delete", "Insert")}
KEYPAD = range(0xFF80, 0xFFBE)
_ALIASES = {"Enter": "Return", "Esc": "Escape", "Prior": "Page_Up", "Next": "Page_Down", "ISO_Left_Tab": "Tab"}


_CHARSETS = {
    0x1: "iso8859-2", 0x2: "iso8859-3", 0x3: "iso8859-4", 0x5: "iso8859-6", 0x6: "koi8-u", 0x7: "iso8859-7",
    0xC: "iso8859-8", 0xD: "tis-620", 0x13: "iso8859-15",
}  # fmt: skip
"""Symbols older than Unicode are a character set's number and a byte of it."""
_UNLIKE_CHARSETS = {
    **dict(zip(range(0x6A1, 0x6B3), "ђѓ єѕіїјљњћќ ўџ", strict=False)),
    **dict(zip(range(0x6B1, 0x6C0), "ЂЃ ЄЅІЇЈЉЊЋЌ ЎЏ", strict=False)),
    **dict(zip(range(0x7A1, 0x7BC), "ΆΈΉΊΪ ΌΎΫ Ώ  ΅― άέήίϊΐόύϋΰώ", strict=False)),
    0x20AC: "€", 0x6A3: "ё", 0x6B3: "Ё", 0x6AD: "ґ", 0x6BD: "Ґ", 0x6B0: "№", 0x7F3: "ς", 0x7F2: "σ",
}  # fmt: skip


def keysym_of(character: str) -> int:
    """The symbol of a character (X11 protocol, appendix A: Latin-1 is itself, the rest is 0x1000000 + code point)."""
    if character == "\n":
        return int(XK.XK_Return)
    if character == "\t":
        return int(XK.XK_Tab)
    code = ord(character)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x1000000 | code


def check_typable(text: str) -> None:
    """`BadInput` for what no key can type: control characters, halves of surrogate pairs, and what is no character."""
    for character in text:
        code = ord(character)
        control = (code < 0x20 and character not in "\n\t") or 0x7F <= code < 0xA0
        if control or 0xD800 <= code <= 0xDFFF or 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE:
            raise BadInput(f"the character U+{code:04X} cannot be typed; take it out of the text")


@lru_cache(maxsize=4096)
def text_of(keysym: int) -> str:
    """What a symbol types, "" for keys that type nothing."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if 0xFFAA <= keysym <= 0xFFB9:  # keypad
        return chr(keysym - 0xFFB0 + 0x30) if keysym >= 0xFFB0 else "*+,-./"[keysym - 0xFFAA]
    if keysym & 0xFF000000 == 0x1000000:
        return chr(keysym & 0xFFFFFF) if keysym & 0xFFFFFF < 0x110000 else ""
    if keysym in _UNLIKE_CHARSETS:
        return _UNLIKE_CHARSETS[keysym].strip()
    charset = _CHARSETS.get(keysym >> 8)
    return bytes([keysym & 0xFF]).decode(charset, "ignore") if charset and keysym & 0xFF > 0xA0 else ""


def name_of(keysym: int) -> str:
    """The name of a key: "a", "Return", "F2"; "key 0x…" where there is none."""
    if text := text_of(keysym):
        return "space" if text == " " else text
    name = _NAMES.get(keysym, f"key {keysym:#x}")
    name = _KEYPAD.get(name, name)
    return _ALIASES.get(name, name)


def keysym_named(name: str) -> int:
    """The symbol of a key's name: "a", "Return", "ctrl". `BadInput` when there is none of that name."""
    wanted = MODIFIERS.get(name, name)
    if len(wanted) == 1:
        check_typable(wanted)
        return keysym_of(wanted)
    found = XK.string_to_keysym(wanted) or XK.string_to_keysym(wanted.capitalize())
    if not found:
        raise BadInput(f"there is no key {name!r}")
    return int(found)


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a symbol is typed: a keycode, and whether with Shift."""

    code: int
    shifted: bool


class Layout:
    """The keyboard as it was when it was last read."""

    def __init__(self, connection: display.Display, device: int = CORE_KEYBOARD) -> None:
        self.xkb = Xkb(connection)
        self._device = device
        self.keys: dict[int, Key] = {}
        self._strokes: dict[tuple[int, int], dict[int | str, Stroke]] = {}
        self.read()

    def read(self) -> None:
        """Read what every key types again."""
        self.keys = self.xkb.keys(self._device)
        self._strokes.clear()

    @property
    def spare(self) -> tuple[int, ...]:
        """The keys that type nothing."""
        return tuple(code for code, key in self.keys.items() if not key.types_something)

    def find(self, keysym: int, group: int, locked: int = 0) -> Stroke | None:
        """How a symbol, or another one of the same character, is typed; None when no key has it."""
        strokes = self._strokes.get((group, locked))
        if strokes is None:
            strokes = self._strokes[group, locked] = self._index(group, locked)
        return strokes.get(keysym) or strokes.get(text_of(keysym))

    def _index(self, group: int, locked: int) -> dict[int | str, Stroke]:
        strokes: dict[int | str, Stroke] = {}
        for shifted in (False, True):
            for code, key in self.keys.items():
                symbol = key.symbol(locked | (SHIFT if shifted else 0), group)
                if symbol:
                    strokes.setdefault(symbol, Stroke(code, shifted))
                    if (text := text_of(symbol)) and symbol not in KEYPAD:
                        strokes.setdefault(text, Stroke(code, shifted))
        return strokes

    def symbol(self, code: int, state: int) -> int:
        """The symbol of a keycode under the modifiers and the group of an event's state."""
        key = self.keys.get(code)
        if key is None:
            return 0
        modifiers, group = state & ALL_MODIFIERS, state >> 13 & 3
        symbol = key.symbol(modifiers, group)
        if modifiers & LOCK and not key.consumes(LOCK, group):
            capital = text_of(symbol).upper()
            return keysym_of(capital) if len(capital) == 1 else symbol
        return symbol
