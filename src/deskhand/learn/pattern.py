"""Patterns: a repeated sequence of symbols, and the events of every time it was seen."""

from dataclasses import dataclass

from deskhand.core.event import Event


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time a pattern was seen.

    `events[i]` is the event at position i of the pattern (None where an optional one was left out).
    `answers[i]` are the events after it and before the next matched one: what the programs did in answer (see
    `core.event.EFFECT_KINDS`), and what the person did in between that is not part of the pattern.
    `before` are the last events before the first one (what was on the screen, what was read).
    """

    events: tuple[Event | None, ...]
    answers: tuple[tuple[Event, ...], ...]
    before: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """A repeated sequence. `occurrences` are in time order, the oldest first."""

    symbols: tuple[str, ...]
    occurrences: tuple[Occurrence, ...]
