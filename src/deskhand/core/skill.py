"""Routines, rules and skills: what was learned, in what words, and how it is done again."""

from dataclasses import dataclass, field
from enum import StrEnum

from deskhand.core.action import Action, Effect
from deskhand.core.ids import EventId, RuleId, SkillId
from deskhand.core.source import Source


class Category(StrEnum):
    """The seven kinds of rule."""

    NAVIGATION = "navigation"
    DATA_TRANSFORM = "data_transform"
    COMMUNICATION = "communication"
    SEARCH_TO_ACTION = "search_to_action"
    SCHEDULED = "scheduled"
    MULTI_APP = "multi_app"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a step that varies. `field` is a dotted path of what is replaced in the step:

    "action.value", "action.name", "action.row", "action.window", or "expect.N.text", "expect.N.name", "expect.N.row",
    "expect.N.path", "expect.N.title", "expect.N.url", "expect.N.contains.M", "expect.N.lines.M" for effect number N.
    `name` is a word for people ("Name", "amount"); `source` says where the value comes from.
    """

    field: str
    name: str
    source: Source


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a skill: the action as it was last seen done, what varies in it, and what must be seen after it.

    `position` is the place of the event it came from in the routine's symbols; steps that only prepare another (a click
    that gives focus before typing, a copy) have no step of their own.
    """

    position: int
    action: Action
    slots: tuple[Slot, ...] = ()
    expect: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Instance:
    """One time the routine was seen: the events that match its steps, in order (None for a step left out)."""

    events: tuple[EventId | None, ...]
    started_at: float
    ended_at: float


@dataclass(frozen=True, slots=True)
class Routine:
    """A repeated sequence of events with parameters."""

    symbols: tuple[str, ...]
    instances: tuple[Instance, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Skill:
    """A compiled, executable rule. `version` grows with each relearning or kept healing."""

    id: SkillId
    rule_id: RuleId
    symbols: tuple[str, ...]
    """the whole pattern, by which the person's own beginning is matched (see `learn.symbols`)"""
    steps: tuple[Step, ...]
    version: int = 1
    created_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Rule:
    """WHEN condition THEN routine.

    `confidence` is 0..1: of the times the beginning was seen, how often the routine followed (Laplace's rule).
    `evidence` names the events of every instance. `instances` counts them. `muted` rules never fire.
    """

    id: RuleId
    name: str
    when: str
    then: str
    category: Category
    confidence: float
    instances: tuple[Instance, ...] = field(default=())
    muted: bool = False
    created_at: float = 0.0
    updated_at: float = 0.0

    @property
    def evidence(self) -> tuple[EventId, ...]:
        return tuple(event for instance in self.instances for event in instance.events if event is not None)


@dataclass(frozen=True, slots=True)
class BoundStep:
    """A step with concrete values, ready for the loop."""

    position: int
    action: Action
    expect: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Unbound:
    """A step whose values are not all known: which slot, and why. It is handed over to the person, never guessed."""

    position: int
    slot: str
    reason: str
