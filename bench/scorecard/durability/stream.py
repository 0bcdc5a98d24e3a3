"""Days of office work as the recorder tells it, from a seed: programs, pages, fields, copying, typing, saving."""

import random
from collections.abc import Iterator

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId

START = 1_790_000_000.0
APPS = ("firefox", "soffice", "mousepad", "thunar", "mail", "terminal")
WORDS = (
    "order invoice customer delivery total report meeting draft summary contract project budget street number remark "
    "address account quantity article price reference supplier status priority owner department phone city country"
).split()
KINDS = (
    (EventKind.CLICK, 30), (EventKind.KEY, 18), (EventKind.TYPE, 16), (EventKind.FOCUS, 8), (EventKind.SWITCH, 8),
    (EventKind.NAVIGATE, 5), (EventKind.COPY, 4), (EventKind.PASTE, 4), (EventKind.CHANGE, 4), (EventKind.SCROLL, 1),
    (EventKind.SAVE, 2),
)  # fmt: skip
SWITCH_READINGS = 12
"""Texts that stand in a window when a person comes to it."""


class Desk:
    """Six programs with the windows of a working life, and the fields each shows."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a seeded stream, no secret
        self.windows = {app: [self.text(4) for _ in range(200)] for app in APPS}
        self.elements = {app: [self._element(app) for _ in range(150)] for app in APPS}

    def text(self, words: int) -> str:
        return " ".join(self.chance.choices(WORDS, k=words)) + f" {self.chance.randrange(1000)}"

    def _element(self, app: str) -> Element:
        role = self.chance.choice(("text", "button", "link", "table cell", "menu item", "label"))
        path = ("frame", *(f"panel:{self.chance.choice(WORDS)}" for _ in range(self.chance.randrange(2, 6))))
        cell = role == "table cell"
        return Element(
            role, self.text(2), path, self.chance.randrange(4), "",
            self.chance.randrange(60) if cell else None, self.chance.randrange(9) if cell else None,
        )  # fmt: skip


def day_of_work(seed: int, count: int, start: float = START) -> Iterator[Event]:
    """`count` events; a pause of ten minutes after every 400 or so."""
    desk = Desk(seed)
    chance = desk.chance
    kinds, weights = zip(*KINDS, strict=True)
    now, app, window, url = start, APPS[0], desk.windows[APPS[0]][0], ""
    for _ in range(count):
        now += chance.expovariate(1 / 1.6) + (600.0 if chance.random() < 1 / 400 else 0.0)
        kind = chance.choices(kinds, weights)[0]
        seen: tuple[Reading, ...] = ()
        if kind is EventKind.SWITCH:
            app = chance.choice(APPS)
            window = chance.choice(desk.windows[app])
            url = f"https://{chance.choice(WORDS)}.example/{chance.choice(WORDS)}" if app == "firefox" else ""
            shown = chance.sample(desk.elements[app], SWITCH_READINGS)
            seen = tuple(Reading(element, desk.text(2), app, window) for element in shown)
        element = chance.choice(desk.elements[app])
        value, detail = describe(kind, desk, window, url)
        name = EventId(f"evt_{int(now * 1000):012x}{chance.randrange(1 << 24):06x}")
        yield Event(name, round(now, 6), kind, app, window, url, None if seen else element, value, detail, seen)


def describe(kind: EventKind, desk: Desk, window: str, url: str) -> tuple[str, str]:
    """The value and the detail of an event."""
    match kind:
        case EventKind.CLICK:
            return "", "left"
        case EventKind.KEY:
            return desk.chance.choice(("ctrl+s", "Return", "Tab", "ctrl+c", "ctrl+v")), ""
        case EventKind.SWITCH:
            return window, ""
        case EventKind.NAVIGATE:
            return url, ""
        case EventKind.SAVE:
            return f"/home/someone/documents/{desk.chance.choice(WORDS)}.txt", "written"
        case EventKind.PASTE:
            text = desk.text(4)
            return text, text
    return desk.text(5), ""
