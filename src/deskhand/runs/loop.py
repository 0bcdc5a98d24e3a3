"""The loop: review, find, make ready, keep the prior state, journal, act, read back, journal. One action at a time.

It reads top to bottom in `Loop._perform`. A receipt never becomes a success: only a verdict does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from deskhand.act.actionability import NotReady, wait_ready
from deskhand.act.dispatch import dispatch
from deskhand.act.prior import capture, intended, undoability
from deskhand.act.target import Target, is_another, witnesses
from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.journal import Journal
from deskhand.contracts.platform import Capability, Platform
from deskhand.contracts.tracer import Tracer
from deskhand.core import faults
from deskhand.core.action import Action, ActionKind, Effect
from deskhand.core.element import Node, Window
from deskhand.core.errors import BadInput, PlatformError, Refused, StaleElement, Stopped
from deskhand.core.ids import ActionId, build_id
from deskhand.core.locator import Locator
from deskhand.core.run import (
    ActionRecord,
    Outcome,
    Permission,
    Prior,
    PriorFile,
    Receipt,
    Review,
    Route,
    Run,
    Truth,
    UndoEntry,
    Verdict,
)
from deskhand.core.skill import BoundStep, Unbound
from deskhand.observe.redaction import redact
from deskhand.perceive.files import digest
from deskhand.perceive.pictures import black_out
from deskhand.perceive.resolve import Found, find_window, healed_locator, locate
from deskhand.policy.consequential import consequence
from deskhand.policy.review import review
from deskhand.runs.borrow import borrowed, give_back
from deskhand.runs.brake import Brake
from deskhand.runs.secrecy import check_prior, clean_verdict, secret_boxes
from deskhand.runs.undo import undo
from deskhand.verify.before import Before
from deskhand.verify.check import check, implied, remember

FIND_SECONDS = 4.0
POLL_SECONDS = 0.15
SETTLED = (Outcome.DONE, Outcome.NOT_ACHIEVED, Outcome.REFUSED)
"""Ends after which the person goes on where they were; after others they look at what was acted on."""
GOING = (ActionKind.SWITCH, ActionKind.OPEN)
"""Actions whose whole sense is where they lead."""
ANSWERED_SECONDS = 0.3
"""The click or key of an answer is told a moment after the answer itself."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a run ended: outcome, one sentence, its verdicts, and locators that were healed and proved right."""

    outcome: Outcome
    summary: str
    verdicts: tuple[Verdict, ...] = ()
    actions: tuple[Action, ...] = ()
    healed: tuple[tuple[int, Locator], ...] = ()
    restored: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Progress:
    """What a run has done so far."""

    verdicts: list[Verdict] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    healed: list[tuple[int, Locator]] = field(default_factory=list)

    def end(self, outcome: Outcome, summary: str) -> Report:
        return Report(outcome, summary, tuple(self.verdicts), tuple(self.actions), tuple(self.healed))


class Ended(Exception):
    """A step ended the run."""

    def __init__(self, outcome: Outcome, summary: str, roll_back: bool = False) -> None:
        super().__init__(summary)
        self.outcome, self.summary, self.roll_back = outcome, summary, roll_back


@dataclass(frozen=True, slots=True)
class Loop:
    """Executes runs on a platform. `backups` is a private folder for copies of files."""

    platform: Platform
    journal: Journal
    tracer: Tracer
    approver: Approver
    clock: Clock
    brake: Brake
    backups: Path
    keep_phones: bool = False

    def execute(self, run: Run, steps: Iterable[BoundStep | Unbound], attended: bool = True) -> Report:
        """Do `steps`, each asked for only when the one before it was verified. Never raises for what a desktop does."""
        progress, start = Progress(), self.clock.monotonic()
        self.journal.begin(run)
        self.tracer.emit("run", {"run": run})
        front = self.platform.windows.front()
        with borrowed(self.platform, self.brake):
            report = self._run(run, steps, attended, progress)
            if report.outcome in SETTLED and not (report.actions and report.actions[-1].kind in GOING):
                give_back(self.platform, front)
        self.journal.finish(run.id, report.outcome, report.summary)
        self.tracer.emit("finish", {"outcome": report.outcome, "summary": report.summary})
        return replace(report, seconds=self.clock.monotonic() - start)

    def _run(self, run: Run, steps: Iterable[BoundStep | Unbound], attended: bool, progress: Progress) -> Report:
        try:
            for step in steps:
                self.brake.check()
                if isinstance(step, Unbound):
                    raise Ended(Outcome.HANDED_OVER, f"{step.reason}; the rest is yours")
                self._perform(run, step, attended, progress)
        except Ended as end:
            return self._end(run, end, progress)
        except Stopped as stop:
            return progress.end(Outcome.STOPPED, f"stopped: {stop}; {count_done(progress)}")
        except Refused as refusal:
            return progress.end(Outcome.REFUSED, str(refusal))
        except (PlatformError, BadInput) as error:
            return self._end(run, Ended(Outcome.NOT_ACHIEVED, str(error), True), progress)
        if not progress.verdicts:
            return progress.end(Outcome.UNKNOWN, "nothing was done, so nothing is proved")
        return progress.end(Outcome.DONE, f"done, and read back: {count_done(progress)}")

    def _perform(self, run: Run, step: BoundStep, attended: bool, progress: Progress) -> None:
        """Do a step; where its element was no longer what had been read, nothing was sent, and it is read again."""
        deadline = Deadline(self.clock, FIND_SECONDS)
        reviewed = self._review(run, step.action, attended)
        first = target = self._find(step.action, step.position, progress)
        while True:
            if first is not None and target is not None and first.node is not None and is_another(first, target):
                raise Ended(Outcome.NOT_ACHIEVED, f"{step.action.describe()}: another record is in its place now", True)
            try:
                return self._attempt(run, step, target, reviewed, attended, progress)
            except StaleElement as stale:
                if deadline.over:
                    raise Ended(Outcome.NOT_ACHIEVED, f"{step.action.describe()}: {stale}", True) from None
                self.clock.sleep(POLL_SECONDS)
                target = self._find(step.action, step.position, progress)

    def _attempt(
        self, run: Run, step: BoundStep, target: Target | None, reviewed: Review, attended: bool, progress: Progress
    ) -> None:
        action, expect = step.action, (*implied(step.action), *step.expect)
        node, window = (target.node, target.window) if target is not None else (None, None)
        reviewed = self._review_found(run, action, node, attended, reviewed)
        before = remember(self.platform, action, expect, node, window, target.beside if target is not None else ())
        priors = capture(action, node, expect, self.backups)
        check_prior(priors, self.keep_phones)
        self.brake.check()
        record = self._intend(run, step, expect, reviewed, priors)
        self._picture(record.id, "before", window)
        faults.hit("loop.intended")
        try:
            receipt = dispatch(self.platform, self.clock, action, target)
            verdict = self._verify(record, receipt, before)
        except BadInput as error:
            verdict = Verdict(Truth.REFUTED, (), f"it could not be sent: {error}")
        except StaleElement as stale:
            self._give_up(record, stale)
            raise
        except Stopped:
            verdict = Verdict(Truth.UNKNOWN, (), "you took over while it was being done")
            self._settle(record, verdict, priors, progress)
            raise
        except PlatformError as error:
            verdict = Verdict(Truth.UNKNOWN, (), f"it may or may not have been done: {error}")
            self._settle(record, verdict, priors, progress)
            raise Ended(Outcome.NOT_ACHIEVED, f"{action.describe()}: {error}", True) from None
        self._settle(record, verdict, priors, progress)
        self._picture(record.id, "after", window)
        if verdict.truth is Truth.REFUTED:
            raise Ended(Outcome.NOT_ACHIEVED, f"{action.describe()}: {verdict.reason}", True)
        if verdict.truth is Truth.UNKNOWN:
            raise Ended(Outcome.UNKNOWN, f"{action.describe()}: {verdict.reason}")

    # -- the stages of a step ---------------------------------------------------------------------------------------

    def _review(self, run: Run, action: Action, attended: bool) -> Review:
        reviewed = review(action, run.tier, attended)
        self.tracer.emit("review", {"action": action, "review": reviewed})
        if reviewed.permission is Permission.DENY:
            raise Refused(f"{action.describe()}: {reviewed.reason}")
        if reviewed.permission is Permission.ASK:
            answer = self._ask(Proposal(action.describe(), reviewed.reason, (action,), (0,)))
            if answer is not Approval.YES:
                raise Refused(f"{action.describe()}: {reviewed.reason}, and the answer was {answer.value}")
        return reviewed

    def _ask(self, proposal: Proposal) -> Approval:
        """The person's answer; giving it is no takeover."""
        with self.brake.lifted():
            answer = self.approver.ask(proposal)
            self.clock.sleep(ANSWERED_SECONDS)
        return answer

    def _review_found(self, run: Run, action: Action, node: Node | None, attended: bool, reviewed: Review) -> Review:
        """The review of what was found, where it now says something else than when it was learned."""
        if node is None or action.locator.element is None or node.name == action.locator.element.name:
            return reviewed
        found = replace(action, locator=action.locator.renamed(node.name))
        if consequence(found) in (None, consequence(action)):
            return reviewed
        return self._review(run, found, attended)

    def _find(self, action: Action, position: int, progress: Progress) -> Target | None:
        """The window and the element, ready to be acted on; None for what is done to the desktop."""
        if action.kind is ActionKind.OPEN:
            return None
        deadline = Deadline(self.clock, FIND_SECONDS)
        while True:
            self.brake.check()
            window = find_window(action.locator, self.platform.windows.list())
            reason = f"there is no window of {action.locator.app}"
            if window is not None and action.locator.element is None:
                return Target(window)
            if window is not None:
                nodes = self.platform.tree.read(window)
                found = locate(self.platform, action.locator, window, nodes)
                if isinstance(found, Found):
                    break
                reason = found.reason
            if deadline.over:
                raise Ended(Outcome.NOT_ACHIEVED, f"{action.describe()}: {reason}", True)
            self.clock.sleep(POLL_SECONDS)
        ready = wait_ready(self.platform, self.clock, action, found.node)
        if isinstance(ready, NotReady):
            raise Ended(Outcome.NOT_ACHIEVED, f"{action.describe()}: {ready.reason}", True)
        if found.healed:
            progress.healed.append((position, healed_locator(action.locator, found.node)))
        faults.hit("loop.found")
        return Target(window, ready.node, witnesses(found.node, nodes), tuple(nodes))

    def _intend(
        self, run: Run, step: BoundStep, expect: tuple[Effect, ...], reviewed: Review, priors: tuple[Prior, ...]
    ) -> ActionRecord:
        faults.hit("loop.ready")
        identity = ActionId(build_id("act", self.clock.wall()))
        asked = reviewed.permission is Permission.ASK
        entry = UndoEntry(identity, step.action, priors, (), undoability(step.action, priors, expect, asked))
        record = ActionRecord(
            identity, run.id, step.position, step.action, expect, reviewed, self.clock.wall(), undo=entry
        )
        self.journal.intend(record)
        self.tracer.emit("intent", {"action": step.action, "expect": expect, "undoable": entry.undoability})
        return record

    def _give_up(self, record: ActionRecord, stale: StaleElement) -> None:
        """Settle an attempt of which nothing was sent: what was read is no longer there."""
        receipt = Receipt(Route.NONE, False, str(stale))
        self.journal.dispatched(record.id, receipt)
        verdict = Verdict(Truth.REFUTED, (), f"nothing was sent: {stale}")
        self.journal.settle(record.id, verdict, record.undo)
        self.tracer.emit("stale", {"receipt": receipt, "verdict": verdict})

    def _verify(self, record: ActionRecord, receipt: Receipt, before: Before) -> Verdict:
        faults.hit("loop.dispatched")
        self.journal.dispatched(record.id, receipt)
        self.tracer.emit("receipt", {"receipt": receipt})
        if not receipt.dispatched:
            return Verdict(Truth.REFUTED, (), f"it could not be sent: {receipt.detail}")
        verdict = clean_verdict(check(self.platform, self.clock, record.expect, before))
        self.tracer.emit("verdict", {"verdict": verdict})
        return verdict

    def _settle(self, record: ActionRecord, verdict: Verdict, priors: tuple[Prior, ...], progress: Progress) -> None:
        assert record.undo is not None
        faults.hit("loop.checked")
        after = tuple(state_after(prior, record.action) for prior in priors)
        entry = UndoEntry(record.id, record.action, priors, after, record.undo.undoability)
        self.journal.settle(record.id, verdict, entry)
        faults.hit("loop.settled")
        progress.verdicts.append(verdict)
        progress.actions.append(record.action)

    def _picture(self, identity: ActionId, moment: str, window: Window | None) -> None:
        """A picture of the window that is acted on, but for secrets in it and for other windows that lie over it."""
        if Capability.CAPTURE in self.platform.capabilities and window is not None:
            try:
                windows = self.platform.windows.list()
                place = next((at for at, each in enumerate(windows) if each.id == window.id), None)
                if place is None:
                    return
                if redact(windows[place].title)[1]:
                    raise PlatformError("the title of the window holds a secret")
                hidden = secret_boxes(self.platform.tree.read(windows[place]))
                picture = self.platform.capture.grab(windows[place].box)
                hidden += [each.box for each in windows[place + 1 :]]
                self.tracer.picture(f"{identity}-{moment}", black_out(picture, hidden))
            except PlatformError as error:
                self.tracer.emit("no picture", {"reason": str(error)})

    def _end(self, run: Run, end: Ended, progress: Progress) -> Report:
        """End a run; what it had done before a failure is taken back, the last first."""
        report = progress.end(end.outcome, end.summary)
        if not end.roll_back or not progress.actions:
            return report
        try:
            restorations = undo(run.id, self.journal, self.platform, self.clock, self.brake)
        except Stopped as stop:
            return progress.end(Outcome.STOPPED, f"{end.summary}; it was being taken back when {stop}")
        kept = [each for each in restorations if not each.result.restores]
        words = f"; {len(restorations) - len(kept)} of {len(restorations)} earlier actions were taken back"
        return Report(
            end.outcome,
            end.summary + words,
            report.verdicts,
            report.actions,
            report.healed,
            len(restorations) - len(kept),
        )


def state_after(prior: Prior, action: Action) -> str:
    """What undo must find before it takes something back: text, "on" or "off", or a file's digest."""
    return digest(Path(prior.path)) if isinstance(prior, PriorFile) else intended(prior, action) or ""


def count_done(progress: Progress) -> str:
    """How many actions were verified, in words."""
    verified = sum(verdict.truth is Truth.VERIFIED for verdict in progress.verdicts)
    return f"{verified} of {len(progress.verdicts)} actions verified"
