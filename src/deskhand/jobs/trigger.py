"""Notice that a known routine was begun, say why, ask where asking is due, and do the rest of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.contracts.clock import Clock
from deskhand.contracts.platform import Platform
from deskhand.core import faults
from deskhand.core.action import ActionKind
from deskhand.core.event import Event
from deskhand.core.ids import DecisionId, RuleId, RunId, build_id
from deskhand.core.run import Decision, Reaction, Run, Tier
from deskhand.core.skill import BoundStep, Rule, Skill, Step, Unbound
from deskhand.learn.matching import Match, match_prefix, match_start
from deskhand.learn.trust import capped, earned, is_staged
from deskhand.policy.consequential import consequence
from deskhand.runs.loop import Report
from deskhand.runs.skill import plan, remaining, unfold
from deskhand.runs.world import LiveWorld

CONFIDENT = 0.6
"""A beginning is acted upon from here: seen three times and followed three times gives (3 + 1) / (3 + 2) = 0.8."""


CONFIDENT_START = 0.75
"""Where nothing was begun yet, the place alone must tell more."""


class Rules(Protocol):
    """Where rules and their skills are kept."""

    def all(self) -> tuple[tuple[Rule, Skill], ...]: ...


class Outcomes(Protocol):
    """What the person made of the runs of a rule."""

    def reactions(self, rule: RuleId) -> tuple[Reaction, ...]: ...

    def done(self, rule: RuleId) -> int: ...


class Decisions(Protocol):
    """Where decisions are kept."""

    def save(self, decision: Decision) -> None: ...


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that ended, with the steps that were begun."""

    run: Run
    rule: Rule
    skill: Skill
    steps: tuple[BoundStep, ...]
    report: Report
    approved: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """What the trigger stands on, built by `wiring`."""

    platform: Platform
    clock: Clock
    rules: Rules
    outcomes: Outcomes
    decisions: Decisions
    approver: Approver
    execute: Callable[[Run, Iterable[BoundStep | Unbound]], Report]
    finished: Callable[[Finished], None]
    tell: Callable[[str, Mapping[str, object]], None]
    history: Callable[[], Sequence[Event]]
    """the person's events, with their positions as times"""
    now: Callable[[], float]
    """the position of what happens now"""
    today: Callable[[], date]
    cap: Tier
    keep_phones: bool = False


class Trigger:
    """Acts when `consider` finds a beginning at the end of the person's work since the last run."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._since = parts.now()

    def consider(self) -> bool:
        """Do the rest of what was begun, if anything was and it may be done. True when it was done, or declined."""
        rules = {rule.id: (rule, skill) for rule, skill in self._parts.rules.all() if not rule.muted}
        match, decision = self._decide(rules)
        if match is None or decision.chosen is None:
            return False
        rule, skill = rules[match.rule_id]
        steps = remaining(skill, match.count)
        planned = plan(steps, self._world(match))
        if match.count == 0 and not is_fresh(steps, planned):
            return False
        self._since = self._parts.now()
        faults.hit("trigger.decided")
        if not planned or isinstance(planned[0], Unbound):
            reason = planned[0].reason if planned and isinstance(planned[0], Unbound) else "nothing is left to do"
            self._parts.tell("handed over", {"rule": rule.name, "reason": reason})
            return False
        reactions = self._parts.outcomes.reactions(rule.id)
        tier = capped(earned(reactions), self._parts.cap)
        staged = is_staged(reactions) or tier is Tier.SHADOW
        if staged and not self._approve(rule, planned, decision):
            return True
        if not self._still_known(rule, match):
            self._parts.tell("declined", {"rule": rule.name, "answer": "what it began with was erased"})
            return True
        self._perform(rule, skill, match, decision, Tier.SUPERVISED if staged else tier, staged)
        return True

    def _decide(self, rules: Mapping[RuleId, tuple[Rule, Skill]]) -> tuple[Match | None, Decision]:
        """The routine that was begun, and why it is the one; stored whenever there was a choice."""
        done = {rule_id: self._parts.outcomes.done(rule_id) for rule_id in rules}
        skills = [skill for _, skill in rules.values()]
        history = self._parts.history()
        matches = match_prefix(skills, history, self._since, done) or match_start(skills, history, self._since, done)
        best = matches[0] if matches else None
        sure = best is not None and best.confidence >= (CONFIDENT if best.count else CONFIDENT_START)
        now = self._parts.clock.wall()
        decision = Decision(
            DecisionId(build_id("dec", now)),
            now,
            tuple((match.rule_id, round(match.confidence, 4)) for match in matches),
            best.rule_id if best is not None and sure else None,
            best.confidence if best is not None else 0.0,
            explain(best, rules[best.rule_id][0], sure) if best is not None else "nothing known was begun",
        )
        if best is not None:
            self._parts.decisions.save(decision)
            self._parts.tell("decision", {"reason": decision.reason, "confidence": round(decision.confidence, 3)})
        return best, decision

    def _world(self, match: Match) -> LiveWorld:
        return LiveWorld(self._parts.platform, match.events, self._parts.today, self._parts.keep_phones)

    def _approve(self, rule: Rule, planned: Sequence[BoundStep | Unbound], decision: Decision) -> bool:
        actions = tuple(step.action for step in planned if isinstance(step, BoundStep))
        marked = tuple(number for number, action in enumerate(actions) if consequence(action))
        self._parts.tell("staged", {"rule": rule.name, "actions": [action.describe() for action in actions]})
        answer = self._parts.approver.ask(Proposal(rule.name, decision.reason, actions, marked))
        if answer is not Approval.YES:
            self._parts.tell("declined", {"rule": rule.name, "answer": answer.value})
        return answer is Approval.YES

    def _still_known(self, rule: Rule, match: Match) -> bool:
        """Whether the rule and what the person did are still stored: they may be erased while an answer is awaited."""
        known = {event.id for event in self._parts.history()}
        begun = {event.id for event in match.events.values()}
        return begun <= known and any(rule.id == each.id for each, _ in self._parts.rules.all())

    def _perform(self, rule: Rule, skill: Skill, match: Match, decision: Decision, tier: Tier, approved: bool) -> None:
        now = self._parts.clock.wall()
        identity = RunId(build_id("run", now))
        run = Run(identity, decision.reason, now, tier, skill.id, skill.version, rule.id, decision.id)
        begun: list[BoundStep] = []

        def steps() -> Iterable[BoundStep | Unbound]:
            for step in unfold(remaining(skill, match.count), self._world(match), self._parts.clock):
                if isinstance(step, BoundStep):
                    begun.append(step)
                    self._parts.tell("step", {"run": identity, "action": step.action.describe()})
                yield step

        report = self._parts.execute(run, steps())
        self._parts.finished(Finished(run, rule, skill, tuple(begun), report, approved))


def is_fresh(steps: Sequence[Step], planned: Sequence[BoundStep | Unbound]) -> bool:
    """Whether everything is known, and something of it was not written the last time: a record is not done twice."""
    last = {step.position: step.action.value for step in steps}
    bound = [step for step in planned if isinstance(step, BoundStep)]
    written = [step for step in bound if step.action.kind is ActionKind.TYPE]
    return len(bound) == len(planned) and any(step.action.value != last[step.position] for step in written)


def explain(match: Match, rule: Rule, sure: bool) -> str:
    """A decision in one sentence: which rule, which evidence, what confidence."""
    seen = f"seen {len(rule.instances)} times, followed {match.followed} of {match.begun} times it was begun"
    begun = (
        f"the first {match.count} steps of '{rule.name}' were done"
        if match.count
        else f"you came where '{rule.name}' begins"
    )
    what = f"{begun} ({seen}; confidence {match.confidence:.0%})"
    return what if sure else f"{what}, which is not sure enough"
