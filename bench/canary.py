"""Find planted texts in any file of a folder, in whatever form they were written.

Looked for: UTF-8, UTF-16 and UTF-32 (both byte orders) and Latin-1; each as it is, reversed, in another case, in hexadecimal,
in base64 (all three alignments, both alphabets, broken into lines), percent-quoted, JSON- and HTML-escaped; all of that also
inside zlib, gzip, zip, bzip2 and xz members (three deep), which includes PNG pixels and compressed PNG text chunks. Halves
count as well, for a database page or the edge of a log may cut a text in two. Names of files and folders are read, too.

Not found: text drawn in pixels, encrypted text, and other compressions.
"""

import base64
import bz2
import html
import json
import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote_to_bytes

SHORTEST_HALF = 8
"""Characters of a half that tells; a shorter one stands in other texts by chance."""
DEEPEST = 3
LARGEST = 64_000_000
"""Bytes taken of one compressed member."""
PIECE = 4096
CODES = ("utf-8", "latin-1", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_ESCAPED = re.compile(rb"(?:\\u[0-9a-fA-F]{4})+|\\[\"\\/bfnrt]")


class Inflater(Protocol):
    """What takes a compressed member apart."""

    @property
    def eof(self) -> bool: ...

    def decompress(self, data: bytes, /) -> bytes: ...


_ZLIB = b"|".join(
    re.escape(bytes((method, flags)))
    for method in range(0x08, 0x79, 0x10)
    for flags in range(256)
    if (method * 256 + flags) % 31 == 0 and not flags & 0x20
)
_MEMBERS: tuple[tuple[re.Pattern[bytes], Callable[[], Inflater]], ...] = (
    (re.compile(rb"\x1f\x8b\x08"), lambda: zlib.decompressobj(31)),
    (re.compile(_ZLIB), lambda: zlib.decompressobj(15)),
    (re.compile(rb"BZh[1-9]1AY"), bz2.BZ2Decompressor),
    (re.compile(rb"\xfd7zXZ\x00"), lzma.LZMADecompressor),
)
_ZIPPED = re.compile(rb"PK\x03\x04.{26}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Hit:
    """A planted text that was found: in which file, and how it was written there."""

    path: Path
    text: str
    form: str


def scan(folder: Path, planted: Iterable[str]) -> list[Hit]:
    """Every planted text that any file below `folder` holds, or is called by."""
    needles = build_needles(planted)
    hits: dict[Hit, None] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder)).encode("utf-8", "surrogateescape")
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        for source in (name, content):
            for text, form in search(source, needles):
                hits[Hit(path, text, form)] = None
    return list(hits)


@dataclass(frozen=True, slots=True)
class Needle:
    """Bytes that give a planted text away, and the view in which they are looked for: "as is", "lower", "joined"."""

    data: bytes
    view: str
    text: str
    form: str


def build_needles(planted: Iterable[str]) -> tuple[Needle, ...]:
    """Everything that gives a planted text away."""
    found = (needle for text in planted for part in parts(text) for needle in _needles(text, part))
    return tuple({(each.data, each.view, each.text): each for each in found}.values())


def parts(text: str) -> tuple[str, ...]:
    """A text and its halves."""
    middle = len(text) // 2
    return (text, text[:middle], text[middle:]) if middle >= SHORTEST_HALF else (text,)


def _needles(text: str, part: str) -> Iterator[Needle]:
    whole = "" if part == text else " (half)"
    for code in CODES:
        try:
            data = part.encode(code)
        except UnicodeEncodeError:
            continue
        yield Needle(data.lower(), "lower", text, code + whole)
        yield Needle(part.casefold().encode(code, "replace"), "lower", text, f"{code} case-folded{whole}")
        yield Needle(part[::-1].encode(code).lower(), "lower", text, f"{code} reversed{whole}")
        yield Needle(data[::-1].lower(), "lower", text, f"{code} reversed bytes{whole}")
        yield Needle(data.hex().encode(), "lower", text, f"{code} in hexadecimal{whole}")
        for shift in range(3):
            if len(data) > shift + 5:
                for encoded in (base64.b64encode, base64.urlsafe_b64encode):
                    middle = _inner_base64(data, shift, encoded)
                    yield Needle(middle, "joined", text, f"{code} in base64, shifted by {shift}{whole}")


def _inner_base64(data: bytes, shift: int, encoded: Callable[[bytes], bytes]) -> bytes:
    """The letters of a base64 text that `data` alone decides when `shift` other bytes come before it."""
    letters = encoded(bytes(shift) + data)
    first = -(-8 * shift // 6)
    return letters[first : 8 * (shift + len(data)) // 6]


def search(data: bytes, needles: Iterable[Needle], depth: int = 0) -> Iterator[tuple[str, str]]:
    """(planted text, how it is written) of everything found in `data` and in the members inside."""
    if not data:
        return
    views = _views(data)
    for needle in needles:
        if any(needle.data in view for view in views[needle.view]):
            yield needle.text, needle.form
    if depth < DEEPEST:
        for member in members(data):
            for text, form in search(member, needles, depth + 1):
                yield text, f"compressed, {form}"


def _views(data: bytes) -> dict[str, tuple[bytes, ...]]:
    """The data as the needles are looked for: taken out of its quotings, in lower case or without line breaks."""
    plain = [data]
    if b"%" in data:
        plain.append(unquote_to_bytes(data))
    if b"\\" in data:
        plain.append(_ESCAPED.sub(_unescape, data))
    if b"&" in data:
        plain.append(html.unescape(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape"))
    folded = data.decode("utf-8", "replace").casefold().encode()
    return {
        "lower": tuple(dict.fromkeys([*(each.lower() for each in plain), folded])),
        "joined": tuple(dict.fromkeys(each.translate(None, b"\r\n\t ") for each in plain)),
    }


def _unescape(found: re.Match[bytes]) -> bytes:
    try:
        return str(json.loads(b'"' + found[0] + b'"')).encode("utf-8", "replace")
    except ValueError:
        return found[0]


def members(data: bytes) -> Iterator[bytes]:
    """What compressed members inside `data` hold, as far as each can be read."""
    whole = memoryview(data)
    for mark, opened in _MEMBERS:
        for found in mark.finditer(data):
            yield from _inflate(opened(), whole[found.start() :])
    for found in _ZIPPED.finditer(data):
        name, extra = (int.from_bytes(found[0][place : place + 2], "little") for place in (26, 28))
        yield from _inflate(zlib.decompressobj(-15), whole[found.start() + 30 + name + extra :])


def _inflate(inflater: Inflater, data: memoryview) -> Iterator[bytes]:
    """One member, up to where it ends or breaks off."""
    opened = bytearray()
    for place in range(0, len(data), PIECE):
        try:
            opened += inflater.decompress(bytes(data[place : place + PIECE]))
        except (zlib.error, OSError, EOFError, lzma.LZMAError):
            break
        if inflater.eof or len(opened) > LARGEST:
            break
    if opened:
        yield bytes(opened)
