"""Read the events, find what repeats, keep it as rules and skills: one transaction a rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from deskhand.contracts.clock import Clock
from deskhand.core.event import Event
from deskhand.core.ids import EventId, RuleId, SkillId, build_id
from deskhand.core.skill import Rule, Skill
from deskhand.learn.discover import discover
from deskhand.learn.pattern import Pattern
from deskhand.learn.rules import build_rule
from deskhand.learn.skills import compile_pattern

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
    events: Sequence[Event], known: KnownRules, clock: Clock, file_text: Callable[[Event], str | None]
) -> tuple[Learned, ...]:
    """Find the routines in `events`; save and return the rules that are new or grew."""
    learned: list[Learned] = []
    for pattern in discover(events):
        rules = known.all()
        same = next(((rule, skill) for rule, skill in rules if is_same_routine(pattern, rule, skill)), None)
        found = upsert(pattern, same, clock.wall(), file_text)
        if found is not None:
            known.save(found.rule, found.skill)
            learned.append(found)
    return tuple(learned)


def upsert(
    pattern: Pattern, same: tuple[Rule, Skill] | None, now: float, file_text: Callable[[Event], str | None]
) -> Learned | None:
    """The rule of a pattern: a new one, a newer version of the `same` one, or None when nothing was added to it."""
    if same is None:
        rule_id, skill_id = RuleId(build_id("rule", now)), SkillId(build_id("skill", now))
        compiled = compile_pattern(pattern, rule_id, skill_id, 1, now, file_text)
        return Learned(build_rule(pattern, compiled, now), compiled.skill, True) if compiled.skill.steps else None
    rule, skill = same
    grown = not evidence(pattern) <= set(rule.evidence)
    if not grown or len(pattern.symbols) < len(skill.symbols):
        return None
    compiled = compile_pattern(pattern, rule.id, skill.id, skill.version + 1, now, file_text)
    newer = build_rule(pattern, compiled, now)
    return Learned(replace(newer, created_at=rule.created_at, muted=rule.muted), compiled.skill, False)
