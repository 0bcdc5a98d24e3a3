"""Names of keys, and where the present keyboard layout has them."""

from collections.abc import Sequence

from Xlib import XK, display

from deskhand.core.errors import BadInput

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
_ALIASES = {"Enter": "Return", "Esc": "Escape", "Prior": "Page_Up", "Next": "Page_Down", "ISO_Left_Tab": "Tab"}


def keysym_of(character: str) -> int:
    """The symbol of a character (X11 protocol, appendix A: Latin-1 is itself, the rest is 0x1000000 + code point)."""
    if character == "\n":
        return int(XK.XK_Return)
    if character == "\t":
        return int(XK.XK_Tab)
    code = ord(character)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x1000000 | code


def text_of(keysym: int) -> str:
    """What a symbol types, "" for keys that type nothing."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if 0xFFAA <= keysym <= 0xFFB9:  # keypad
        return chr(keysym - 0xFFB0 + 0x30) if keysym >= 0xFFB0 else "*+,-./"[keysym - 0xFFAA]
    return chr(keysym & 0xFFFFFF) if keysym & 0xFF000000 == 0x1000000 else ""


def name_of(keysym: int) -> str:
    """The name of a key: "a", "Return", "F2"; "key 0x…" where there is none."""
    if text := text_of(keysym):
        return "space" if text == " " else text
    name = _NAMES.get(keysym, f"key {keysym:#x}")
    name = _KEYPAD.get(name, name)
    return _ALIASES.get(name, name)


class Layout:
    """The keyboard as it is mapped now. Group 1 only, as fake input hits it."""

    def __init__(self, connection: display.Display) -> None:
        self._display = connection
        self._codes: dict[int, tuple[int, bool]] = {}
        self.rows: dict[int, Sequence[int]] = {}
        self.spare: list[int] = []
        self.read()

    def read(self) -> None:
        """Read the mapping again."""
        self._codes.clear()
        self.rows.clear()
        free: list[int] = []
        first, last = self._display.display.info.min_keycode, self._display.display.info.max_keycode
        for place, row in enumerate(self._display.get_keyboard_mapping(first, last - first + 1)):
            code = first + place
            self.rows[code] = row
            if not any(row):
                free.append(code)
            for shifted in (True, False):
                if len(row) > shifted and row[shifted]:
                    self._codes[row[shifted]] = (code, shifted)
        self.spare = free[-24:]

    def find(self, keysym: int) -> tuple[int, bool] | None:
        """(keycode, whether Shift is needed) of a symbol; None when no key has it."""
        return self._codes.get(keysym)

    def symbol(self, code: int, state: int) -> int:
        """The symbol of a keycode under the modifiers `state` (Shift, Caps Lock and the second layout group)."""
        row = self.rows.get(code, ())
        group = 2 if state >> 13 & 3 and len(row) > 3 and row[2] else 0
        plain = row[group] if len(row) > group else 0
        shifted = row[group + 1] if len(row) > group + 1 and row[group + 1] else plain
        capital = bool(state & 2) and text_of(plain).isalpha()
        return int(shifted if bool(state & 1) != capital else plain)

    def key(self, name: str) -> int:
        """The keycode of a key's name. `BadInput` when there is no such key."""
        wanted = MODIFIERS.get(name, name)
        keysym = keysym_of(wanted) if len(wanted) == 1 else XK.string_to_keysym(wanted)
        found = self.find(keysym) or self.find(XK.string_to_keysym(wanted.capitalize()))
        if found is None:
            raise BadInput(f"there is no key {name!r} on this keyboard")
        return found[0]
