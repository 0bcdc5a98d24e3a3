"""Type into real programs under many keyboard layouts, and read back what arrived."""

import subprocess

from bench.scorecard.hands.programs import PROGRAMS, Program, bring, holds, missing_programs, open_programs, until
from bench.scorecard.row import Measured, Progress
from deskhand.core.element import Window
from deskhand.core.errors import BadInput
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.platform import X11Platform
from deskhand.platforms.x11.xkb import LOCK, NUM_LOCK, Xkb

LAYOUTS = (
    ("us", 0, 0), ("gb", LOCK, 0), ("de", 0, 0), ("fr", NUM_LOCK, 0), ("es", 0, 0), ("it", 0, 0), ("pl", 0, 0),
    ("ru", LOCK, 0), ("gr", 0, 0), ("tr", LOCK | NUM_LOCK, 0), ("us dvorak", 0, 0), ("jp", 0, 0), ("ara", 0, 0),
    ("il", NUM_LOCK, 0), ("us,ru", 0, 1), ("us,gr", LOCK | NUM_LOCK, 1),
)  # fmt: skip
"""Layout and variant, what is locked, and the active group."""
ASCII = "".join(map(chr, range(0x20, 0x7F))).strip()
TEXTS = (
    ASCII,
    "Grüße, façade, ¿señor?, zażółć gęślą, İıŞş, ЖжЁё, Ωμέγα, ^~`´¨",
    "e\u0301 n\u0303 漢字かな 🙂𝔘 👨\u200d👩\u200d👧 שלום مرحبا \u200fx",
    "".join(chr(0x4E00 + 7 * step) for step in range(90)),
)
REFUSED = ("a\0b", "a\x1bb", "a\x7fb", "a\rb", "a\x85b", "a\ud83db", "\udc00", "a\ufffeb", "a\U0001ffffb")


def set_layout(desktop: PrivateDesktop, xkb: Xkb, layout: str, locked: int, group: int) -> None:
    name, _, variant = layout.partition(" ")
    subprocess.run(["setxkbmap", "-layout", name, "-variant", variant], env=desktop.env, check=True)
    xkb.send(xkb.lock_request(255, locked, group))
    xkb.state()


def arrives(platform: X11Platform, program: Program, window: Window, text: str) -> bool:
    """Whether a text that is typed arrives in an emptied field, or in the first cell."""
    bring(platform, window)
    if program.cells:
        platform.input.press("ctrl+Home")
        platform.input.press("Delete")
    else:
        platform.input.press("ctrl+End")
        platform.input.press("ctrl+shift+Home")
        platform.input.press("BackSpace")
    platform.input.type(text + ("\n" if program.cells else ""))
    return holds(platform, window, text)


def saves(desktop: PrivateDesktop, platform: X11Platform, windows: dict[str, Window], mark: str) -> list[str]:
    """The programs in which ctrl+s is something else."""
    wrong = []
    for program, name in ((PROGRAMS[0], "gtk.txt"), (PROGRAMS[1], "qt.txt")):
        path = desktop.home / name
        if not arrives(platform, program, windows[program.name], mark):
            wrong.append(f"{program.name}: {mark}")
        platform.input.press("ctrl+s")
        if not until(lambda path=path: path.read_text().strip() == mark, 5):  # type: ignore[misc]
            wrong.append(f"ctrl+s in {program.name}")
    page = windows[PROGRAMS[2].name]
    bring(platform, page)
    platform.input.type("old")
    platform.input.press("ctrl+a")
    platform.input.type("new")
    if not holds(platform, page, "new"):
        wrong.append(f"ctrl+a in {PROGRAMS[2].name}")
    for letter in "bs":
        platform.input.press(f"ctrl+{letter}")
        said = until(lambda word=f"ctrl+{letter}": any(word in (n.name, n.value) for n in platform.tree.read(page)), 5)  # type: ignore[misc]
        if not said:
            wrong.append(f"ctrl+{letter} in {PROGRAMS[2].name}")
    return wrong


def refuses(platform: X11Platform, text: str) -> bool:
    try:
        platform.input.type(text)
    except BadInput:
        return True
    return False


def measure_layouts(progress: Progress) -> Measured:
    if missing := missing_programs():
        return Measured({}, None, f"install {' '.join(missing)} to measure this")
    wrong: list[str] = []
    cases = 0
    with open_programs() as (desktop, platform, windows):
        xkb = Xkb(open_display(desktop.env))
        for number, (layout, locked, group) in enumerate(LAYOUTS):
            set_layout(desktop, xkb, layout, locked, group)
            for program in PROGRAMS:
                for text in TEXTS[1:3] if program.cells else TEXTS:  # it takes seconds to draw a script anew
                    cases += 1
                    if not arrives(platform, program, windows[program.name], text):
                        wrong.append(f"{layout}, {program.name}: {text[:12]}")
            cases += 7 + len(REFUSED)
            wrong += [f"{layout}: {each}" for each in saves(desktop, platform, windows, f"mark {number}")]
            wrong += [f"{layout}: {text!r} was taken" for text in REFUSED if not refuses(platform, text)]
            state = xkb.state()
            cases += 1
            if (state.held, state.locked, state.group) != (0, locked, group):
                wrong.append(f"{layout}: the keyboard was left as {state}")
            progress(number + 1, len(LAYOUTS))
    figures = {"layouts": len(LAYOUTS), "programs": len(PROGRAMS), "cases": cases, "wrong": len(wrong)}
    return Measured(figures, not wrong, "; ".join(wrong[:12]))
