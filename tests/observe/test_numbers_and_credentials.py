"""A short measure of what the scorecard measures at length: generated secrets are cut, ordinary work is not."""

import random
from collections.abc import Callable, Iterator

import pytest
from bench.scorecard.privacy.ordinary import made
from bench.scorecard.privacy.secrets import Case, accounts, cards, persons, phones, tokens
from bench.scorecard.rows.privacy import left, measure_touched

from deskhand.core.element import Element
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId
from deskhand.observe.redaction import Redactor, redact


@pytest.mark.parametrize("family", [cards, persons, accounts, phones, tokens])
def test_generated_secrets_are_cut(family: Callable[[random.Random, int], Iterator[Case]]) -> None:
    missed = [case for case in family(random.Random(7), 300) if left(case)]  # noqa: S311
    assert len(missed) <= 3, missed


def test_the_measure_sees_what_is_left() -> None:
    assert left(Case("none", "my favourite word is aubergine", ("aubergine",)))


def test_ordinary_work_is_touched_in_one_text_of_a_hundred_at_most() -> None:
    seen, touched = measure_touched(made(random.Random(7), 1500))  # noqa: S311
    assert touched.total() <= 0.01 * seen.total(), touched


@pytest.mark.parametrize(
    "text",
    [
        "call +49 30 1234567",
        "Tel. 030 1234567",
        "(415) 555-0132",
        "06 12 34 56 78",
        "0171/1234567",
        "mobile 0612345678",
    ],
)
def test_phone_numbers_are_cut_unless_they_are_to_be_kept(text: str) -> None:
    assert "[phone]" in redact(text)[0]
    assert Redactor(keep_phones=True).text(text) == (text, False)


def test_a_field_named_for_a_phone_holds_one() -> None:
    event = Event(EventId("e"), 0.0, EventKind.TYPE, "app", element=Element("text", "Mobile phone"), value="512345678")
    assert Redactor().event(event).value == "[phone]"
    assert Redactor(keep_phones=True).event(event) == event


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://h.example/cb#access_token=hunter2&state=ok", "https://h.example/cb#access_token=[key]&state=ok"),
        ("https://ada:hunter2@h.example/x", "https://[password]@h.example/x"),
        ("https://h.example/?page=2&auth=hunter2", "https://h.example/?page=2&auth=[key]"),
        ("https://h.example/?sid=a1b2c3d4e5f6a7", "https://h.example/?sid=[key]"),
        ("https://h.example/?id=invoice-12", "https://h.example/?id=invoice-12"),
    ],
)
def test_secrets_in_addresses_are_cut_and_the_address_stays(address: str, kept: str) -> None:
    assert redact(address)[0] == kept


@pytest.mark.parametrize(
    "text",
    [
        "Your code: see page 4",
        "security code of conduct",
        "one time 4821 people",
        "access code review at 10:30",
        "pin it",
    ],
)
def test_words_that_name_codes_in_ordinary_sentences_hide_nothing(text: str) -> None:
    assert redact(text) == (text, False)
