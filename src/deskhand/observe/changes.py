"""Texts that programs change by themselves: which changes are worth telling, and what the cells of tables held."""

from collections.abc import Sequence

from deskhand.core.element import Node
from deskhand.observe.typing import cell_key, is_cell, table_key

STORM_SECONDS, STORM_CHANGES = 10.0, 5
"""A text that changes by itself more often than this (a clock, a counter) is not told."""
TELLING = frozenset({"label", "status bar", "heading", "alert", "paragraph", "notification", "info bar"})
"""Roles whose changed text is a program's answer."""


class Changes:
    """Knows what each element said, and how often it changed of late."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._times: dict[str, list[float]] = {}

    def is_news(self, ref: str, text: str, moment: float) -> bool:
        """Whether an element that now says `text` says something new, and not all the time."""
        if self._told.get(ref) == text:
            return False
        self._told[ref] = text
        recent = [each for each in self._times.get(ref, []) if moment - each < STORM_SECONDS]
        self._times[ref] = [*recent, moment]
        return bool(text) and len(recent) < STORM_CHANGES


class Cells:
    """What the cells of tables were last seen to hold."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[tuple[int | None, int | None], str]] = {}

    def read(self, nodes: Sequence[Node]) -> None:
        """Take in a reading of a window; its tables are known anew."""
        for node in nodes:
            if node.role == "table":
                program = node.ref.partition(" ")[0]
                self._tables[f"{program} {'/'.join((*node.element.path, f'table:{node.name}'))}"] = {}
        for node in filter(is_cell, nodes):
            self.keep(node, node.value)

    def keep(self, node: Node, text: str) -> None:
        """A cell holds a text now."""
        self._tables.setdefault(table_key(node), {})[cell_key(node)] = text

    def text_before(self, node: Node) -> str:
        """What a field held before it was typed into: a program that tells late may show the new text already."""
        if not is_cell(node):
            return node.value
        table = self._tables.get(table_key(node))
        return node.value if table is None else table.get(cell_key(node), "")
