"""What keys are called, what their symbols type, and what cannot be typed."""

import pytest

from deskhand.core.errors import BadInput
from deskhand.platforms.x11.input import split_chord
from deskhand.platforms.x11.keys import check_typable, keysym_named, keysym_of, text_of
from deskhand.platforms.x11.xkb import Key, KeyType

SHIFT, LOCK = 1, 2
ALPHABETIC = KeyType(SHIFT | LOCK, ((SHIFT, 1), (LOCK, 1)))


@pytest.mark.parametrize("text", ["\0", "a\x1b", "\x7f", "\r\n", "\x85", "\ud83d", "x\udc00", "\ufffe", "\U0001ffff"])
def test_what_no_key_can_type_is_refused_with_its_number(text: str) -> None:
    with pytest.raises(BadInput, match=r"U\+[0-9A-F]{4,}"):
        check_typable(text)


@pytest.mark.parametrize("text", ["a\n\tb", "e\u0301", "👨\u200d👩", "שלום \u200f", "\ue000", ""])
def test_every_other_character_can_be_typed(text: str) -> None:
    check_typable(text)
    assert "".join(text_of(keysym_of(each)) for each in text if each not in "\n\t") == text.replace("\n", "").replace(
        "\t", ""
    )


@pytest.mark.parametrize(
    ("symbol", "text"),
    [(0x6C1, "а"), (0x6E1, "А"), (0x6B3, "Ё"), (0x6A1, "ђ"), (0x7E1, "α"), (0x7B1, "ά"), (0x7F3, "ς"), (0x1B1, "ą"),
     (0x2B9, "ı"), (0x5C7, "ا"), (0xCE0, "א"), (0xDA1, "ก"), (0x13BC, "Œ"), (0x20AC, "€"), (0xFE52, ""), (0xFF0D, "")],
)  # fmt: skip
def test_symbols_older_than_unicode_type_their_character(symbol: int, text: str) -> None:
    assert text_of(symbol) == text


@pytest.mark.parametrize(
    ("chord", "held", "last"),
    [("ctrl+s", ["ctrl"], "s"), ("+", [], "+"), ("ctrl++", ["ctrl"], "+"), ("ctrl+shift+F4", ["ctrl", "shift"], "F4"), ("a", [], "a")],
)  # fmt: skip
def test_a_chord_is_taken_apart(chord: str, held: list[str], last: str) -> None:
    assert split_chord(chord) == (held, last)


def test_a_key_that_does_not_exist_is_bad_input() -> None:
    for name in ("NoSuchKey", "", "\0"):
        with pytest.raises(BadInput):
            keysym_named(name)


def test_the_lock_turns_the_levels_of_a_letter_round() -> None:
    key = Key((ALPHABETIC,), ((0x61, 0x41),), 1)
    assert [key.symbol(each, 0) for each in (0, SHIFT, LOCK, SHIFT | LOCK)] == [0x61, 0x41, 0x41, 0x61]


def test_a_group_that_a_key_lacks_becomes_one_that_it_has() -> None:
    rows = ((1, 2), (3, 4))
    assert [Key((ALPHABETIC,) * 2, rows, 2).symbol(0, group) for group in range(4)] == [1, 3, 1, 3]
    assert [Key((ALPHABETIC,) * 2, rows, 0x42).symbol(0, group) for group in range(4)] == [1, 3, 3, 3]
    assert [Key((ALPHABETIC,) * 2, rows, 0x82).symbol(0, group) for group in range(4)] == [1, 3, 1, 1]
    assert Key((), (), 0).symbol(0, 0) == 0
