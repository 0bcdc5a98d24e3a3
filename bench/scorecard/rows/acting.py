"""Acting on a desktop that moves."""

from collections import Counter

from bench.scorecard.races import race, steal
from bench.scorecard.row import Measured, Progress, Row

RACES, THEFTS = 500, 200


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


ROWS = [
    Row("U4", "the window moves, the list is sorted, a dialog pops up between reading and acting (scripted world)",
        "500 runs, no other object hit", measure_races),
    Row("U10", "the focus is stolen just before or while typing (scripted world)",
        "200 thefts, 0 characters in the wrong window", measure_thefts),
]  # fmt: skip
