"""Whatever a program says of itself, a reading is whole, bounded and typed."""

import time

import pytest
from bench.reading.fuzz import ScriptedBus, World, faults, read

from deskhand.core.errors import AppGone
from deskhand.platforms.x11.bus import cut_message

BOUND = 2.5
"""Seconds: the budget of 0.6, and what is built of six thousand objects after it on a busy machine."""


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_broken_trees_are_read_without_a_crash_in_bounded_time(start: int) -> None:
    for seed in range(start, start + 50):
        begin = time.monotonic()
        nodes = read(World(seed))
        assert time.monotonic() - begin < BOUND, f"seed {seed}"
        assert not isinstance(nodes, AppGone)
        assert nodes, f"seed {seed}"
        assert faults(nodes) == [], f"seed {seed}"


def test_a_tree_that_changes_at_any_moment_of_the_walk_is_a_typed_result() -> None:
    whole = World(0)
    read(whole)
    for moment in range(whole.asked):
        world = World(0)

        def change(world: World, moment: int = moment) -> None:
            if world.asked == moment:
                world.dead |= set(range(2, world.size, 2))
                world.size = 90

        world.change = change
        nodes = read(world)
        assert isinstance(nodes, AppGone) or faults(nodes) == [], f"moment {moment}"


def test_a_program_that_answers_nothing_is_said_to_be_gone() -> None:
    world = World(0)
    world.dead = {1}
    assert isinstance(read(world), AppGone)


def test_only_the_rest_of_a_message_that_was_cut_is_kept() -> None:
    messages = [b"aaaa", b"bbbb", b"cccc"]
    data = memoryview(b"".join(messages))
    assert [cut_message(data, sent, 0, messages) for sent in (0, 4, 5, 12)] == [b"", b"", b"bbb", b""]
    assert cut_message(memoryview(b"zz" + bytes(data)), 1, 2, messages) == b"z"
    assert ScriptedBus(World(0)).ask_all([]) == []
