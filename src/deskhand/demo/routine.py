"""What a routine of the demo is: a desk that is set up, a person who does it, and a check that does not ask Deskhand."""

from contextlib import ExitStack
from typing import Protocol

from deskhand.demo.desk import Desk


class Routine(Protocol):
    """One routine. `index` counts the times it is done from 0; each has data of its own."""

    name: str
    title: str
    programs: tuple[str, ...]

    def prepare(self, desk: Desk, stack: ExitStack) -> None:
        """Open the programs and wait until they are ready; `stack` closes what was opened beside the desktop."""
        ...

    def demonstrate(self, desk: Desk, index: int) -> None:
        """Do all of it."""
        ...

    def begin(self, desk: Desk, index: int) -> None:
        """Do the beginning of it, and stop."""
        ...

    def distract(self, desk: Desk, index: int) -> None:
        """Something that has nothing to do with it."""
        ...

    def problems(self, desk: Desk, index: int) -> list[str]:
        """What is not as it must be after `index` was done in full, read from the world itself."""
        ...

    def problems_undone(self, desk: Desk, index: int) -> list[str]:
        """What is not as it was before `index` was completed."""
        ...


class LyingRoutine(Routine, Protocol):
    """One in whose programs a lie is planned."""

    def lie(self) -> None:
        """From now on an effect only claims to have happened."""
        ...
