"""The accessibility tree of a window, and single elements of it."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from deskhand.contracts.platform import Tree
from deskhand.core.element import PRIVATE_ADDRESS, Node, State, Window, says_private
from deskhand.core.errors import AppGone
from deskhand.core.geometry import Point
from deskhand.platforms.x11.bus import ATSPI, ROOT, Bus, Call, applications, get_property, process_of
from deskhand.platforms.x11.describe import (
    SCREEN,
    WINDOW,
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
from deskhand.platforms.x11.walk import Harvest, Limits, Walk, cells_at, find_page, invents_objects
from deskhand.platforms.x11.wire import Reference, pack_ints, parse, read_reference, read_text

WALK_SHARE = 0.6
"""The part of a reading's time after which what was found is looked at closely."""
WASTE, SMALL = 4, 500
"""A cache that tells so many times more objects than are shown, and these, is not asked again."""
PATH_SECONDS = 20.0
PLACE_BUDGET = 0.3
URL_BUDGET = 1.0
WAKE_SECONDS = 3.0
ENTRY_ROLES = frozenset({"text", "password", "spin button", "combo box"})
WEB_TOOLKITS = frozenset({"Chromium", "Gecko"})
NEWER_GTK = "GTK"
"""GTK 4; GTK 3 calls itself "gtk"."""
UNASKED = WEB_TOOLKITS | {NEWER_GTK}
"""Toolkits that are not asked what is at a point: browsers answer for the point asked before, GTK 4 finds nothing."""
CACHING = WEB_TOOLKITS | {"gtk", NEWER_GTK}
"""Toolkits whose programs keep a cache of their accessible objects."""


class AtspiTree(Tree):
    """Fulfils `contracts.platform.Tree` over the accessibility bus; for one thread."""

    def __init__(self, bus: Bus, front: Callable[[], Window | None]) -> None:
        self._bus = bus
        self._front = front
        self._names: dict[int, str] = {}
        self._toolkits: dict[str, str] = {}
        self._awake: set[str] = set()
        self._cached: dict[str, bool] = {}
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
            if answer is None:
                return ""
            self._toolkits[name] = read_variant_text(answer)
        return self._toolkits[name]

    def _top(self, window: Window) -> Facts | None:
        """The accessible object of a window: by title, else by place, else the only one.

        Where an ordinary and a private window of a browser cannot be told apart, it is the private one.
        """
        name = self.application(window.pid)
        if name is None:
            return None
        self._bus.meet(name)
        tops = ask_facts(self._bus, ask_children(self._bus, [(name, ROOT)])[0])
        shown = [top for top in tops if top.bits & (SHOWING_BIT | VISIBLE_BIT)] or tops
        named = [top for top in shown if is_called(top.name, window.title)]
        if len(named) == 1 or len(shown) == 1:
            return (named or shown)[0]
        candidates = named or shown
        boxes = ask_boxes(self._bus, [top.reference for top in candidates])
        overlaps = [
            (
                box.intersection(window.box).width * box.intersection(window.box).height if box else 0,
                -abs(box.width - window.box.width) if box else 0,
                says_private(top.name),
            )
            for top, box in zip(candidates, boxes, strict=True)
        ]
        return candidates[overlaps.index(max(overlaps))] if candidates else None

    def _coordinates(self, name: str) -> bytes:
        """What the places of a program's elements are counted from."""
        return WINDOW if self.toolkit(name) == NEWER_GTK else SCREEN

    # -- reading ----------------------------------------------------------------------------------------------------

    def read(self, window: Window, budget: float = 1.0, showing_only: bool = True) -> tuple[Node, ...]:
        end = time.monotonic() + budget
        top = self._meet(window, end)
        if top is None:
            return ()
        harvest = self._wake(top, showing_only)
        if harvest is None:
            harvest = self._walk(top, end - (1 - WALK_SHARE) * budget, showing_only)
        else:
            end = time.monotonic() + budget
        with self._bus.until(end):
            nodes = build_nodes(self._bus, harvest.found, harvest.paths, self._coordinates(top.reference[0]))
        self._elements[window.id] = known = {node.ref: node for node in nodes}
        if self._coordinates(top.reference[0]) == SCREEN:
            return tuple(nodes)
        nodes = [scrolled(node, known) for node in nodes]
        return tuple(with_shown(nodes) if showing_only else nodes)

    def _meet(self, window: Window, end: float) -> Facts | None:
        """The accessible object of a window; None for a program that has none. `AppGone` when it does not answer."""
        with self._bus.until(end):
            top = self._top(window)
            if top is not None:
                self.toolkit(top.reference[0])
        if top is None and self.application(window.pid) is not None:
            self._names.pop(window.pid, None)
            raise AppGone(f"{window.app} does not answer accessibility questions")
        return top

    def _wake(self, top: Facts, showing_only: bool) -> Harvest | None:
        """Web engines publish a page only after an extended property was asked for, and then take a moment.

        What is there after at most `WAKE_SECONDS`; None where nothing had to be woken.
        """
        name = top.reference[0]
        if name in self._awake or self.toolkit(name) not in WEB_TOOLKITS:
            return None
        self._awake.add(name)
        last = time.monotonic() + WAKE_SECONDS
        with self._bus.until(last):
            harvest = self._walk(top, last, showing_only)
            self._bus.ask(Call(*top.reference, ATSPI + "Accessible", "GetAttributes"))
            if any(facts.role == "document web" for facts in harvest.found):
                return harvest  # somebody woke it before
            size = -1
            while time.monotonic() < last:
                harvest = self._walk(top, last, showing_only)
                if len(harvest.found) == size and any(facts.role == "document web" for facts in harvest.found):
                    break
                size = len(harvest.found)
                time.sleep(0.15)
        return harvest

    def _walk(self, top: Facts, end: float, showing_only: bool) -> Harvest:
        """The objects below `top` in tree order, and the path of each."""
        name = top.reference[0]
        with self._bus.until(end):
            limits = Limits(self._shown(name) if showing_only else 0, end, self._keeps_cache(name))
            harvest = Walk(self._bus, top, limits).harvest()
        if self._cached[name] and not 0 < harvest.cached <= WASTE * len(harvest.found) + SMALL:
            self._cached[name] = False  # it tells nothing, or mostly of what is not shown
        return harvest

    def _shown(self, name: str) -> int:
        """The state bit of what is on the screen."""
        return VISIBLE_BIT if self.toolkit(name) == NEWER_GTK else SHOWING_BIT

    def _keeps_cache(self, name: str) -> bool:
        """Whether a program's cache may be asked."""
        if name not in self._cached:
            toolkit = self.toolkit(name)
            self._cached[name] = toolkit in CACHING and (
                toolkit in WEB_TOOLKITS or not invents_objects(self._bus, ask_children(self._bus, [(name, ROOT)])[0])
            )
        return self._cached[name]

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
        node = build_nodes(self._bus, found, [path], self._coordinates(reference[0]))[0]
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
        return self._elements_around(node.ref).get(node.ref)

    def _elements_around(self, ref: str) -> Mapping[str, Node]:
        """The last reading of the window that an object is in, by reference, as the program told it."""
        return next((nodes for nodes in self._elements.values() if ref in nodes), {})

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
        coordinates = self._coordinates(reference[0])
        fresh = build_nodes(self._bus, found, [node.element.path], coordinates)[0]
        fresh = replace(fresh, element=replace(fresh.element, index=node.element.index), parent=node.parent)
        return fresh if coordinates == SCREEN else scrolled(fresh, self._elements_around(node.ref))

    def at(self, window: Window, point: Point) -> Node | None:
        top = self._top(window)
        if top is None:
            return None
        node = None
        if self.toolkit(top.reference[0]) not in UNASKED:
            node = self.describe(self._descend(top.reference, point), window)
        if node is None or node.role in CONTAINERS or not (node.box and node.box.contains(point)):
            # some containers (a notebook with hidden pages) do not find what is in them: the smallest shown there
            node = smallest_at(self.read(window, 0.5), point) or node
        return node

    def _descend(self, reference: Reference, point: Point) -> Reference:
        """From an object down to the smallest one that says it is under the point."""
        body = pack_ints(point.x, point.y, 0)
        for _ in range(40):
            answer = self._bus.ask(Call(*reference, ATSPI + "Component", "GetAccessibleAtPoint", "iiu", body), 0.5)
            child = parse(read_reference, answer)
            if child is None or child == reference:
                break
            reference = child
        return reference

    def url(self, window: Window) -> str | None:
        end = time.monotonic() + URL_BUDGET
        top = self._meet(window, end)
        if top is None:
            return None
        if says_private(top.name):
            return PRIVATE_ADDRESS
        if self._wake(top, showing_only=True) is not None:
            end = time.monotonic() + URL_BUDGET
        with self._bus.until(end):
            page = find_page(self._bus, top, self._shown(top.reference[0]))
            return self.document_url(page) if page is not None else None

    def document_url(self, reference: Reference) -> str | None:
        """The address of a document, by either of the names that browsers give it."""
        for key in ("DocURL", "URI"):
            body = len(key).to_bytes(4, "little") + key.encode() + b"\0"
            answer = self._bus.ask(Call(*reference, ATSPI + "Document", "GetAttributeValue", "s", body))
            if url := (parse(read_text, answer) or ""):
                return url
        return None

    def cell(self, table: Node, row: int, column: int) -> Node | None:
        references = cells_at(self._bus, parse_ref(table.ref), [(row, column)])
        found = ask_facts(self._bus, list(references.values()))
        if not found:
            return None
        path = (*table.element.path, f"{table.role}:{table.name}")
        facts = found[0]._replace(parent=parse_ref(table.ref), place=(row, column))
        node = build_nodes(self._bus, [facts], [path], self._coordinates(facts.reference[0]))[0]
        return replace(node, element=replace(node.element, row=row, column=column))

    def text(self, reference: Reference) -> str:
        """The text of an object that is no password field; "" when it has none."""
        found = ask_facts(self._bus, [reference])
        return ask_text(self._bus, [reference])[0] if found and is_text(found[0]) else ""


def scrolled(node: Node, around: Mapping[str, Node]) -> Node:
    """A node of GTK 4 that a scroll pane does not show, as what it is: GTK 4 tells of visible and hidden ones alike.

    `around` holds what it stands in, by reference, with places from the same corner.
    """
    above = around.get(node.parent or "")
    while above is not None and node.box is not None:
        if above.role == "scroll pane" and above.box is not None and not above.box.contains(node.box.center):
            return replace(node, states=node.states - {State.SHOWING})
        above = around.get(above.parent or "")
    return node


def with_shown(nodes: Sequence[Node]) -> list[Node]:
    """The nodes that are shown, and what those stand in."""
    kept: list[Node] = []
    wanted: set[str | None] = set()
    for node in reversed(nodes):
        if State.SHOWING in node.states or node.ref in wanted:
            kept.append(node)
            wanted.add(node.parent)
    return kept[::-1]


def is_called(name: str, title: str) -> bool:
    """Whether an object's name is a window's title; Chromium says there only that a window is private."""
    return name == title or (says_private(name) and name.startswith(title))


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
