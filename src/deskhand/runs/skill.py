"""A skill as a cause of a run: its remaining steps, bound to values one after the other."""

from collections.abc import Iterator, Sequence

from deskhand.contracts.clock import Clock, Deadline
from deskhand.core.skill import BoundStep, Skill, Step, Unbound
from deskhand.core.source import Unknown
from deskhand.learn.binding import bind
from deskhand.runs.world import LiveWorld

READ_SECONDS = 4.0
POLL_SECONDS = 0.2


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


def unfold(steps: Sequence[Step], world: LiveWorld, clock: Clock) -> Iterator[BoundStep | Unbound]:
    """The steps, each bound when it is asked for: after the one before it was verified."""
    for step in steps:
        bound = bind_patiently(step, world, clock)
        yield bound
        if isinstance(bound, BoundStep):
            world.did(bound)


def bind_patiently(step: Step, world: LiveWorld, clock: Clock) -> BoundStep | Unbound:
    """A step bound now, or as soon as a busy program tells what is read from it."""
    deadline = Deadline(clock, READ_SECONDS)
    while True:
        world.forget()
        bound = bind(step, world)
        hopeless = any(isinstance(slot.source, Unknown) for slot in step.slots)
        if isinstance(bound, BoundStep) or hopeless or deadline.over:
            return bound
        clock.sleep(POLL_SECONDS)
