"""A notice to the person about a run, with Keep and Undo."""

from collections.abc import Callable
from typing import Protocol

from deskhand.core.run import Reaction


class Notifier(Protocol):
    """Shows notices where the desktop has a notification service."""

    def notify(self, title: str, body: str, react: Callable[[Reaction], None] | None = None) -> bool:
        """True when shown. `react` is called once if the person chooses Keep (accepted) or Undo (undone)."""
        ...
