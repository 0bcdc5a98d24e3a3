"""A person who works on four programs without any routine: what is done next, where, and with which text is drawn by lot."""

import random
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from deskhand.core.geometry import Box, Point
from deskhand.demo.desk import Desk, write_sheet
from deskhand.platforms.x11.desktop import PrivateDesktop

WORDS = (
    "order water paper north letter green copy seven market bread window table light stone river garden summer bridge "
    "number weight colour street engine signal ticket harbour morning carpet silver museum winter button planet record"
).split()
PAGE = """<!doctype html><meta charset=utf-8><title>Scratch form</title><h1>Scratch</h1>
<p><label>First <input></label><p><label>Second <input></label><p><label>Third <input></label>
<p><label><input type=checkbox> Urgent</label> <label><input type=checkbox> Later</label>
<p><button type=button onclick="out.textContent='Done at '+Date.now()">Work</button><p id=out role=status>"""
EDITOR, SHEET, FORM, FILES = "scratch.txt", "scratch.ods", "Scratch form", "papers"


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are, looked up once: the hands of a person need no accessibility."""

    text: Box
    cells: tuple[Point, ...]
    fields: tuple[Point, ...]
    boxes: tuple[Point, ...]
    button: Point
    files: Box
    titles: tuple[Point, ...]


class Hands:
    """Real X input by xdotool."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = dict(environ)

    def do(self, *words: str | int) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=self._environ, check=False, timeout=60)

    def click(self, point: Point, button: int = 1) -> None:
        self.do("mousemove", point.x, point.y, "sleep", "0.1", "click", button)

    def type(self, text: str) -> None:
        self.do("type", "--delay", 40, "--", text)

    def press(self, *chords: str) -> None:
        self.do("key", "--delay", 60, *chords)


def set_up(desktop: PrivateDesktop) -> Places:
    """Open the four programs side by side."""
    desk = Desk(desktop)
    documents, person = desk.documents, desk.person
    (documents / "papers").mkdir(parents=True)
    for number in range(8):
        (documents / "papers" / f"{WORDS[number]}.txt").write_text(WORDS[number])
    (documents / EDITOR).write_text("scratch\n")
    write_sheet(documents / SHEET, "Scratch", [[WORDS[row + 5 * column] for column in range(4)] for row in range(4)])
    page = desktop.home / "scratch.html"
    page.write_text(PAGE)
    desk.open_sheet(documents / SHEET)
    desk.open_browser(Path(page).as_uri())
    desk.open("mousepad", "--disable-server", str(documents / EDITOR))
    desk.open("thunar", str(documents / "papers"))
    for title, at in ((SHEET, (0, 20, 640, 430)), (FORM, (645, 20, 620, 380)), (EDITOR, (0, 500, 640, 280)), (FILES, (645, 440, 620, 340))):  # fmt: skip
        person.place(title, *at)
    person.point(SHEET)

    def middle(title: str, role: str, name: str) -> Point:
        box = person.see(title, role, name).box
        assert box is not None
        return box.center

    def box_of(title: str) -> Box:
        return person.window(title).box

    first, other = person.cell(SHEET, 0, 0).box, person.cell(SHEET, 1, 1).box
    assert first is not None
    assert other is not None
    text = person.see(EDITOR, "text").box
    assert text is not None
    places = Places(
        text,
        tuple(
            Point(first.center.x + column * (other.x - first.x), first.center.y + row * (other.y - first.y))
            for row in range(10)
            for column in range(5)
        ),
        tuple(middle(FORM, "text", name) for name in ("First", "Second", "Third")),
        tuple(middle(FORM, "check box", name) for name in ("Urgent", "Later")),
        middle(FORM, "button", "Work"),
        box_of(FILES),
        tuple(Point(box.x + box.width // 3, box.y - 10) for box in map(box_of, (SHEET, FORM, EDITOR, FILES))),
    )
    desk.close()
    return places


class Wanderer:
    """Does one thing after the other, no two of them for a reason."""

    def __init__(self, hands: Hands, places: Places, seed: int) -> None:
        self._hands, self._places = hands, places
        self._chance = random.Random(seed)  # noqa: S311 - the same work every time
        self.acts = 0
        self._kinds: tuple[Callable[[], None], ...] = (
            self._write, self._write, self._fill_cell, self._fill_cell, self._carry, self._fill_field, self._fill_field,
            self._tick, self._work, self._look, self._scroll, self._switch, self._correct,
        )  # fmt: skip

    def work(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._chance.choice(self._kinds)()
            self.acts += 1
            time.sleep(self._chance.choice((0.2, 0.4, 0.8, 1.2, 3.0, 5.0)))

    def _text(self, most: int) -> str:
        chosen = [self._chance.choice(WORDS) for _ in range(self._chance.randint(1, most))]
        return " ".join([*chosen, str(self._chance.randrange(10, 100_000))])

    def _within(self, box: Box) -> Point:
        return Point(
            self._chance.randrange(box.x + 10, box.x + box.width - 10),
            self._chance.randrange(box.y + 5, box.y + box.height - 10),
        )

    def _write(self) -> None:
        self._hands.click(self._within(self._places.text))
        self._hands.type(self._text(7))
        self._hands.press(self._chance.choice(("Return", "End", "Home", "ctrl+s", "Down")))

    def _correct(self) -> None:
        self._hands.click(self._within(self._places.text))
        self._hands.press(*["BackSpace"] * self._chance.randint(1, 6))
        self._hands.type(self._text(1))

    def _fill_cell(self) -> None:
        self._hands.click(self._chance.choice(self._places.cells))
        self._hands.type(self._text(2) if self._chance.random() < 0.5 else str(self._chance.randrange(100_000)))
        self._hands.press(self._chance.choice(("Return", "Tab")))

    def _carry(self) -> None:
        self._hands.click(self._chance.choice(self._places.cells))
        self._hands.press("ctrl+c")
        where = self._chance.choice((*self._places.cells[:10], *self._places.fields, self._within(self._places.text)))
        self._hands.click(where)
        self._hands.press("ctrl+v", "Escape")

    def _fill_field(self) -> None:
        self._hands.click(self._chance.choice(self._places.fields))
        self._hands.press("ctrl+a")
        self._hands.type(self._text(3))

    def _tick(self) -> None:
        self._hands.click(self._chance.choice(self._places.boxes))

    def _work(self) -> None:
        self._hands.click(self._places.button)

    def _look(self) -> None:
        self._hands.click(self._within(self._places.files))
        self._hands.press(self._chance.choice(("Down", "Up", "Home", "End")))

    def _scroll(self) -> None:
        place = self._within(self._chance.choice((self._places.text, self._places.files)))
        self._hands.do("mousemove", place.x, place.y, "click", self._chance.choice((4, 5)))

    def _switch(self) -> None:
        self._hands.click(self._chance.choice(self._places.titles))
