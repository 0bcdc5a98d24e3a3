"""What was known at each moment of an occurrence: which texts stood where, which cells held what."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.core.locator import Locator, build_locator
from deskhand.learn.pattern import Occurrence, Pattern

WindowKey = tuple[str, str]
"""Program and title: which window. The title is "" where the program has one window, or its title varies."""
PlaceKey = tuple[WindowKey, str, str, tuple[str, ...], int]
"""Window, role, name, path, index: where a text stands, whatever it says."""
TableKey = tuple[WindowKey, tuple[str, ...]]
"""Window and path: which table a cell belongs to."""
_MARKS = re.compile(r"^\*\s*|\s*\*$|\s*\((?:modified|changed|geändert)\)|\s*\[\+\]", re.IGNORECASE)


def bare_title(title: str) -> str:
    """A title without the marks of unsaved changes."""
    return _MARKS.sub("", title)


def common_title(events: Sequence[Event]) -> str:
    """The title that the window had every time, its marks of unsaved changes aside; "" when it varied."""
    titles = {bare_title(event.window) for event in events}
    return titles.pop() if len(titles) == 1 else ""


def told_apart(pattern: Pattern) -> frozenset[WindowKey]:
    """The windows that a title tells from the others of their program, in every occurrence.

    A program has several windows where two titles were read at one moment; a title that gives way to another one is
    the same window, as when a browser goes to another page.
    """
    several: set[str] = set()
    read: list[set[WindowKey]] = []
    for occurrence in pattern.occurrences:
        read.append(set())
        for event in told_before(occurrence, len(occurrence.events)):
            titles = defaultdict(set)
            for reading in event.seen:
                titles[reading.app].add(bare_title(reading.window))
            several |= {app for app, some in titles.items() if len(some) > 1}
            read[-1] |= {(app, title) for app, some in titles.items() for title in some}
    return frozenset(key for key in reduce(set.intersection, read) if key[0] in several)


def is_cell(element: Element) -> bool:
    """Whether an element is the cell of a table."""
    return element.row is not None and element.column is not None


@dataclass(slots=True)
class Known:
    """The texts that were seen up to a moment, the latest of each place. `windows` are those that titles tell apart."""

    windows: frozenset[WindowKey] = frozenset()
    places: dict[PlaceKey, Reading] = field(default_factory=dict)
    cells: dict[TableKey, dict[tuple[int, int], Reading]] = field(default_factory=dict)

    def add(self, reading: Reading) -> None:
        element = reading.element
        if element.row is not None and element.column is not None:
            table = self.cells.setdefault((self._window(reading), element.path), {})
            table[element.row, element.column] = reading
        else:
            self.places[self._place(reading)] = reading

    def take(self, event: Event) -> None:
        """Everything that an event tells of texts on the screen."""
        self._forget(event)
        for reading in event.seen:
            self.add(reading)
        telling = event.kind in (EventKind.FOCUS, EventKind.TYPE, EventKind.PASTE)
        if event.element is not None and event.value and telling and not event.redacted:
            self.add(Reading(event.element, event.value, event.app, event.window))

    def _forget(self, event: Event) -> None:
        """A window that was read anew shows nothing else now."""
        windows = {self._window(reading) for reading in event.seen}
        for key in [key for key in self.places if key[0] in windows]:
            del self.places[key]

    def _window(self, reading: Reading) -> WindowKey:
        key = reading.app, bare_title(reading.window)
        return key if key in self.windows else (reading.app, "")

    def _place(self, reading: Reading) -> PlaceKey:
        """Where a reading stands; a name that is the text itself is no part of it."""
        element = reading.element
        name = "" if element.name.strip() == reading.text.strip() else element.name
        return self._window(reading), element.role, name, element.path, element.index


def place_locator(key: PlaceKey, element: Element) -> Locator:
    """How to find what stands at a place, also when it says something else. `element` is what stood there last."""
    (app, window), _, name, _, _ = key
    return build_locator(app, window, "", replace(element, name=name))


def cell_locator(table: TableKey, element: Element) -> Locator:
    """How to find the cell of a table, which is its place whatever its name is."""
    app, window = table[0]
    return build_locator(app, window, "", replace(element, name=""))


def known_before(occurrence: Occurrence, position: int, windows: frozenset[WindowKey] = frozenset()) -> Known:
    """What was known when the act at `position` was done."""
    known = Known(windows)
    for event in told_before(occurrence, position):
        known.take(event)
    filled = occurrence.events[position] if position < len(occurrence.events) else None
    if filled is not None and filled.seen:  # what stood beside the field while it was filled
        for reading in filled.seen:
            known.add(reading)
    return known


def told_before(occurrence: Occurrence, position: int) -> Iterator[Event]:
    """The events before the act at `position`, in order."""
    yield from occurrence.before
    for act, answers in zip(occurrence.events[:position], occurrence.answers[:position], strict=True):
        if act is not None:
            yield act
        yield from answers


def values(events: Sequence[Event | None], what: str = "value") -> list[str] | None:
    """A property of the events of one position, over the occurrences; None when one has none or was redacted."""
    found = []
    for event in events:
        if event is None or event.redacted:
            return None
        match what:
            case "value":
                found.append(event.value.strip())
            case "name":
                found.append(event.element.name if event.element else "")
            case "window":
                found.append(event.window)
    return found
