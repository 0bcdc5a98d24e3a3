"""Wherever an agent dies, nothing is lost, nothing done twice, and what is in doubt is called unknown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.scorecard.durability.crashes import Case, Prepared, prepare, workplace
from bench.scorecard.durability.doubt import POINTS, die_in
from bench.scorecard.durability.life import fault_points

from deskhand.core.action import ActionKind

ELSEWHERE = {"quarantine.moved", "dispatch.looked", "erase.intended", "erase.rows", "erase.files", "erase.wiped"}
"""Points that no ordinary life reaches; tests/store and tests/runs/test_races.py have their tests."""


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Path, Prepared]]:
    with workplace() as folder:
        yield folder, prepare(folder)


def test_a_life_reaches_every_point_and_is_right_after_a_death_at_each(place: tuple[Path, Prepared]) -> None:
    folder, prepared = place
    case = Case(prepared, folder / "undisturbed")
    reached = case.undisturbed()
    assert case.check() == []
    assert set(reached) == set(fault_points()) - ELSEWHERE
    for point, count in reached.items():
        died = Case(prepared, folder / f"case {point}")
        assert died.die_and_go_on(point, (count + 1) // 2) == [], point


@pytest.mark.parametrize("phase", ["recording", "running"])
def test_a_kill_at_any_moment_loses_nothing(place: tuple[Path, Prepared], phase: str) -> None:
    folder, prepared = place
    assert not Case(prepared, folder / phase).kill_and_go_on(phase, 0.02)


@pytest.mark.parametrize(("kind", "point"), list(zip(ActionKind, [*POINTS, *POINTS][: len(ActionKind)], strict=True)))
def test_an_action_in_doubt_is_unknown_and_never_sent_again(tmp_path: Path, kind: ActionKind, point: str) -> None:
    assert die_in(kind, point, tmp_path) == []
