"""An element is waited for until it can be acted on, and what was missing is said in words."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from form import Form

from deskhand.act.actionability import NotReady, Ready, covering, wait_ready
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import State
from deskhand.core.geometry import Box
from deskhand.core.locator import build_locator
from deskhand.platforms.fake.world import USABLE


@pytest.fixture
def form() -> Form:
    return Form()


def wait(form: Form, key: str, kind: ActionKind = ActionKind.CLICK, seconds: float = 5.0) -> Ready | NotReady:
    node = form.node(key)
    action = Action(kind, build_locator("form", "Form", "", node.element), "x")
    return wait_ready(form.platform, form.world.clock, action, node, seconds)


def test_what_is_there_is_ready_at_once(form: Form) -> None:
    assert wait(form, "save") == Ready(form.node("save"))
    assert form.world.clock.monotonic() < 0.1


def test_what_becomes_enabled_is_waited_for(form: Form) -> None:
    form.without("save", State.ENABLED)
    form.world.after(2.0, lambda world: world.turn(world.find("save"), State.ENABLED, True))
    assert isinstance(wait(form, "save"), Ready)
    assert 2.0 <= form.world.clock.monotonic() < 2.3


def test_what_moves_is_waited_for_and_told_where_it_stops(form: Form) -> None:
    def move(world: object) -> None:
        save = form.world.find("save")
        save.box = Box(save.box.x + 1, save.box.y, 80, 24)

    for step in range(100):
        form.world.after(0.03 * step, move)
    ready = wait(form, "save")
    assert isinstance(ready, Ready)
    assert ready.node.box == Box(220, 240, 80, 24)
    assert form.world.clock.monotonic() > 2.9


def test_what_is_scrolled_away_is_brought_into_view(form: Form) -> None:
    form.without("save", State.SHOWING)
    assert isinstance(wait(form, "save"), Ready)


@pytest.mark.parametrize(
    ("states", "kind", "reason"),
    [
        (USABLE - {State.ENABLED}, ActionKind.CLICK, "it is disabled"),
        (USABLE | {State.BUSY}, ActionKind.CLICK, "it is busy"),
        (USABLE | {State.READ_ONLY}, ActionKind.TYPE, "it cannot be edited"),
    ],
)
def test_what_never_becomes_ready_is_said_when_the_time_is_over(
    form: Form, states: frozenset[State], kind: ActionKind, reason: str
) -> None:
    form.world.find("name").states = states
    assert wait(form, "name", kind) == NotReady(reason)
    assert 5.0 <= form.world.clock.monotonic() < 5.3


def test_what_only_shows_a_text_can_be_clicked_though_it_cannot_be_edited(form: Form) -> None:
    form.world.find("name").states = USABLE | {State.READ_ONLY}
    assert isinstance(wait(form, "name", ActionKind.CLICK), Ready)


def test_what_never_stops_moving_is_said(form: Form) -> None:
    for step in range(600):
        form.world.after(0.01 * step, lambda world, x=step: setattr(world.find("save"), "box", Box(x, 140, 80, 24)))
    assert wait(form, "save") == NotReady("it is moving")


@pytest.mark.parametrize("moment", [0.03, 1.0])
def test_what_goes_away_is_said(form: Form, moment: float) -> None:
    form.without("save", State.ENABLED)
    form.world.after(moment, lambda world: world.close(form.window))
    assert wait(form, "save") == NotReady("it is gone")


def test_what_became_another_element_is_not_taken_for_it(form: Form) -> None:
    form.world.after(0.03, lambda world: setattr(world.find("save"), "name", "Delete"))
    assert wait(form, "save") == NotReady("another element has taken its place")


def test_what_lies_in_front_is_named(form: Form) -> None:
    assert covering(form.platform, form.node("save"), form.seen) is None
    form.cover(Box(100, 220, 200, 60))
    assert covering(form.platform, form.node("save"), form.seen) == "the window 'Question' is in front of it"
    assert covering(form.platform, form.node("name"), form.seen) is None


def test_without_a_window_there_nothing_can_be_clicked(form: Form) -> None:
    node = form.node("save")
    form.world.close(form.window)
    assert covering(form.platform, node, form.seen) == "no window is there"
