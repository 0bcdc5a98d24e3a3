"""A rule's name tells it from others."""

import pytest

from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Element
from deskhand.core.locator import build_locator
from deskhand.learn.rules import name_rule


def act(kind: ActionKind, app: str, role: str, name: str, value: str = "") -> Action:
    return Action(kind, build_locator(app, "", "", Element(role, name)), value)


@pytest.mark.parametrize(
    ("apps", "actions", "name"),
    [
        (
            ["calc", "chromium"],
            [
                act(ActionKind.TYPE, "chromium", "text", "Name"),
                act(ActionKind.TYPE, "chromium", "text", "Mail"),
                act(ActionKind.CLICK, "chromium", "button", "Save record"),
            ],
            "Name, Mail from calc into chromium, then Save record",
        ),
        (
            ["editor"],
            [act(ActionKind.TYPE, "editor", "text", ""), act(ActionKind.KEY, "editor", "text", "", "ctrl+s")],
            "text into editor, then ctrl+s",
        ),
        (["files"], [act(ActionKind.CLICK, "files", "button", "Up")], "click Up"),
    ],
)
def test_it_says_what_goes_where(apps: list[str], actions: list[Action], name: str) -> None:
    assert name_rule(apps, actions) == name
