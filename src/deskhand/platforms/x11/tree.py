"""The accessibility tree of a window, read level by level with all questions of a level in flight at once."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from deskhand.contracts.platform import Tree
from deskhand.core.element import PRIVATE_ADDRESS, Node, State, Window, says_private
from deskhand.core.errors import AppGone
from deskhand.core.geometry import Box, Point
from deskhand.platforms.x11.bus import ATSPI, ROOT, Bus, Call, applications, get_property, process_of
from deskhand.platforms.x11.describe import (
    Facts,
    ask_ancestors,
    ask_boxes,
    ask_children,
    ask_facts,
    ask_text,
    build_nodes,
    is_text,
    parse_ref,
    place_word,
    read_variant_text,
)
from deskhand.platforms.x11.roles import CONTAINERS, DEFUNCT_BIT, PRESSABLE, SHOWING_BIT, VISIBLE_BIT, WRITTEN
from deskhand.platforms.x11.wire import Reader, Reference, pack_ints

MANY_CHILDREN = 2000
"""A table with more is a spreadsheet: only the cells on the screen are asked for (Calc has 2^31 - 1 children)."""
MANY_NODES = 6000
PATH_SECONDS = 20.0
PLACE_BUDGET = 0.3
WAKE_SECONDS = 3.0
ENTRY_ROLES = frozenset({"text", "password", "spin button", "combo box"})
WEB_TOOLKITS = frozenset({"Chromium", "Gecko"})


class AtspiTree(Tree):
    """Fulfils `contracts.platform.Tree` over the accessibility bus; for one thread."""

    def __init__(self, bus: Bus, front: Callable[[], Window | None]) -> None:
        self._bus = bus
        self._front = front
        self._names: dict[int, str] = {}
        self._toolkits: dict[str, str] = {}
        self._awake: set[str] = set()
        self._placed: set[str] = set()
        self._elements: dict[int, dict[str, Node]] = {}
        self._paths: dict[Reference | None, tuple[float, tuple[str, ...]]] = {}

    def close(self) -> None:
        self._bus.close()

    # -- finding the window -----------------------------------------------------------------------------------------

    def application(self, pid: int) -> str | None:
        """The bus name of a process; None when it is not accessible."""
        if pid not in self._names:
            self._names = {process_of(self._bus, name): name for name in applications(self._bus)}
        return self._names.get(pid)

    def toolkit(self, name: str) -> str:
        """What a program is made with, as it says."""
        if name not in self._toolkits:
            answer = self._bus.ask(get_property((name, ROOT), "Application", "ToolkitName"))
            self._toolkits[name] = read_variant_text(answer)
        return self._toolkits[name]

    def _top(self, window: Window) -> Facts | None:
        """The accessible object of a window: by title, else by place, else the only one."""
        name = self.application(window.pid)
        if name is None:
            return None
        tops = ask_facts(self._bus, ask_children(self._bus, [(name, ROOT)])[0])
        shown = [top for top in tops if top.bits & (SHOWING_BIT | VISIBLE_BIT)] or tops
        named = [top for top in shown if top.name == window.title]
        if len(named) == 1 or len(shown) == 1:
            return (named or shown)[0]
        candidates = named or shown
        boxes = ask_boxes(self._bus, [top.reference for top in candidates])
        overlaps = [
            (
                box.intersection(window.box).width * box.intersection(window.box).height if box else 0,
                -abs(box.width - window.box.width) if box else 0,
            )
            for box in boxes
        ]
        return candidates[overlaps.index(max(overlaps))] if candidates else None

    def _origin(self, window: Window) -> Box | None:
        """The window's place for toolkits that only know places inside it (GTK 4), else None."""
        name = self.application(window.pid)
        return window.box if name and self.toolkit(name) == "GTK" else None

    # -- reading ----------------------------------------------------------------------------------------------------

    def read(self, window: Window, budget: float = 1.0, showing_only: bool = True) -> tuple[Node, ...]:
        end = time.monotonic() + budget
        top = self._top(window)
        if top is None:
            name = self.application(window.pid)
            if name is not None:
                self._names.pop(window.pid, None)
                raise AppGone(f"{window.app} does not answer accessibility questions")
            return ()
        self._wake(top, end)
        found, paths = self._walk(top, end, showing_only)
        nodes = number_equals(build_nodes(self._bus, found, paths, self._origin(window)))
        self._elements[window.id] = {node.ref: node for node in nodes}
        return tuple(nodes)

    def _wake(self, top: Facts, end: float) -> None:
        """Web engines publish a page only after an extended property was asked for, and then take a moment."""
        name = top.reference[0]
        if name in self._awake or self.toolkit(name) not in WEB_TOOLKITS:
            return
        self._awake.add(name)
        self._bus.ask(Call(*top.reference, ATSPI + "Accessible", "GetAttributes"))
        last = time.monotonic() + WAKE_SECONDS
        size = -1
        while time.monotonic() < last:
            found, _ = self._walk(top, last, True)
            page = [facts for facts in found if facts.role == "document web"]
            if page and len(found) == size:
                return
            size = len(found)
            time.sleep(0.15)

    def _walk(self, top: Facts, end: float, showing_only: bool) -> tuple[list[Facts], list[tuple[str, ...]]]:
        """The objects below `top` in tree order, and the path of each."""
        gtk4 = self.toolkit(top.reference[0]) == "GTK"
        shown = VISIBLE_BIT if gtk4 else SHOWING_BIT
        children: dict[Reference, list[Facts]] = {}
        level, seen, count = [top], {top.reference}, 1
        while level and time.monotonic() < end and count < MANY_NODES:
            small = [facts for facts in level if 0 < facts.children <= MANY_CHILDREN]
            parents: dict[Reference, Reference] = {}
            for facts, kids in zip(small, ask_children(self._bus, [f.reference for f in small]), strict=True):
                for kid in kids:
                    if kid not in seen:
                        seen.add(kid)
                        parents[kid] = facts.reference
            below = ask_facts(self._bus, list(parents), parents)
            for huge in (facts for facts in level if facts.children > MANY_CHILDREN and "Table" in facts.interfaces):
                children[huge.reference] = self._shown_cells(huge)
            level = []
            for facts in below:
                if facts.bits & DEFUNCT_BIT or (showing_only and not facts.bits & shown):
                    continue
                assert facts.parent is not None
                children.setdefault(facts.parent, []).append(facts)
                level.append(facts)
            count += len(level)
        return flatten(top, children)

    def _shown_cells(self, table: Facts) -> list[Facts]:
        """The cells with a text that are on the screen: the corners by their place, then the rectangle between them."""
        box = ask_boxes(self._bus, [table.reference])[0]
        if box is None:
            return []
        corners = []
        for point in (Point(box.x + 3, box.y + 3), Point(box.x + box.width - 3, box.y + box.height - 3)):
            corner = self._cell_place_at(table.reference, point)
            if corner is None:
                return []
            corners.append(corner)
        (first_row, first_column), (last_row, last_column) = corners
        places = [
            (row, column) for row in range(first_row, last_row + 1) for column in range(first_column, last_column + 1)
        ][:4000]
        references = self._cells_at(table.reference, places)
        texts = ask_text(self._bus, references)
        filled = [reference for reference, text in zip(references, texts, strict=True) if text]
        return [replace(facts, parent=table.reference) for facts in ask_facts(self._bus, filled)]

    def _cell_place_at(self, table: Reference, point: Point) -> tuple[int, int] | None:
        answer = self._bus.ask(
            Call(*table, ATSPI + "Component", "GetAccessibleAtPoint", "iiu", pack_ints(point.x, point.y, 0))
        )
        cell = Reader(answer).reference() if answer else ("", "/null")
        index = (
            None if cell[1].endswith("/null") else self._bus.ask(Call(*cell, ATSPI + "Accessible", "GetIndexInParent"))
        )
        if index is None:
            return None
        number = pack_ints(Reader(index).signed())
        row = self._bus.ask(Call(*table, ATSPI + "Table", "GetRowAtIndex", "i", number))
        column = self._bus.ask(Call(*table, ATSPI + "Table", "GetColumnAtIndex", "i", number))
        return (Reader(row).signed(), Reader(column).signed()) if row and column else None

    def _cells_at(self, table: Reference, places: Sequence[tuple[int, int]]) -> list[Reference]:
        answers = self._bus.ask_all(
            [Call(*table, ATSPI + "Table", "GetAccessibleAt", "ii", pack_ints(*place)) for place in places]
        )
        cells = [Reader(answer).reference() for answer in answers if answer]
        return [cell for cell in cells if not cell[1].endswith("/null")]

    # -- single nodes -----------------------------------------------------------------------------------------------

    def focused(self) -> Node | None:
        front = self._front()
        nodes = self.read(front) if front is not None else ()
        return next((node for node in reversed(nodes) if State.FOCUSED in node.states), None)

    def describe(self, reference: Reference, window: Window | None = None) -> Node | None:
        """A whole node for an object out of context, as for a signal; None when it is gone.

        The place among equals (`Element.index`) is known when `window` is, or the node was in the last reading.
        """
        found = ask_facts(self._bus, [reference])
        if not found or found[0].bits & DEFUNCT_BIT:
            return None
        path = self._path(found[0])
        node = build_nodes(self._bus, found, [path], self._origin(window) if window else None)[0]
        known = self._known(node)
        if known is None and window is not None and not node.name and is_entry(node) and node.ref not in self._placed:
            self._placed.add(node.ref)
            self.read(window, PLACE_BUDGET)  # nothing but its place among its equals tells such a field from another
            known = self._known(node)
        if known is not None and (known.role, known.name) == (node.role, node.name):
            return replace(node, element=replace(node.element, index=known.element.index), parent=known.parent)
        return node

    def _known(self, node: Node) -> Node | None:
        """The same object in the last reading of a window."""
        return next((nodes[node.ref] for nodes in self._elements.values() if node.ref in nodes), None)

    def _path(self, facts: Facts) -> tuple[str, ...]:
        """The path of an object; that of its neighbours is remembered, for programs answer slowly while they are busy."""
        if facts.parent not in self._paths or time.monotonic() - self._paths[facts.parent][0] > PATH_SECONDS:
            ancestors = ask_ancestors(self._bus, facts)
            path = tuple(word for word in map(place_word, ancestors) if word)
            self._paths[facts.parent] = (time.monotonic(), path)
        return self._paths[facts.parent][1]

    def refresh(self, node: Node) -> Node | None:
        reference = parse_ref(node.ref)
        found = ask_facts(self._bus, [reference])
        if not found or found[0].bits & DEFUNCT_BIT:
            return None
        fresh = build_nodes(self._bus, found, [node.element.path], None)[0]
        return replace(fresh, element=replace(fresh.element, index=node.element.index), parent=node.parent)

    def at(self, window: Window, point: Point) -> Node | None:
        top = self._top(window)
        if top is None:
            return None
        node = None
        if self.toolkit(top.reference[0]) not in WEB_TOOLKITS:  # those answer for the point asked before
            node = self.describe(self._descend(top.reference, point, self._origin(window)), window)
        if node is None or node.role in CONTAINERS or not (node.box and node.box.contains(point)):
            # some containers (a notebook with hidden pages) do not find what is in them: the smallest shown there
            node = smallest_at(self.read(window, 0.5), point) or node
        return node

    def _descend(self, reference: Reference, point: Point, origin: Box | None) -> Reference:
        """From an object down to the smallest one that says it is under the point."""
        x, y, kind = (point.x, point.y, 0) if origin is None else (point.x - origin.x, point.y - origin.y, 1)
        for _ in range(40):
            answer = self._bus.ask(
                Call(*reference, ATSPI + "Component", "GetAccessibleAtPoint", "iiu", pack_ints(x, y, kind)), 0.5
            )
            child = Reader(answer).reference() if answer else ("", "/null")
            if not child[0] or child[1].endswith("/null") or child == reference:
                break
            reference = child
        return reference

    def url(self, window: Window) -> str | None:
        for node in self.read(window):
            if node.role == "frame" and says_private(node.name):
                return PRIVATE_ADDRESS
            if node.role == "document web":
                return self.document_url(parse_ref(node.ref))
        return None

    def document_url(self, reference: Reference) -> str | None:
        """The address of a document, by either of the names that browsers give it."""
        for key in ("DocURL", "URI"):
            body = len(key).to_bytes(4, "little") + key.encode() + b"\0"
            answer = self._bus.ask(Call(*reference, ATSPI + "Document", "GetAttributeValue", "s", body))
            if answer and (url := Reader(answer).string()):
                return url
        return None

    def cell(self, table: Node, row: int, column: int) -> Node | None:
        references = self._cells_at(parse_ref(table.ref), [(row, column)])
        found = ask_facts(self._bus, references)
        if not found:
            return None
        path = (*table.element.path, f"{table.role}:{table.name}")
        node = build_nodes(self._bus, [replace(found[0], parent=parse_ref(table.ref))], [path], None)[0]
        return replace(node, element=replace(node.element, row=row, column=column))

    def text(self, reference: Reference) -> str:
        """The text of an object that is no password field; "" when it has none."""
        found = ask_facts(self._bus, [reference])
        return ask_text(self._bus, [reference])[0] if found and is_text(found[0]) else ""


def is_entry(node: Node) -> bool:
    """Whether a node is a field of a form, of which there may be several alike; no cell, no part of a document."""
    return node.element.row is None and node.role in ENTRY_ROLES and (node.secret or State.EDITABLE in node.states)


def smallest_at(nodes: Sequence[Node], point: Point) -> Node | None:
    """The smallest node under a point that is no mere container; of a text inside something pressable, the latter."""
    inside = [(node, node.box) for node in nodes if node.box and node.box.contains(point)]
    fitting = [
        (box.width * box.height, -place) for place, (node, box) in enumerate(inside) if node.role not in CONTAINERS
    ]
    if not fitting:
        return None
    node = inside[-min(fitting)[1]][0]
    known = {each.ref: each for each, _ in inside}
    above = known.get(node.parent or "")
    while above is not None and above.role not in PRESSABLE:
        above = known.get(above.parent or "")
    return above if above is not None and node.role in WRITTEN | {"image", "icon"} else node


def flatten(top: Facts, children: dict[Reference, list[Facts]]) -> tuple[list[Facts], list[tuple[str, ...]]]:
    """Depth first, parents before children; paths are of the ancestors alone."""
    found: list[Facts] = []
    paths: list[tuple[str, ...]] = []
    todo: list[tuple[Facts, tuple[str, ...]]] = [(top, ())]
    while todo:
        facts, path = todo.pop()
        found.append(facts)
        paths.append(path)
        word = place_word(facts)
        below = (*path, word) if word else path
        todo += [(child, below) for child in reversed(children.get(facts.reference, []))]
    return found, paths


def number_equals(nodes: Sequence[Node]) -> list[Node]:
    """Give every node its place among those of equal role and path."""
    counts: dict[tuple[str, tuple[str, ...]], int] = {}
    numbered = []
    for node in nodes:
        key = (node.role, node.element.path)
        index = counts.get(key, 0)
        counts[key] = index + 1
        numbered.append(replace(node, element=replace(node.element, index=index)) if index else node)
    return numbered
