"""A scripted office: a list of customers, a form to type them into, and a person who does that."""

from collections.abc import Callable
from pathlib import Path

from deskhand.core.geometry import Box, Point
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld

NAME, MAIL, URGENT, SAVE, CUSTOMER, ADDRESS = "name", "mail", "urgent", "save", "customer", "address"
NAMES = "Ada Bob Cleo Dan Eve Finn Gus Hana Ida Jon Kim Lea Max Nia Oto Pia".split()
WORK_SECONDS = 1.0


def record(number: int) -> tuple[str, str]:
    """The customer of a number: name and address."""
    name = f"{NAMES[number % len(NAMES)]} {NAMES[number // len(NAMES) % len(NAMES)]}son {number}"
    return name, f"{name.lower().replace(' ', '.')}@firm{number % 7}.example"


class Office:
    """The world and its person. `folder` is where the form saves; `day` moves the clock on by so many days."""

    def __init__(self, folder: Path, day: int = 0) -> None:
        self.file = folder / "customers.txt"
        self.number = 0
        listing = [
            FakeElement(CUSTOMER, "label", "Customer", Box(20, 20, 200, 24)),
            FakeElement(ADDRESS, "label", "Address", Box(20, 60, 200, 24)),
        ]
        form = [
            FakeElement(NAME, "text", "Name", Box(20, 20, 200, 24)),
            FakeElement(MAIL, "text", "Mail", Box(20, 60, 200, 24)),
            FakeElement(URGENT, "check box", "Urgent", Box(20, 100, 100, 24)),
            FakeElement(SAVE, "button", "Save", Box(20, 140, 80, 24), on_press=self._save),
        ]
        self.listing = FakeWindow(1, "list", "List", Box(700, 100, 400, 300), listing, pid=11)
        self.form = FakeWindow(2, "form", "Form", Box(100, 100, 400, 300), form, pid=12)
        self.world = FakeWorld([self.listing, self.form])
        self.world.clock.set_wall(self.world.clock.wall() + day * 86400.0)
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

    def acts(self) -> list[Callable[[], None]]:
        """What the person does with the customer shown."""
        name, mail = record(self.number)
        return [self.look, lambda: self.fill(NAME, name), lambda: self.fill(MAIL, mail), lambda: self.click(SAVE)]

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

    def do(self, number: int) -> None:
        """One act of the person with the customer shown."""
        self.acts()[number]()
