"""When two texts say the same."""

import re
from decimal import Decimal, InvalidOperation


def normalise(text: str) -> str:
    """A text without what programs change on their own: line ends, kinds of space, space around."""
    return re.sub(r"[ \t\u00a0\u202f]+", " ", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def same_text(one: str, other: str) -> bool:
    """Whether two texts are equal, space aside; numbers may be written with other marks (1234.5 and 1,234.50)."""
    left, right = normalise(one), normalise(other)
    return left == right or (as_number(left) is not None and as_number(left) == as_number(right))


def as_number(text: str) -> Decimal | None:
    """The number that a text is, in the writing of spreadsheets; None when it is none or its writing is ambiguous."""
    if not re.fullmatch(r"[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?", text) or re.match(r"[+-]?0\d", text):
        return None
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
