"""One row of the scorecard: a promise, the number to reach, and the measurement that says whether it is kept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Progress = Callable[[int, int], None]
"""Told how many of how many cases are done."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a row found. `reached` is None where this machine cannot measure it; `note` then says what is missing."""

    figures: Mapping[str, float | int | str]
    reached: bool | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """`id` is short and stays the same ("D1"); `claim` and `target` are for people; `measure` does the work."""

    id: str
    claim: str
    target: str
    measure: Callable[[Progress], Measured]
