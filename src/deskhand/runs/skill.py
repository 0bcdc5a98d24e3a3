"""A skill as a cause of a run: its remaining steps, bound to values one after the other."""

from collections.abc import Iterator, Sequence

from deskhand.core.skill import BoundStep, Skill, Step, Unbound
from deskhand.learn.binding import bind
from deskhand.runs.world import LiveWorld


def remaining(skill: Skill, done: int) -> tuple[Step, ...]:
    """The steps that are left when the first `done` positions of the routine were done by the person."""
    return tuple(step for step in skill.steps if step.position >= done)


def plan(steps: Sequence[Step], world: LiveWorld) -> tuple[BoundStep | Unbound, ...]:
    """Every step with the value it would have now; what an earlier step will do counts as done."""
    planned = []
    for step in steps:
        bound = bind(step, world)
        if isinstance(bound, BoundStep):
            world.did(bound)
        planned.append(bound)
    return tuple(planned)


def unfold(steps: Sequence[Step], world: LiveWorld) -> Iterator[BoundStep | Unbound]:
    """The steps, each bound when it is asked for: after the one before it was verified."""
    for step in steps:
        world.forget()
        bound = bind(step, world)
        yield bound
        if isinstance(bound, BoundStep):
            world.did(bound)
