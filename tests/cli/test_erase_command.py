"""`deskhand erase`: what it takes, asks, answers, and which status it ends with."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from bench.scorecard.privacy.erased_day import Day

from deskhand.cli.main import main
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.lock import desktop_lock


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["deskhand", "erase", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(str(ended.value.code))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    day = Day(tmp_path)
    day.database.close()
    return day.path


def count(path: Path) -> int:
    with Database.open(path) as database:
        return len(StoredEvents(database).recent())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "say what to erase"),
        (["--last", "soon"], "--last takes a length"),
        (["--since", "yesterday"], "--since takes a date and time"),
        (["--since", "2026-12-02", "--until", "2026-12-01"], "--since must be before --until"),
        (["--last", "1h", "--since", "2026-12-01"], "leave --since and --until out"),
        (["--all", "--app", "mousepad"], "--all takes everything"),
    ],
)
def test_what_makes_no_sense_is_one_sentence_and_status_2(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: Sequence[str],
    sentence: str,
) -> None:
    assert run(monkeypatch, *words, "--yes", "--db", path) == 2
    assert sentence in capsys.readouterr().err
    assert count(path) == 9


def test_without_a_data_file_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "--all", "--yes", "--db", tmp_path / "none.db") == 2
    assert not (tmp_path / "none.db").exists()


def test_a_dry_run_says_what_would_go_and_erases_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--all", "--dry-run", "--json", "--db", path) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("files") >= 6
    assert told == {
        "result": "would erase", "events": 9, "events_trimmed": 0, "routines": 3, "runs": 3, "decisions": 3, "left": [],
    }  # fmt: skip
    assert count(path) == 9


def test_without_a_yes_it_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--all", "--db", path) == 3
    told = capsys.readouterr().err
    assert "9 events" in told
    assert "nothing was erased" in told
    assert count(path) == 9


def test_all_of_a_program_goes(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--app", "Mousepad", "--yes", "--db", path) == 0
    assert "erased: 9 events" in capsys.readouterr().out
    assert count(path) == 0
    assert run(monkeypatch, "--app", "mousepad", "--yes", "--db", path) == 0
    assert "nothing to erase" in capsys.readouterr().out


def test_the_last_hour_is_not_years_ago(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "--last", "1h", "--yes", "--db", path) == 0
    assert count(path) == 9
    assert run(monkeypatch, "--until", "2023-11-14T23:30:00+00:00", "--yes", "--db", path) == 0
    assert count(path) == 3


def test_in_the_middle_of_a_run_it_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":erase-test")
    with desktop_lock({"DISPLAY": ":erase-test"}).acting():
        assert run(monkeypatch, "--all", "--yes", "--db", path) == 3
    assert count(path) == 9
