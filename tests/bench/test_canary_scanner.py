"""The scanner that proves that nothing is left finds what is there, in every form; otherwise it would prove nothing."""

import base64
import bz2
import gzip
import html
import io
import json
import lzma
import sqlite3
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from bench.canary import scan
from PIL import Image, PngImagePlugin

PLANTED = 'Kv7/ä"m&%9qx-Wz40 pLt'
ASCII = "Kv7m9qxWz40pLtRb3"


def png(compressed: bool) -> bytes:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", f"see {ASCII} there", zip=compressed)
    out = io.BytesIO()
    Image.new("RGB", (4, 4)).save(out, "png", pnginfo=notes)
    return out.getvalue()


def zipped(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", data)
    return out.getvalue()


FORMS: dict[str, Callable[[str], bytes]] = {
    "as it is": str.encode,
    "Latin-1": lambda text: text.encode("latin-1"),
    "UTF-16 LE": lambda text: text.encode("utf-16-le"),
    "UTF-16 BE": lambda text: text.encode("utf-16-be"),
    "UTF-32 LE": lambda text: text.encode("utf-32-le"),
    "UTF-32 BE": lambda text: text.encode("utf-32-be"),
    "reversed": lambda text: text[::-1].encode(),
    "reversed bytes": lambda text: text.encode()[::-1],
    "upper case": lambda text: text.upper().encode(),
    "lower case": lambda text: text.lower().encode(),
    "upper case in UTF-16": lambda text: text.upper().encode("utf-16-le"),
    "hex": lambda text: text.encode().hex().encode(),
    "HEX": lambda text: text.encode().hex().upper().encode(),
    "hex of UTF-16": lambda text: text.encode("utf-16-le").hex().encode(),
    "base64": lambda text: base64.b64encode(text.encode()),
    "base64, shifted by 1": lambda text: base64.b64encode(b"x" + text.encode() + b"yz"),
    "base64, shifted by 2": lambda text: base64.b64encode(b"xx" + text.encode() + b"y"),
    "base64 for addresses": lambda text: base64.urlsafe_b64encode(b"?>" + text.encode()),
    "base64 of UTF-16": lambda text: base64.b64encode(b"xx" + text.encode("utf-16-le")),
    "base64 in lines": lambda text: base64.encodebytes(b"." * 50 + text.encode()),
    "percent-quoted": lambda text: quote(text, safe="").encode(),
    "every byte percent-quoted": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()).encode(),
    "JSON": lambda text: json.dumps({"a": text}).encode(),
    "JSON with every letter escaped": lambda text: "".join(f"\\u{ord(each):04x}" for each in text).encode(),
    "HTML": lambda text: html.escape(text).encode(),
    "zlib": lambda text: b"some" + zlib.compress(text.encode() * 3, 1),
    "zlib without compression": lambda text: zlib.compress(text.encode(), 0),
    "gzip": lambda text: b"head" + gzip.compress(text.encode()) + b"tail",
    "zip": lambda text: zipped(text.encode()),
    "bzip2": lambda text: bz2.compress(text.encode()),
    "xz": lambda text: lzma.compress(text.encode()),
    "gzip of base64 in zip": lambda text: zipped(gzip.compress(base64.b64encode(text.encode()))),
    "the first half": lambda text: text[: len(text) // 2].encode(),
    "the second half": lambda text: text[len(text) // 2 :].encode(),
}


@pytest.mark.parametrize("text", [PLANTED, ASCII])
@pytest.mark.parametrize("form", list(FORMS))
def test_a_planted_text_is_found_in_every_form(tmp_path: Path, form: str, text: str) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "file").write_bytes(b"before " * 9 + FORMS[form](text) + b" after" * 9)
    assert {hit.text for hit in scan(tmp_path, [text, "another-text-1234"])} == {text}


@pytest.mark.parametrize("compressed", [True, False])
def test_it_is_found_in_the_text_chunks_of_a_picture(tmp_path: Path, compressed: bool) -> None:
    (tmp_path / "picture.png").write_bytes(png(compressed))
    assert scan(tmp_path, [ASCII])


def test_it_is_found_in_the_name_of_a_file(tmp_path: Path) -> None:
    (tmp_path / f"{ASCII}.txt").write_text("nothing")
    assert scan(tmp_path, [ASCII])


def test_it_is_found_in_a_database_its_log_and_the_pages_it_freed(tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (a)")
        connection.execute("INSERT INTO t VALUES (?)", ("x" * 4000 + ASCII + "y" * 9000,))
        connection.commit()
        assert {hit.path.name for hit in scan(tmp_path, [ASCII])} == {"some.db-wal"}
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("DELETE FROM t")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    assert {hit.path.name for hit in scan(tmp_path, [ASCII])} == {"some.db"}


def test_wherever_the_pages_of_a_database_cut_it_one_half_is_found(tmp_path: Path) -> None:
    missed = []
    for before in range(3950, 4110):
        path = tmp_path / "some.db"
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE t (a)")
            connection.execute("INSERT INTO t VALUES (?)", ("x" * before + ASCII + "y" * 9000,))
        connection.close()
        if not scan(tmp_path, [ASCII]):
            missed.append(before)
        path.unlink()
    assert missed == []


def test_what_was_not_planted_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"".join(make(PLANTED) for make in FORMS.values()) + png(True))
    assert scan(tmp_path, ["another-text-1234", "Zz9-kW0-pp3-Qa7"]) == []
