"""Tiers are earned by the person's reactions alone."""

import pytest

from deskhand.core.run import Reaction, Tier
from deskhand.learn.trust import capped, earned, is_staged, outcome_of_silence

A, R, U, S = Reaction.ACCEPTED, Reaction.REJECTED, Reaction.UNDONE, Reaction.SILENT


@pytest.mark.parametrize(
    ("reactions", "tier"),
    [
        ([], Tier.SUPERVISED),
        ([A] * 4, Tier.SUPERVISED),
        ([A] * 5, Tier.AUTONOMOUS),
        ([A] * 5 + [R], Tier.AUTONOMOUS),
        ([A] * 5 + [R, U], Tier.SUPERVISED),
        ([S] * 20, Tier.SUPERVISED),
        ([R, R] + [A] * 9, Tier.AUTONOMOUS),
        ([R, R] + [A] * 8, Tier.SUPERVISED),
    ],
)
def test_five_accepts_and_fewer_than_two_rejections_of_ten(reactions: list[Reaction], tier: Tier) -> None:
    assert earned(reactions) is tier


def test_the_global_level_caps() -> None:
    assert capped(Tier.AUTONOMOUS, Tier.SUPERVISED) is Tier.SUPERVISED
    assert capped(Tier.SUPERVISED, Tier.AUTONOMOUS) is Tier.SUPERVISED


def test_the_first_run_is_staged_until_one_was_accepted() -> None:
    assert is_staged([])
    assert is_staged([S, R])
    assert not is_staged([A])


def test_silence_is_an_accept_only_of_somebody_who_was_there_and_could_see_it() -> None:
    assert outcome_of_silence(True, True) is A
    assert outcome_of_silence(False, True) is S
    assert outcome_of_silence(True, False) is S
