"""The trace of a run: one JSON line per thing that happened, and pictures."""

from collections.abc import Mapping
from typing import Protocol

from deskhand.core.element import Picture


class Tracer(Protocol):
    """Writes one run's trace. Values are plain JSON data or dataclasses of the vocabulary."""

    def emit(self, kind: str, fields: Mapping[str, object]) -> None:
        """One line: `kind` and `fields`, stamped with time and run."""
        ...

    def picture(self, name: str, picture: Picture) -> str:
        """Keep a picture beside the trace; returns its file name."""
        ...
