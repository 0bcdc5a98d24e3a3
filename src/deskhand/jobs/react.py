"""What follows a run: the notice, the person's reaction, and what the skill keeps of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from deskhand.contracts.clock import Clock
from deskhand.contracts.notifier import Notifier
from deskhand.core import faults
from deskhand.core.errors import Stopped
from deskhand.core.ids import RuleId, RunId
from deskhand.core.locator import Locator
from deskhand.core.run import Outcome, Reaction, Tier, Truth
from deskhand.core.skill import Rule, Skill, Step
from deskhand.jobs.trigger import Finished
from deskhand.learn.skills import advance
from deskhand.learn.trust import outcome_of_silence

CALM_SECONDS = 1.0
"""The hand that pressed Undo moves on for a moment; that is no wish to stop it."""
BUTTONS = {"keep": "Keep", "undo": "Undo"}
REACTIONS = {"keep": Reaction.ACCEPTED, "undo": Reaction.UNDONE}
TITLES = {
    Outcome.DONE: "Deskhand did it",
    Outcome.NOT_ACHIEVED: "Deskhand could not do it",
    Outcome.REFUSED: "Deskhand did not do it",
    Outcome.HANDED_OVER: "Deskhand hands over to you",
    Outcome.STOPPED: "Deskhand stopped",
    Outcome.UNKNOWN: "Deskhand does not know whether it worked",
    Outcome.FAILED: "Deskhand failed",
}


class Reactions(Protocol):
    """Where reactions are kept."""

    def react(self, run: RunId, rule: RuleId, reaction: Reaction, time: float) -> Tier: ...


class RuleStore(Protocol):
    """Where skills are kept."""

    def save(self, rule: Rule, skill: Skill) -> None: ...


@dataclass(slots=True)
class Aftermath:
    """Called when a run ended; `undo` takes a run back. An undo window is `undo_seconds` long."""

    notifier: Notifier
    reactions: Reactions
    rules: RuleStore
    clock: Clock
    undo: Callable[[RunId], None]
    tell: Callable[[str, Mapping[str, object]], None]
    undo_seconds: float
    _open: dict[RunId, tuple[RuleId, float, bool]] = field(default_factory=dict, init=False)
    _answers: list[tuple[RunId, RuleId, Reaction]] = field(default_factory=list, init=False)

    def finished(self, end: Finished) -> None:
        """Tell the person, keep what the skill learned of it, and wait for a reaction."""
        report, run = end.report, end.run
        faults.hit("react.finished")
        if report.outcome is Outcome.DONE:
            self._keep(end)
        shown = self.notifier.notify(
            TITLES[report.outcome],
            f"{end.rule.name}\n{report.summary}",
            BUTTONS if report.outcome is Outcome.DONE else {},
            lambda key: self._answered(run.id, end.rule.id, key),
        )
        if end.approved and report.outcome is Outcome.DONE:
            self.reactions.react(run.id, end.rule.id, Reaction.ACCEPTED, self.clock.wall())
        elif report.outcome is Outcome.DONE:
            self._open[run.id] = (end.rule.id, self.clock.monotonic() + self.undo_seconds, shown)
        self.tell(
            "finished",
            {
                "run": run.id,
                "rule": end.rule.name,
                "outcome": report.outcome.value,
                "summary": report.summary,
                "seconds": round(report.seconds, 3),
                "actions": [
                    {"action": action.describe(), "verdict": verdict.truth.value, "reason": verdict.reason}
                    for action, verdict in zip(report.actions, report.verdicts, strict=True)
                ],
                "verified": sum(verdict.truth is Truth.VERIFIED for verdict in report.verdicts),
            },
        )

    def _answered(self, run: RunId, rule: RuleId, key: str) -> None:
        """A button was pressed; called from the notifier's thread."""
        if key in REACTIONS:
            self._answers.append((run, rule, REACTIONS[key]))

    def _keep(self, end: Finished) -> None:
        """Counting values go on from this run; a locator that was healed and proved right is kept."""
        skill = advance(end.skill, end.steps)
        healed = dict(end.report.healed)
        if healed or skill != end.skill:
            steps = tuple(self._heal(step, healed) for step in skill.steps)
            version = end.skill.version + bool(healed)
            self.rules.save(end.rule, replace(skill, steps=steps, version=version))

    @staticmethod
    def _heal(step: Step, healed: Mapping[int, Locator]) -> Step:
        locator = healed.get(step.position)
        if locator is None:
            return step
        return replace(step, action=replace(step.action, locator=replace(locator, window=step.action.locator.window)))

    def tick(self, last_input: float) -> None:
        """Take up reactions that came, and undo windows that passed; `last_input` is when the person was last seen."""
        now = self.clock.monotonic()
        while self._answers and (self._answers[0][2] is not Reaction.UNDONE or now - last_input >= CALM_SECONDS):
            run, rule, reaction = self._answers[0]
            self.reactions.react(run, rule, reaction, self.clock.wall())
            del self._answers[0]
            self._open.pop(run, None)
            if reaction is Reaction.UNDONE:
                self._take_back(run)
        for run, (rule, until, shown) in list(self._open.items()):
            if now >= until:
                present = last_input > until - self.undo_seconds
                self.reactions.react(run, rule, outcome_of_silence(present, shown), self.clock.wall())
                del self._open[run]

    def _take_back(self, run: RunId) -> None:
        try:
            self.undo(run)
        except Stopped as stop:
            self.tell("undo stopped", {"run": run, "reason": f"{stop}; 'deskhand undo {run}' goes on with it"})
