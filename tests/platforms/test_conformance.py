"""Every adapter keeps the contract, and an adapter that does not is found out."""

from collections.abc import Iterator

import pytest

from deskhand.contracts.platform import Capability
from deskhand.core.element import Node
from deskhand.core.run import Receipt, Route
from deskhand.platforms.conformance import CHECKS, Check, Result, run_check
from deskhand.platforms.fake import stage as fake
from deskhand.platforms.fake.elements import FakeElements
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.stage import FakeStage, build_world
from deskhand.platforms.fake.world import Lie
from deskhand.platforms.x11 import stage as x11
from deskhand.platforms.x11.stage import X11Stage

NAMES = [check.name for check in CHECKS]


@pytest.fixture(scope="module")
def desktop() -> Iterator[X11Stage]:
    with x11.open_stage() as stage:
        yield stage


@pytest.mark.parametrize("check", CHECKS, ids=NAMES)
def test_the_scripted_world_keeps_the_contract(check: Check) -> None:
    with fake.open_stage() as stage:
        result = run_check(check, stage, "fake")
    assert (result.result, result.reason) == (Result.OK, "")


@pytest.mark.desktop
@pytest.mark.parametrize("check", CHECKS, ids=NAMES)
def test_the_real_desktop_keeps_the_contract(check: Check, desktop: X11Stage) -> None:
    result = run_check(check, desktop, "x11")
    assert (result.result, result.reason) == (Result.OK, "")


def failing(stage: FakeStage) -> set[str]:
    """The checks that a stage fails."""
    return {check.run.__name__ for check in CHECKS if run_check(check, stage, "fake").result is Result.FAILED}


@pytest.mark.parametrize(
    ("key", "lie", "found_by"),
    [
        ("name", Lie.NOTHING, {"texts_are_set", "texts_are_typed", "buttons_are_pressed", "buttons_are_clicked"}),
        ("name", Lie.TWICE, {"texts_are_typed"}),
        ("greet", Lie.NOTHING, {"buttons_are_pressed", "buttons_are_clicked"}),
    ],
)
def test_an_adapter_that_lies_is_found_out(key: str, lie: Lie, found_by: set[str]) -> None:
    world = build_world()
    world.find(key).lie = lie
    assert found_by <= failing(FakeStage(FakePlatform(world)))


def test_an_adapter_that_sets_passwords_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def set_text(self: FakeElements, node: Node, text: str) -> Receipt:
        return Receipt(Route.ACCESSIBILITY, True)

    monkeypatch.setattr(FakeElements, "set_text", set_text)
    assert {"passwords_stay_hidden", "texts_are_set"} <= failing(FakeStage(FakePlatform(build_world())))


def test_what_is_not_declared_is_skipped_with_the_reason() -> None:
    stage = FakeStage(FakePlatform(build_world(), frozenset(Capability) - {Capability.CLIPBOARD}))
    results = [run_check(check, stage, "fake") for check in CHECKS]
    skipped = [each for each in results if each.result is Result.SKIPPED]
    assert len(skipped) == 1
    assert "clipboard" in skipped[0].reason
