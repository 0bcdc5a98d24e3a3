"""A notice to the person, with buttons."""

from collections.abc import Callable, Mapping
from typing import Protocol


class Notifier(Protocol):
    """Shows notices where the desktop has a notification service."""

    def notify(
        self, title: str, body: str, buttons: Mapping[str, str] = {}, answer: Callable[[str], None] | None = None
    ) -> bool:
        """True when shown. `buttons` are labels by key; `answer` is called once with the key of the one pressed."""
        ...
