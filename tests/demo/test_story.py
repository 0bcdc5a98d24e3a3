"""The whole: real programs, a scripted person, a watcher of its own, and the undo."""

import stat
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from deskhand.demo.catalogue import LYING, build_routine
from deskhand.demo.desk import Desk
from deskhand.demo.story import Watching, tell_tale
from deskhand.platforms.x11.desktop import PrivateDesktop

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

PASSWORD, CARD = "kvasir-77-mead", "4111 1111 1111 1111"
PAGE = """<!doctype html><title>Account</title><form><label>User <input id=u></label>
<label>Secret <input type=password id=p></label><label>Card <input id=c></label></form>"""


@pytest.mark.parametrize("name", ["sheet-to-form", "page-to-file"])
def test_a_routine_is_learned_done_verified_and_taken_back(name: str, tmp_path: Path) -> None:
    tale = tell_tale(build_routine(name), tmp_path / name, lambda text: None)
    assert tale.problems == []


def test_a_lie_is_refuted_and_nothing_is_called_done(tmp_path: Path) -> None:
    liar = LYING()
    tale = tell_tale(liar, tmp_path / "lie", lambda text: None, liar.lie)
    assert tale.problems == []
    assert tale.run["outcome"] == "not achieved"


def test_secrets_are_nowhere_under_the_data_folder(tmp_path: Path) -> None:
    with PrivateDesktop() as desktop, ExitStack() as stack:
        desk = Desk(desktop)
        stack.callback(desk.close)
        page = desk.documents / "page.html"
        page.write_text(PAGE)
        desk.open_browser(f"file://{page}")
        person = desk.person
        person.place("Account", 0, 24, 700, 400)
        person.see("Account", "text", "Card")
        watching = Watching(desktop, tmp_path)
        watching.wait("watching", 30)
        person.click("Account", "text", "User")
        person.type("canary-user")
        person.press("Tab")
        person.type(PASSWORD)
        person.press("Tab")
        person.type(CARD)
        person.press("Tab")
        time.sleep(3)  # the watcher takes a pause for the end of a stretch of work
        assert watching.end() == 130
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"canary-user" in kept  # it did record
    for secret in (PASSWORD, CARD, CARD.replace(" ", "")):
        assert secret.encode() not in kept
    assert stat.S_IMODE((tmp_path / "deskhand.db").stat().st_mode) == 0o600


def test_nothing_of_an_excluded_program_is_anywhere_under_the_data_folder(tmp_path: Path) -> None:
    with PrivateDesktop() as desktop, ExitStack() as stack:
        settings = desktop.home / ".config/deskhand/config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text('exclude_apps = ["mousepad"]')
        desk = Desk(desktop)
        stack.callback(desk.close)
        for name, text in (("diary.txt", "canary-read"), ("work.txt", "work-read")):
            (desk.documents / name).write_text(text)
        desk.open("mousepad", str(desk.documents / "diary.txt"))
        desk.person.window("diary")
        desk.open("featherpad", str(desk.documents / "work.txt"))
        person = desk.person
        person.place("work.txt", 0, 24, 500, 400)
        person.place("diary", 600, 24, 500, 400)
        watching = Watching(desktop, tmp_path)
        watching.wait("watching", 30)
        for _ in range(2):
            person.click_text("diary")
            person.type("canary-typed")
            person.press("ctrl+a")
            person.copy()
            person.press("ctrl+s")
            person.click_text("work.txt")
            person.press("End", "ctrl+v")
            person.type("work-typed")
            person.press("ctrl+s")
        time.sleep(3)
        assert watching.end() == 130
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"work-typed" in kept  # it did record
    for secret in (b"canary", b"diary", b"mousepad"):
        assert secret not in kept


def test_the_demo_ends_with_status_2_where_a_folder_was_used_before(tmp_path: Path) -> None:
    (tmp_path / "sheet-to-form").mkdir()
    answer = subprocess.run(
        [sys.executable, "-m", "deskhand.cli", "demo", "--routine", "sheet-to-form", "--keep", str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 2
    assert "earlier demo" in answer.stderr
