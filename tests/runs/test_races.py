"""What comes between reading and acting: another record is never hit, and no letter goes into another window."""

import pytest
from bench.scorecard.races import race, steal


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_whatever_comes_between_reading_and_acting_no_other_record_is_hit(first: int) -> None:
    said = {race(seed) for seed in range(first, first + 15)}
    assert said <= {"", "nothing came between"}
    assert "" in said


def test_no_letter_goes_into_the_window_that_steals_the_focus() -> None:
    assert [steal(seed) for seed in range(20)] == [0] * 20
