"""The form of the conformance suite in a scripted world."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from deskhand.core.element import PASSWORD_ROLE
from deskhand.core.geometry import Box, Point
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld

ADDRESS = "https://form.example/new"


def greet(world: FakeWorld) -> None:
    """What the button does."""
    greeting = world.find("greeting")
    count = int(greeting.value.rpartition(", ")[2] or 0) + 1
    world.say(greeting, f"Hello {world.find('name').value}, {count}")


def build_world() -> FakeWorld:
    """Two windows; the form is in front."""
    fruit = [("Apple", 0, 0), ("3", 0, 1), ("Pear", 1, 0), ("5", 1, 1)]
    form = [
        FakeElement("name", "text", "Name", Box(20, 20, 200, 24)),
        FakeElement("mail", "text", "Mail", Box(20, 60, 200, 24)),
        FakeElement("secret", PASSWORD_ROLE, "Secret", Box(20, 100, 200, 24)),
        FakeElement("greet", "button", "Greet", Box(20, 140, 80, 24), on_press=greet),
        FakeElement("greeting", "label", "", Box(20, 180, 200, 24)),
        FakeElement("fruit", "table", "Fruit", Box(20, 220, 200, 48)),
        *(
            FakeElement(text, "table cell", "", Box(20 + 100 * column, 220 + 24 * row, 100, 24), text, row=row, column=column)
            for text, row, column in fruit
        ),
    ]  # fmt: skip
    return FakeWorld(
        [
            FakeWindow(1, "other", "Other", Box(700, 100, 300, 200), [FakeElement("text", "text", "Text")], pid=11),
            FakeWindow(2, "form", "Conformance", Box(100, 100, 400, 300), form, pid=12, url=ADDRESS),
        ]
    )


class FakeStage:
    """Fulfils `platforms.conformance.Stage`."""

    def __init__(self, platform: FakePlatform, folder: Path) -> None:
        self.platform = platform
        self.clock = platform.world.clock
        self.address = ADDRESS
        self._folder = folder

    def reopen(self) -> FakePlatform:
        return FakePlatform(self.platform.world, self.platform.capabilities)

    def person_presses(self, key: str) -> None:
        self.platform.world.person_presses(key)

    def person_clicks(self, point: Point) -> None:
        self.platform.world.person_clicks(point)

    def open_spare(self) -> None:
        element = FakeElement("spare", "label", "Spare")
        self.platform.world.open(FakeWindow(3, "other", "Spare", Box(700, 400, 300, 200), [element], pid=11))

    @contextmanager
    def lock_screen(self) -> Iterator[None]:
        self.platform.world.locked = True
        yield
        self.platform.world.locked = False

    def save_document(self) -> Path:
        path = self._folder / "saved.txt"
        self.platform.world.write(path, "saved")
        return path


@contextmanager
def open_stage() -> Iterator[FakeStage]:
    """A scripted world with the form."""
    platform = FakePlatform(build_world())
    with TemporaryDirectory() as folder:
        yield FakeStage(platform, Path(folder))
    platform.close()
