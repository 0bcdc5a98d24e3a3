"""Notice that a known routine was begun, say why, ask where asking is due, and do the rest of it."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.contracts.clock import Clock
from deskhand.contracts.platform import Platform
from deskhand.core.event import Event
from deskhand.core.ids import DecisionId, RuleId, RunId, build_id
from deskhand.core.run import Decision, Reaction, Run, Tier
from deskhand.core.skill import BoundStep, Rule, Skill, Unbound
from deskhand.learn.matching import Match, match_prefix
from deskhand.policy.consequential import consequential
from deskhand.runs.loop import Report
from deskhand.runs.skill import plan, remaining, unfold
from deskhand.runs.world import LiveWorld

CONFIDENT = 0.6
"""A beginning is acted upon from here: three times seen and three times followed gives (3 + 1) / (3 + 2) = 0.8."""
REMEMBERED = 400
"""How many of the latest events a beginning is looked for in."""


class Rules(Protocol):
    """Where rules and their skills are kept."""

    def all(self) -> tuple[tuple[Rule, Skill], ...]: ...


class Outcomes(Protocol):
    """What the person made of the runs of a rule."""

    def tier(self, rule: RuleId) -> Tier: ...

    def reactions(self, rule: RuleId) -> tuple[Reaction, ...]: ...

    def react(self, run: RunId, rule: RuleId, reaction: Reaction) -> None: ...


class Decisions(Protocol):
    """Why something was started, or was not."""

    def save(self, decision: Decision) -> None: ...


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that ended, with what the notice says."""

    run: Run
    rule: Rule
    skill: Skill
    report: Report


@dataclass(frozen=True, slots=True)
class Parts:
    """What the trigger stands on, built by `wiring`."""

    platform: Platform
    clock: Clock
    rules: Rules
    outcomes: Outcomes
    decisions: Decisions
    approver: Approver
    execute: Callable[[Run, object], Report]
    finished: Callable[[Finished], None]
    report: Callable[[str, Mapping[str, object]], None]
    today: Callable[[], date]


class Trigger:
    """Holds the latest events of the person; acts when `consider` finds a beginning among them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._recent: deque[Event] = deque(maxlen=REMEMBERED)

    def saw(self, events: Sequence[Event]) -> None:
        """More of the person's work."""
        self._recent.extend(events)

    def consider(self) -> bool:
        """Do what was begun, if anything was and it may be done. True when a run was made or declined."""
        rules = {rule.id: (rule, skill) for rule, skill in self._parts.rules.all() if not rule.muted}
        matches = match_prefix(tuple(skill for _, skill in rules.values()), tuple(self._recent))
        if not matches:
            return False
        best = max(matches, key=lambda match: match.confidence)
        rule, skill = rules[best.rule_id]
        steps = remaining(skill, best.count)
        world = self._world(best)
        planned = plan(steps, world)
        decision = self._decide(rule, best, matches, planned)
        if decision.chosen is None:
            return False
        self._recent.clear()
        if not self._allowed(rule, planned, decision):
            return True
        self._run(rule, skill, best, decision)
        return True
