"""What is damaged is set aside whole by a watcher, and only refused by everything else."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from bench.scorecard.durability.crashes import write_old
from bench.scorecard.durability.damage import (
    DAMAGED,
    SETTINGS,
    harm_file,
    harm_settings,
    make_whole,
    read_only_commands_leave_it,
)
from bench.scorecard.durability.stream import day_of_work
from bench.scorecard.durability.torn import Torn

from deskhand.core import faults
from deskhand.core.errors import StoreDamaged, StoreForeign
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.quarantine import open_or_begin_anew


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(tmp_path: Path, name: str) -> None:
    assert harm_file(name, tmp_path / "deskhand.db") == []


@pytest.mark.parametrize("name", DAMAGED)
def test_commands_that_only_read_leave_it(tmp_path: Path, name: str) -> None:
    assert read_only_commands_leave_it(name, tmp_path / "deskhand.db") == []


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_that_make_no_sense_are_refused_with_their_line(tmp_path: Path, name: str) -> None:
    assert harm_settings(name, tmp_path) == []


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_crash_while_it_is_set_aside_deletes_nothing(tmp_path: Path, number: int) -> None:
    path = tmp_path / "deskhand.db"
    make_whole(path)
    DAMAGED["header overwritten"](path)
    damaged = path.read_bytes()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).write_bytes(b"beside")
    faults.arm("quarantine.moved", faults.at_hit(number, faults.raising(KeyboardInterrupt())))
    try:
        with pytest.raises(KeyboardInterrupt):
            open_or_begin_anew(path, SystemClock())
    finally:
        faults.disarm()
    database, _ = open_or_begin_anew(path, SystemClock())
    database.close()
    assert [each for each in tmp_path.glob("*.damaged.*Z*") if each.read_bytes() == damaged]


def test_a_database_of_another_program_is_never_moved(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (a)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreForeign, match="another program"):
        open_or_begin_anew(path, SystemClock())
    assert path.read_bytes() == before


def test_a_folder_is_not_set_aside(tmp_path: Path) -> None:
    with pytest.raises(StoreDamaged, match="is a folder"):
        open_or_begin_anew(tmp_path, SystemClock())


def test_torn_files_keep_what_was_committed(tmp_path: Path) -> None:
    torn = Torn(tmp_path)
    for seed in range(12):
        assert torn.tear(seed) == []


def test_a_part_of_a_copy_from_a_crash_does_not_prevent_the_next(tmp_path: Path) -> None:
    path = tmp_path / "deskhand.db"
    write_old(path, list(day_of_work(1, 20)))
    path.with_name("deskhand.db.part").write_bytes(b"half of a copy")
    old = shutil.copy(path, tmp_path / "old.db")
    Database.open(path).close()
    copy = tmp_path / "deskhand.db.v1"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.stat().st_size == Path(old).stat().st_size
