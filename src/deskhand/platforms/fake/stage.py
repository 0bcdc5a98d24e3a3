"""The form of the conformance suite in a scripted world."""

from collections.abc import Iterator
from contextlib import contextmanager

from deskhand.core.geometry import Box, Point
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld


def greet(world: FakeWorld) -> None:
    """What the button does."""
    world.find("greeting").value = f"Hello {world.find('name').value}"


def build_world() -> FakeWorld:
    """Two windows; the form is in front."""
    form = [
        FakeElement("name", "text", "Name", Box(20, 20, 200, 24)),
        FakeElement("secret", "password", "Secret", Box(20, 60, 200, 24)),
        FakeElement("greet", "button", "Greet", Box(20, 100, 80, 24), on_press=greet),
        FakeElement("greeting", "label", "", Box(20, 140, 200, 24)),
    ]
    return FakeWorld(
        [
            FakeWindow(1, "other", "Other", Box(700, 100, 300, 200), [FakeElement("text", "text", "Text")], pid=11),
            FakeWindow(2, "form", "Conformance", Box(100, 100, 400, 300), form, pid=12),
        ]
    )


class FakeStage:
    """Fulfils `platforms.conformance.Stage`."""

    def __init__(self, platform: FakePlatform) -> None:
        self.platform = platform
        self.clock = platform.world.clock

    def person_presses(self, key: str) -> None:
        self.platform.world.person_presses(key)

    def person_clicks(self, point: Point) -> None:
        self.platform.world.person_clicks(point)


@contextmanager
def open_stage() -> Iterator[FakeStage]:
    """A scripted world with the form."""
    platform = FakePlatform(build_world())
    try:
        yield FakeStage(platform)
    finally:
        platform.close()
        platform.close()  # twice is allowed
