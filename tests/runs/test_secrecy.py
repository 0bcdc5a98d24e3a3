"""What a run takes for a secret, and what it does not: people's ordinary values are read, overwritten and put back."""

from datetime import date

import pytest

from deskhand.core.element import Element
from deskhand.core.errors import PlatformError
from deskhand.core.geometry import Box
from deskhand.core.locator import build_locator
from deskhand.core.run import PriorFile, PriorText
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld
from deskhand.runs.secrecy import check_prior, secret_boxes
from deskhand.runs.world import LiveWorld

ORDINARY = [
    ("Amount", "1,249.90"), ("Amount", "1.249,90 €"), ("Amount", "$12,345,678.00"), ("Total", "-1250"), ("Price", "98765432.10"),
    ("Invoice", "2024-1001"), ("Invoice number", "INV-2026-000417"), ("Invoice", "RE20261203-17"), ("Order", "4711"),
    ("Order number", "100045678"), ("Customer", "482913"), ("Customer ID", "7482913"), ("Customer number", "10482913"),
    ("Customer id", "104829137"), ("Date", "2026-12-03"), ("Date", "03.12.2026"), ("Date", "12/03/2026"), ("Time", "14:30"),
    ("Period", "2026-01-01 - 2026-12-31"), ("File", "report-2026-12-03.pdf"), ("File name", "IMG_20261203_143055.jpg"),
    ("Path", "/home/ada/Documents/orders_2026.ods"), ("Name", "Ada Lovelace"), ("Mail", "ada@example.org"),
    ("City", "10115 Berlin"), ("Reference", "Payment for order 100045678, thank you"), ("Quantity", "12 x 250 g"),
    ("Version", "1.24.3-rc1"), ("Project", "northern-lights"), ("Note", "call the office on Monday, room 204"),
]  # fmt: skip
SECRETS = [
    ("Card", "4111 1111 1111 1111"), ("Account", "DE89370400440532013000"), ("Note", "password: hunter2-and-more"),
    ("Token", "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
]  # fmt: skip


def read(name: str, text: str, keep_phones: bool = False) -> str | None:
    field = FakeElement("field", "text", name, Box(20, 20, 200, 24), value=text)
    world = FakeWorld([FakeWindow(1, "form", "Form", Box(0, 0, 400, 300), [field])])
    live = LiveWorld(FakePlatform(world), {}, lambda: date(2026, 12, 3), keep_phones)
    return live.read(build_locator("form", "", "", Element("text", name, ("frame",))))


@pytest.mark.parametrize(("name", "text"), ORDINARY)
def test_an_ordinary_value_is_read_overwritten_and_shown(name: str, text: str) -> None:
    assert read(name, text) == text
    check_prior((PriorText(text), PriorFile("/a/b.txt", "/c/d", "0" * 64)))
    world = FakeWorld([FakeWindow(1, "form", "Form", Box(0, 0, 400, 300), [
        FakeElement("field", "text", name, Box(20, 20, 200, 24), value=text)])])  # fmt: skip
    platform = FakePlatform(world)
    assert secret_boxes(platform.tree.read(platform.windows.list()[0])) == []


@pytest.mark.parametrize(("name", "text"), SECRETS)
def test_a_secret_is_not_read_and_not_overwritten(name: str, text: str) -> None:
    assert read(name, text) is None
    with pytest.raises(PlatformError, match="holds a secret"):
        check_prior((PriorText(text),))


def test_a_phone_number_is_a_secret_unless_the_person_keeps_them() -> None:
    number = "+49 30 901820"
    assert read("Phone", number) is None
    assert read("Phone", number, keep_phones=True) == number
    with pytest.raises(PlatformError):
        check_prior((PriorText(number),))
    check_prior((PriorText(number),), keep_phones=True)
