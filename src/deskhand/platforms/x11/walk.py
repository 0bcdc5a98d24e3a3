"""The objects of a window, level by level.

Where a program keeps a cache of its accessible objects, one question tells the facts of all of them. They are told as
they are at that moment; only which objects there are may lag behind, so every list of children is checked against its
count and its places, and asked for where it does not agree.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from deskhand.core.geometry import Point
from deskhand.platforms.x11.bus import ATSPI, PROPERTIES, Bus, Call
from deskhand.platforms.x11.describe import (
    CHARACTER_COUNT,
    CHILD_COUNT,
    Facts,
    ask_boxes,
    ask_children,
    ask_facts,
    place_word,
    read_variant_number,
    short_names,
)
from deskhand.platforms.x11.roles import DEFUNCT_BIT, PAGELESS, role_name
from deskhand.platforms.x11.wire import (
    Reference,
    counted,
    pack_ints,
    parse,
    read_items,
    read_reference,
    read_signed,
)

MANY_CHILDREN = 2000
"""A table with more is a spreadsheet: only the cells on the screen are asked for (Calc has 2^31 - 1 children)."""
MOST_CHILDREN = 50_000
"""Of anything else that has more, none is asked for."""
MANY_NODES = 6000
MOST_ITEMS = 20_000
MANY_UNKNOWN = 30
"""So many new objects are cheaper told by the cache than asked for one by one."""
MOST_CELLS = 4000
LONGEST_PATH = 60
PROBE_LEVELS, PROBE_OBJECTS = 7, 300
CACHE = "/org/a11y/atspi/cache"


class Limits(NamedTuple):
    """`shown` is the state bit without which an object and what is in it is left out, 0 for none; `end` is monotonic."""

    shown: int
    end: float
    cached: bool


class Harvest(NamedTuple):
    """What a walk found, parents before children, with the path of each; `cached` is how many the cache told."""

    found: list[Facts]
    paths: list[tuple[str, ...]]
    cached: int


class Walk:
    """One walk through one window."""

    def __init__(self, bus: Bus, top: Facts, limits: Limits) -> None:
        self._bus = bus
        self._top = top
        self._limits = limits
        self._useful = limits.cached
        self._known: dict[Reference, Facts] = {}
        self._lists: dict[Reference, list[Reference]] = {}

    def harvest(self) -> Harvest:
        """Everything below the top, as far as time allows."""
        if self._limits.cached:
            self._load()
        top = self._known.get(self._top.reference, self._top)
        children: dict[Reference, list[Facts]] = {}
        level, seen, count = [top], {top.reference}, 1
        while level and time.monotonic() < self._limits.end and count < MANY_NODES:
            parents: dict[Reference, Reference] = {}
            for facts, kids in zip(level, self._children(level, children), strict=True):
                for kid in kids:
                    if kid not in seen and count + len(parents) < MANY_NODES:
                        seen.add(kid)
                        parents[kid] = facts.reference
            level = []
            for facts in self._facts(parents):
                if facts.bits & DEFUNCT_BIT or (self._limits.shown and not facts.bits & self._limits.shown):
                    continue
                parent = parents[facts.reference]
                children.setdefault(parent, []).append(facts._replace(parent=parent))
                level.append(facts)
            count += len(level)
        return Harvest(*flatten(top, children), len(self._known))

    def _load(self) -> None:
        """Ask the program's cache; what it says replaces what it said."""
        answer = self._bus.ask(Call(self._top.reference[0], CACHE, ATSPI + "Cache", "GetItems"), 10.0)
        short: dict[tuple[str, ...], frozenset[str]] = {}
        places: dict[Reference, list[tuple[int, Reference]]] = {}
        for item in parse(lambda body: read_items(body, MOST_ITEMS), answer) or []:
            interfaces = short.get(item.interfaces)
            if interfaces is None:
                interfaces = short[item.interfaces] = short_names(item.interfaces)
            self._known[item.reference] = Facts(
                item.reference, role_name(item.role), item.name, item.bits, interfaces, item.children, item.parent
            )
            places.setdefault(item.parent, []).append((item.position, item.reference))
        self._lists.clear()
        for parent, kids in places.items():
            kids.sort()
            facts = self._known.get(parent)
            if facts and facts.children == len(kids) and all(at == each[0] for at, each in enumerate(kids)):
                self._lists[parent] = [kid for _, kid in kids]

    def _children(self, level: Sequence[Facts], children: dict[Reference, list[Facts]]) -> list[list[Reference]]:
        """The children of every object of a level; the shown cells of a spreadsheet go to `children` at once."""
        uncounted = [facts.reference for facts in level if facts.children < 0]
        told = self._bus.ask_all([Call(*each, PROPERTIES, "Get", "ss", CHILD_COUNT) for each in uncounted])
        counts = {each: read_variant_number(answer) for each, answer in zip(uncounted, told, strict=True)}
        asked = []
        for facts in level:
            count = counts.get(facts.reference, facts.children)
            if count > MANY_CHILDREN and "Table" in facts.interfaces:
                children[facts.reference] = shown_cells(self._bus, facts)
            elif 0 < count <= MOST_CHILDREN and facts.reference not in self._lists:
                asked.append(facts.reference)
        lists = dict(zip(asked, ask_children(self._bus, asked), strict=True))
        return [lists.get(each.reference) or self._lists.get(each.reference, []) for each in level]

    def _facts(self, parents: dict[Reference, Reference]) -> list[Facts]:
        """The facts of every object that answers, in the order given."""
        unknown = sum(each not in self._known for each in parents)
        if self._useful and unknown > MANY_UNKNOWN:
            self._load()
            self._useful = sum(each not in self._known for each in parents) < unknown
        missing = [each for each in parents if each not in self._known]
        asked = {facts.reference: facts for facts in ask_facts(self._bus, missing, parents)}
        found = (self._known.get(each) or asked.get(each) for each in parents)
        return [facts for facts in found if facts is not None]


def flatten(top: Facts, children: dict[Reference, list[Facts]]) -> tuple[list[Facts], list[tuple[str, ...]]]:
    """Depth first, parents before children; paths are of the ancestors alone, and of the outermost in a deep tree."""
    found: list[Facts] = []
    paths: list[tuple[str, ...]] = []
    todo: list[tuple[Facts, tuple[str, ...]]] = [(top, ())]
    while todo:
        facts, path = todo.pop()
        found.append(facts)
        paths.append(path)
        below = children.get(facts.reference)
        if below:
            word = place_word(facts) if len(path) < LONGEST_PATH else None
            inner = (*path, word) if word else path
            todo += [(child, inner) for child in reversed(below)]
    return found, paths


def find_page(bus: Bus, top: Facts, shown: int) -> Reference | None:
    """The outermost web page in a window: through what arranges its parts, not into what holds data or commands."""
    level = [top]
    while level:
        for facts in level:
            if facts.role == "document web":
                return facts.reference
        inside = [each.reference for each in level if each.role not in PAGELESS and each.children <= MANY_CHILDREN]
        kids = dict.fromkeys(kid for found in ask_children(bus, inside) for kid in found)
        level = [each for each in ask_facts(bus, list(kids), dict.fromkeys(kids, top.reference)) if each.bits & shown]
    return None


def invents_objects(bus: Bus, tops: Sequence[Reference]) -> bool:
    """Whether a program of a common toolkit shows objects of its own making below the toolkit's (a "root pane").

    Such a program may keep 2^31 cells in its cache, and never come back from telling them. One that does not answer may.
    """
    level, seen = list(tops), 0
    for _ in range(PROBE_LEVELS):
        calls = []
        for reference in level:
            calls += [
                Call(*reference, ATSPI + "Accessible", "GetRole"),
                Call(*reference, PROPERTIES, "Get", "ss", CHILD_COUNT),
            ]
        answers = bus.ask_all(calls)
        roles = [role_name(int.from_bytes(answer[:4], "little")) for answer in answers[::2] if answer]
        counts = [read_variant_number(answer) for answer in answers[1::2]]
        if (
            len(roles) < len(level)
            or {"root pane", "document spreadsheet"} & set(roles)
            or max(counts, default=0) > MOST_CHILDREN
        ):
            return True
        small = [each for each, count in zip(level, counts, strict=True) if 0 < count <= PROBE_OBJECTS]
        level = [kid for kids in ask_children(bus, small) for kid in kids][: PROBE_OBJECTS - seen]
        seen += len(level)
        if not level or seen >= PROBE_OBJECTS:
            break
    return False


def shown_cells(bus: Bus, table: Facts) -> list[Facts]:
    """The cells with a text that are on the screen: the corners by their place, then the rectangle between them."""
    box = ask_boxes(bus, [table.reference])[0]
    if box is None:
        return []
    corners = []
    for point in (Point(box.x + 3, box.y + 3), Point(box.x + box.width - 3, box.y + box.height - 3)):
        corner = cell_place_at(bus, table.reference, point)
        if corner is None:
            return []
        corners.append(corner)
    (first_row, first_column), (last_row, last_column) = corners
    places = [
        (row, column) for row in range(first_row, last_row + 1) for column in range(first_column, last_column + 1)
    ][:MOST_CELLS]
    cells = cells_at(bus, table.reference, places)
    counts = bus.ask_all([Call(*cell, PROPERTIES, "Get", "ss", CHARACTER_COUNT) for cell in cells.values()])
    filled = {
        cell: place
        for (place, cell), count in zip(cells.items(), counts, strict=True)
        if read_variant_number(count) > 0
    }
    facts = ask_facts(bus, list(filled), dict.fromkeys(filled, table.reference))
    return [each._replace(place=filled[each.reference]) for each in facts]


def cell_place_at(bus: Bus, table: Reference, point: Point) -> tuple[int, int] | None:
    """Row and column of the cell under a point."""
    answer = bus.ask(Call(*table, ATSPI + "Component", "GetAccessibleAtPoint", "iiu", pack_ints(point.x, point.y, 0)))
    cell = parse(read_reference, answer)
    if cell is None:
        return None
    index = parse(read_signed, bus.ask(Call(*cell, ATSPI + "Accessible", "GetIndexInParent")))
    if index is None:
        return None
    row, column = bus.ask_all(
        [
            Call(*table, ATSPI + "Table", "GetRowAtIndex", "i", pack_ints(index)),
            Call(*table, ATSPI + "Table", "GetColumnAtIndex", "i", pack_ints(index)),
        ]
    )
    place = counted(row), counted(column)
    return place if min(place) >= 0 else None


def cells_at(bus: Bus, table: Reference, places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Reference]:
    """The cells that there are at these rows and columns."""
    answers = bus.ask_all(
        [Call(*table, ATSPI + "Table", "GetAccessibleAt", "ii", pack_ints(*place)) for place in places]
    )
    cells = ((place, parse(read_reference, answer)) for place, answer in zip(places, answers, strict=True))
    return {place: cell for place, cell in cells if cell is not None}
