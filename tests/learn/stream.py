"""Streams of events as the recorder makes them, for tests of learning."""

import random
from collections.abc import Sequence

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId


class Stream:
    """Events one after the other, `pace` seconds apart."""

    def __init__(self, pace: float = 1.0) -> None:
        self.events: list[Event] = []
        self.now = 1_700_000_000.0
        self.pace = pace

    def add(
        self,
        kind: EventKind,
        app: str,
        element: Element | None,
        value: str,
        detail: str = "",
        seen: Sequence[Reading] = (),
    ) -> None:
        self.now += self.pace
        name = EventId(f"evt_{len(self.events):06d}")
        self.events.append(Event(name, self.now, kind, app, f"{app} window", "", element, value, detail, tuple(seen)))

    def copy_cell(self, row: int, column: int, value: str) -> None:
        self.add(
            EventKind.COPY, "sheet", Element("table cell", f"c{row}", ("frame", "table:S"), 0, "", row, column), value
        )

    def paste(self, name: str, value: str) -> None:
        self.add(EventKind.PASTE, "form", Element("text", name, ("frame",)), value, value)

    def type(self, app: str, name: str, value: str) -> None:
        self.add(EventKind.TYPE, app, Element("text", name, ("frame",)), value)

    def click(self, app: str, name: str) -> None:
        self.add(EventKind.CLICK, app, Element("button", name, ("frame",)), "", "left")

    def idle(self, seconds: float) -> None:
        self.now += seconds


def random_work(seed: int, count: int) -> Stream:
    """Varied work in five programs: popular buttons, copying, typing, never a routine."""
    chance, stream = random.Random(seed), Stream(3.0)  # noqa: S311 - a seeded test, no secret
    buttons = [
        (f"app{n % 5}", f"{word}") for n, word in enumerate("Save Open Close Find New Print Cut Bold Undo Next".split())
    ]
    weights = [1 / (rank + 1) for rank in range(len(buttons))]
    for _ in range(count):
        match chance.randrange(4):
            case 0:
                stream.type(
                    f"app{chance.randrange(5)}",
                    chance.choice("Name Mail Note Title Body".split()),
                    f"{chance.random()}",
                )
            case 1:
                stream.copy_cell(chance.randrange(30), chance.randrange(6), f"{chance.random()}")
            case _:
                stream.click(*chance.choices(buttons, weights)[0])
    return stream
