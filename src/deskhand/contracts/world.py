"""What a source may ask of the world when its value is needed."""

from datetime import date
from typing import Protocol

from deskhand.core.locator import Locator


class World(Protocol):
    """The present: what stands on the screen, what was done this time, which day it is."""

    def read(self, locator: Locator) -> str | None:
        """The text that stands at an element now; None when it cannot be found."""
        ...

    def find_row(self, locator: Locator, text: str) -> int | None:
        """The row, 0-based, of the one cell in the table and column of `locator` that says `text`; None without one."""
        ...

    def observed(self, position: int, what: str) -> str | None:
        """See `core.source.Observed`; None when that position was not done this time."""
        ...

    def today(self) -> date:
        """The local date."""
        ...
