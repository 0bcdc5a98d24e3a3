"""Ways in which one text may have been made of another: proposed from one example, to be tried on all."""

import re
from collections.abc import Iterator
from datetime import datetime

from deskhand.core.source import CaseStyle, Constant, Part, PartRule, Recased, Redated, Renumbered, Source
from deskhand.learn.sources import cut_part, parse_number, recase, renumber

DATE_FORMATS = (
    "%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%Y/%m/%d", "%Y%m%d",
    "%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y", "%d-%m-%Y", "%A", "%B %Y",
)  # fmt: skip
SEPARATORS = (", ", ",", ";", "\t", " - ", " | ", ": ", "/", "@", " ", "-", "_", ".")
PATTERNS = (
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    r"\b[A-Z]{1,5}-?\d{2,}\b",
    r"\d{4}-\d{2}-\d{2}",
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}",
    r"\d[\d.,]*\d",
    r"\d+",
)
MARKS = ((".", ""), (".", ","), (",", "."), (",", ""), (".", " "), (",", " "))
SHORT = 2
"""Texts shorter than this are explained by nothing but the whole of another."""
LONG_TEXT = 60
"""Texts longer than this are no part of a value that was written."""


def propose(source: Source, text: str, value: str) -> Iterator[tuple[float, Source]]:
    """(cost, explanation) of every way to make `value` of `text`, which `source` gives. The simplest cost least."""
    if not text or not value:
        return
    for cost, made in rewrite(source, text, value):
        yield cost, made
    if len(value) < SHORT:
        return
    for cost, part in parts(text, value):
        cut = cut_part(text, part.rule, part.label, part.index)
        if cut is not None and cut != text.strip():
            whole = Part(source, part.rule, part.label, part.index)
            for more, made in rewrite(whole, cut, value):
                yield cost + more, made


def rewrite(source: Source, text: str, value: str) -> Iterator[tuple[float, Source]]:
    """The same text, or the same in another case, date format or way to write a number."""
    if text.strip() == value:
        yield 0.0, source
        return
    for style in CaseStyle:
        if recase(text.strip(), style) == value:
            yield 1.0, Recased(source, style)
    number, wanted = parse_number(text), parse_number(value)
    if number is not None and number == wanted:
        places = decimals(value)
        for decimal, group in MARKS:
            written = Renumbered(source, decimal, group, places)
            if renumber(text, written) == value:
                yield 1.0, written
    if any(letter.isdigit() for letter in text) and 6 <= len(text) <= 24:
        yield from redates(source, text.strip(), value)


def redates(source: Source, text: str, value: str) -> Iterator[tuple[float, Source]]:
    """The same date in another format."""
    for before in DATE_FORMATS:
        try:
            moment = datetime.strptime(text, before)  # noqa: DTZ007 - a date has no zone
        except ValueError:
            continue
        for place, after in enumerate(DATE_FORMATS):
            if moment.strftime(after) == value:
                yield 1.0 + place / 100, Redated(source, before, after)


def decimals(text: str) -> int | None:
    """How many digits a written number has after its decimal mark."""
    number = parse_number(text)
    if number is None or (number == number.to_integral_value() and not re.search(r"[.,]0+$", text)):
        return 0 if number is not None else None
    found = re.search(r"[.,](\d+)$", text)
    return len(found[1]) if found else 0


def parts(text: str, value: str) -> Iterator[tuple[float, Part]]:
    """Ways to cut something out of a text, which may be `value` in another form."""
    lines = text.splitlines()
    for line in lines:
        label = label_of(line)
        if label:
            yield 1.0, build_part(PartRule.AFTER_LABEL, label, 0)
    if 1 < len(lines) <= 40:
        for index in range(len(lines)):
            yield 2.0 + index / 50, build_part(PartRule.LINE, "", index)
        yield 2.2, build_part(PartRule.LINE, "", -1)
    if len(text) <= 400:
        for place, separator in enumerate(SEPARATORS):
            count = text.count(separator) + 1
            for index in range(count if 2 <= count <= 30 else 0):
                yield 2.0 + place / 20 + index / 50, build_part(PartRule.TOKEN, separator, index)
                yield 2.3 + place / 20 + (count - index) / 50, build_part(PartRule.TOKEN, separator, index - count)
    for place, pattern in enumerate(PATTERNS):
        for index in range(min(12, sum(1 for _ in re.finditer(pattern, text)))):
            yield 2.6 + place / 20 + index / 20, build_part(PartRule.PATTERN, pattern, index)


def build_part(rule: PartRule, label: str, index: int) -> Part:
    """A part of nothing yet; the caller fills in the source."""
    return Part(Constant(""), rule, label, index)


def label_of(line: str) -> str:
    """The label a line begins with ("Name:", "Total ="), "" when it has none."""
    found = re.match(r"\s*([^\s:=][^:=]{0,40}[:=])\s*\S", line)
    return found[1] if found else ""
