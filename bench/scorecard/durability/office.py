"""A scripted office: a list of customers, a form to type them into, and a person who does that."""

from collections.abc import Callable
from pathlib import Path

from deskhand.core.geometry import Box, Point
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld

NAME, MAIL, SAVE, CUSTOMER, ADDRESS = "name", "mail", "save", "customer", "address"
NAMES = "Ada Bob Cleo Dan Eve Finn Gus Hana Ida Jon Kim Lea Max Nia Oto Pia".split()
WORK_SECONDS = 1.0


def record(number: int) -> tuple[str, str]:
    """The customer of a number: name and address."""
    name = f"{NAMES[number % len(NAMES)]} {NAMES[number // len(NAMES) % len(NAMES)]}son {number}"
    return name, f"{name.lower().replace(' ', '.')}@firm{number % 7}.example"


class Office:
    """The world and its person. `folder` is where the form saves."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "customers.txt"
        self.number = 0
        listing = [
            FakeElement(CUSTOMER, "label", "Customer", Box(20, 20, 200, 24)),
            FakeElement(ADDRESS, "label", "Address", Box(20, 60, 200, 24)),
        ]
        form = [
            FakeElement(NAME, "text", "Name", Box(20, 20, 200, 24)),
            FakeElement(MAIL, "text", "Mail", Box(20, 60, 200, 24)),
            FakeElement(SAVE, "button", "Save", Box(20, 140, 80, 24), on_press=self._save),
        ]
        self.listing = FakeWindow(1, "list", "List", Box(700, 100, 400, 300), listing, pid=11)
        self.form = FakeWindow(2, "form", "Form", Box(100, 100, 400, 300), form, pid=12)
        self.world = FakeWorld([self.listing, self.form])
        self.show(0)

    def _save(self, world: FakeWorld) -> None:
        world.write(self.file, "\n".join(world.find(key).value for key in (NAME, MAIL)))

    def show(self, number: int) -> None:
        """The list shows a customer, the form is empty."""
        self.number = number
        for key, text in zip((CUSTOMER, ADDRESS), record(number), strict=True):
            self.world.find(key).value = text
        for key in (NAME, MAIL):
            self.world.find(key).value = ""

    def acts(self, whole: bool) -> list[Callable[[], None]]:
        """What the person does with the customer shown: all of it, or only the beginning."""
        name, mail = record(self.number)
        begin = [lambda: self.look(), lambda: self.fill(NAME, name)]
        return [*begin, lambda: self.fill(MAIL, mail), lambda: self.click(SAVE)] if whole else begin

    def look(self) -> None:
        self.click(CUSTOMER)
        self.world.clock.sleep(WORK_SECONDS)

    def fill(self, key: str, text: str) -> None:
        self.click(key)
        for letter in text:
            self.world.person_presses(letter)
            self.world.clock.sleep(0.05)

    def click(self, key: str) -> None:
        window = self.world.window_of(key)
        assert window is not None
        box = self.world.find(key).box
        self.world.person_clicks(Point(window.box.x + box.x + 5, window.box.y + box.y + 5))
        self.world.clock.sleep(WORK_SECONDS)
