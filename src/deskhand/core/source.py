"""Sources: where a value comes from, as a small closed algebra of plain data.

Evaluation lives in `learn.sources`; a source never does anything by itself.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from deskhand.core.locator import Locator


@dataclass(frozen=True, slots=True)
class Constant:
    """The same text every time."""

    text: str
    kind: Literal["constant"] = "constant"


@dataclass(frozen=True, slots=True)
class ReadFrom:
    """The text that stands at an element when the run needs it.

    `row` (a source of a 0-based number) replaces the row of a table cell locator; `name` (a source) its name.
    """

    locator: Locator
    row: "Source | None" = None
    name: "Source | None" = None
    kind: Literal["read_from"] = "read_from"


@dataclass(frozen=True, slots=True)
class Observed:
    """What was done this time at position `step` (0-based) of the routine's symbols, by the person or by Deskhand.

    `what`: "value" (the text typed, pasted, copied, opened), "name", "row" (of the step's element), "window", "url".
    """

    step: int
    what: str = "value"
    kind: Literal["observed"] = "observed"


@dataclass(frozen=True, slots=True)
class Lookup:
    """The row (0-based) of the table whose cell in the column of `locator` says what `of` gives; only one may."""

    locator: Locator
    of: "Source"
    kind: Literal["lookup"] = "lookup"


@dataclass(frozen=True, slots=True)
class LineHaving:
    """The line of a text in which another text stands; only one may."""

    of: "Source"
    text: "Source"
    kind: Literal["line_having"] = "line_having"


@dataclass(frozen=True, slots=True)
class LineAt:
    """The line of a text whose number (0-based) `row` gives."""

    of: "Source"
    row: "Source"
    kind: Literal["line_at"] = "line_at"


@dataclass(frozen=True, slots=True)
class NextRecord:
    """The number or numbered text after the one of the last instance; `last` is that text, `stride` the difference.

    The last run of digits in the text counts on: "7" gives "8", "INV-009" gives "INV-010".
    """

    last: str
    stride: int = 1
    kind: Literal["next_record"] = "next_record"


@dataclass(frozen=True, slots=True)
class Today:
    """The current local date in a `strftime` format, moved by `offset_days`."""

    format: str
    offset_days: int = 0
    kind: Literal["today"] = "today"


class PartRule(StrEnum):
    """How a part is cut out of a text."""

    AFTER_LABEL = "after label"
    """the rest of the first line that starts with `label`, trimmed"""
    LINE = "line"
    """line number `index` (negative counts from the end)"""
    TOKEN = "token"  # noqa: S105 - a rule's name
    """part number `index` after splitting at `label` (negative counts from the end), trimmed"""
    PATTERN = "pattern"
    """match number `index` of the regular expression `label`"""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of another value."""

    of: "Source"
    rule: PartRule
    label: str = ""
    index: int = 0
    kind: Literal["part"] = "part"


class CaseStyle(StrEnum):
    """How letters are re-cased."""

    UPPER = "upper"
    LOWER = "lower"
    TITLE = "title"
    SLUG = "slug"
    """lower case, runs of other characters become one hyphen"""


@dataclass(frozen=True, slots=True)
class Recased:
    """Another value in another case."""

    of: "Source"
    style: CaseStyle
    kind: Literal["recased"] = "recased"


@dataclass(frozen=True, slots=True)
class Redated:
    """A date written in another `strftime` format."""

    of: "Source"
    from_format: str
    to_format: str
    kind: Literal["redated"] = "redated"


@dataclass(frozen=True, slots=True)
class Renumbered:
    """A number written with other marks: `decimal` and `group` are the marks of the result ("" for none).

    `places` fixes the digits after the decimal mark; None keeps them. `offset` is added first.
    """

    of: "Source"
    decimal: str = "."
    group: str = ""
    places: int | None = None
    offset: int = 0
    kind: Literal["renumbered"] = "renumbered"


@dataclass(frozen=True, slots=True)
class Joined:
    """Several values and constants one after the other."""

    parts: tuple["Source", ...]
    kind: Literal["joined"] = "joined"


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing that was seen explains the value; `examples` are those of the past. It is asked for, never guessed."""

    examples: tuple[str, ...] = ()
    kind: Literal["unknown"] = "unknown"


Source = (
    Constant
    | ReadFrom
    | Observed
    | Lookup
    | LineHaving
    | LineAt
    | NextRecord
    | Today
    | Part
    | Recased
    | Redated
    | Renumbered
    | Joined
    | Unknown
)
