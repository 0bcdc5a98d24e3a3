"""What is packed is read back as it was; what is cut is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskhand.platforms.x11.wire import Reader, pack_ints, pack_strings, read_states

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=6)


@given(TEXTS)
def test_strings_are_read_back(texts: list[str]) -> None:
    reader = Reader(pack_strings(*texts))
    assert [reader.string() for _ in texts] == texts


@given(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=6))
def test_numbers_are_read_back(numbers: list[int]) -> None:
    reader = Reader(pack_ints(*numbers))
    assert [reader.signed() for _ in numbers] == numbers


@given(st.text(min_size=1), st.integers(1, 8))
def test_a_cut_message_is_refused(text: str, cut: int) -> None:
    body = pack_strings(text)
    with pytest.raises(ValueError, match="cut"):
        Reader(body[: max(0, len(body) - cut - 1)]).string()


def test_state_words_make_one_number() -> None:
    assert read_states(pack_ints(8, 1 << 7, 1 << 2)) == 1 << 7 | 1 << 34
