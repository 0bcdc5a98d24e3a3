"""Whatever the umask says, nobody else reads what is kept; where others could replace it, it is not kept."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.act.prior import back_up
from deskhand.core.element import Picture
from deskhand.core.errors import StoreExposed
from deskhand.core.geometry import Box
from deskhand.core.ids import RunId
from deskhand.platforms.fake.clock import FakeClock
from deskhand.store.database import Database
from deskhand.store.lock import only_watcher
from deskhand.trace.writer import TraceWriter


@pytest.fixture(autouse=True)
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> set[tuple[str, int]]:
    return {("folder" if each.is_dir() else "file", stat.S_IMODE(each.lstat().st_mode)) for each in folder.rglob("*")}


def fill(home: Path) -> None:
    """Every kind of file that Deskhand makes."""
    path = home / "deskhand" / "deskhand.db"
    with Database.open(path) as database, only_watcher(path):
        database.run("INSERT INTO settings VALUES ('a', 'b', 0)")
        writer = TraceWriter(path.parent / "traces", RunId("run_1"), FakeClock())
        writer.emit("run", {})
        writer.picture("a", Picture(Box(0, 0, 1, 1), bytes(3)))
        (home.parent / "some.txt").write_text("x")
        back_up(home.parent / "some.txt", path.parent / "backups")
        assert modes(home) == {("folder", 0o700), ("file", 0o600)}


def test_folders_are_0700_and_files_0600_without_a_umask(tmp_path: Path) -> None:
    fill(tmp_path / "deep" / "made")


def test_files_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    fill(tmp_path / "made")
    path = tmp_path / "made" / "deskhand" / "deskhand.db"
    path.chmod(0o644)
    path.with_name("deskhand.db.v1").write_bytes(b"x" * 600)
    Database.open(path).close()
    assert {each.stat().st_mode & 0o777 for each in path.parent.glob("deskhand.db*")} == {0o600}


def test_a_folder_that_everybody_may_write_is_refused_with_the_mend(tmp_path: Path) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    for path in (open_to_all / "deskhand.db", open_to_all / "deep" / "deskhand.db"):
        with pytest.raises(StoreExposed, match="chmod o-w"):
            Database.open(path)
        assert not path.exists()
    open_to_all.chmod(0o1777)  # as /tmp: others cannot take away what is ours
    Database.open(open_to_all / "deep" / "deskhand.db").close()


def test_a_link_in_the_place_of_the_data_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.db").touch()
    (tmp_path / "deskhand.db").symlink_to(tmp_path / "other.db")
    with pytest.raises(StoreExposed, match="is a link"):
        Database.open(tmp_path / "deskhand.db")
    assert (tmp_path / "other.db").read_bytes() == b""


def test_a_folder_that_another_user_linked_is_refused(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only the superuser can make a link that belongs to another")
    (tmp_path / "real").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    os.lchown(tmp_path / "linked", 12345, 12345)
    with pytest.raises(StoreExposed, match="another user"):
        Database.open(tmp_path / "linked" / "deskhand.db")
