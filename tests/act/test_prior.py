"""Whether an action can be taken back is known before it is done, and nothing is called harmless that may not be."""

import pytest

from deskhand.act.prior import undoability
from deskhand.core.action import Action, ActionKind, Effect, FocusIs, TextIs, UrlIs, WindowIs
from deskhand.core.element import Element
from deskhand.core.locator import build_locator
from deskhand.core.run import PriorText, Undoability

BUTTON = build_locator("form", "", "", Element("button", "Go", ("frame",)))
LEADS: tuple[Effect, ...] = (WindowIs("form"), UrlIs("form", "https://x.org/"), FocusIs(BUTTON))


@pytest.mark.parametrize(
    ("kind", "expect", "asked", "known"),
    [
        (ActionKind.CLICK, LEADS, False, Undoability.NOTHING_TO_UNDO),
        (ActionKind.CLICK, LEADS, True, Undoability.IRREVERSIBLE),
        (ActionKind.CLICK, (TextIs(BUTTON, "Registered"),), False, Undoability.IRREVERSIBLE),
        (ActionKind.CLICK, (), False, Undoability.IRREVERSIBLE),
        (ActionKind.KEY, (), False, Undoability.IRREVERSIBLE),
        (ActionKind.SWITCH, (), False, Undoability.NOTHING_TO_UNDO),
        (ActionKind.OPEN, (), False, Undoability.NOTHING_TO_UNDO),
        (ActionKind.SCROLL, (), False, Undoability.NOTHING_TO_UNDO),
    ],
)
def test_what_is_known_before(kind: ActionKind, expect: tuple[Effect, ...], asked: bool, known: Undoability) -> None:
    assert undoability(Action(kind, BUTTON), (), expect, asked) is known


@pytest.mark.parametrize("kind", list(ActionKind))
def test_what_was_kept_can_be_restored(kind: ActionKind) -> None:
    assert undoability(Action(kind, BUTTON), (PriorText("old"),), ()) is Undoability.UNDOABLE
