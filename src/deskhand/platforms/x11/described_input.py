"""What the X server tells of keys, buttons and the pointer, as signals."""

from Xlib import X

from deskhand.contracts.signals import ButtonPressed, KeyPressed, PointerMoved, Scrolled
from deskhand.core.geometry import Point
from deskhand.platforms.x11.keys import MODIFIER_NAMES, Layout, name_of, text_of
from deskhand.platforms.x11.record import InputEvent

UNKNOWN = "\ufffd"
"""A character that a key typed and no longer types."""
BUTTON_NAMES = {1: "left", 2: "middle", 3: "right"}
WHEEL = {4: (0, -1), 5: (0, 1), 6: (-1, 0), 7: (1, 0)}


def describe_input(event: InputEvent, layout: Layout) -> KeyPressed | ButtonPressed | PointerMoved | Scrolled | None:
    """The signal of an event, without what it hit; None for a release or a modifier. Asks the X server nothing."""
    point = Point(event.x, event.y)
    match event.kind:
        case X.KeyPress:
            return describe_key(event, layout.symbol(event.detail, event.state))
        case X.MotionNotify:
            return PointerMoved(event.time, point, event.own)
        case X.ButtonPress if event.detail in WHEEL:
            return Scrolled(event.time, *WHEEL[event.detail], point, event.own)
        case X.ButtonPress if event.detail in BUTTON_NAMES:
            return ButtonPressed(event.time, BUTTON_NAMES[event.detail], point, None, None, 1, event.own)
    return None


def describe_key(event: InputEvent, keysym: int) -> KeyPressed | None:
    """A key by what it types (0: nothing that is known) and the modifiers it is pressed with."""
    if not keysym:
        return KeyPressed(event.time, UNKNOWN, UNKNOWN, event.own)
    name = name_of(keysym)
    plain = MODIFIER_NAMES.get(name) is None and not name.startswith("key ")
    if not plain and name in MODIFIER_NAMES:
        return None
    modifiers = [word for word, bit in (("ctrl", 4), ("alt", 8), ("super", 64)) if event.state & bit]
    text = "" if modifiers else text_of(keysym)
    if event.state & 1 and not text:
        modifiers.append("shift")
    if modifiers and len(name) == 1:
        name = name.lower()
    return KeyPressed(event.time, "+".join([*modifiers, name]), text, event.own)
