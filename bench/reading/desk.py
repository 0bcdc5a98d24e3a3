"""Programs to read, each alone on a private desktop, and both readers' answers in one form."""

import json
import os
import shutil
import statistics
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from deskhand.core.element import Node, Window
from deskhand.core.geometry import Box
from deskhand.platforms.x11.bus import Bus
from deskhand.platforms.x11.describe import clean_name, read_box
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.platform import X11Platform
from deskhand.platforms.x11.roles import read_state_bits, role_name
from deskhand.platforms.x11.tree import AtspiTree
from deskhand.platforms.x11.wire import pack_ints

HERE = Path(__file__).parent
PYTHON = "/usr/bin/python3"
START_SECONDS = 60.0
BUDGET = 20.0
CHROMIUM = ("--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--password-store=basic")
FIREFOX = """user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("browser.startup.homepage_override.mstone", "ignore");
"""


class Program(NamedTuple):
    """`command` makes its files in a folder and tells how to start it; `least` nodes are a sign that it has come up."""

    name: str
    target: float
    least: int
    needs: tuple[str, ...]
    command: Callable[[Path], list[str]]


class Desk(NamedTuple):
    """A running program and its window."""

    desktop: PrivateDesktop
    platform: X11Platform
    window: Window
    process: subprocess.Popen[bytes]


class Pair(NamedTuple):
    """One comparison: seconds of each reader, the sizes of what they read and how many objects differ."""

    ours: float
    again: float
    rival: float
    nodes: int
    differing: int


def write_page(home: Path) -> str:
    """A page of 2,400 elements, all on the screen."""
    kinds = '<button>b{0}</button><a href="#{0}">Link {0}</a><input value="v{0}" aria-label="field {0}" size=4>'
    kinds += "<label><input type=checkbox>c{0}</label>"
    rows = (
        "<div>" + "".join(kinds.format(number) for number in range(start, start + 30)) + "</div>"
        for start in range(0, 600, 30)
    )
    page = home / "page.html"
    page.write_text("<title>Page</title><style>*{font-size:7px;margin:0;padding:0}</style>" + "".join(rows))
    return page.as_uri()


def chromium(home: Path) -> list[str]:
    sandbox = ("--no-sandbox", "--test-type") if os.geteuid() == 0 else ()
    profile = f"--user-data-dir={home / 'browser'}"
    return ["chromium", *sandbox, *CHROMIUM, profile, "--window-size=1800,1000", f"--app={write_page(home)}"]


def firefox(home: Path) -> list[str]:
    profile = home / "firefox"
    profile.mkdir()
    (profile / "user.js").write_text(FIREFOX)
    return [
        "firefox-esr",
        "--new-instance",
        "--no-remote",
        "--width",
        "1800",
        "--height",
        "1000",
        "--profile",
        str(profile),
        write_page(home),
    ]


def calc(home: Path) -> list[str]:
    """A sheet that is full of values beyond what the screen shows."""
    sheet = home / "sheet.csv"
    sheet.write_text("\n".join(",".join(f"r{row}c{column}" for column in range(40)) for row in range(80)))
    return ["soffice", "--norestore", "--nologo", "--infilter=Text - txt - csv (StarCalc):44,34,76,1", str(sheet)]


def board(script: str, rows: int, columns: int) -> Callable[[Path], list[str]]:
    return lambda home: [PYTHON, str(HERE / "programs" / script), str(rows), str(columns)]


PROGRAMS = (
    Program("chromium", 8, 3000, ("chromium",), chromium),
    Program("firefox", 8, 2400, ("firefox-esr",), firefox),
    Program("gtk3", 8, 3000, (PYTHON,), board("gtk3.py", 60, 50)),
    Program("gtk4", 4, 300, (PYTHON,), board("gtk4.py", 15, 12)),
    Program("qt", 4, 180, (PYTHON,), board("qt.py", 15, 12)),
    Program("calc", 4, 500, ("soffice",), calc),
)


def missing() -> list[str]:
    """The packages that the comparison needs and this machine lacks."""
    found = [need for program in PROGRAMS for need in program.needs if shutil.which(need) is None]
    folder = Path("/usr/lib/x86_64-linux-gnu/girepository-1.0")
    typelibs = {"Gtk-3.0": "gir1.2-gtk-3.0", "Gtk-4.0": "gir1.2-gtk-4.0", "Atspi-2.0": "gir1.2-atspi-2.0"}
    found += [package for name, package in typelibs.items() if not (folder / f"{name}.typelib").exists()]
    modules = {"gi": "python3-gi", "PyQt5": "python3-pyqt5"}
    found += [
        package for name, package in modules.items() if not Path(f"/usr/lib/python3/dist-packages/{name}").exists()
    ]
    return sorted(set(found))


@contextmanager
def open_desk(program: Program) -> Iterator[Desk]:
    """The program, up and read twice alike. `TimeoutError` when it does not come up."""
    with PrivateDesktop("1920x1080") as desktop:
        process = desktop.spawn(program.command(desktop.home))
        platform = X11Platform.open(desktop.env)
        try:
            yield Desk(desktop, platform, wait_for(platform, program), process)
        finally:
            platform.close()


def wait_for(platform: X11Platform, program: Program) -> Window:
    """Its window, once two readings have the same size."""
    end, size = time.monotonic() + START_SECONDS, -1
    while time.monotonic() < end:
        windows = [window for window in platform.windows.list() if window.pid]
        before, size = size, len(platform.tree.read(windows[-1], BUDGET)) if windows else 0
        if size == before and size >= program.least:
            return windows[-1]
        time.sleep(0.3)
    raise TimeoutError(f"{program.name} did not come up: {size} nodes")


def compare(desk: Desk) -> Pair:
    """Both readers, each new to the program, one after the other; then the same again by ours."""
    bus = Bus.accessibility(desk.desktop.env)
    try:
        start = time.monotonic()
        tree = AtspiTree(bus, desk.platform.windows.front)
        nodes = tree.read(desk.window, BUDGET)
        ours = time.monotonic() - start
        start = time.monotonic()
        tree.read(desk.window, BUDGET)
        again = time.monotonic() - start
        toolkit = tree.toolkit(tree.application(desk.window.pid) or "")
    finally:
        bus.close()
    command = [PYTHON, str(HERE / "rival.py"), str(desk.window.pid), desk.window.title, toolkit]
    told = subprocess.run(command, env=desk.desktop.env, capture_output=True, check=True, timeout=120).stdout
    answer = json.loads(told)
    origin = desk.window.box if toolkit == "GTK" else None
    return Pair(ours, again, answer["seconds"], len(nodes), differing(nodes, answer["nodes"], origin))


def differing(nodes: Sequence[Node], others: Sequence[Sequence[Any]], origin: Box | None) -> int:
    """How many objects only one of both has: role, states, box, number of actions of all, and the name of what has one.

    Ours takes the name of an unnamed field from its label, which the other does not ask for. Actions are compared by
    their number: one question for all tells their localized names, and those are empty in Chromium and Calc.
    """
    ours = Counter((node.role, node.states, node.box, len(node.actions)) for node in nodes)
    named = Counter((node.role, node.name, node.box) for node in nodes)
    theirs: Counter[object] = Counter()
    theirs_named: Counter[object] = Counter()
    for role, name, states, box, actions in others:
        word = role_name(role)
        place = read_box(pack_ints(*box), origin if origin is None else Box(origin.x, origin.y, 0, 0)) if box else None
        theirs[word, read_state_bits(sum(1 << bit for bit in states)), place, len(actions)] += 1
        if clean_name(name):
            theirs_named[word, clean_name(name), place] += 1
    apart = (ours - theirs).total() + (theirs - ours).total()
    return apart + (theirs_named - named).total()


def median(pairs: Sequence[Pair], of: Callable[[Pair], float]) -> float:
    return statistics.median(map(of, pairs))
