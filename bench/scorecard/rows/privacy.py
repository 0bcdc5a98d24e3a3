"""Privacy: what is cut out, what is not touched, what is erased, what is never kept, and who may read it."""

import os
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bench.scorecard.privacy.ordinary import made, read_public
from bench.scorecard.privacy.secrets import Case, accounts, cards, persons, phones, tokens
from bench.scorecard.row import Measured, Progress, Row
from deskhand.core.element import Element
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId
from deskhand.observe.redaction import Redactor

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
    for kind, text in texts:
        seen[kind] += 1
        touched[kind] += redactor.text(text)[1]
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


ROWS = [
    Row(
        "S9",
        "generated cards, identity numbers, accounts, phones and tokens are cut, ordinary text is not",
        "recall of every family at least 99 %, at most 1 % of ordinary texts touched",
        measure_redaction,
    ),
]
