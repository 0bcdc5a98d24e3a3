"""Events on their way out: what came after something that still waits is held back until that is complete."""

from collections.abc import Callable
from dataclasses import replace

from deskhand.core.element import Element
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId, build_id
from deskhand.observe.front import Front, Place


class Outbox:
    """`waiting` functions tell whether something waits that must come first."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self.waiting: list[Callable[[], bool]] = []
        self._held: list[Event] = []
        self._out: list[Event] = []

    def event(self, kind: EventKind, moment: float, element: Element | None, value: str, detail: str = "") -> Event:
        """An event in the window in front."""
        place = self.front.place
        name = EventId(build_id("evt", moment))
        return Event(name, moment, kind, place.app, place.window, place.url, element, value, detail)

    def add(self, event: Event) -> None:
        self._held.append(event)
        self.release()

    def release(self) -> None:
        """Let go of what was held back, in order of time, unless something it must follow still waits."""
        if not any(waits() for waits in self.waiting):
            self._out += sorted(self._held, key=lambda event: event.time)
            self._held.clear()

    def take(self) -> list[Event]:
        """What is complete, of places of which something may be kept."""
        given, self._out = self._out, []
        return [event for event in given if self.front.allows_place(Place(event.app, event.window, event.url))]

    def clear(self) -> None:
        self._held, self._out = [], []


def moved(event: Event, place: Place) -> Event:
    """The event, at another place."""
    return replace(event, app=place.app, window=place.window, url=place.url)
