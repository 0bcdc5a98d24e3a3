"""What a crash may cost: nothing that was stored, nothing done twice."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from bench.scorecard.durability.crashes import Case, Prepared, prepare, spread, workplace
from bench.scorecard.durability.doubt import POINTS, die_in
from bench.scorecard.durability.locks import LOCK_KINDS, Holder
from bench.scorecard.row import Measured, Progress, Row
from deskhand.core.action import ActionKind

WORKERS = 2
MOST_HITS = 24
PHASES = ("recording", "learning", "running", "undoing")
LOCKS = 50
LONGEST = {"recording": 0.25, "learning": 0.12, "running": 0.25, "undoing": 0.08}
"""Seconds that a phase may take; one that is over before the kill does not count."""
KILLS = 60


@contextmanager
def workers() -> Iterator[tuple[ThreadPoolExecutor, list[Prepared], Path]]:
    """Two workplaces, one for each of the threads that look after agents."""
    with workplace() as folder, ThreadPoolExecutor(WORKERS) as pool:
        places = []
        for number in range(WORKERS):
            (folder / str(number)).mkdir()
            places.append(prepare(folder / str(number)))
        yield pool, places, folder


def measure_points(progress: Progress) -> Measured:
    start = time.monotonic()
    with workers() as (pool, places, folder):
        case = Case(places[0], folder / "undisturbed")
        reached = case.undisturbed()
        wrong = [f"undisturbed: {each}" for each in case.check()]
        hits = spread(reached, MOST_HITS)
        done = Counter[str]()

        def go(worker: int) -> list[str]:
            found = []
            for number, (point, hit) in list(enumerate(hits))[worker::WORKERS]:
                case = Case(places[worker], folder / f"case-{number}")
                found += [f"{point} {hit}: {each}" for each in case.die_and_go_on(point, hit)]
                done["deaths"] += 1
                progress(done["deaths"], len(hits))
            return found

        for found in pool.map(go, range(WORKERS)):
            wrong += found
    seconds = round(time.monotonic() - start, 1)
    figures = {"points": len(reached), "deaths": len(hits), "wrong": len(wrong), "seconds": seconds}
    return Measured(figures, not wrong and len(hits) >= 150 and seconds < 180, "; ".join(wrong[:3]))


def measure_kills(progress: Progress) -> Measured:
    killed, cut_off = Counter[str](), Counter[str]()
    with workers() as (pool, places, folder):

        def go(worker: int) -> list[str]:
            chance, found, number = random.Random(worker), [], 0  # noqa: S311 - seeded, no secret
            for phase in PHASES:
                for _ in range(KILLS // WORKERS):
                    wrong = None
                    while wrong is None:
                        number += 1
                        case = Case(places[worker], folder / f"case-{worker}-{number}")
                        wrong = case.kill_and_go_on(phase, chance.uniform(0, LONGEST[phase]))
                    found += [f"{phase}: {each}" for each in wrong]
                    killed[phase] += 1
                    cut_off["runs"] += case.cut_off
                    progress(killed.total(), KILLS * len(PHASES))
            return found

        wrong = [each for found in pool.map(go, range(WORKERS)) for each in found]
    figures = {"kills": killed.total(), **killed, "runs cut off": cut_off["runs"], "wrong": len(wrong)}
    enough = killed.total() >= 200 and min(killed.values()) >= 60
    return Measured(figures, not wrong and enough, "; ".join(wrong[:3]))


def measure_doubt(progress: Progress) -> Measured:
    cases = [(kind, point) for kind in ActionKind for point in POINTS]
    wrong = []
    with workplace() as folder:
        for number, (kind, point) in enumerate(cases):
            place = folder / str(number)
            place.mkdir()
            wrong += [f"{kind} at {point}: {each}" for each in die_in(kind, point, place)]
            progress(number + 1, len(cases))
    return Measured({"deaths": len(cases), "wrong": len(wrong)}, not wrong, "; ".join(wrong[:3]))


def measure_locks(progress: Progress) -> Measured:
    refused, taken, slowest, wrong = 0, 0, 0.0, []
    with workplace() as folder:
        for number in range(LOCKS):
            kind = LOCK_KINDS[number % len(LOCK_KINDS)]
            with Holder(folder, kind) as holder:
                seconds, said = holder.contend()
                slowest = max(slowest, seconds)
                refused += f"process {holder.pid} " in said and seconds < 1
                wrong += [] if f"process {holder.pid} " in said else [f"{kind}: {said!r}"]
                seconds, said = holder.take_over()
                slowest = max(slowest, seconds)
                taken += not said and seconds < 1
                wrong += [f"{kind}: {said!r}"] if said else []
            progress(number + 1, LOCKS)
    figures = {"refused with the pid": refused, "taken over": taken, "of": LOCKS, "slowest": round(slowest, 3)}
    return Measured(figures, refused == taken == LOCKS, "; ".join(wrong[:3]))


ROWS = [
    Row("D1", "death at every named point, then a restart", "at least 150 deaths, 0 lost, 0 doubled, under 180 s", measure_points),
    Row("D5", "death before and after every step of each kind of action", "in doubt is unknown and said, 0 sent again", measure_doubt),
    Row("D9", "a second agent on a desktop, and the lock of one that was killed", "50 of 50 in 1 s each", measure_locks),
    Row("D2", "random kills while recording, learning, running and undoing", "200 of 200 without a loss, 60 each", measure_kills),
]  # fmt: skip
