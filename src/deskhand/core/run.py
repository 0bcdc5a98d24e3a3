"""Runs: one execution of anything, from its cause to its outcome: what was reviewed, sent, seen, kept for undo."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from deskhand.core.action import Action, Effect
from deskhand.core.ids import ActionId, DecisionId, RuleId, RunId, SkillId


class Tier(StrEnum):
    """How far a rule is trusted."""

    SHADOW = "shadow"
    SUPERVISED = "supervised"
    AUTONOMOUS = "autonomous"


class Permission(StrEnum):
    """What policy says of an action."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Review:
    """Policy's answer before an action, with the reason in words."""

    permission: Permission
    reason: str


class Route(StrEnum):
    """By which road an action was sent."""

    ACCESSIBILITY = "accessibility"
    POINTER = "pointer"
    KEYS = "keys"
    WINDOW_MANAGER = "window manager"
    LAUNCHER = "launcher"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the platform says it dispatched. It never becomes a success. `detail` is for people."""

    route: Route
    dispatched: bool
    detail: str = ""


class Truth(StrEnum):
    """What evidence says of an action."""

    VERIFIED = "verified"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing read back from the world: which effect was looked for, what was found, whether they agree."""

    effect: Effect
    found: str
    truth: Truth


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verified, refuted or unknown, with the evidence. Without evidence it is unknown."""

    truth: Truth
    evidence: tuple[Evidence, ...]
    reason: str


class Undoability(StrEnum):
    """What is known beforehand of taking an action back."""

    UNDOABLE = "undoable"
    COMPENSABLE = "compensable"
    """not the same way back, but a counter-action leads to the old state (a moved file is moved back)"""
    NOTHING_TO_UNDO = "nothing to undo"
    """it changes no content (a switch of windows, a click that only moves the focus)"""
    IRREVERSIBLE = "irreversible"


@dataclass(frozen=True, slots=True)
class PriorText:
    """The text a field had before."""

    text: str
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class PriorState:
    """Whether an element was in a state before."""

    state: str
    on: bool
    kind: Literal["state"] = "state"


@dataclass(frozen=True, slots=True)
class PriorFile:
    """A file before the action: `backup` is the path of a private copy, None when there was no file.

    `digest` is the SHA-256 of the file before ("" when there was none).
    """

    path: str
    backup: str | None
    digest: str = ""
    kind: Literal["file"] = "file"


Prior = PriorText | PriorState | PriorFile


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """How to take one action back: the prior states, and the state after it (text, "on"/"off", digest), in equal order.

    `after` guards the person's later edits: what no longer equals it is not overwritten.
    """

    action_id: ActionId
    action: Action
    priors: tuple[Prior, ...]
    after: tuple[str, ...]
    undoability: Undoability


class UndoResult(StrEnum):
    """What became of one undo entry."""

    RESTORED = "restored"
    ALREADY = "already as before"
    CHANGED_SINCE = "changed since; left alone"
    FAILED = "could not be restored"
    IRREVERSIBLE = "cannot be undone"

    @property
    def restores(self) -> bool:
        """Whether all is as it was before."""
        return self in (UndoResult.RESTORED, UndoResult.ALREADY)


@dataclass(frozen=True, slots=True)
class Restoration:
    """The outcome of undoing one entry; `detail` is one sentence with what was read back."""

    action_id: ActionId
    action: Action
    result: UndoResult
    detail: str


class Outcome(StrEnum):
    """How a run ended."""

    DONE = "done"
    NOT_ACHIEVED = "not achieved"
    REFUSED = "refused"
    HANDED_OVER = "handed over"
    STOPPED = "stopped"
    UNKNOWN = "unknown"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """One action of a run with all that is known of it; fields are None until they are known."""

    id: ActionId
    run_id: RunId
    step: int
    action: Action
    expect: tuple[Effect, ...]
    review: Review
    intended_at: float
    receipt: Receipt | None = None
    verdict: Verdict | None = None
    undo: UndoEntry | None = None
    settled_at: float | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One execution. `cause` is a sentence; the ids lead back to why. Times are UTC seconds since 1970."""

    id: RunId
    cause: str
    started_at: float
    tier: Tier
    skill_id: SkillId | None = None
    skill_version: int | None = None
    rule_id: RuleId | None = None
    decision_id: DecisionId | None = None
    ended_at: float | None = None
    outcome: Outcome | None = None
    summary: str = ""


class Reaction(StrEnum):
    """What the person made of a finished run."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNDONE = "undone"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a routine was, or was not, started: all options with their probabilities, the chosen one, the reason."""

    id: DecisionId
    time: float
    options: tuple[tuple[str, float], ...]
    chosen: str | None
    confidence: float
    reason: str
