"""Privacy: what is cut out, what is not touched, what is erased, what is never kept, and who may read it."""

import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from PIL import Image

from bench.canary import scan
from bench.scorecard.privacy.day import SECRET_BOX, Day
from bench.scorecard.privacy.desktop import measure_desktop
from bench.scorecard.privacy.erased_day import EDITOR, HOUR, START
from bench.scorecard.privacy.erased_day import Day as ErasedDay
from bench.scorecard.privacy.ordinary import made, read_public
from bench.scorecard.privacy.pretend_desk import BANK, BOX, SHOP, Desk, text
from bench.scorecard.privacy.pretend_desk import EDITOR as EDITOR_WINDOW
from bench.scorecard.privacy.secrets import Case, accounts, cards, persons, phones, tokens
from bench.scorecard.row import Measured, Progress, Row
from deskhand.core import faults
from deskhand.core.element import PRIVATE_ADDRESS, Element, Window
from deskhand.core.errors import PlatformError
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId
from deskhand.observe.exclusion import NEVER
from deskhand.observe.redaction import Redactor
from deskhand.store.database import Database
from deskhand.store.erase import Erased, erase, finish_unfinished
from deskhand.store.erasure import Erasure, program_digest

SEED = 20261203
EACH = 2400
"""Generated secrets of each family."""


def left(case: Case) -> bool:
    """Whether anything of a secret is in the event that would be stored."""
    element = Element("text", case.field)
    clean = Redactor().event(Event(EventId("evt"), 0.0, EventKind.TYPE, "app", element=element, value=case.text))
    bare = "".join(filter(str.isalnum, clean.value))
    return any("".join(filter(str.isalnum, piece)) in bare for piece in case.hidden) or not clean.redacted


def measure_recall(progress: Progress) -> tuple[dict[str, float], Counter[str]]:
    """(recall of each family, misses of each kind)."""
    chance = random.Random(SEED)  # noqa: S311 - the same cases every time
    recall: dict[str, float] = {}
    misses: Counter[str] = Counter()
    families = (cards, persons, accounts, phones, tokens)
    for at, family in enumerate(families):
        cases = list(family(chance, EACH))
        missed = [case for case in cases if left(case)]
        misses.update(case.kind for case in missed)
        recall[family.__name__] = round(100 * (1 - len(missed) / len(cases)), 2)
        progress(at + 1, len(families) + 1)
    return recall, misses


def measure_touched(texts: Iterable[tuple[str, str]]) -> tuple[Counter[str], Counter[str]]:
    """(texts, touched texts) of each kind."""
    redactor = Redactor()
    seen: Counter[str] = Counter()
    touched: Counter[str] = Counter()
    for kind, plain in texts:
        seen[kind] += 1
        touched[kind] += redactor.text(plain)[1]
    return seen, touched


def measure_redaction(progress: Progress) -> Measured:
    recall, misses = measure_recall(progress)
    chance = random.Random(SEED)  # noqa: S311
    folder = Path(os.environ.get("DATA_SETS", ""))
    public = list(read_public(folder)) if os.environ.get("DATA_SETS") else []
    seen, touched = measure_touched(public)
    made_seen, made_touched = measure_touched(made(chance, 6000))
    figures: dict[str, float | int | str] = {f"recall {name} %": value for name, value in recall.items()}
    figures["recall %"] = round(sum(recall.values()) / len(recall), 2)
    figures["made texts touched %"] = round(100 * made_touched.total() / made_seen.total(), 2)
    if seen:
        figures["people's texts"] = seen.total()
        figures["people's texts touched %"] = round(100 * touched.total() / seen.total(), 3)
    worst = {f"missed {kind}": number for kind, number in misses.most_common(8)}
    worst |= {f"touched {kind}": number for kind, number in (touched + made_touched).most_common(8)}
    shares = [made_touched.total() / made_seen.total(), *([touched.total() / seen.total()] if seen else [])]
    reached = min(recall.values()) >= 99 and max(shares) <= 0.01
    note = "" if seen else "DATA_SETS names no folder of public data sets, so only made texts were measured"
    return Measured(figures | worst, reached, note)


# -- a day with secrets in it -----------------------------------------------------------------------------------------


class Careless(Redactor):
    """Cuts nothing: what it lets through shows that the day and the scanner could fail."""

    def event(self, event: Event, also: Sequence[str] = ()) -> Event:
        return event


def live(seed: int, tell: Callable[[], None] = lambda: None) -> tuple[Counter[str], bool, list[bool]]:
    """(secrets found of each kind, whether ordinary work is there, of each picture whether it hides) of a simulated day."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "data"
        day = Day(home, seed)
        day.live(tell)
        planted = {secret: kind for kind, secrets in day.planted.items() for secret in secrets}
        found = {hit.text for hit in scan(home, [*planted, day.ordinary])}
        pictures = [is_black(path) for path in home.glob("traces/*/*.png")]
        return Counter(planted[text] for text in found & planted.keys()), day.ordinary in found, pictures


def is_black(path: Path) -> bool:
    """Whether a picture is black where a field with a secret is."""
    with Image.open(path) as picture:
        box = SECRET_BOX
        return not picture.crop((box.x, box.y, box.x + box.width, box.y + box.height)).getbbox()


def measure_day(progress: Progress) -> Measured:
    with mock.patch("deskhand.observe.recorder.Redactor", Careless):
        control, _, _ = live(SEED)
    progress(1, 4)
    found, ordinary, pictures = live(SEED)
    progress(2, 4)
    desktop: dict[str, float | int | str] = {}
    note = ""
    try:
        desktop = dict(measure_desktop())
    except (PlatformError, FileNotFoundError) as error:
        note = f"the part on a real desktop was not measured: {error}"
    progress(4, 4)
    figures: dict[str, float | int | str] = {
        "planted": 60,
        "found": found.total(),
        "found when nothing is cut": control.total(),
        "ordinary work kept": str(ordinary),
        "pictures": len(pictures),
        "pictures that show a secret field": pictures.count(False),
        **{f"found of {kind}": number for kind, number in found.items()},
        **desktop,
    }
    reached = not found and ordinary and bool(pictures) and all(pictures) and control.total() >= 40
    if desktop:
        reached = (
            reached
            and desktop["on the desktop, found"] == 0
            and desktop["on the desktop, ordinary work kept"] == "True"
        )
    return Measured(figures, reached if not note or not reached else None, note)


# -- erase ------------------------------------------------------------------------------------------------------------


def measure_erase(progress: Progress) -> Measured:
    """Every choice, with a reader beside it, and killed at every point."""
    left = lost = cases = unfinished = 0
    choices = [(Erasure(START + HOUR, START + 2 * HOUR - 1), (1,)), (Erasure(0, 1e11, program_digest(EDITOR)), (0, 1, 2)),
               (Erasure(-1e12, 1e12), (0, 1, 2))]  # fmt: skip
    points = [None, "erase.intended", "store.commit", "erase.rows", "erase.files", "erase.wiped"]
    for erasure, hours in choices:
        for point in points:
            for reading in (False, True):
                with TemporaryDirectory() as folder:
                    cases += 1
                    unfinished += not erase_once(Path(folder), erasure, point, reading)
                    left += len({hit.text for hit in scan(Path(folder), ErasedDay.texts(*hours))})
                    others = ErasedDay.texts(*(hour for hour in range(3) if hour not in hours))
                    lost += len(others) - len({hit.text for hit in scan(Path(folder), others)})
                progress(cases, len(choices) * len(points) * 2)
    figures = {"cases": cases, "planted texts left": left, "other texts lost": lost, "not finished": unfinished}
    return Measured(figures, not (left or lost or unfinished))


class Killed(BaseException):
    """In the place of a process that ends."""


def erase_once(folder: Path, erasure: Erasure, point: str | None, reading: bool) -> bool:
    """One erasure, perhaps broken off at a point and done again by the next opening; whether it says that all is gone."""
    day = ErasedDay(folder)
    day.add_copy(1)
    reader = sqlite3.connect(day.path)
    if reading:
        reader.execute("SELECT * FROM events").fetchall()
    now = START + 5 * HOUR
    if point is not None:
        faults.arm(point, faults.at_hit(2 if point == "store.commit" else 1, faults.raising(Killed())))
    try:
        done: Erased | None = erase(day.database, erasure, day.folder, now)
    except Killed:
        day.database.close()
        faults.disarm()
        with Database.open(day.path) as database:
            done = finish_unfinished(database, day.folder, now)
    faults.disarm()
    day.database.close()
    reader.close()
    return done is not None and not done.left


# -- where nothing is kept, and who may read --------------------------------------------------------------------------


def measure_exclusion(progress: Progress) -> Measured:
    """Every program that is never watched, private windows told by their title and by the browser, an excluded site."""
    windows = [(Window(9, app, "Vault", 900, BOX), "") for app in sorted(NEVER)]
    titles = ("Shop - Chromium (Incognito)", "Shop — Mozilla Firefox Private Browsing", "Shop - Edge InPrivate")
    windows += [(Window(9, "browser", title, 900, BOX), SHOP) for title in titles]
    windows += [(Window(9, "browser", "Shop", 900, BOX), address) for address in (PRIVATE_ADDRESS, BANK)]
    leaking = []
    for at, (window, address) in enumerate(windows):
        desk = Desk(sites=("bank.example",), urls={9: address}, windows=[EDITOR_WINDOW, window])
        desk.nodes[9] = [text("Name", "kept-nowhere", window)]
        for _ in range(2):
            desk.activate(window)
            field = text("Name", "", window)
            desk.focus(field)
            desk.click(field, window)
            desk.type(window, field, "kept-nowhere")
            desk.copy("kept-nowhere")
            desk.press("Return")
            desk.activate(EDITOR_WINDOW)
            desk.press("ctrl+v")
            desk.focus(text("Note"))
            desk.type(EDITOR_WINDOW, text("Note"), "fine")
        desk.flush()
        if any(event.app == window.app for event in desk.events) or "nowhere" in repr(desk.events):
            leaking.append(window.app)
        progress(at + 1, len(windows))
    figures = {"places": len(windows), "with an event": len(leaking), "which": ", ".join(leaking)}
    return Measured(figures, not leaking)


def measure_files(progress: Progress) -> Measured:
    """The cases of the suite, all of them, in a process of its own whose umask is 000."""
    root = Path(__file__).parents[3]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "tests/store/test_private_files.py"],
        cwd=root, env={**os.environ, "PYTHONPATH": f"{root}/src"}, capture_output=True, text=True, check=False, umask=0,
    )  # fmt: skip
    progress(1, 1)
    dots = ended.stdout.split("[")[0].count(".")
    return Measured({"cases passed": dots, "failed": ended.stdout.count("FAILED")}, ended.returncode == 0)


ROWS = [
    Row(
        "S8",
        "sixty secrets in fields, addresses, titles and the clipboard of a day are in no byte on the disk",
        "0 found in any form, in pictures black; ordinary work kept",
        measure_day,
    ),
    Row(
        "S9",
        "generated cards, identity numbers, accounts, phones and tokens are cut, ordinary text is not",
        "recall of every family at least 99 %, at most 1 % of ordinary texts touched",
        measure_redaction,
    ),
    Row(
        "S10",
        "what is erased is in no byte of any file",
        "0 texts left, 0 others lost, every one finished",
        measure_erase,
    ),
    Row(
        "S11",
        "of password managers, lock screens, private windows and excluded sites nothing is recorded",
        "0 events from any of them",
        measure_exclusion,
    ),
    Row(
        "S12", "folders are 0700, files 0600; where others could replace them it is refused", "all cases", measure_files
    ),
]
