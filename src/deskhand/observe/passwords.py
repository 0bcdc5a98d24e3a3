"""Passwords that the person types: what they could be, and which fields hold them. Kept in memory only, to be cut out."""

from collections.abc import Callable
from dataclasses import replace

from deskhand.contracts.signals import KeyPressed
from deskhand.core.element import PASSWORD_ROLE, Node
from deskhand.observe.typing import PASTE_CHORDS

LATE_SECONDS = 0.5
"""How late a program may tell that the focus left a password field."""
MOST_FIELDS = 200
MOST_VARIANTS = 12
NEXT_KEYS = frozenset({"Tab", "shift+Tab", "ISO_Left_Tab", "shift+ISO_Left_Tab"})
"""Keys that end a password; what is typed after them belongs to the next field."""
SENDING_KEYS = frozenset({"Return", "KP_Enter", "Escape"})
"""Keys that end a password; what is typed after them may be a second attempt."""


class TypedPassword:
    """What was typed into a password field so far, followed through its editing.

    `variants` are all texts that it could be: the edited one, the one with nothing taken back, and those before cuts.
    """

    def __init__(self, remember: Callable[[str], None]) -> None:
        self._remember = remember
        self.left: float | None = None
        """when a key or click seemed to leave the field"""
        self.clear()

    def clear(self) -> None:
        """Another password begins."""
        self._text, self._at, self._anchor, self._raw = "", 0, -1, ""
        self._before: dict[str, None] = {}
        self._grew = False

    def remember(self) -> None:
        """Have all that it could be cut out wherever it shows up."""
        for text in self.variants:
            self._remember(text)

    def end(self, moment: float | None = None) -> None:
        """It is complete; at `moment` a key or click seemed to leave its field (None: the field was left)."""
        self.remember()
        self.clear()
        self.left = moment

    def key(self, signal: KeyPressed, clipboard: str) -> None:
        """A key went down in its field, while the clipboard held a text."""
        if signal.chord in NEXT_KEYS:
            self.end(signal.time)
        elif signal.chord in SENDING_KEYS:
            self.end()
        elif signal.chord in PASTE_CHORDS:
            self._remember(clipboard)
            self.keep_variant()
            self.put(clipboard)
        elif signal.text:
            self.put(signal.text)
        else:
            self.edit(signal.chord)

    def go_on_in(self, moment: float) -> None:
        """The focus came to another field: what was typed since the last was left belongs there, else it is complete."""
        if not self.is_of_next(moment):
            self.remember()
            self.clear()
        self.left = None

    def put(self, text: str) -> None:
        """Characters typed or pasted."""
        self._cut_selection()
        self._text = self._text[: self._at] + text + self._text[self._at :]
        self._at += len(text)
        self._raw += text
        self._grew = True

    def edit(self, chord: str) -> None:
        """A key that moves in the text or takes some of it away; any other changes nothing."""
        *modifiers, key = chord.split("+")
        ctrl, shift = "ctrl" in modifiers, "shift" in modifiers
        if key in ("BackSpace", "Delete"):
            self._take_away(key, ctrl)
        elif key in ("Left", "Right", "Home", "End"):
            if not shift:
                self._anchor = -1
            elif self._anchor < 0:
                self._anchor = self._at
            far_left, far_right = key == "Home" or (ctrl and key == "Left"), key == "End" or (ctrl and key == "Right")
            step = -1 if key == "Left" else 1
            self._at = 0 if far_left else len(self._text) if far_right else self._at + step
            self._at = min(max(self._at, 0), len(self._text))
        elif chord == "ctrl+a":
            self._anchor, self._at = 0, len(self._text)
        elif chord in ("ctrl+x", "ctrl+z", "ctrl+u"):
            self.keep_variant()

    def _take_away(self, key: str, ctrl: bool) -> None:
        if self._cut_selection():
            return
        if self._grew:  # not for each of many characters taken back
            self.keep_variant()
        self._grew = False
        if key == "BackSpace":
            start, end = (0 if ctrl else max(0, self._at - 1)), self._at
        else:
            start, end = self._at, len(self._text) if ctrl else self._at + 1
        self._text, self._at = self._text[:start] + self._text[end:], start

    def _cut_selection(self) -> bool:
        anchor, self._anchor = self._anchor, -1
        start, end = sorted((anchor, self._at))
        if anchor < 0 or start == end:
            return False
        self.keep_variant()
        self._text, self._at = self._text[:start] + self._text[end:], start
        return True

    def keep_variant(self) -> None:
        """What follows may change the text in a way that cannot be followed."""
        self._before[self._text] = None
        while len(self._before) > MOST_VARIANTS:
            del self._before[next(iter(self._before))]

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(text for text in dict.fromkeys((*self._before, self._raw, self._text)) if text)

    def is_of_next(self, moment: float) -> bool:
        """Whether what was typed belongs to the field that the focus moved to at `moment`, told a little late."""
        return self.left is not None and 0 <= moment - self.left < LATE_SECONDS


class PasswordFields:
    """Fields that were seen to hide their characters stay hidden, also when the person makes a program show them."""

    def __init__(self, remember: Callable[[str], None]) -> None:
        self.remember = remember
        self._known: dict[tuple[str, str], None] = {}

    def hide(self, node: Node) -> Node:
        """The node, without its text if it is or was a password field."""
        key = (node.ref, node.name)
        if node.secret:
            self._known.pop(key, None)
            self._known[key] = None
            if len(self._known) > MOST_FIELDS:
                del self._known[next(iter(self._known))]
            return node
        if key not in self._known:
            return node
        self.remember(node.value)
        return replace(node, value="", element=replace(node.element, role=PASSWORD_ROLE))
