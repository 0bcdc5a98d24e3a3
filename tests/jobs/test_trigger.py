"""A start without a beginning is offered only when all is known and something of it is new."""

from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Element
from deskhand.core.locator import build_locator
from deskhand.core.skill import BoundStep, Step, Unbound
from deskhand.jobs.trigger import is_fresh

FIELD = build_locator("form", "", "", Element("text", "Name"))
STEP = Step(0, Action(ActionKind.TYPE, FIELD, "Ada"), (), ())


def test_a_record_that_was_done_last_is_not_done_again() -> None:
    assert not is_fresh([STEP], [BoundStep(0, Action(ActionKind.TYPE, FIELD, "Ada"))])


def test_a_new_record_is_offered() -> None:
    assert is_fresh([STEP], [BoundStep(0, Action(ActionKind.TYPE, FIELD, "Bob"))])


def test_what_is_not_all_known_is_not_offered() -> None:
    assert not is_fresh([STEP], [BoundStep(0, Action(ActionKind.TYPE, FIELD, "Bob")), Unbound(1, "Mail", "unknown")])
