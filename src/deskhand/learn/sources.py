"""The value of a source in a world."""

import re
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation

from deskhand.contracts.world import World
from deskhand.core.locator import Locator
from deskhand.core.source import (
    CaseStyle,
    Constant,
    Joined,
    LineAt,
    LineHaving,
    Lookup,
    NextRecord,
    Observed,
    Part,
    PartRule,
    ReadFrom,
    Recased,
    Redated,
    Renumbered,
    Source,
    Today,
)

_LAST_NUMBER = re.compile(r"\d+(?=\D*$)")


def evaluate(source: Source, world: World) -> str | None:
    """The text that `source` gives in `world` now; None when it gives none."""
    match source:
        case Constant(text):
            return text
        case Observed(position, what):
            return world.observed(position, what)
        case ReadFrom():
            locator = place(source, world)
            return world.read(locator) if locator is not None else None
        case Lookup(locator, of):
            wanted = evaluate(of, world)
            row = world.find_row(locator, wanted) if wanted else None
            return None if row is None else str(row)
        case LineHaving(of, wanted_source):
            return find_line(evaluate(of, world), evaluate(wanted_source, world))
        case LineAt(of, row_source):
            return take_line(evaluate(of, world), evaluate(row_source, world))
        case NextRecord(last, stride):
            return count_on(last, stride)
        case Today(form, offset):
            return (world.today() + timedelta(days=offset)).strftime(form)
        case Joined(parts):
            values = [evaluate(part, world) for part in parts]
            return "".join(value for value in values if value is not None) if None not in values else None
        case Part(of) | Recased(of) | Redated(of) | Renumbered(of):
            base = evaluate(of, world)
            return apply(source, base) if base is not None else None
    return None


def find_line(text: str | None, wanted: str | None) -> str | None:
    """The one line of a text that has another text in it."""
    lines = [line for line in (text or "").splitlines() if wanted and wanted in line]
    return lines[0] if len(lines) == 1 else None


def take_line(text: str | None, number: str | None) -> str | None:
    """A line of a text by its number, 0-based."""
    lines = (text or "").splitlines()
    return lines[int(number)] if number is not None and number.isdecimal() and int(number) < len(lines) else None


def place(source: ReadFrom, world: World) -> Locator | None:
    """The locator of a reading with its row and name filled in."""
    locator = source.locator
    if source.row is not None:
        row = evaluate(source.row, world)
        if row is None or not row.lstrip("-").isdigit():
            return None
        locator = locator.at_row(int(row))
    if source.name is not None:
        name = evaluate(source.name, world)
        if name is None:
            return None
        locator = locator.renamed(name)
    return locator


def apply(source: Part | Recased | Redated | Renumbered, text: str) -> str | None:
    """The transformation that `source` is, of a text; None where it does not fit."""
    match source:
        case Part():
            return cut_part(text, source.rule, source.label, source.index)
        case Recased():
            return recase(text, source.style)
        case Redated():
            return redate(text, source.from_format, source.to_format)
        case Renumbered():
            return renumber(text, source)


def cut_part(text: str, rule: PartRule, label: str, index: int) -> str | None:
    """The part of a text that a rule names."""
    match rule:
        case PartRule.AFTER_LABEL:
            lines = [line.strip() for line in text.splitlines()]
            found = next((line for line in lines if line.startswith(label)), None)
            return found[len(label) :].strip() if found is not None else None
        case PartRule.LINE:
            parts = [line.strip() for line in text.splitlines()]
        case PartRule.TOKEN:
            parts = [part.strip() for part in text.split(label)]
        case PartRule.PATTERN:
            parts = [found[0] for found in re.finditer(label, text)]
    return parts[index] if -len(parts) <= index < len(parts) else None


def recase(text: str, style: CaseStyle) -> str:
    """A text in another case."""
    match style:
        case CaseStyle.UPPER:
            return text.upper()
        case CaseStyle.LOWER:
            return text.lower()
        case CaseStyle.TITLE:
            return " ".join(word[:1].upper() + word[1:].lower() for word in text.split(" "))
        case CaseStyle.SLUG:
            return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


def redate(text: str, from_format: str, to_format: str) -> str | None:
    """A date in another format."""
    try:
        return datetime.strptime(text.strip(), from_format).strftime(to_format)  # noqa: DTZ007 - a date has no zone
    except ValueError:
        return None


def parse_number(text: str) -> Decimal | None:
    """The number a text stands for, whichever marks it uses; the last mark is the decimal one unless it groups threes."""
    bare = re.sub(r"[\s\u00a0\u202f'’€$£]", "", text)
    if not re.fullmatch(r"[+-]?\d[\d.,]*", bare):
        return None
    marks = [letter for letter in bare if letter in ".,"]
    if len(set(marks)) == 2:
        decimal = marks[-1]
    elif len(marks) == 1 and not re.fullmatch(r"[+-]?[1-9]\d{0,2}[.,]\d{3}", bare):
        decimal = marks[0]
    else:
        decimal = ""  # one kind of mark, several times or before three digits: it groups
    group = ({".", ","} - {decimal}) if decimal else {".", ","}
    for mark in group:
        bare = bare.replace(mark, "")
    try:
        return Decimal(bare.replace(decimal, ".") if decimal else bare)
    except InvalidOperation:
        return None


def renumber(text: str, style: Renumbered) -> str | None:
    """A number with other marks, and moved by an offset."""
    number = parse_number(text)
    if number is None:
        return None
    number += style.offset
    written = f"{number:,.{style.places}f}" if style.places is not None else f"{number:,f}"
    whole, _, fraction = written.partition(".")
    return whole.replace(",", style.group) + (style.decimal + fraction if fraction else "")


def count_on(last: str, stride: int) -> str | None:
    """The text after `last` in a count: its last number moved by `stride`, as wide as it was."""
    found = _LAST_NUMBER.search(last)
    if found is None:
        return None
    number = int(found[0]) + stride
    return last[: found.start()] + str(number).zfill(len(found[0])) + last[found.end() :]
