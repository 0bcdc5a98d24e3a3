"""What an action goes to, and whether it is still what was read: same identity, same text, same neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskhand.contracts.platform import Platform
from deskhand.core.element import Node, Window
from deskhand.core.errors import StaleElement

MATES = 8
"""So many cells of a row tell which record it is."""


@dataclass(frozen=True, slots=True)
class Target:
    """A window, the element in it (None for the window itself), and what was read beside it.

    `witnesses` tell one record's cell or button from another's that looks the same: programs that sort a list anew
    often keep the element of a place and give it another record.
    """

    window: Window
    node: Node | None = None
    witnesses: tuple[Node, ...] = ()
    beside: tuple[Node, ...] = ()
    """the whole reading of the window"""


def witnesses(node: Node, nodes: Sequence[Node]) -> tuple[Node, ...]:
    """What of a reading tells which record an element belongs to.

    Of a cell: the others of its row. Of an element that is not the only one of its role and name: the texts that stand
    before and after it. Nothing for an element that cannot be mistaken.
    """
    if node.element.row is not None:
        row = (node.element.row, node.element.path)
        mates = [each for each in nodes if (each.element.row, each.element.path) == row and each.ref != node.ref]
        return tuple(mates[:MATES])
    twins = [each for each in nodes if (each.role, each.name) == (node.role, node.name)]
    place = next((at for at, each in enumerate(nodes) if each.ref == node.ref), None)
    if len(twins) < 2 or place is None:
        return ()
    before = next((each for each in reversed(nodes[:place]) if tells(each, node)), None)
    after = next((each for each in nodes[place + 1 :] if tells(each, node)), None)
    return tuple(each for each in (before, after) if each is not None)


def is_another(first: Target, now: Target) -> bool:
    """Whether a target that is only known by its place shows another record than when it was first read."""
    assert first.node is not None
    assert now.node is not None
    if first.node.element.row is None and not first.witnesses:
        return False
    return texts(first) != texts(now)


def texts(target: Target) -> list[tuple[str, str]]:
    """What an element and its witnesses say."""
    nodes = [node for node in (target.node, *target.witnesses) if node is not None]
    return [(node.name, node.value) for node in nodes]


def tells(other: Node, node: Node) -> bool:
    """Whether a neighbour's text tells anything that the element's own does not."""
    return bool(other.value or other.name) and (other.role, other.name) != (node.role, node.name)


def same_element(fresh: Node, node: Node) -> bool:
    """Whether an element that was read again is still what it was; a cell may be named by what stands in it."""
    return (fresh.role, fresh.name) == (node.role, node.name) or node.element.row is not None


def recheck(platform: Platform, target: Target) -> Node:
    """The target's element as it is now. `StaleElement` when it, its text or what stands beside it is another."""
    assert target.node is not None
    fresh = platform.tree.refresh(target.node)
    if fresh is None:
        raise StaleElement("it is gone")
    if not same_element(fresh, target.node):
        raise StaleElement("another element has taken its place")
    if fresh.value != target.node.value:
        raise StaleElement("what it says has changed since it was read")
    for witness in target.witnesses:
        now = platform.tree.refresh(witness)
        if now is None or (now.name, now.value) != (witness.name, witness.value):
            raise StaleElement("what stands beside it has changed since it was read")
    return fresh
