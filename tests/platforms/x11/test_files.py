"""Documents that are written, moved and removed are told; hidden ones and what passes are not."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.platforms.x11.files import FileWatch, is_document


class Told:
    """What a watch told, relative to its folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.all: list[tuple[str, str]] = []

    def take(self, path: str, what: str) -> None:
        self.all.append((str(Path(path).relative_to(self.root)), what))

    def wait_for(self, *wanted: tuple[str, str]) -> None:
        end = time.monotonic() + 5
        while not set(wanted) <= set(self.all):
            assert time.monotonic() < end, self.all
            time.sleep(0.02)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    (tmp_path / "Documents/deep").mkdir(parents=True)
    (tmp_path / ".config").mkdir()
    told = Told(tmp_path)
    watch = FileWatch([tmp_path], told.take)
    yield told
    watch.close()


def test_writing_moving_and_removing_are_told(told: Told) -> None:
    file = told.root / "Documents/deep/a.txt"
    file.write_text("x")
    told.wait_for(("Documents/deep/a.txt", "written"))
    file.rename(told.root / "b.txt")
    told.wait_for(("Documents/deep/a.txt", "gone"), ("b.txt", "written"))
    (told.root / "b.txt").unlink()
    told.wait_for(("b.txt", "gone"))


def test_saving_by_a_passing_file_is_a_write(told: Told) -> None:
    passing = told.root / ".note.tmp"
    passing.write_text("x")
    passing.rename(told.root / "note.txt")
    told.wait_for(("note.txt", "written"))
    assert told.all == [("note.txt", "written")]


def test_hidden_folders_are_not_watched(told: Told) -> None:
    (told.root / ".config/state.txt").write_text("x")
    (told.root / ".cache").mkdir()
    (told.root / ".cache/state.txt").write_text("x")
    (told.root / "seen.txt").write_text("x")
    told.wait_for(("seen.txt", "written"))
    assert told.all == [("seen.txt", "written")]


def test_a_new_folder_and_what_was_written_at_once_in_it_are_seen(told: Told) -> None:
    (told.root / "new/er").mkdir(parents=True)
    (told.root / "new/er/a.txt").write_text("x")
    told.wait_for(("new/er/a.txt", "written"))


def test_folders_that_come_and_go_do_not_end_the_watch(told: Told) -> None:
    for number in range(300):
        folder = told.root / f"gone-{number}"
        (folder / "below").mkdir(parents=True)
        shutil.rmtree(folder)
    (told.root / "after.txt").write_text("x")
    told.wait_for(("after.txt", "written"))


def test_a_folder_that_is_not_there_or_not_readable_is_left_out(tmp_path: Path) -> None:
    told = Told(tmp_path)
    (tmp_path / "closed").mkdir(mode=0o000)
    watch = FileWatch([tmp_path / "none", tmp_path], told.take)
    (tmp_path / "a.txt").write_text("x")
    told.wait_for(("a.txt", "written"))
    watch.close()
    os.chmod(tmp_path / "closed", 0o700)  # noqa: PTH101


@pytest.mark.parametrize("name", [".hidden", "a.txt~", "a.tmp", "a.part", "~$a.docx", "lu123abc.tmp", "a.crdownload"])
def test_what_programs_use_in_passing_is_no_document(name: str) -> None:
    assert not is_document(name)
    assert is_document("a.txt")
