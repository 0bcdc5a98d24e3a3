"""Days of work, and clocks that are set."""

import time

from bench.scorecard.durability.clocks import CASES, live_through
from bench.scorecard.durability.crashes import workplace
from bench.scorecard.durability.life import brisk
from bench.scorecard.durability.long import Days, Load, live_long
from bench.scorecard.row import Measured, Progress, Row
from deskhand.store.database import Database

RUNS, EVENTS = 2000, 150_000
WARM = 0.2
"""The share of the time after which memory must not grow any more."""


@brisk()
def measure_days(progress: Progress) -> Measured:
    start = time.monotonic()
    with workplace() as folder, Database.open(folder / "deskhand.db") as database:
        days = Days(folder, database)
        loads = list(live_long(days, RUNS, EVENTS, folder / "deskhand.db", lambda done: progress(done, RUNS)))
        events, runs = days.store.count(), len(days.journal.runs(10 * RUNS))
        hours = (days.clock.monotonic()) / 3600
    return judge(loads, {"events": events, "runs": runs, "hours": round(hours, 1)}, time.monotonic() - start)


def judge(loads: list[Load], figures: dict[str, float | int | str], seconds: float) -> Measured:
    """What was held after the warm-up against what was held at the end."""
    warm = loads[int(len(loads) * WARM) :]
    growth = warm[-1].memory / warm[0].memory - 1
    steady = len({each.handles for each in warm}) == 1 and len({each.threads for each in warm}) == 1
    ahead = max(each.ahead for each in loads) / 1e6
    figures |= {
        "minutes": round(seconds / 60, 1), "growth %": round(100 * growth, 1), "handles and threads steady": str(steady),
        "longest write-ahead file MB": round(ahead, 1),
    }  # fmt: skip
    enough = int(figures["events"]) >= EVENTS and int(figures["runs"]) >= RUNS
    return Measured(figures, enough and steady and growth <= 0.1 and ahead <= 16 and seconds <= 900)


def measure_clocks(progress: Progress) -> Measured:
    wrong = []
    for number, name in enumerate(CASES):
        with workplace() as folder:
            wrong += [f"{name}: {each}" for each in live_through(name, folder)]
        progress(number + 1, len(CASES))
    return Measured({"cases": len(CASES), "wrong": len(wrong)}, not wrong and len(CASES) >= 12, "; ".join(wrong[:3]))


ROWS = [
    Row("D13", "72 hours of work: 150,000 events, 2,000 runs", "in 15 min, memory +10 %, handles and threads steady, 16 MB ahead", measure_days),
    Row("D17", "clocks set back and forward, summer time, suspend, a step in a run", "12 of 12 in order, no negative duration", measure_clocks),
]  # fmt: skip
