"""What a scripted world received, in order."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["press", "set text", "focus", "click", "key", "type", "move", "drag", "scroll", "clipboard", "open"]


@dataclass(frozen=True, slots=True)
class Received:
    """One input: when (monotonic seconds), what, the key of the element that got it ("" for none), and its text."""

    time: float
    kind: Kind
    element: str
    text: str = ""


class History:
    """All input a world received, whatever it then did about it."""

    def __init__(self) -> None:
        self.all: list[Received] = []

    def add(self, time: float, kind: Kind, element: str, text: str = "") -> None:
        self.all.append(Received(time, kind, element, text))

    def of(self, *kinds: Kind) -> list[Received]:
        """Those of some kinds."""
        return [each for each in self.all if each.kind in kinds]
