"""What was known at each moment of an occurrence: which texts stood where, which cells held what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.core.locator import Locator, build_locator
from deskhand.learn.pattern import Occurrence

PlaceKey = tuple[str, str, str, tuple[str, ...], int]
"""Program, role, name, path, index: where a text stands, whatever it says."""
TableKey = tuple[str, tuple[str, ...]]
"""Program and path: which table a cell belongs to."""


def place_key(reading: Reading) -> PlaceKey:
    """Where a reading stands; a name that is the text itself is no part of it."""
    element = reading.element
    name = "" if element.name.strip() == reading.text.strip() else element.name
    return reading.app, element.role, name, element.path, element.index


def place_locator(reading: Reading) -> Locator:
    """How to find what stands at the place of a reading, also when it says something else."""
    name = place_key(reading)[2]
    element = replace(reading.element, name=name)
    return build_locator(reading.app, "", "", element)


def is_cell(element: Element) -> bool:
    """Whether an element is the cell of a table."""
    return element.row is not None and element.column is not None


@dataclass(slots=True)
class Known:
    """The texts that were seen up to a moment, the latest of each place."""

    places: dict[PlaceKey, Reading] = field(default_factory=dict)
    cells: dict[TableKey, dict[tuple[int, int], Reading]] = field(default_factory=dict)

    def add(self, reading: Reading) -> None:
        element = reading.element
        if element.row is not None and element.column is not None:
            table = self.cells.setdefault((reading.app, element.path), {})
            table[element.row, element.column] = reading
        else:
            self.places[place_key(reading)] = reading

    def take(self, event: Event) -> None:
        """Everything that an event tells of texts on the screen."""
        windows = {reading.window for reading in event.seen}
        if windows:
            self._forget(event)
        for reading in event.seen:
            self.add(reading)
        telling = event.kind in (EventKind.FOCUS, EventKind.TYPE, EventKind.PASTE)
        if event.element is not None and event.value and telling and not event.redacted:
            self.add(Reading(event.element, event.value, event.app, event.window))

    def _forget(self, event: Event) -> None:
        """A program that was read anew shows nothing else now."""
        apps = {reading.app for reading in event.seen}
        for key in [key for key in self.places if key[0] in apps]:
            del self.places[key]


def known_before(occurrence: Occurrence, position: int) -> Known:
    """What was known when the act at `position` was done."""
    known = Known()
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
