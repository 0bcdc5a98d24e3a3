"""Where a varying value comes from: the simplest source that explains it in every occurrence, or none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import pairwise

from deskhand.core.event import Event, EventKind
from deskhand.core.locator import Locator, build_locator
from deskhand.core.source import (
    Constant,
    LineAt,
    LineHaving,
    Lookup,
    NextRecord,
    Observed,
    Part,
    ReadFrom,
    Recased,
    Redated,
    Renumbered,
    Source,
    Today,
    Unknown,
)
from deskhand.learn.evidence import (
    Known,
    TableKey,
    cell_locator,
    common_title,
    is_cell,
    known_before,
    place_locator,
    told_apart,
    values,
)
from deskhand.learn.joins import join, words
from deskhand.learn.lookups import lines_having, rows_saying
from deskhand.learn.pattern import Pattern
from deskhand.learn.sources import count_on, evaluate
from deskhand.learn.transforms import DATE_FORMATS, LONG_TEXT, propose

BASE = Observed(-1)
"""Stands for the text that a transformation is tried on."""
WHOLE_TEXT = 6000


class Given:
    """A world in which one text is known."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, locator: Locator) -> str | None:
        return None

    def find_row(self, locator: Locator, text: str) -> int | None:
        return None

    def observed(self, position: int, what: str) -> str | None:
        return self._text

    def today(self) -> date:
        return date.min


class Explainer:
    """Explains the values of one pattern. `zone` is the person's, for dates."""

    def __init__(self, pattern: Pattern, zone: tzinfo = UTC) -> None:
        self._pattern = pattern
        self._zone = zone
        self._windows = told_apart(pattern)
        self._known: dict[int, list[Known]] = {}
        self._rows: dict[int, Source | None] = {}

    def events(self, position: int) -> list[Event | None]:
        """The event of every occurrence at a position."""
        return [occurrence.events[position] for occurrence in self._pattern.occurrences]

    def known(self, position: int) -> list[Known]:
        """What was known in every occurrence before the act at a position."""
        if position not in self._known:
            self._known[position] = [known_before(each, position, self._windows) for each in self._pattern.occurrences]
        return self._known[position]

    def explain(self, position: int, wanted: Sequence[str], from_screen: bool = True) -> Source:
        """The source of the texts `wanted` (one an occurrence), needed at `position`.

        Without `from_screen` only what was done earlier in the routine, dates and counts explain.
        """
        if len(set(wanted)) == 1:
            return Constant(wanted[0])
        bases = list(self._bases(position) if from_screen else self._earlier(position))
        best = min(self._explanations(position, bases, wanted, from_screen), key=lambda each: each[0], default=None)
        if best is not None:
            return best[1]
        return join(bases, wanted) or Unknown(tuple(dict.fromkeys(wanted)))

    def _explanations(
        self, position: int, bases: Sequence[tuple[float, Source, list[str]]], wanted: Sequence[str], from_screen: bool
    ) -> Iterator[tuple[float, Source]]:
        for cost, base, texts in bases:
            for more, made in self._derive(texts, wanted):
                yield cost + more, substitute(made, base)
        yield from self._dates(wanted)
        if from_screen:
            yield from self._next_row(position, wanted)
            yield from self._next_line(position, wanted)
        counted = count_source(wanted)
        if counted is not None:
            yield 5.0, counted

    def _derive(self, texts: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[float, Source]]:
        """The transformations that make every wanted text of its base."""
        first, value = texts[0], wanted[0]
        if len(first) > LONG_TEXT and value.lower() not in first.lower() and not any(c.isdigit() for c in value):
            return
        for cost, made in propose(BASE, first[:WHOLE_TEXT], value):
            made_of = [evaluate(made, Given(text[:WHOLE_TEXT])) for text in texts]
            if all(got is not None and got.strip() == want.strip() for got, want in zip(made_of, wanted, strict=True)):
                yield cost, made

    def _bases(self, position: int) -> Iterator[tuple[float, Source, list[str]]]:
        """(cost, source, its text in every occurrence) of everything that could be the origin of a value."""
        yield from self._earlier(position)
        known = self.known(position)
        shared = set(known[0].places).intersection(*(set(each.places) for each in known[1:]))
        for key in sorted(shared):
            readings = [each.places[key] for each in known]
            yield 2.0, ReadFrom(place_locator(key, readings[-1].element)), [reading.text for reading in readings]
        yield from self._cells(position, known)
        yield from self._lines(position)

    def _earlier(self, position: int) -> Iterator[tuple[float, Source, list[str]]]:
        """What was filled in or copied earlier in the routine."""
        for earlier in range(position):
            events = self.events(earlier)
            if any(event is None or event.redacted for event in events):
                continue
            present = [event for event in events if event is not None]
            texts = [event.value.strip() for event in present]
            distance = (position - earlier) / 100
            if present[0].kind in (EventKind.TYPE, EventKind.PASTE):
                yield 1.0 + distance, Observed(earlier), texts
            elif present[0].kind is EventKind.COPY and earlier == 0:
                yield 0.5 + distance, Observed(earlier), texts
            elif present[0].kind is EventKind.COPY and (source := self._copied(earlier, present)) is not None:
                yield 0.5 + distance, source, texts

    def _copied(self, position: int, events: Sequence[Event]) -> Source | None:
        """Where a copied text can be read without copying it."""
        last = events[-1]
        if last.element is None:
            return None
        if is_cell(last.element):
            row = self.row(position)
            if row is None:
                return None
            locator = build_locator(last.app, common_title(events), "", replace(last.element, name=""))
            return ReadFrom(locator, None if isinstance(row, Constant) else row)
        whole = [known.places for known in self.known(position)]
        locator = build_locator(last.app, common_title(events), "", last.element)
        for places, event in zip(whole, events, strict=True):
            said = [r.text.strip() for r in places.values() if r.element == event.element and r.app == event.app]
            if event.value.strip() not in said:
                return None
        return ReadFrom(locator)

    def _cells(self, position: int, known: Sequence[Known]) -> Iterator[tuple[float, Source, list[str]]]:
        """Cells of tables whose row is explained: the row of an earlier act, the next one, or always the same."""
        tables = set(known[0].cells).intersection(*(set(each.cells) for each in known[1:]))
        for table in sorted(tables):
            columns = {column for _, column in known[-1].cells[table]}
            choices = [*self._row_choices(position, table[0][0]), *self._lookups(position, table, known)]
            for cost, row_source, rows in choices:
                for column in sorted(columns):
                    readings = [each.cells[table].get((row, column)) for each, row in zip(known, rows, strict=True)]
                    if None in readings:
                        continue
                    present = [reading for reading in readings if reading is not None]
                    locator = cell_locator(table, present[-1].element)
                    source = ReadFrom(locator, None if isinstance(row_source, Constant) else row_source)
                    yield cost, source, [reading.text for reading in present]

    def _lookups(
        self, position: int, table: TableKey, known: Sequence[Known]
    ) -> Iterator[tuple[float, Source, list[int]]]:
        """Rows of a table that are found by a text which was filled in earlier."""
        for cost, source, wanted in self._said(position):
            for column, rows in rows_saying(wanted, table, known):
                locator = cell_locator(table, known[-1].cells[table][rows[-1], column].element)
                yield 3.0 + cost, Lookup(locator, source), rows

    def _next_row(self, position: int, wanted: Sequence[str]) -> Iterator[tuple[float, Source]]:
        """The row of a table after the one of the last time, read by eye."""
        known = self.known(position)
        for table in sorted(set(known[0].cells).intersection(*(set(each.cells) for each in known[1:]))):
            for column, rows in rows_saying(wanted, table, known):
                following = count_source([str(row) for row in rows])
                if following is not None:
                    locator = cell_locator(table, known[-1].cells[table][rows[-1], column].element)
                    yield 4.0, ReadFrom(locator, following)

    def _texts(self, position: int) -> Iterator[tuple[Source, list[str]]]:
        """Texts of several lines that stood at one place in every occurrence."""
        known = self.known(position)
        for key in sorted(set(known[0].places).intersection(*(set(each.places) for each in known[1:]))):
            readings = [each.places[key] for each in known]
            texts = [reading.text for reading in readings]
            if all("\n" in text.strip() for text in texts):
                yield ReadFrom(place_locator(key, readings[-1].element)), texts

    def _lines(self, position: int) -> Iterator[tuple[float, Source, list[str]]]:
        """Lines of texts that are found by a text which was filled in earlier."""
        for source, texts in self._texts(position):
            for cost, said, wanted in self._said(position):
                numbers = lines_having(wanted, texts)
                if numbers is not None:
                    lines = [text.splitlines()[number] for text, number in zip(texts, numbers, strict=True)]
                    yield 3.0 + cost, LineHaving(source, said), lines

    def _said(self, position: int) -> Iterator[tuple[float, Source, list[str]]]:
        """(cost, source, its text in every occurrence) of what was filled in earlier, and of every word of it."""
        for earlier in range(position):
            said = values(self.events(earlier))
            if said is not None and all(said) and len(set(said)) > 1:
                yield from words((position - earlier) / 100, Observed(earlier), said)

    def _next_line(self, position: int, wanted: Sequence[str]) -> Iterator[tuple[float, Source]]:
        """The line of a text after the one of the last time, read by eye."""
        for source, texts in self._texts(position):
            numbers = lines_having(wanted, texts)
            following = count_source([str(number) for number in numbers]) if numbers is not None else None
            if numbers is not None and following is not None:
                lines = [text.splitlines()[number] for text, number in zip(texts, numbers, strict=True)]
                for more, made in self._derive(lines, wanted):
                    yield 4.0 + more, substitute(made, LineAt(source, following))

    def _row_choices(self, position: int, app: str) -> Iterator[tuple[float, Source, list[int]]]:
        """Rows that are known at a position, and where they come from."""
        for earlier in range(position):
            rows = self._rows_at(earlier)
            source = self.row(earlier)
            if rows is not None and source is not None:
                events = self.events(earlier)
                other = 0.0 if events[0] is not None and events[0].app == app else 1.5
                yield 2.0 + other, source, rows

    def _rows_at(self, position: int) -> list[int] | None:
        elements = [event.element if event else None for event in self.events(position)]
        rows = [element.row for element in elements if element is not None and element.row is not None]
        return rows if len(rows) == len(elements) else None

    def row(self, position: int) -> Source | None:
        """The source of the row of the cell at a position: Constant, an earlier act's row, or the next one."""
        if position not in self._rows:
            self._rows[position] = self._explain_row(position)
        return self._rows[position]

    def _explain_row(self, position: int) -> Source | None:
        rows = self._rows_at(position)
        if rows is None:
            return None
        if position == 0:
            return Observed(0, "row")  # the person's own first act
        if len(set(rows)) == 1:
            return Constant(str(rows[0]))
        for earlier in range(position):
            if self._rows_at(earlier) == rows:
                events = self.events(earlier)
                copied = events[0] is not None and events[0].kind is EventKind.COPY
                return self.row(earlier) if copied and earlier else Observed(earlier, "row")
        return count_source([str(row) for row in rows])

    def _dates(self, wanted: Sequence[str]) -> Iterator[tuple[float, Source]]:
        """The day on which it was done, in some format."""
        if len({occurrence_date(each, self._zone) for each in self._starts()}) < 2:
            return  # on one day a date cannot vary, so it explains nothing
        days = [occurrence_date(each, self._zone) for each in self._starts()]
        for offset in (0, 1, -1):
            for form in DATE_FORMATS:
                if all(
                    (day + timedelta(days=offset)).strftime(form) == want
                    for day, want in zip(days, wanted, strict=True)
                ):
                    yield 3.0 + abs(offset), Today(form, offset)

    def today_constant(self, wanted: str) -> Source | None:
        """The source of a text that was always the same and is the date of the one day on which all was done."""
        days = {occurrence_date(each, self._zone) for each in self._starts()}
        if len(days) == 1:
            day = next(iter(days))
            for form in DATE_FORMATS[:13]:
                if day.strftime(form) == wanted:
                    return Today(form)
        return None

    def _starts(self) -> list[float]:
        return [next(e.time for e in each.events if e is not None) for each in self._pattern.occurrences]


def count_source(wanted: Sequence[str]) -> NextRecord | None:
    """A count that goes on by the same stride every time; three are needed to see one."""
    if len(wanted) < 3 or not all(wanted):
        return None
    for stride in (1, -1, 2, 5, 10, 100):
        if all(count_on(one, stride) == other for one, other in pairwise(wanted)):
            return NextRecord(wanted[-1], stride)
    return None


def occurrence_date(moment: float, zone: tzinfo) -> date:
    """The local date of a moment."""
    return datetime.fromtimestamp(moment, zone).date()


def substitute(source: Source, base: Source) -> Source:
    """`source` with `base` in the place of BASE."""
    if source == BASE:
        return base
    match source:
        case Part() | Recased() | Redated() | Renumbered():
            return replace(source, of=substitute(source.of, base))
    return source


def fill_values(explainer: Explainer, position: int) -> list[str] | None:
    """What was written at a position: the text added, where the field held something before it every time."""
    return added_texts(explainer.events(position)) or values(explainer.events(position))


def added_texts(events: Sequence[Event | None]) -> list[str] | None:
    """What was written at the end of a text that stood there, white space included; None where it was not so."""
    if values(events) is None:
        return None
    added = []
    for event in events:
        before = text_before(event) if event is not None else ""
        if event is None or not before or not event.value.startswith(before) or event.value == before:
            return None
        added.append(event.value.removeprefix(before))
    return added


def text_before(event: Event) -> str:
    """What a field held before it was filled."""
    if event.kind is EventKind.TYPE:
        return event.detail
    if not event.detail:
        return ""
    before, found, after = event.value.rpartition(event.detail)
    return before if found and not after.strip() else ""
