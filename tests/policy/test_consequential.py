"""What buys, pays, sends, publishes, deletes, signs, installs or grants is recognised, in many languages."""

import pytest

from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Element
from deskhand.core.locator import build_locator
from deskhand.core.run import Permission, Tier
from deskhand.policy.consequential import consequence
from deskhand.policy.review import review


def click(name: str, role: str = "button") -> Action:
    return Action(ActionKind.CLICK, build_locator("app", "", "", Element(role, name)))


def key(chord: str, app: str = "app", window: str = "") -> Action:
    return Action(ActionKind.KEY, build_locator(app, window, "", None), chord)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Buy now", "buy"), ("Jetzt kaufen", "buy"), ("Place your order", "buy"), ("購入する", "buy"), ("Pay €12", "pay"),
        ("Überweisen", "pay"), ("Send", "send"), ("&Senden", "send"), ("SEND…", "send"), ("Envoyer", "send"), ("送信", "send"),
        ("Publish", "publish"), ("Delete", "delete"), ("Löschen", "delete"), ("Удалить", "delete"), ("삭제", "delete"),
        ("Move to Trash", "delete"), ("Sign document", "sign"), ("Install", "install"), ("Allow", "grant"),
        ("Autoriser", "grant"),
    ],
)  # fmt: skip
def test_a_control_is_known_by_what_it_says(name: str, what: str) -> None:
    assert consequence(click(name)) == what


@pytest.mark.parametrize(
    "name",
    ["Save", "OK", "Next", "Sender", "Signal", "Payload", "Information", "Design", "Undelete me not", "Add", "",
     "What happens when you delete a record is explained here"],
)  # fmt: skip
def test_other_controls_are_not(name: str) -> None:
    assert consequence(click(name)) is None


def test_a_text_that_speaks_of_it_is_no_control() -> None:
    assert consequence(click("Delete", "label")) is None


def test_keys_are_known_by_where_they_go() -> None:
    assert consequence(key("Delete", "thunar")) == "delete"
    assert consequence(key("Delete", "mousepad")) is None
    assert consequence(key("ctrl+Return", "thunderbird", "Compose: Hello")) == "send"
    assert consequence(key("ctrl+Return", "slides")) is None


@pytest.mark.parametrize(
    ("url", "what"),
    [("mailto:a@x.org", "send"), ("https://x.org/delete?id=7", "delete"), ("https://x.org/orders", None)],
)
def test_addresses_that_do_things_are_known(url: str, what: str | None) -> None:
    assert consequence(Action(ActionKind.OPEN, build_locator("app", "", "", None), url)) == what


def test_it_is_asked_of_a_person_and_refused_without_one() -> None:
    assert review(click("Send"), Tier.AUTONOMOUS, attended=True).permission is Permission.ASK
    assert review(click("Send"), Tier.AUTONOMOUS, attended=False).permission is Permission.DENY
    assert review(click("Save"), Tier.AUTONOMOUS, attended=False).permission is Permission.ALLOW


def test_passwords_are_never_typed_at_any_tier() -> None:
    action = Action(ActionKind.TYPE, build_locator("app", "", "", Element("password", "Password")), "x")
    assert {review(action, tier, True).permission for tier in Tier} == {Permission.DENY}
