"""The text of a document on disk."""

import hashlib
import re
import zipfile
from pathlib import Path
from xml.sax.saxutils import unescape

LARGEST = 20_000_000
"""Bytes read of one file."""
OFFICE = frozenset({".ods", ".odt", ".odp", ".xlsx", ".docx", ".pptx"})


def read_text(path: Path) -> str | None:
    """What a person would read in a file: plain text, or the text inside an office document; None when unreadable."""
    try:
        if path.stat().st_size > LARGEST:
            return None
        if path.suffix.lower() in OFFICE:
            return read_office(path)
        return decode(path.read_bytes())
    except (OSError, zipfile.BadZipFile, KeyError):
        return None


def read_office(path: Path) -> str:
    """The text in the XML parts of an office document."""
    texts = []
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".xml") and archive.getinfo(name).file_size <= LARGEST and "styles" not in name:
                xml = archive.read(name).decode("utf-8", "replace")
                texts.append(unescape(re.sub(r"<[^>]+>", "\n", xml), {"&apos;": "'", "&quot;": '"'}))
    return "\n".join(texts)


def decode(data: bytes) -> str:
    """Bytes as text, in the encodings that documents come in."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def digest(path: Path) -> str:
    """SHA-256 of a file's bytes, "" when there is no such file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
