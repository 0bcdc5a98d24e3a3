"""What must be kept of the world before an action, so that it can be taken back."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from deskhand.core import faults
from deskhand.core.action import Action, ActionKind, Effect, FileGone, FileHas, FocusIs, UrlIs, WindowIs
from deskhand.core.element import Node, State
from deskhand.core.errors import PlatformError
from deskhand.core.run import Prior, PriorFile, PriorState, PriorText, Undoability
from deskhand.perceive.files import digest


def capture(action: Action, node: Node | None, expect: Sequence[Effect], backups: Path) -> tuple[Prior, ...]:
    """The prior state of what `action` will change; files are copied into `backups` (private)."""
    priors: list[Prior] = []
    if action.kind is ActionKind.TYPE and node is not None:
        priors.append(PriorText(node.value))
    if action.kind is ActionKind.CHECK and node is not None:
        priors.append(PriorState("checked", State.CHECKED in node.states))
    for effect in expect:
        if isinstance(effect, FileHas | FileGone):
            priors.append(back_up(Path(effect.path), backups))
    return tuple(priors)


def back_up(path: Path, backups: Path) -> PriorFile:
    """A private copy of a file. `PlatformError` when it cannot be made: what cannot be kept must not be changed."""
    before = digest(path)
    if not before:
        return PriorFile(str(path), None)
    try:
        backups.mkdir(mode=0o700, parents=True, exist_ok=True)
        copy = backups / before
        if not copy.exists():
            partial = backups / f"{before}.part"
            shutil.copy2(path, partial)
            partial.chmod(0o600)
            faults.hit("backup.copied")
            partial.replace(copy)
    except OSError as error:
        raise PlatformError(f"{path} could not be backed up ({error.strerror}), so it is left alone") from None
    return PriorFile(str(path), str(copy), before)


def intended(prior: Prior, action: Action) -> str | None:
    """What `action` makes of a prior state: a text, "on" or "off"; of a file only its bytes tell, afterwards."""
    match prior:
        case PriorText():
            return action.value
        case PriorState():
            return "on" if action.value == "checked" else "off"
        case PriorFile():
            return None


def undoability(
    action: Action, priors: Sequence[Prior], expect: Sequence[Effect], consequential: bool = False
) -> Undoability:
    """What is known, before it is done, of taking an action back. What is not known to be harmless cannot be undone."""
    if priors:
        return Undoability.UNDOABLE
    if action.kind in (ActionKind.SWITCH, ActionKind.SCROLL, ActionKind.OPEN):
        return Undoability.NOTHING_TO_UNDO
    only_leads = bool(expect) and all(isinstance(effect, FocusIs | WindowIs | UrlIs) for effect in expect)
    return Undoability.NOTHING_TO_UNDO if only_leads and not consequential else Undoability.IRREVERSIBLE
