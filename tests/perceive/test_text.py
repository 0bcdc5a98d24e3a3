"""When texts say the same, and what is in a file."""

from pathlib import Path

import pytest

from deskhand.demo.desk import write_sheet
from deskhand.perceive.files import digest, read_text
from deskhand.perceive.text import same_text


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a b", "a\u00a0b ", True),
        ("1,234.50", "1234.5", True),
        ("007", "7", False),
        ("a\r\nb", "a\nb", True),
        ("a", "b", False),
        ("", "0", False),
    ],
)
def test_space_and_number_marks_aside_texts_must_be_equal(one: str, other: str, same: bool) -> None:
    assert same_text(one, other) is same


def test_office_documents_and_other_encodings_are_read(tmp_path: Path) -> None:
    write_sheet(tmp_path / "a.ods", "S", [("Jürgen & Co", "1.5")])
    assert "Jürgen & Co" in (read_text(tmp_path / "a.ods") or "")
    (tmp_path / "b.txt").write_bytes("Grüße".encode("utf-16"))
    assert read_text(tmp_path / "b.txt") == "Grüße"
    (tmp_path / "c.txt").write_bytes(b"Gr\xfc\xdfe")
    assert read_text(tmp_path / "c.txt") == "Grüße"
    (tmp_path / "d.ods").write_bytes(b"no archive")
    assert read_text(tmp_path / "d.ods") is None
    assert read_text(tmp_path / "none") is None
    assert digest(tmp_path / "none") == ""
