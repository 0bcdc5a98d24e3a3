"""Acting on a desktop that moves."""

from collections import Counter

from bench.scorecard.lies import WORLDS, Lie, run_case
from bench.scorecard.races import race, steal
from bench.scorecard.row import Measured, Progress, Row
from deskhand.core.run import Outcome

RACES, THEFTS, LIES = 500, 200, 300


def measure_races(progress: Progress) -> Measured:
    """Everything that can come between reading and acting, at every point between them."""
    wrong = Counter[str]()
    met = seed = 0
    while met < RACES:
        said = race(seed)
        seed += 1
        if said == "nothing came between":
            continue
        met += 1
        if said:
            wrong[said] += 1
        progress(met, RACES)
    return Measured({"races": met, "hit another": wrong.total()}, not wrong, "; ".join(wrong))


def measure_thefts(progress: Progress) -> Measured:
    """The focus is taken away while a text is typed."""
    stray = 0
    for seed in range(THEFTS):
        stray += steal(seed)
        progress(seed + 1, THEFTS)
    return Measured({"runs": THEFTS, "characters in the wrong window": stray}, stray == 0)


def measure_lies(progress: Progress) -> Measured:
    """Every lie in every world in turn, and as many honest twins."""
    kinds = [(world, lie) for lie in Lie for world in WORLDS]
    believed, doubted = Counter[str](), Counter[str]()
    for seed in range(LIES):
        world, lie = kinds[seed % len(kinds)]
        if run_case(world, lie, seed) is Outcome.DONE:
            believed[f"{world}: {lie}"] += 1
        if run_case(world, None, seed) is not Outcome.DONE:
            doubted[world] += 1
        progress(seed + 1, LIES)
    figures = {"lies": LIES, "believed": believed.total(), "honest": LIES, "not called done": doubted.total()}
    note = "; ".join([*believed, *doubted])
    return Measured(figures, not believed and doubted.total() <= 0.05 * LIES, note)


ROWS = [
    Row("U4", "the window moves, the list is sorted, a dialog pops up between reading and acting (scripted world)",
        "500 runs, no other object hit", measure_races),
    Row("U8", "effects that lie, over files, a form, a spreadsheet and an editor (scripted worlds), and honest twins",
        "300 lies, none called done; of 300 honest at most 5 % not called done", measure_lies),
    Row("U10", "the focus is stolen just before or while typing (scripted world)",
        "200 thefts, 0 characters in the wrong window", measure_thefts),
]  # fmt: skip
