"""What the loop writes down, and when: the intent before it acts, the rest after."""

from typing import Protocol

from deskhand.core.ids import ActionId, RunId
from deskhand.core.run import ActionRecord, Outcome, Receipt, Restoration, Run, UndoEntry, Verdict


class Journal(Protocol):
    """Durable when a method returns: a crash right after it loses nothing of it."""

    def begin(self, run: Run) -> None:
        """A run starts."""
        ...

    def intend(self, record: ActionRecord) -> None:
        """An action is about to be sent; `record.undo` already holds the prior state."""
        ...

    def dispatched(self, action: ActionId, receipt: Receipt) -> None:
        """The platform said what it sent."""
        ...

    def settle(self, action: ActionId, verdict: Verdict, undo: UndoEntry | None) -> None:
        """The world was read back."""
        ...

    def finish(self, run: RunId, outcome: Outcome, summary: str) -> None:
        """The run is over."""
        ...

    def restored(self, run: RunId, restorations: tuple[Restoration, ...]) -> None:
        """Actions of the run were taken back (or could not be)."""
        ...

    def actions(self, run: RunId) -> tuple[ActionRecord, ...]:
        """All actions of a run, in order."""
        ...

    def restorations(self, run: RunId) -> tuple[Restoration, ...]:
        """What became of the actions of a run that were to be taken back, the last time each."""
        ...
