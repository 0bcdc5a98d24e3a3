"""What a watcher costs on a desktop, and that work without a routine stays the person's alone."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from bench.scorecard.row import Measured, Progress, Row
from bench.scorecard.watching.costs import family_of, processes_on, processor_seconds, resident_bytes
from bench.scorecard.watching.varied import Hands, Wanderer, set_up
from deskhand.core.errors import PlatformError
from deskhand.demo.story import DATABASE, Watching
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.store.database import Database

MINUTES = float(os.environ.get("DESKHAND_MINUTES", "0")) or None
"""A shorter or longer time than the rows', for a trial; it stands among the figures."""
VARIED_MINUTES, COST_MINUTES = 30.0, 10.0
SEED = 20261203
IDLE_SHARE, ACTIVE_SHARE, RESIDENT_MB = 1.0, 3.0, 150.0
MEGABYTE = 1e6


def measure_varied(progress: Progress) -> Measured:
    """Varied work under `deskhand watch --auto-approve`: whatever fires would be done at once."""
    minutes = MINUTES or VARIED_MINUTES
    with PrivateDesktop() as desktop:
        wanderer = Wanderer(Hands(desktop.env), set_up(desktop), SEED)
        watching = start_watching(desktop)
        try:
            for minute in range(round(minutes)):
                wanderer.work(60)
                progress(minute + 1, round(minutes))
        finally:
            status = watching.end()
        figures = read_store(watching.folder / DATABASE)
    said = figures | {"minutes": minutes, "acts": wanderer.acts, "exit status of the watcher": status}
    reached = (
        not figures["chosen"]
        and not figures["runs"]
        and figures["events"] >= wanderer.acts
        and minutes >= VARIED_MINUTES
    )
    return Measured(said, reached)


def read_store(path: Path) -> dict[str, int]:
    """What a watcher kept: events, rules, decisions to act, runs."""
    with Database.open(path) as database:
        counts = {
            "events": database.rows("SELECT count(*) FROM events"),
            "rules": database.rows("SELECT count(*) FROM rules"),
            "runs": database.rows("SELECT count(*) FROM runs"),
        }
        decisions = [json.loads(data) for (data,) in database.rows("SELECT data FROM decisions")]
    numbers = {name: int(rows[0][0]) for name, rows in counts.items()}
    return {**numbers, "decisions": len(decisions), "chosen": sum(bool(each.get("chosen")) for each in decisions)}


def start_watching(desktop: PrivateDesktop) -> Watching:
    folder = desktop.home / "data"
    folder.mkdir(mode=0o700)
    watching = Watching(desktop, folder)
    watching.wait("watching", 60)
    return watching


def measure_costs(progress: Progress) -> Measured:
    """Ten minutes of work and ten of idling, with a watcher and without, on the same desktop."""
    seconds = 60 * (MINUTES or COST_MINUTES)
    with PrivateDesktop() as desktop:
        wanderer = Wanderer(Hands(desktop.env), set_up(desktop), SEED)
        display = desktop.env["DISPLAY"]

        def share(pids: Callable[[], set[int]], doing: Callable[[], None]) -> tuple[float, float]:
            """(of the desktop's programs, of the watcher) percent of a core while something goes on."""
            watcher, begun = pids(), time.monotonic()
            programs = processes_on(display) - watcher
            before = processor_seconds(programs), processor_seconds(watcher)
            doing()
            spent = time.monotonic() - begun
            after = processor_seconds(programs), processor_seconds(watcher)
            return tuple(100 * (end - start) / spent for start, end in zip(before, after, strict=True))  # type: ignore[return-value]

        bare_idle, _ = share(set, lambda: time.sleep(seconds))
        progress(1, 4)
        bare_active, _ = share(set, lambda: wanderer.work(seconds))
        progress(2, 4)
        watching = start_watching(desktop)
        try:
            family = family_of(watching.pid)
            active_programs, active = share(lambda: family, lambda: wanderer.work(seconds))
            progress(3, 4)
            time.sleep(5)  # the last pause is thought about
            idle_programs, idle = share(lambda: family, lambda: time.sleep(seconds))
            progress(4, 4)
            resident = resident_bytes(family) / MEGABYTE
        finally:
            watching.end()
    figures = {
        "minutes each": round(seconds / 60, 1),
        "active % of a core": round(active, 2), "idle %": round(idle, 2), "resident MB": round(resident, 1),
        "programs active %, watched": round(active_programs, 1), "not watched": round(bare_active, 1),
        "programs idle %, watched": round(idle_programs, 2), "not watched, idle": round(bare_idle, 2),
    }  # fmt: skip
    kept = active <= ACTIVE_SHARE and idle <= IDLE_SHARE and resident <= RESIDENT_MB and seconds >= 60 * COST_MINUTES
    return Measured(
        figures, kept, "shares depend on the machine; work is that of one busy person, an act every 2 to 3 s"
    )


def on_a_desktop(measure: Callable[[Progress], Measured]) -> Callable[[Progress], Measured]:
    """A measurement that says what is missing where there is no desktop for it."""

    def run(progress: Progress) -> Measured:
        try:
            return measure(progress)
        except (PlatformError, FileNotFoundError) as error:
            return Measured({}, None, str(error))

    return run


ROWS = [
    Row(
        "W1",
        "work that is no routine yields no rule that fires",
        "30 minutes of varied work by real input: 0 decisions to act, 0 runs",
        on_a_desktop(measure_varied),
    ),
    Row(
        "W2",
        "watching costs little",
        "at most 1 % of a core idle, 3 % active, 150 MB resident, over 10 minutes each",
        on_a_desktop(measure_costs),
    ),
]
