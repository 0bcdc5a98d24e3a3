"""What the clipboard holds, and whether it came from where nothing is kept."""

import re

from deskhand.contracts.signals import ClipboardChanged
from deskhand.observe.redaction import PRIVATE, SHORTEST_SECRET, Redactor

UNREAD = "\0"
"""In the place of a secret that was not read: it stands in no text, so none that it was pasted into is told."""
GRACE_SECONDS = 1.0
"""A program may set the clipboard this long after its window left the front."""
MOST_PARTS = 100
_CUTS = re.compile(r"[\t\r\n]+")
"""Where programs split a text that is pasted: into cells, lines, fields."""


class Clipboard:
    """`text` is what was copied last where it may be told, `PRIVATE` where it may not, None when there is none."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self.secret = ""
        """what it holds where that may not be told"""
        self._private_until = float("-inf")
        self.text: str | None = None

    @property
    def raw(self) -> str:
        """What it holds, told or not."""
        return self.secret or (self.text or "")

    def leave_private(self, moment: float) -> None:
        """A place of which nothing is kept was left."""
        self._private_until = moment + GRACE_SECONDS

    def take(self, signal: ClipboardChanged, private: bool) -> bool:
        """Something was copied; whether it may be told."""
        text, moment = signal.text, signal.time
        if signal.secret:  # it was not read: whatever field it is pasted into holds a secret
            self.text, self.secret = PRIVATE, UNREAD
            return False
        private = private or moment < self._private_until
        self.text, self.secret = (PRIVATE, text) if private and text else (text, "")
        if private and text:
            for part in private_parts(text):
                self._redactor.remember(part, PRIVATE)
        return not private


def private_parts(text: str) -> list[str]:
    """A text and the parts that pasting may split it into; the whole last, so that it is remembered longest."""
    parts = [part for part in _CUTS.split(text) if len(part.strip()) >= SHORTEST_SECRET]
    return [*parts[:MOST_PARTS], text]
