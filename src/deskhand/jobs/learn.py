"""Read the events, find what repeats, keep it as rules and skills: one transaction a rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Protocol

from deskhand.contracts.clock import Clock
from deskhand.core import faults
from deskhand.core.event import Event
from deskhand.core.ids import EventId, RuleId, SkillId, build_id
from deskhand.core.skill import Rule, Skill
from deskhand.core.source import Unknown
from deskhand.learn.discover import discover
from deskhand.learn.pattern import Occurrence, Pattern
from deskhand.learn.rules import build_rule
from deskhand.learn.skills import Identity, compile_pattern

SAME_ROUTINE = 0.7
"""Two patterns are one routine when the longest common subsequence covers this share of the shorter one."""


class KnownRules(Protocol):
    """Where rules and skills are kept."""

    def all(self) -> tuple[tuple[Rule, Skill], ...]: ...

    def save(self, rule: Rule, skill: Skill) -> None: ...


@dataclass(frozen=True, slots=True)
class Learned:
    """A rule that is new, or whose skill changed."""

    rule: Rule
    skill: Skill
    is_new: bool


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for left in one:
        before = 0
        for column, right in enumerate(other, 1):
            before, row[column] = row[column], before + 1 if left == right else max(row[column], row[column - 1])
    return row[-1]


def is_same_routine(pattern: Pattern, rule: Rule, skill: Skill) -> bool:
    """Whether `pattern` is `rule` seen again: equal steps, or evidence in common."""
    shorter = min(len(pattern.symbols), len(skill.symbols))
    if shorter and common_length(pattern.symbols, skill.symbols) >= SAME_ROUTINE * shorter:
        return True
    return bool(evidence(pattern) & set(rule.evidence))


def evidence(pattern: Pattern) -> set[EventId]:
    """The events of every occurrence."""
    return {event.id for seen in pattern.occurrences for event in seen.events if event is not None}


def learn(
    events: Sequence[Event],
    known: KnownRules,
    clock: Clock,
    file_text: Callable[[Event], str | None],
    zone: tzinfo,
) -> tuple[Learned, ...]:
    """Find the routines in `events`; save and return the rules that are new or grew."""
    learned: list[Learned] = []
    for pattern in discover(events):
        rules = known.all()
        same = next(((rule, skill) for rule, skill in rules if is_same_routine(pattern, rule, skill)), None)
        found = upsert(pattern, same, clock.wall(), file_text, zone)
        if found is not None:
            faults.hit("learn.found")
            known.save(found.rule, found.skill)
            learned.append(found)
    return tuple(learned)


def upsert(
    pattern: Pattern,
    same: tuple[Rule, Skill] | None,
    now: float,
    file_text: Callable[[Event], str | None],
    zone: tzinfo,
) -> Learned | None:
    """The rule of a pattern: a new one, a newer version of the `same` one, or None when nothing was added to it."""
    if same is None:
        rule_id, skill_id = RuleId(build_id("rule", now)), SkillId(build_id("skill", now))
        identity = Identity(rule_id, skill_id, 1, now)
        compiled = compile_pattern(pattern, identity, file_text, zone)
        useful = known_part(pattern, compiled.skill)
        if useful is None:
            return None
        compiled = compile_pattern(useful, identity, file_text, zone)
        return Learned(build_rule(useful, compiled, now), compiled.skill, True)
    rule, skill = same
    grown = not evidence(pattern) <= set(rule.evidence)
    if not grown:
        return None
    newer_identity = Identity(rule.id, skill.id, skill.version + 1, now)
    useful = known_part(pattern, compile_pattern(pattern, newer_identity, file_text, zone).skill)
    if useful is None or not (useful.symbols == skill.symbols or len(useful.symbols) > len(skill.symbols)):
        return None  # what is known already is not given up for another cut of the same work
    compiled = compile_pattern(useful, newer_identity, file_text, zone)
    newer = build_rule(useful, compiled, now)
    return Learned(replace(newer, created_at=rule.created_at, muted=rule.muted), compiled.skill, False)


def known_part(pattern: Pattern, skill: Skill) -> Pattern | None:
    """The pattern up to its last step whose values are known: what follows is the person's own, and no part of it.

    None when nothing is left that Deskhand could do after the first act.
    """
    known = [step for step in skill.steps if not any(isinstance(slot.source, Unknown) for slot in step.slots)]
    if not known or known[-1].position == 0:
        return None
    end = known[-1].position + 1
    occurrences = tuple(
        Occurrence(occurrence.events[:end], occurrence.answers[:end], occurrence.before)
        for occurrence in pattern.occurrences
    )
    return Pattern(pattern.symbols[:end], occurrences)
