"""Reading accessibility trees: how fast, how bounded, how unbreakable."""

import os
import signal
import time

from bench.reading.desk import PROGRAMS, Pair, Program, compare, median, missing, open_desk
from bench.reading.fuzz import World, faults, read
from bench.scorecard.row import Measured, Progress, Row
from deskhand.core.errors import AppGone

ROUNDS = 3
TREES = 10_000
MOMENTS = 1_000
TREE_SECONDS = 2.5
SLACK = 0.5
"""Seconds for building the nodes of what was told in time."""
RAREST = 4.0


def measure_speed(progress: Progress) -> Measured:
    """R1: how many times faster than the usual walk, program by program."""
    if lacking := missing():
        return Measured({}, None, f"install {' '.join(lacking)} to measure this")
    figures: dict[str, float | int | str] = {}
    reached = True
    for done, program in enumerate(PROGRAMS):
        progress(done, len(PROGRAMS))
        pairs = compare_often(program)
        ratio = median(pairs, lambda pair: pair.rival / pair.ours)
        apart = min(pair.differing for pair in pairs)
        figures[f"{program.name} times faster"] = round(ratio, 1)
        figures[f"{program.name} ms"] = round(1000 * median(pairs, lambda pair: pair.ours))
        figures[f"{program.name} nodes"] = pairs[0].nodes
        figures[f"{program.name} differing"] = apart
        reached = reached and ratio >= program.target and apart == 0
    return Measured(figures, reached, "actions are compared by their number")


def compare_often(program: Program) -> list[Pair]:
    """Some comparisons on one desktop."""
    with open_desk(program) as desk:
        return [compare(desk) for _ in range(ROUNDS)]


def measure_again(progress: Progress) -> Measured:
    """R2: a second reading of what did not change, as a part of the first."""
    if lacking := missing():
        return Measured({}, None, f"install {' '.join(lacking)} to measure this")
    figures: dict[str, float | int | str] = {}
    for done, program in enumerate(PROGRAMS):
        progress(done, len(PROGRAMS))
        figures[program.name] = round(median(compare_often(program), lambda pair: pair.again / pair.ours), 2)
    return Measured(figures, max(map(float, figures.values())) <= 0.25)


def measure_deadline(progress: Progress) -> Measured:
    """R3: readings of a program that is stopped at some moment, and of one that is stopped all along."""
    if lacking := missing():
        return Measured({}, None, f"install {' '.join(lacking)} to measure this")
    program = next(each for each in PROGRAMS if each.name == "gtk3")
    late, partial = 0, 0
    slowest = 0.0
    moments = (0.0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.3)
    with open_desk(program) as desk:
        for done, moment in enumerate(moments):
            progress(done, len(moments))
            stopper = os.fork()
            if stopper == 0:
                time.sleep(moment)
                os.kill(desk.window.pid, signal.SIGSTOP)
                os._exit(0)
            start = time.monotonic()
            try:
                partial += bool(desk.platform.tree.read(desk.window, 0.5))
            except AppGone:
                pass
            took = time.monotonic() - start
            os.waitpid(stopper, 0)
            os.kill(desk.window.pid, signal.SIGCONT)
            slowest, late = max(slowest, took), late + (took > 0.5 + SLACK)
            time.sleep(1.0)  # it answers what it was asked meanwhile
        whole = len(desk.platform.tree.read(desk.window, RAREST))
    figures = {"late": late, "slowest s": round(slowest, 2), "with nodes": partial, "nodes afterwards": whole}
    return Measured(figures, late == 0 and whole >= program.least)


def measure_fuzz(progress: Progress) -> Measured:
    """U1: broken trees."""
    slowest, wrong, crashed = 0.0, 0, 0
    for seed in range(TREES):
        if seed % 100 == 0:
            progress(seed, TREES)
        start = time.monotonic()
        try:
            nodes = read(World(seed))
            wrong += isinstance(nodes, AppGone) or bool(faults(nodes))
        except Exception:  # that there is none is what is measured
            crashed += 1
        slowest = max(slowest, time.monotonic() - start)
    figures = {"trees": TREES, "crashes": crashed, "wrong": wrong, "slowest s": round(slowest, 2)}
    return Measured(figures, not crashed and not wrong and slowest <= TREE_SECONDS)


def measure_changes(progress: Progress) -> Measured:
    """U2: the tree changes before one of the answers, each in turn."""
    typed = 0
    whole = World(0)
    read(whole)
    for moment in range(MOMENTS):
        if moment % 50 == 0:
            progress(moment, MOMENTS)
        world = World(5 * (moment // whole.asked))

        def change(world: World, moment: int = moment % whole.asked) -> None:
            if world.asked == moment:
                world.dead |= set(range(2, world.size, 2))
                world.size = 90

        world.change = change
        try:
            nodes = read(world)
            typed += isinstance(nodes, AppGone) or not faults(nodes)
        except Exception:  # that there is none is what is measured
            typed += 0
    return Measured({"typed": typed, "of": MOMENTS, "positions": whole.asked}, typed == MOMENTS)


SPEED = "8 times in Chromium, Firefox and GTK 3, 4 in GTK 4, Qt and Calc, with the same objects"
ROWS = [
    Row("R1", "reading every object on the screen beside the usual bindings", SPEED, measure_speed),
    Row("R2", "reading an unchanged window again", "at most a quarter of the first time", measure_again),
    Row("R3", "reading a program that stops answering", "never later than its time", measure_deadline),
    Row("U1", "10,000 broken trees", "no crash, none beyond 2.5 s, nothing endless", measure_fuzz),
    Row("U2", "trees that change under the walk", "1,000 of 1,000 typed results", measure_changes),
]
