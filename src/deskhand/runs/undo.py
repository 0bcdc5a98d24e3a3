"""Take a run back: the last action first, each step read back, nothing overwritten that was changed since.

It needs only the journal, so it works after the run, after a restart, and more than once.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from deskhand.act.dispatch import check as set_checked
from deskhand.act.dispatch import fill
from deskhand.act.prior import intended
from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.journal import Journal
from deskhand.contracts.platform import Platform
from deskhand.core.action import Action
from deskhand.core.element import Node, State, Window
from deskhand.core.errors import PlatformError
from deskhand.core.ids import RunId
from deskhand.core.run import (
    ActionRecord,
    Prior,
    PriorFile,
    PriorState,
    PriorText,
    Restoration,
    Undoability,
    UndoEntry,
    UndoResult,
)
from deskhand.perceive.files import digest
from deskhand.perceive.resolve import Found, find_window, locate
from deskhand.perceive.text import same_text
from deskhand.runs.brake import Brake

READ_BACK_SECONDS = 2.0
POLL_SECONDS = 0.1
_ORDER = (UndoResult.FAILED, UndoResult.CHANGED_SINCE, UndoResult.IRREVERSIBLE, UndoResult.RESTORED, UndoResult.ALREADY)


def undo(
    run: RunId, journal: Journal, platform: Platform | None, clock: Clock, brake: Brake
) -> tuple[Restoration, ...]:
    """Take back everything that run did. Without a platform only files can be restored.

    Raises `Stopped` when the person takes over; what was taken back until then is journalled.
    """
    restorations: list[Restoration] = []
    try:
        for record in reversed(journal.actions(run)):
            if record.undo is None or (record.receipt is not None and not record.receipt.dispatched):
                continue  # without a receipt it may have been sent: what stands there now will tell
            if record.undo.undoability is Undoability.NOTHING_TO_UNDO:
                continue
            brake.check()
            restorations.append(undo_action(record, record.undo, platform, clock))
    finally:
        journal.restored(run, tuple(restorations))
    return tuple(restorations)


def undo_action(record: ActionRecord, entry: UndoEntry, platform: Platform | None, clock: Clock) -> Restoration:
    """Take one action back."""
    if entry.undoability is Undoability.IRREVERSIBLE or not entry.priors:
        return Restoration(record.id, record.action, UndoResult.IRREVERSIBLE, "nothing is known that takes it back")
    results = []
    for number, prior in enumerate(entry.priors):
        after = entry.after[number] if number < len(entry.after) else intended(prior, record.action)
        try:
            results.append(restore(record.action, prior, after, platform, clock))
        except (PlatformError, OSError) as error:
            results.append((UndoResult.FAILED, str(error)))
    worst = min((result for result, _ in results), key=_ORDER.index)
    return Restoration(record.id, record.action, worst, "; ".join(detail for _, detail in results))


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is restored."""

    platform: Platform
    clock: Clock
    window: Window
    node: Node


def restore(
    action: Action, prior: Prior, after: str | None, platform: Platform | None, clock: Clock
) -> tuple[UndoResult, str]:
    """Bring one thing back to its prior state and read it back."""
    if isinstance(prior, PriorFile):
        return restore_file(prior, after)
    if platform is None:
        return UndoResult.FAILED, "there is no desktop to restore it on"
    window = find_window(action.locator, platform.windows.list())
    if window is None:
        return UndoResult.FAILED, f"{action.locator.app} is no longer open; {describe_prior(prior)}"
    found = locate(platform, action.locator, window, platform.tree.read(window))
    if not isinstance(found, Found):
        return UndoResult.FAILED, f"{found.reason}; {describe_prior(prior)}"
    place = Place(platform, clock, window, found.node)
    return restore_text(action, prior, after, place) if isinstance(prior, PriorText) else restore_state(prior, place)


def describe_prior(prior: PriorText | PriorState) -> str:
    """What it was, for people who have to restore it by hand."""
    if isinstance(prior, PriorText):
        return f"it said {prior.text!r}"
    return f"it was {'' if prior.on else 'not '}{prior.state}"


def restore_text(action: Action, prior: PriorText, after: str | None, place: Place) -> tuple[UndoResult, str]:
    """Give a field its old text, unless somebody has changed it since."""
    node = place.node
    if same_text(node.value, prior.text):
        return UndoResult.ALREADY, f"it says {prior.text!r} already"
    if after is None or not same_text(node.value, after):
        return UndoResult.CHANGED_SINCE, f"it says {node.value!r} now, which Deskhand did not write"
    fill(place.platform, place.clock, node, place.window, prior.text)
    deadline = Deadline(place.clock, READ_BACK_SECONDS)
    while True:
        now = find(place.platform, action, place.window)
        if now is not None and same_text(now.value, prior.text):
            return UndoResult.RESTORED, f"it says {prior.text!r} again"
        if deadline.over:
            said = "cannot be read" if now is None else f"says {now.value!r}"
            return UndoResult.FAILED, f"it {said}; {describe_prior(prior)}"
        place.clock.sleep(POLL_SECONDS)


def find(platform: Platform, action: Action, window: Window) -> Node | None:
    """The action's element as it is now."""
    found = locate(platform, action.locator, window, platform.tree.read(window))
    return found.node if isinstance(found, Found) else None


def restore_state(prior: PriorState, place: Place) -> tuple[UndoResult, str]:
    """Check or uncheck again."""
    if (State.CHECKED in place.node.states) == prior.on:
        return UndoResult.ALREADY, describe_prior(prior)
    set_checked(place.platform, place.clock, place.node, place.window, prior.on)
    deadline = Deadline(place.clock, READ_BACK_SECONDS)
    while not deadline.over:
        fresh = place.platform.tree.refresh(place.node)
        if fresh is not None and (State.CHECKED in fresh.states) == prior.on:
            return UndoResult.RESTORED, f"{describe_prior(prior)} and is again"
        place.clock.sleep(POLL_SECONDS)
    return UndoResult.FAILED, describe_prior(prior)


def restore_file(prior: PriorFile, after: str | None) -> tuple[UndoResult, str]:
    """Give a file its old bytes, or take it away if there was none, unless it was changed since."""
    path = Path(prior.path)
    now = digest(path)
    if now == prior.digest:
        return UndoResult.ALREADY, f"{path} is as it was"
    if after is None or now != after:
        return UndoResult.CHANGED_SINCE, f"{path} was changed since; its old copy is {prior.backup or 'none'}"
    if prior.backup is None:
        path.unlink()
    else:
        partial = path.with_name(f".{path.name}.deskhand")
        shutil.copy2(prior.backup, partial)
        partial.replace(path)
    good = digest(path) == prior.digest
    return (UndoResult.RESTORED, f"{path} is as it was again") if good else (UndoResult.FAILED, f"{path} differs")
