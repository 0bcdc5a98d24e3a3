"""Locators: how to find an element again, as a ranked list of strategies that can describe itself."""

from dataclasses import dataclass, replace
from enum import StrEnum

from deskhand.core.element import Element


class StrategyKind(StrEnum):
    """The rungs of the ladder, from the surest to the loosest."""

    IDENTIFIER = "identifier"
    NAME_PATH = "name and path"
    NAME = "name"
    CELL = "cell"
    PATH_INDEX = "path and place"
    ROLE_ONLY = "only one of its role"


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to find it: compare these parts of `Locator.element`."""

    kind: StrategyKind


@dataclass(frozen=True, slots=True)
class Locator:
    """An element of a program, or the program's window itself when `element` is None.

    `window` is the title the window had, or "" when any window of the program will do.
    """

    app: str
    element: Element | None = None
    window: str = ""
    url: str = ""
    strategies: tuple[Strategy, ...] = ()

    def describe(self) -> str:
        """A phrase for people: `button 'Save' in mousepad`."""
        if self.element is None:
            return f"window {self.window!r} of {self.app}" if self.window else f"a window of {self.app}"
        what = f"{self.element.role} {self.element.name!r}" if self.element.name else f"the {self.element.role}"
        return f"{what} in {self.app}"

    def renamed(self, name: str) -> "Locator":
        """The same locator for the element of another name."""
        if self.element is None:
            return replace(self, window=name)
        return replace(self, element=replace(self.element, name=name))

    def at_row(self, row: int) -> "Locator":
        """The same locator for the cell of another row."""
        return self if self.element is None else replace(self, element=replace(self.element, row=row))


def build_locator(app: str, window: str, url: str, element: Element | None) -> Locator:
    """The ladder for a recorded element: only rungs whose facts are known."""
    if element is None:
        return Locator(app, None, window, url)
    if element.row is not None and element.column is not None:
        # a cell is its place; any looser rung would find another cell
        return Locator(app, element, window, url, (Strategy(StrategyKind.CELL),))
    rungs: list[StrategyKind] = []
    if element.identifier:
        rungs.append(StrategyKind.IDENTIFIER)
    if element.name:
        rungs += [StrategyKind.NAME_PATH, StrategyKind.NAME]
    rungs += [StrategyKind.PATH_INDEX, StrategyKind.ROLE_ONLY]
    return Locator(app, element, window, url, tuple(Strategy(kind) for kind in rungs))
