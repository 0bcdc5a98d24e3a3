"""Dataclasses of the vocabulary as JSON text, and back. What does not fit is refused, never guessed."""

from collections.abc import Hashable
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from deskhand.core.errors import StoreDamaged

T = TypeVar("T")


@cache
def _adapter(kind: Hashable) -> TypeAdapter[object]:
    return TypeAdapter(cast(Any, kind))


def encode(kind: type[T], value: T) -> str:
    """`value` as JSON text."""
    return _adapter(cast(Hashable, kind)).dump_json(value).decode()


def decode(kind: type[T], text: object) -> T:
    """The value that `encode` wrote. `StoreDamaged` when the text is something else."""
    try:
        return cast(T, _adapter(cast(Hashable, kind)).validate_json(str(text)))
    except ValidationError as error:
        raise StoreDamaged(f"a stored {kind.__name__} cannot be read: {error.error_count()} parts do not fit") from None
