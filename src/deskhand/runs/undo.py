"""Take a run back: the last action first, each step read back, nothing overwritten that was changed since.

It needs only the journal, so it works after the run, after a restart, and more than once.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from deskhand.act.dispatch import check as set_checked
from deskhand.act.dispatch import fill
from deskhand.act.prior import intended
from deskhand.act.target import Target
from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.journal import Journal
from deskhand.contracts.platform import Platform
from deskhand.core import faults
from deskhand.core.action import Action
from deskhand.core.element import Node, State, Window
from deskhand.core.errors import BadInput, PlatformError, Refused
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


@dataclass(frozen=True, slots=True)
class Place:
    """Where the element of an action is now, and how it is reached."""

    platform: Platform
    clock: Clock
    action: Action
    window: Window
    node: Node

    def again(self) -> Node | None:
        """The element read again; None when it cannot be found."""
        found = locate(self.platform, self.action.locator, self.window, self.platform.tree.read(self.window))
        return found.node if isinstance(found, Found) else None


def undo(
    run: RunId, journal: Journal, platform: Platform | None, clock: Clock, brake: Brake
) -> tuple[Restoration, ...]:
    """Take back everything that run did. Without a platform only files can be restored.

    Each restoration is journalled as soon as it is done, and what was restored before is not done again.
    """
    earlier = {each.action_id for each in journal.restorations(run) if each.result.restores}
    restorations = []
    for record in reversed(journal.actions(run)):
        if record.undo is None or (record.receipt is not None and not record.receipt.dispatched):
            continue  # without a receipt it may have been sent: what stands there now will tell
        if record.undo.undoability is Undoability.NOTHING_TO_UNDO:
            continue
        brake.check()
        if record.id in earlier:
            restorations.append(Restoration(record.id, record.action, UndoResult.ALREADY, "it was taken back before"))
            continue
        faults.hit("undo.begun")
        restorations.append(undo_action(record, record.undo, platform, clock))
        faults.hit("undo.restored")
        journal.restored(run, (restorations[-1],))
    return tuple(restorations)


def undo_action(record: ActionRecord, entry: UndoEntry, platform: Platform | None, clock: Clock) -> Restoration:
    """Take one action back."""
    if entry.undoability is Undoability.IRREVERSIBLE or not entry.priors:
        return Restoration(record.id, record.action, UndoResult.IRREVERSIBLE, "nothing is known that takes it back")
    results = []
    for number, prior in enumerate(entry.priors):
        after = entry.after[number] if number < len(entry.after) else intended(prior, record.action)
        try:
            results.append(restore(record, prior, after, platform, clock))
        except (PlatformError, BadInput, Refused, OSError) as error:
            results.append((UndoResult.FAILED, str(error)))
    worst = min((result for result, _ in results), key=_ORDER.index)
    return Restoration(record.id, record.action, worst, "; ".join(detail for _, detail in results))


def restore(
    record: ActionRecord, prior: Prior, after: str | None, platform: Platform | None, clock: Clock
) -> tuple[UndoResult, str]:
    """Bring one thing back to its prior state and read it back."""
    if isinstance(prior, PriorFile):
        return restore_file(prior, after)
    if platform is None:
        return UndoResult.FAILED, "there is no desktop to restore it on"
    action = record.action
    window = find_window(action.locator, platform.windows.list())
    if window is None:
        return UndoResult.FAILED, f"{action.locator.app} is no longer open; {describe_prior(prior)}"
    found = locate(platform, action.locator, window, platform.tree.read(window))
    if not isinstance(found, Found):
        return UndoResult.FAILED, f"{found.reason}; {describe_prior(prior)}"
    place = Place(platform, clock, action, window, found.node)
    if isinstance(prior, PriorText):
        in_doubt = record.receipt is None
        return restore_text(place, prior, wrote(after, found.node.value, in_doubt))
    return restore_state(place, prior, after)


def describe_prior(prior: PriorText | PriorState) -> str:
    """What it was, for people who have to restore it by hand."""
    if isinstance(prior, PriorText):
        return f"it said {prior.text!r}"
    return f"it was {'' if prior.on else 'not '}{prior.state}"


def wrote(after: str | None, now: str, in_doubt: bool) -> bool:
    """Whether Deskhand wrote the text that stands there now; typing that was interrupted left a beginning."""
    return after is not None and (same_text(now, after) or (in_doubt and now != "" and after.startswith(now)))


def restore_text(place: Place, prior: PriorText, ours: bool) -> tuple[UndoResult, str]:
    """Give a field its old text, unless what it says now is not `ours`."""
    said = place.node.value
    if said == prior.text or (not ours and same_text(said, prior.text)):
        return UndoResult.ALREADY, f"it says {prior.text!r} already"
    if not ours:
        return UndoResult.CHANGED_SINCE, f"it says {said!r} now, which Deskhand did not write"
    fill(place.platform, place.clock, Target(place.window, place.node), prior.text)
    deadline = Deadline(place.clock, READ_BACK_SECONDS)
    while True:
        now = place.again()
        if now is not None and same_text(now.value, prior.text):
            return UndoResult.RESTORED, f"it says {prior.text!r} again"
        if deadline.over:
            said = "cannot be read" if now is None else f"says {now.value!r}"
            return UndoResult.FAILED, f"it {said}; {describe_prior(prior)}"
        place.clock.sleep(POLL_SECONDS)


def restore_state(place: Place, prior: PriorState, after: str | None) -> tuple[UndoResult, str]:
    """Check or uncheck again, unless somebody has changed it since."""
    on = State.CHECKED in place.node.states
    if on == prior.on:
        return UndoResult.ALREADY, describe_prior(prior)
    if after != ("on" if on else "off"):
        return UndoResult.CHANGED_SINCE, f"it is {'' if on else 'not '}{prior.state} now, which is not Deskhand's doing"
    set_checked(place.platform, place.clock, Target(place.window, place.node), prior.on)
    deadline = Deadline(place.clock, READ_BACK_SECONDS)
    while True:
        now = place.again()
        if now is not None and (State.CHECKED in now.states) == prior.on:
            return UndoResult.RESTORED, f"{describe_prior(prior)} and is again"
        if deadline.over:
            return UndoResult.FAILED, describe_prior(prior)
        place.clock.sleep(POLL_SECONDS)


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
