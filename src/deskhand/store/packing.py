"""One event as a row: what comes again in every event (its window, its element) is stored once and pointed at.

It is told how to run a statement and how to ask for rows, so that the step to this shape of the file uses it, too.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Sequence

from deskhand.core.element import Element, Reading
from deskhand.core.errors import StoreDamaged
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId
from deskhand.store.encoding import decode, encode

Value = str | bytes | float | int | None
COLUMNS = "e.id, e.time, e.kind, p.app, p.window, p.url, e.element, e.value, e.detail, e.seen, e.redacted"
PREFIX = "evt_"
DIGITS = 18
"""An identity of ours is the prefix and so many hex digits, stored as half as many bytes."""


class Packing:
    """Remembers the numbers of windows and elements until `forget`, which is due when a transaction was undone."""

    def __init__(
        self,
        run: Callable[[str, Sequence[Value]], object],
        rows: Callable[[str, Sequence[Value]], list[tuple[Value, ...]]],
    ) -> None:
        self._run = run
        self._rows = rows
        self._places: dict[tuple[str, str, str], int] = {}
        self._elements: dict[str, int] = {}

    def forget(self) -> None:
        self._places.clear()
        self._elements.clear()

    def insert(self, event: Event, position: float) -> None:
        """Store an event, unless it is there already."""
        identity = short(event.id)
        if self._rows("SELECT 1 FROM events WHERE id = ?", (identity,)):
            return
        seq = int(position * 1000)
        while self._rows("SELECT 1 FROM events WHERE seq = ?", (seq,)):
            seq += 1
        seen = [(self._place(each.app, each.window, ""), self._element(each.element), each.text) for each in event.seen]
        element = self._element(event.element) if event.element is not None else None
        self._run(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                seq, identity, event.time, event.kind.value, self._place(event.app, event.window, event.url), element,
                event.value, event.detail, pack(seen) if seen else None, int(event.redacted),
            ),
        )  # fmt: skip

    def _place(self, app: str, window: str, url: str) -> int:
        key = (app, window, url)
        if key not in self._places:
            self._run("INSERT OR IGNORE INTO places (app, window, url) VALUES (?, ?, ?)", key)
            rows = self._rows("SELECT id FROM places WHERE app = ? AND window = ? AND url = ?", key)
            self._places[key] = int(str(rows[0][0]))
        return self._places[key]

    def _element(self, element: Element) -> int:
        text = encode(Element, element)
        if text not in self._elements:
            self._run("INSERT OR IGNORE INTO elements (data) VALUES (?)", (text,))
            rows = self._rows("SELECT id FROM elements WHERE data = ?", (text,))
            self._elements[text] = int(str(rows[0][0]))
        return self._elements[text]

    def read(self, rows: Iterable[tuple[Value, ...]]) -> tuple[Event, ...]:
        """Events of rows of `COLUMNS`. `StoreDamaged` when one does not fit."""
        elements: dict[Value, Element] = {}
        places: dict[Value, tuple[str, str]] = {}

        def element_of(number: Value) -> Element:
            if number not in elements:
                found = self._rows("SELECT data FROM elements WHERE id = ?", (number,))
                elements[number] = decode(Element, found[0][0])
            return elements[number]

        def place_of(number: Value) -> tuple[str, str]:
            if number not in places:
                found = self._rows("SELECT app, window FROM places WHERE id = ?", (number,))
                places[number] = (str(found[0][0]), str(found[0][1]))
            return places[number]

        try:
            return tuple(
                Event(
                    long(name), float(str(time)), EventKind(str(kind)), str(app), str(window), str(url),
                    element_of(element) if element is not None else None, str(value), str(detail),
                    tuple(Reading(element_of(each), text, *place_of(place)) for place, each, text in unpack(seen)),
                    bool(redacted),
                )
                for name, time, kind, app, window, url, element, value, detail, seen, redacted in rows
            )  # fmt: skip
        except (ValueError, IndexError, TypeError, zlib.error) as error:
            raise StoreDamaged(f"a stored event cannot be read: {error}") from None


def short(identity: EventId) -> str | bytes:
    """An identity as it is stored."""
    digits = identity.removeprefix(PREFIX)
    if len(digits) == DIGITS and identity.startswith(PREFIX) and not set(digits) - set("0123456789abcdef"):
        return bytes.fromhex(digits)
    return identity


def long(stored: Value) -> EventId:
    """What `short` made of an identity, as it was."""
    return EventId(PREFIX + stored.hex() if isinstance(stored, bytes) else str(stored))


def pack(seen: Sequence[tuple[int, int, str]]) -> bytes:
    """What was seen: place, element and text of each."""
    return zlib.compress(json.dumps(seen, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def unpack(stored: Value) -> list[tuple[int, int, str]]:
    """What `pack` packed."""
    if stored is None:
        return []
    if not isinstance(stored, bytes):
        raise ValueError("what was seen is no packed list")
    return [(int(place), int(element), str(text)) for place, element, text in json.loads(zlib.decompress(stored))]
