"""Which window of a program is read."""

from datetime import date

import pytest

from deskhand.core.element import Element
from deskhand.core.geometry import Box
from deskhand.core.locator import Locator, build_locator
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld
from deskhand.runs.world import LiveWorld


def build_window(number: int, title: str, **texts: str) -> FakeWindow:
    fields = [
        FakeElement(f"{title}-{name}", "text", name, Box(20, 20 + 40 * place, 200, 24), value=text)
        for place, (name, text) in enumerate(texts.items())
    ]
    return FakeWindow(number, "viewer", title, Box(100 * number, 100, 400, 300), fields)


@pytest.fixture
def live() -> LiveWorld:
    lower, upper = build_window(1, "Customer", Name="Hana", Room="12"), build_window(2, "Reply", Name="Igor")
    return LiveWorld(FakePlatform(FakeWorld([lower, upper])), {}, lambda: date(2026, 12, 4))


def at(name: str, window: str = "") -> Locator:
    return build_locator("viewer", window, "", Element("text", name, ("frame",)))


@pytest.mark.parametrize(
    ("locator", "text"),
    [
        (at("Name", "Customer"), "Hana"),
        (at("Name", "Reply"), "Igor"),
        (at("Name"), "Igor"),
        (at("Room"), "12"),
        (at("Room", "Reply"), None),
        (at("Street"), None),
    ],
)
def test_the_text_of_that_name_in_the_window_of_that_name_else_in_the_uppermost(
    live: LiveWorld, locator: Locator, text: str | None
) -> None:
    assert live.read(locator) == text
