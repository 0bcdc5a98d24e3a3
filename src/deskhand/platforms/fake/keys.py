"""Names of keys, and what they do to a text whose caret is at its end."""

from collections.abc import Collection

from deskhand.core.errors import BadInput

BUTTONS = frozenset({"left", "middle", "right"})
MODIFIERS = frozenset({"ctrl", "alt", "shift", "super"})
KEYS = frozenset(
    "Return Tab Escape BackSpace Delete Insert Home End Left Right Up Down Page_Up Page_Down space Menu".split()
) | {f"F{number}" for number in range(1, 13)}
ORDER = ("ctrl", "alt", "super")


def parse_chord(chord: str) -> list[str]:
    """The keys of "ctrl+s", in order. `BadInput` when one is none."""
    *modifiers, key = chord.split("+") if chord != "+" else ["+"]
    if not set(modifiers) <= MODIFIERS or not (len(key) == 1 or key in KEYS | MODIFIERS):
        raise BadInput(f"{chord!r} is no key")
    return [*modifiers, key]


def join_chord(held: Collection[str], key: str) -> str:
    """What a key is while others are held: with Shift alone a letter is its capital."""
    modifiers = [name for name in ORDER if name in held]
    if "shift" in held and (modifiers or len(key) > 1):
        modifiers.append("shift")
    elif "shift" in held and len(key.upper()) == 1:
        key = key.upper()
    return "+".join([*modifiers, key])


def edit(text: str, chord: str, typed: str, selected: bool, multi_line: bool) -> str | None:
    """What a chord makes of a text, all of which may be selected; None when it changes nothing."""
    if typed:
        return typed if selected else text + typed
    match chord:
        case "Return" if multi_line:
            return "\n" if selected else text + "\n"
        case "BackSpace" | "Delete" if selected:
            return ""
        case "BackSpace" if text:
            return text[:-1]
    return None
