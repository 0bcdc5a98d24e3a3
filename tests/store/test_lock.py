"""One watcher for a file, one for a desktop, one that acts; a lock ends with its process."""

import os
from pathlib import Path

import pytest
from bench.scorecard.durability.locks import LOCK_KINDS, Holder

from deskhand.store.lock import DesktopLock, desktop_lock, is_watched, lock_folder, only_watcher


@pytest.mark.parametrize("kind", LOCK_KINDS)
def test_another_process_is_refused_with_the_holders_number_and_follows_a_killed_one(tmp_path: Path, kind: str) -> None:
    with Holder(tmp_path, kind) as holder:
        seconds, said = holder.contend()
        assert f"process {holder.pid} " in said
        assert seconds < 1
        seconds, said = holder.take_over()
        assert said == ""
        assert seconds < 1


def test_a_watcher_sees_that_another_process_acts_but_not_itself(tmp_path: Path) -> None:
    lock = DesktopLock(tmp_path, "desk")
    assert not lock.another_acts
    with Holder(tmp_path, "acting"):
        assert lock.another_acts
    with lock.acting():
        assert not lock.another_acts


def test_two_data_files_share_a_desktop_and_its_screens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deskhand.store.lock.lock_folder", lambda: tmp_path)
    for display in (":7", ":7.0", ":7.1"):
        with desktop_lock({"DISPLAY": display}).watching():
            assert (tmp_path / ":7.watcher").read_text() == str(os.getpid())
    with desktop_lock({"DISPLAY": ":8"}).watching(), desktop_lock({"DISPLAY": ":7"}).watching():
        pass


def test_it_is_known_whether_a_file_is_watched(tmp_path: Path) -> None:
    assert not is_watched(tmp_path / "db")
    with only_watcher(tmp_path / "db"):
        assert is_watched(tmp_path / "db")
    assert not is_watched(tmp_path / "db")


def test_the_folder_of_the_locks_is_private_and_the_same_in_any_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = lock_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/elsewhere")
    monkeypatch.setenv("TMPDIR", "/elsewhere")
    assert lock_folder() == folder
