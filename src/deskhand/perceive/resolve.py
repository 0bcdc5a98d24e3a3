"""Find a locator's window and element in a reading: the ladder of strategies, from the surest to the loosest.

A rung counts only when it finds exactly one element. Nothing leads to a password field that was not recorded as one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from deskhand.contracts.platform import Platform
from deskhand.core.element import Element, Node, Window
from deskhand.core.locator import Locator, StrategyKind

ALIKE = 0.6
"""Titles are of one document from this similarity on (difflib's ratio)."""
_VOLATILE = re.compile(r"\*|\(\d+\)|\d+%|\s+")


@dataclass(frozen=True, slots=True)
class Found:
    """The element, the rung that found it, and whether a surer rung had failed before."""

    node: Node
    strategy: StrategyKind
    healed: bool


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why there is no such element, in words."""

    reason: str


def find_window(locator: Locator, windows: Sequence[Window]) -> Window | None:
    """The program's window that the locator means: by title, else by likeness, else its uppermost."""
    own = [window for window in windows if window.app == locator.app]
    if not own or not locator.window:
        return own[-1] if own else None
    for compare in (str, lambda title: _VOLATILE.sub("", title)):
        exact = [window for window in own if compare(window.title) == compare(locator.window)]
        if exact:
            return exact[-1]
    likeness = [SequenceMatcher(None, window.title, locator.window).ratio() for window in own]
    best = max(likeness)
    return own[likeness.index(best)] if best >= ALIKE or len(own) == 1 else own[-1]


def resolve(locator: Locator, nodes: Sequence[Node]) -> Found | NotFound:
    """The one element that the locator means among the nodes of its window."""
    wanted = locator.element
    if wanted is None:
        return NotFound("the locator names a window, not an element")
    alike = [node for node in nodes if node.role == wanted.role]
    for rung, strategy in enumerate(locator.strategies):
        hits = [node for node in alike if matches(strategy.kind, wanted, node.element)]
        if strategy.kind is StrategyKind.ROLE_ONLY and (wanted.name or wanted.row is not None):
            continue  # an element that had a name is not any element of its role
        if len(hits) == 1:
            return Found(hits[0], strategy.kind, rung > 0)
    count = len([node for node in alike if node.name == wanted.name])
    what = locator.describe()
    return NotFound(f"there are {count} elements like {what}" if count > 1 else f"there is no {what} now")


def matches(kind: StrategyKind, wanted: Element, other: Element) -> bool:
    """Whether an element is the wanted one by one strategy; the role is equal already."""
    match kind:
        case StrategyKind.CELL:
            return (other.row, other.column, other.path) == (wanted.row, wanted.column, wanted.path)
        case StrategyKind.IDENTIFIER:
            return other.identifier == wanted.identifier
        case StrategyKind.NAME_PATH:
            return other.name == wanted.name and other.path == wanted.path
        case StrategyKind.NAME:
            return other.name == wanted.name
        case StrategyKind.PATH_INDEX:
            same_place = other.path == wanted.path and other.index == wanted.index
            return same_place and (not wanted.name or not wanted.identifier or other.identifier == wanted.identifier)
        case StrategyKind.ROLE_ONLY:
            return True


def locate(platform: Platform, locator: Locator, window: Window, nodes: Sequence[Node]) -> Found | NotFound:
    """As `resolve`, and cells that are scrolled away are asked of the only table they can belong to."""
    found = resolve(locator, nodes)
    element = locator.element
    if isinstance(found, Found) or element is None or element.row is None or element.column is None:
        return found
    tables = [node for node in nodes if node.role == "table"]
    inside = [table for table in tables if f"table:{table.name}" in element.path] or tables
    if len(inside) != 1:
        return found
    cell = platform.tree.cell(inside[0], element.row, element.column)
    return Found(cell, StrategyKind.CELL, False) if cell is not None else found


def healed_locator(locator: Locator, node: Node) -> Locator:
    """The locator for an element that was found by a looser rung."""
    return replace(locator, element=node.element)
