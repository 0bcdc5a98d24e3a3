"""Every command answers bad input with one clear sentence and the right status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-m", "deskhand.cli", *words],
        env={**os.environ, **environ}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_help_names_every_command() -> None:
    answer = run("--help")
    assert answer.returncode == 0
    for command in ("watch", "learned", "runs", "show", "undo", "keep", "pause", "resume", "doctor", "desktop", "demo"):
        assert command in answer.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("watch",), "no display"),
        (("watch", "--for", "-1"), "greater than 0"),
        (("show", "run_none"), "no run that begins"),
        (("undo",), "no last run"),
        (("keep",), "no last run"),
        (("demo", "--routine", "none"), "there is no routine"),
        (("demo", "--break", "--routine", "page-to-file"), "planned for sheet-to-form"),
        (("desktop", "--", "no-such-program-here"), "no program"),
        (("nonsense",), "No such command"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(words: tuple[str, ...], sentence: str) -> None:
    answer = run(*words)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_display_that_is_not_there_is_named() -> None:
    answer = run("watch", DISPLAY=":987")
    assert answer.returncode == 2
    assert ":987" in answer.stderr


def test_a_damaged_data_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_text("nonsense " * 999)
    answer = run("runs", "--db", str(tmp_path / "bad.db"))
    assert answer.returncode == 2
    assert "bad.db" in answer.stderr


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("tier = 'boss'")
    answer = run("runs", DESKHAND_CONFIG=str(tmp_path / "config.toml"))
    assert answer.returncode == 2
    assert "tier" in answer.stderr


def test_a_settings_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    answer = run("runs", DESKHAND_CONFIG=str(tmp_path / "none.toml"))
    assert answer.returncode == 2
    assert "none.toml" in answer.stderr


def test_an_empty_store_is_a_friendly_sentence_and_empty_json() -> None:
    assert "Nothing was learned" in run("learned").stdout
    assert json.loads(run("learned", "--json").stdout) == {"rules": []}
    assert json.loads(run("runs", "--json").stdout) == {"runs": []}


def test_pausing_is_one_call_and_said() -> None:
    assert "paused" in run("pause").stdout
    assert "recording again" in run("resume").stdout


def test_doctor_runs_the_contract_on_every_adapter_that_is_present(tmp_path: Path) -> None:
    answer = run("doctor", "--contract", "--json", PATH=str(tmp_path))  # without any of a desktop's programs
    told = json.loads(answer.stdout)
    results = {(check["adapter"], check["result"]) for check in told["checks"]}
    assert answer.returncode == 0
    assert told["ok"] is True
    assert results == {("fake", "ok"), ("fake", "skipped"), ("x11", "skipped")}
    assert "install" in told["checks"][-1]["reason"]


def test_doctor_tells_the_contract_in_one_line_a_check(tmp_path: Path) -> None:
    lines = run("doctor", "--contract", PATH=str(tmp_path)).stdout.splitlines()
    assert len(lines) > 30
    assert all(line.startswith(("ok      fake", "skipped ")) for line in lines)
