"""A file proves an action only by what it gained since, once, and lost nothing else."""

import pytest

from deskhand.core.action import FileHas
from deskhand.core.run import Truth
from deskhand.verify.files import compare, count

OLD = "Ann,12\nBob,17\n"


@pytest.mark.parametrize(
    ("after", "contains", "lines", "truth"),
    [
        (OLD + "Cem,31\n", ("Cem", "31"), (), Truth.VERIFIED),
        (OLD + "Cem,31\n", ("Cem", "31"), ("Cem,31",), Truth.VERIFIED),
        ("Cem,31\n", ("Cem", "31"), ("Cem,31",), Truth.VERIFIED),  # a file made anew
        (OLD, ("Cem",), (), Truth.REFUTED),
        (OLD + "Cem,31\nCem,31\n", ("Cem", "31"), (), Truth.UNKNOWN),  # twice
        (OLD + "Bob,18\n", ("Bob", "17"), (), Truth.UNKNOWN),  # an older equal item
        (OLD + "Cem,3\n", ("Cem", "31"), (), Truth.REFUTED),  # a part
        (OLD + "31,Cem\n", ("Cem", "31"), ("Cem,31",), Truth.UNKNOWN),  # the wrong fields
        (OLD + "Cem,31,x\n", ("Cem", "31"), ("Cem,31",), Truth.UNKNOWN),  # a field more
        (OLD + "Cem,31\nDai,4\n", ("Cem", "31"), ("Cem,31",), Truth.UNKNOWN),  # a record more
        ("Ann,12\nBob,99\nCem,31\n", ("Cem", "31"), (), Truth.UNKNOWN),  # another record changed
        ("Ann,12\nCem,31\n", ("Cem", "31"), (), Truth.UNKNOWN),  # another record is gone
        ("Ann,12\nBob,17 EUR\n", ("17 EUR",), (), Truth.VERIFIED),  # a line that was edited
    ],
)
def test_what_a_file_says(after: str, contains: tuple[str, ...], lines: tuple[str, ...], truth: Truth) -> None:
    assert compare(FileHas("/a.csv", contains, lines), OLD, after, True).truth is truth


@pytest.mark.parametrize(
    ("wanted", "text", "times"),
    [("12", "12 112 12.5 a12", 2), ("a b", "a  b\na b", 2), ("", "x", 0), ("c++", "c++ c", 1)],
)
def test_a_text_counts_as_words_of_its_own(wanted: str, text: str, times: int) -> None:
    assert count(wanted, text) == times
