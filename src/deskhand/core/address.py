"""Addresses, also those that are not well made: a page may be anywhere, and a mark may stand in the place of a secret."""

import re
from typing import NamedTuple

_ADDRESS = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]*):)?(?://(?:[^/?#]*@)?(?P<host>\[[^\]/?#]*:[^\]/?#]*\]|[^/?#:]*)(?::[^/?#]*)?)?(?P<path>[^?#]*)"
)


class Address(NamedTuple):
    """Parts of an address in lower case but for the path; "" for what it lacks. Who signs in there is no part."""

    scheme: str
    host: str
    path: str


def split_address(text: str) -> Address:
    """The parts of an address."""
    found = _ADDRESS.match(text.strip())
    assert found is not None
    host = (found["host"] or "").strip("[]") if ":" in (found["host"] or "") else found["host"] or ""
    return Address((found["scheme"] or "").lower(), host.lower(), found["path"])
