"""Programs whose effects lie, and their honest twins: a form, a spreadsheet, an editor and a file keeper.

Each world does a small routine through the loop. A lie is called believed when the run says that it is done.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from bench.scorecard.worlds import Stand, open_journal
from deskhand.core.action import Action, ActionKind, Effect, FileGone, FileHas, TextIs
from deskhand.core.geometry import Box
from deskhand.core.locator import Locator, build_locator
from deskhand.core.run import Outcome
from deskhand.core.skill import BoundStep
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld

NAMES = ("Ann", "Bob", "Cem", "Dai", "Eva", "Fay", "Gus", "Hal")
LATE_SECONDS = 8.0


class Lie(StrEnum):
    """How an effect lies."""

    NOTHING = "nothing happened"
    LATE = "it came late"
    TWICE = "it came twice"
    OLDER = "an older equal item"
    WRONG_RECORD = "the wrong record"
    WRONG_FIELD = "the wrong field"
    EXTRA_FIELD = "an extra field"
    PARTIAL = "only a part"
    STALE_VIEW = "a view that shows what is not"


@dataclass(slots=True)
class Case:
    """One run: what is written, where, and how the program lies (None for not at all)."""

    folder: Path
    chance: random.Random
    lie: Lie | None
    name: str = ""
    amount: str = ""
    file: Path = field(init=False)

    def __post_init__(self) -> None:
        self.name = f"{self.chance.choice(NAMES)} {self.chance.choice(NAMES)}son"
        self.amount = f"{self.chance.randrange(10, 9999)}.{self.chance.randrange(10, 99)}"
        self.file = self.folder / "records.csv"

    @property
    def line(self) -> str:
        return f"{self.name},{self.amount}"

    def old_lines(self) -> list[str]:
        """What the file holds before; where an older equal item is the lie, the very record, too."""
        others = [f"{name} Oldson,{self.chance.randrange(10, 99)}.00" for name in self.chance.sample(NAMES, 3)]
        return [*others, self.line] if self.lie is Lie.OLDER else others


def locator(world: FakeWorld, window: FakeWindow, key: str) -> Locator:
    """How the element of a key is found."""
    node = next(each for each in world.nodes(window) if each.ref == key)
    return build_locator(window.app, "", "", node.element)


def written(case: Case, old: list[str]) -> list[str]:
    """The lines of the file after a save that lies."""
    name, amount = case.name, case.amount
    match case.lie:
        case Lie.TWICE:
            return [*old, case.line, case.line]
        case Lie.OLDER:
            return [*old, "Zed Oldson,1.00"]
        case Lie.WRONG_RECORD:
            return [*old[:-1], f"{old[-1].split(',')[0]},{amount}"]
        case Lie.WRONG_FIELD:
            return [*old, f"{amount},{name}"]
        case Lie.EXTRA_FIELD:
            return [*old[:-1], f"{old[-1].split(',')[0]},0.00", case.line]
        case Lie.PARTIAL:
            return [*old, f"{name},{amount[:-1]}"]
    return [*old, case.line]


def save(case: Case, world: FakeWorld) -> None:
    """A program writes its records, or says so."""
    old = case.file.read_text().splitlines()

    def write() -> None:
        case.file.write_text("\n".join(written(case, old)) + "\n")

    if case.lie is Lie.LATE:
        world.clock.after(LATE_SECONDS, write)
    elif case.lie not in (Lie.NOTHING, Lie.STALE_VIEW):
        write()


def tell_saved(case: Case, world: FakeWorld) -> None:
    """The status line, which believes itself."""
    if case.lie is not Lie.NOTHING:
        world.say(world.find("status"), f"saved {case.name}")


def form(case: Case) -> tuple[FakeWorld, list[BoundStep]]:
    """Two fields, and a button that writes a line."""
    case.file.write_text("\n".join(case.old_lines()) + "\n")

    def press(world: FakeWorld) -> None:
        save(case, world)
        tell_saved(case, world)

    window = FakeWindow(1, "form", "Form", Box(0, 0, 500, 400), [
        FakeElement("name", "text", "Name", Box(10, 10, 200, 20)),
        FakeElement("amount", "text", "Amount", Box(10, 40, 200, 20)),
        FakeElement("save", "button", "Save record", Box(10, 70, 100, 20), on_press=press),
        FakeElement("status", "label", "", Box(10, 100, 200, 20), f"saved {case.name}" if case.lie is Lie.OLDER else "ready"),
    ])  # fmt: skip
    world = FakeWorld([window])
    effects: tuple[Effect, ...] = (
        FileHas(str(case.file), (case.name, case.amount), (case.line,)),
        TextIs(locator(world, window, "status"), f"saved {case.name}"),
    )
    return world, [
        BoundStep(0, Action(ActionKind.TYPE, locator(world, window, "name"), case.name)),
        BoundStep(1, Action(ActionKind.TYPE, locator(world, window, "amount"), case.amount)),
        BoundStep(2, Action(ActionKind.CLICK, locator(world, window, "save")), effects),
    ]


class Grid(FakeWorld):
    """A sheet of cells whose edits lie: what a cell shows and what is kept are two things."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rows = [line.split(",") for line in case.old_lines()] + [["", ""]]
        cells = [
            FakeElement(f"c{row}{column}", "table cell", "", Box(100 * column, 30 * row, 90, 20), value, row=row, column=column)
            for row, values in enumerate(self.rows)
            for column, value in enumerate(values)
        ]  # fmt: skip
        self.sheet = FakeWindow(1, "sheet", "Sheet", Box(0, 0, 500, 400), cells)
        self.sheet.shortcuts["ctrl+s"] = lambda world: self.write_file()
        super().__init__([self.sheet])
        case.file.write_text("\n".join(",".join(row) for row in self.rows[:-1]) + "\n")

    def write_file(self) -> None:
        """Save what is kept."""
        lines = [",".join(row) for row in self.rows if any(row)]

        def write() -> None:
            self.case.file.write_text("\n".join(lines) + "\n")

        if self.case.lie is not Lie.NOTHING:
            write()

    def say(self, element: FakeElement, text: str) -> None:
        if element.row is None or element.column is None:
            super().say(element, text)
            return
        shown, lie = element, self.case.lie
        row, column, last = element.row, element.column, len(self.rows) - 1
        if lie is Lie.PARTIAL and text in (self.case.name, self.case.amount):
            text = text[:-1]
        if lie is Lie.WRONG_RECORD:
            shown = self.find(f"c{row - 1}{column}")
        if lie is Lie.WRONG_FIELD:
            shown = self.find(f"c{row}{1 - column}")
        if lie in (Lie.LATE, Lie.OLDER):
            return  # another cell holds the very text, this one does not
        if lie is Lie.EXTRA_FIELD:
            super().say(self.find(f"c{row - 1}{column}"), text)
        if lie is Lie.TWICE:
            text = text + text
        super().say(shown, text)
        if lie is not Lie.STALE_VIEW and shown.row is not None and shown.column is not None:
            self.rows[min(shown.row, last)][shown.column] = text


def sheet(case: Case) -> tuple[FakeWorld, list[BoundStep]]:
    """Two cells of the next row, and ctrl+s."""
    world = Grid(case)
    row = len(world.rows) - 1
    effects = (FileHas(str(case.file), (case.name, case.amount), (case.line,)),)
    return world, [
        BoundStep(0, Action(ActionKind.TYPE, locator(world, world.sheet, f"c{row}0"), case.name)),
        BoundStep(1, Action(ActionKind.TYPE, locator(world, world.sheet, f"c{row}1"), case.amount)),
        BoundStep(2, Action(ActionKind.KEY, build_locator("sheet", "", "", None), "ctrl+s"), effects),
    ]


def editor(case: Case) -> tuple[FakeWorld, list[BoundStep]]:
    """A whole text, and ctrl+s."""
    old = case.old_lines()
    case.file.write_text("\n".join(old) + "\n")
    window = FakeWindow(1, "editor", "Editor", Box(0, 0, 500, 400), [
        FakeElement("text", "text", "", Box(0, 0, 400, 300), "\n".join(old)),
        FakeElement("other", "text", "", Box(0, 310, 400, 20), "find"),
    ], "text")  # fmt: skip
    window.shortcuts["ctrl+s"] = lambda world: save(case, world)
    world = FakeWorld([window])
    whole = "\n".join([*old, case.line])
    effects = (FileHas(str(case.file), (whole,) if case.lie is not Lie.OLDER else (case.line,), (case.line,)),)
    return world, [
        BoundStep(0, Action(ActionKind.TYPE, locator(world, window, "text"), whole)),
        BoundStep(1, Action(ActionKind.KEY, build_locator("editor", "", "", None), "ctrl+s"), effects),
    ]


def keeper(case: Case) -> tuple[FakeWorld, list[BoundStep]]:
    """A button that exports a file, and one that takes another away."""
    target, draft = case.folder / "export.csv", case.folder / "draft.txt"
    draft.write_text("draft")
    if case.lie is Lie.OLDER:
        target.write_text(case.line + "\n")

    def export(world: FakeWorld) -> None:
        texts = {
            Lie.TWICE: f"{case.line}\n{case.line}\n", Lie.PARTIAL: f"{case.name}\n", Lie.WRONG_FIELD: f"{case.amount},{case.name}\n",
            Lie.EXTRA_FIELD: f"{case.line},0\n", Lie.WRONG_RECORD: "Zed Oldson,1.00\n",
        }  # fmt: skip
        text = texts.get(case.lie, case.line + "\n") if case.lie is not None else case.line + "\n"
        if case.lie is Lie.LATE:
            world.clock.after(LATE_SECONDS, lambda: target.write_text(text))
        elif case.lie not in (Lie.NOTHING, Lie.STALE_VIEW, Lie.OLDER):
            target.write_text(text)
        world.say(world.find("status"), "exported")

    def remove(world: FakeWorld) -> None:
        if case.lie is None:
            draft.unlink()

    window = FakeWindow(1, "keeper", "Keeper", Box(0, 0, 500, 400), [
        FakeElement("export", "button", "Export", Box(10, 10, 90, 20), on_press=export),
        FakeElement("clear", "button", "Tidy", Box(10, 40, 90, 20), on_press=remove),
        FakeElement("status", "label", "", Box(10, 70, 90, 20), "ready"),
    ])  # fmt: skip
    world = FakeWorld([window])
    exported = FileHas(str(target), (case.name, case.amount), (case.line,))
    steps = [BoundStep(0, Action(ActionKind.CLICK, locator(world, window, "export")), (exported,))]
    if case.lie in (None, Lie.NOTHING):
        steps.append(BoundStep(1, Action(ActionKind.CLICK, locator(world, window, "clear")), (FileGone(str(draft)),)))
    return world, steps


WORLDS: dict[str, Callable[[Case], tuple[FakeWorld, list[BoundStep]]]] = {
    "form": form, "sheet": sheet, "editor": editor, "files": keeper,
}  # fmt: skip


def run_case(world: str, lie: Lie | None, seed: int) -> Outcome:
    """How a run in a world that lies, or does not, ended."""
    with open_journal() as (journal, folder):
        case = Case(folder, random.Random(seed), lie)  # noqa: S311 - a measurement that can be repeated
        scripted, steps = WORLDS[world](case)
        _, report = Stand(scripted, journal, folder).run(steps)
        return report.outcome
