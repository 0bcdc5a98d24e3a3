"""Secrets are cut out of every text; what only looks like one stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId
from deskhand.observe.redaction import Redactor, redact

GAPS = st.sampled_from(["", " ", "-", ".", "\u00a0", "  ", "/"])


@given(st.integers(0, 10**14 - 1), st.lists(GAPS, min_size=15, max_size=15))
def test_no_card_number_survives_whatever_stands_between_its_digits(body: int, gaps: list[str]) -> None:
    number = f"4{body:014d}"
    number += luhn.calc_check_digit(number)
    spaced = "".join(digit + gap for digit, gap in zip(number, [*gaps, ""], strict=True))
    clean, cut = redact(f"card {spaced} ok")
    assert cut
    assert spaced not in clean
    assert sum(letter.isdigit() for letter in clean) == 0


@given(st.text(max_size=80))
def test_cutting_twice_changes_nothing_more(text: str) -> None:
    once, _ = redact(text)
    assert redact(once) == (once, False)


@pytest.mark.parametrize(
    "secret",
    [
        "sk-proj-abcdefghijklmnop1234567890",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "AKIAIOSFODNN7EXAMPLE",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
        "GB82 WEST 1234 5698 7654 32",
        "078-05-1121",
    ],
)
def test_keys_accounts_and_identity_numbers_are_cut(secret: str) -> None:
    clean, cut = redact(f"here: {secret} end")
    assert cut or secret.startswith("078-")  # that one is known to be invalid, and stays
    assert (secret in clean) == (not cut)


@pytest.mark.parametrize(
    "text",
    [
        "order A-1041 of 2026-12-01, total 1,234.50",
        "/home/ada/Documents/deskhand-desktop-1zqi9dq9/records.csv",
        "call +49 30 1234567",
        "123e4567-e89b-12d3-a456-426614174000",
        "1234567890123",
    ],
)
def test_ordinary_work_stays(text: str) -> None:
    assert redact(text) == (text, False)


@pytest.mark.parametrize("text", ["password: hunter2", "Passwort: geheim", "token=abc123", "https://ada:pw@host/x"])
def test_what_is_called_a_secret_is_one(text: str) -> None:
    clean, cut = redact(text)
    assert cut
    assert not any(word in clean for word in ("hunter2", "geheim", "abc123", "ada:pw"))


def test_every_text_of_an_event_is_cleaned_and_a_typed_password_is_cut_wherever_it_shows_up() -> None:
    redactor = Redactor()
    redactor.remember("s3cret!")
    element = Element("label", "my s3cret!", ("frame", "panel:s3cret!"))
    event = Event(
        EventId("e"), 0.0, EventKind.TYPE, "app", "title s3cret!", "http://h/s3cret!", element, "s3cret!", "s3cret!",
        (Reading(element, "s3cret!", "app", "s3cret!"),),
    )  # fmt: skip
    assert "s3cret!" not in repr(redactor.event(event))
    assert redactor.event(event).redacted
