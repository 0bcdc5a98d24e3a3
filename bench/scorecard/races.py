"""A list of records that changes between reading and acting, and whether another record was ever hit.

The list shows its records by place, as most programs do: when it is sorted anew, the elements stay and show others.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.scorecard.worlds import Stand, open_journal
from deskhand.core import faults
from deskhand.core.action import Action, ActionKind, TextIs
from deskhand.core.geometry import Box
from deskhand.core.locator import Locator, build_locator
from deskhand.core.skill import BoundStep
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld, Means

NAMES = ("Ann", "Bob", "Cem", "Dai", "Eva")
ROW_HEIGHT = 30
POINTS = ("loop.found", "loop.intended", "dispatch.aimed", "dispatch.looked")
AFTER_LAST_LOOK = "dispatch.looked"
"""From here on only what other programs do can be noticed: a program that sorts its own list now cannot be."""


@dataclass(slots=True)
class Record:
    """What the list is about."""

    name: str
    amount: str = ""
    done: int = 0


@dataclass
class Desk:
    """A window with the list, one behind it, and what each record got."""

    records: list[Record] = field(default_factory=lambda: [Record(name) for name in NAMES])

    def __post_init__(self) -> None:
        page = [FakeElement("state", "label", "", Box(0, 0, 200, 20), "ready")]
        for row, record in enumerate(self.records):
            top = ROW_HEIGHT * (row + 1)
            inside = ("table:list",)
            page += [
                FakeElement(f"name{row}", "table cell", record.name, Box(0, top, 100, 20), record.name, row=row, column=0, inside=inside),
                FakeElement(f"amount{row}", "table cell", "", Box(110, top, 100, 20), "", row=row, column=1, inside=inside),
                FakeElement(f"tick{row}", "button", "Tick", Box(220, top, 60, 20), on_press=self._tick(row)),
            ]  # fmt: skip
        self.window = FakeWindow(1, "list", "List", Box(100, 100, 400, 300), page)
        trap = FakeElement("trap", "text", "Trap", Box(0, 0, 300, 300), on_press=lambda world: None)
        self.behind = FakeWindow(2, "other", "Other", Box(500, 100, 300, 300), [trap], "trap", pid=2)
        self.world = FakeWorld([self.behind, self.window])

    def _tick(self, row: int) -> Callable[[FakeWorld], None]:
        def effect(world: FakeWorld) -> None:
            self.records[row].done += 1
            world.say(world.find("state"), f"ticked {self.records[row].name}")

        return effect

    def take(self) -> None:
        """What stands in the cells belongs to the records that they show now."""
        for row, record in enumerate(self.records):
            record.amount = self.world.find(f"amount{row}").value

    def show(self) -> None:
        for row, record in enumerate(self.records):
            name = self.world.find(f"name{row}")
            name.name = name.value = record.name
            self.world.find(f"amount{row}").value = record.amount

    # -- what comes between -----------------------------------------------------------------------------------------

    def sort_anew(self) -> None:
        self.take()
        self.records.reverse()
        self.show()

    def swap(self) -> None:
        self.take()
        self.records[1], self.records[2] = self.records[2], self.records[1]
        self.show()

    def move(self) -> None:
        box = self.window.box
        self.window.box = Box(box.x, box.y + ROW_HEIGHT, box.width, box.height)

    def scroll(self) -> None:
        for element in self.window.page[1:]:
            element.box = Box(element.box.x, element.box.y - ROW_HEIGHT, element.box.width, element.box.height)

    def pop_up(self) -> None:
        box = self.window.box
        trap = FakeElement(
            "popup", "button", "Delete all", Box(0, 0, box.width, box.height), on_press=lambda world: None
        )
        self.world.open(FakeWindow(9, "popup", "Question", box, [trap], "popup", pid=3))

    def steal_focus(self) -> None:
        self.world.bring_to_front(self.behind)

    def close(self) -> None:
        self.world.close(self.window)


OWN = (Desk.sort_anew, Desk.swap, Desk.scroll)
OTHERS = (Desk.move, Desk.pop_up, Desk.steal_focus, Desk.close)


def locate(desk: Desk, key: str) -> Locator:
    """How the element of a key is found."""
    node = next(each for each in desk.world.nodes(desk.window) if each.ref == key)
    return build_locator("list", "List", "", node.element)


def build_step(desk: Desk, kind: ActionKind, row: int) -> BoundStep:
    """Type an amount into a row, or tick it."""
    if kind is ActionKind.TYPE:
        return BoundStep(0, Action(kind, locate(desk, f"amount{row}"), "17"))
    said = TextIs(locate(desk, "state"), f"ticked {desk.records[row].name}")
    return BoundStep(0, Action(kind, locate(desk, f"tick{row}")), (said,))


def race(seed: int) -> str:
    """One run in which something comes between reading and acting; what went wrong, "" for nothing."""
    chance = random.Random(seed)  # noqa: S311 - a measurement that can be repeated
    desk = Desk()
    row = chance.randrange(len(NAMES))
    kind = chance.choice((ActionKind.TYPE, ActionKind.CLICK))
    point = chance.choice(POINTS)
    meddle = chance.choice(OTHERS if point == AFTER_LAST_LOOK else OWN + OTHERS)
    if chance.random() < 0.7:
        for element in desk.window.page:
            element.refuses = frozenset(
                {Means.PRESS, Means.SET_TEXT} | ({Means.FOCUS} if chance.random() < 0.5 else set())
            )
    intended = desk.records[row]
    step = build_step(desk, kind, row)
    met: list[bool] = []

    def once() -> None:
        if not met:
            met.append(True)
            meddle(desk)

    faults.arm(point, once)
    try:
        with open_journal() as (journal, folder):
            Stand(desk.world, journal, folder).run([step])
    finally:
        faults.disarm()
    if desk.window in desk.world.windows:
        desk.take()
    hurt = [record.name for record in desk.records if record is not intended and (record.amount or record.done)]
    stray = [
        each.element for each in desk.world.history.of("type", "click", "key") if each.element in ("trap", "popup")
    ]
    if hurt or stray or intended.done > 1:
        return f"{meddle.__name__} at {point}, {kind.value} in row {row}: hit {hurt or stray or 'twice'}"
    return "" if met else "nothing came between"


def steal(seed: int) -> int:
    """Characters that came into the wrong window when the focus was stolen just before or during typing."""
    chance = random.Random(seed)  # noqa: S311
    desk = Desk()
    for element in desk.window.page:
        element.refuses = frozenset({Means.SET_TEXT})
    row = chance.randrange(len(NAMES))
    step = BoundStep(0, Action(ActionKind.TYPE, locate(desk, f"amount{row}"), "a text of thirty characters ..."))
    meddle = chance.choice((Desk.pop_up, Desk.steal_focus))
    faults.arm("dispatch.looked", lambda: desk.world.clock.after(chance.random() * 0.12, lambda: meddle(desk)))
    try:
        with open_journal() as (journal, folder):
            Stand(desk.world, journal, folder).run([step])
    finally:
        faults.disarm()
    return sum(each.element in ("trap", "popup") for each in desk.world.history.of("type"))
