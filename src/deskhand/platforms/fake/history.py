"""What a scripted world received, in order."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "down", "up", "move", "scroll",  # what fingers do
    "key", "type", "click",  # what comes of it, and where
    "press", "set text", "focus", "clipboard", "open",  # what is asked of programs
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Received:
    """One input: when (monotonic seconds), what, the key of the element that got it ("" for none), and its text.

    `own` is false for the person's.
    """

    time: float
    kind: Kind
    element: str
    text: str = ""
    own: bool = True


class History:
    """All input a world received, whatever it then did about it."""

    def __init__(self) -> None:
        self.all: list[Received] = []
        self._held: set[str] = set()

    def add(self, time: float, kind: Kind, element: str, text: str = "", own: bool = True) -> None:
        self.all.append(Received(time, kind, element, text, own))
        if kind == "down":
            self._held.add(text)
        elif kind == "up":
            self._held.discard(text)

    def of(self, *kinds: Kind) -> list[Received]:
        """Those of some kinds."""
        return [each for each in self.all if each.kind in kinds]

    @property
    def held(self) -> frozenset[str]:
        """The keys and buttons that went down and did not come up."""
        return frozenset(self._held)
