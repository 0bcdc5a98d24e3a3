"""Find routines in the unsegmented stream of events: sequences that come back more often than chance explains.

A pattern is grown act by act from a seed. Every act added is weighed: how surprising is it that it followed that often
within that many acts, given how common it is (binomial tail), less the price of having chosen it among all others. What
stays below `NATS` is chance. Neighbours in a pattern may have other work between them.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from deskhand.core.event import Event
from deskhand.core.source import (
    Joined,
    LineAt,
    LineHaving,
    Observed,
    Part,
    ReadFrom,
    Recased,
    Redated,
    Renumbered,
    Source,
)
from deskhand.learn.parameters import Explainer, fill_values
from deskhand.learn.pattern import Occurrence, Pattern
from deskhand.learn.symbols import Act, normalise

GAP_ACTS = 7
"""At most this many foreign acts between two neighbours of a pattern."""
GAP_SECONDS = 150.0
LONGEST = 60
KEPT = 0.7
"""Once it is a pattern, it grows only while this share goes on alike; so it never swallows its own repetition."""
NATS = 11.0
"""ln(1 / 0.000017): the surprise a pattern needs in all; measured on generated work, where 9 let one in 1,000 streams pass."""
FLOW_NATS = 4.0
"""What it adds that a varying value which came earlier in the occurrence was filled in later, every time."""
UNSEEN_ACTS = 8
"""Acts that a person could have done as well and did not yet: a short history does not make a repetition chance."""
SHORT_HISTORY = 48
"""Fewer acts than that, those and the unseen, tell nothing of how common an act is: it is weighed as if there were so many."""
MOST_FLOWS = 3
"""At most so many are counted of one value."""
SHORTEST = 3
BEFORE = 30
"""Events before an occurrence that are kept with it, for what stood on the screen."""

Span = tuple[int, ...]
"""Places of an occurrence's acts, in order."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A sequence of symbols, where it was seen, and how surprising that is."""

    symbols: tuple[str, ...]
    spans: tuple[Span, ...]
    nats: float


def discover(events: Sequence[Event], min_support: int = 3) -> tuple[Pattern, ...]:
    """The routines in `events` (in order of time), the surest first; each event belongs to one at most."""
    acts = normalise(events)
    found: list[Pattern] = []
    free = [True] * len(acts)
    while (best := find_best(acts, free, events, min_support)) is not None:
        for span in best.spans:
            for place in range(span[0], span[-1] + 1):
                free[place] = False if place in span else free[place]
        found.append(build_pattern(best, acts, events))
    return tuple(found)


def find_best(acts: Sequence[Act], free: Sequence[bool], events: Sequence[Event], min_support: int) -> Grown | None:
    """The pattern that explains most among the free acts."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, act in enumerate(acts):
        if free[place]:
            places[act.symbol].append(place)
    frequent = {word: where for word, where in places.items() if len(where) >= min_support}
    candidates = []
    for word in frequent:
        grown = grow(word, frequent, acts, min_support)
        if len(grown.symbols) >= SHORTEST and is_effectful(grown.symbols):
            nats = grown.nats
            if nats < NATS:
                nats += FLOW_NATS * count_flows(build_pattern(grown, acts, events))
            if nats >= NATS:
                candidates.append(Grown(grown.symbols, grown.spans, nats))
    best = max(candidates, key=lambda each: (len(each.spans) * len(each.symbols), -duration(each, acts)), default=None)
    return prepend(best, frequent, acts) if best is not None else None


def weighed(acts: Sequence[Act]) -> int:
    """Among how many acts an act is called common or rare."""
    return max(len(acts) + UNSEEN_ACTS, SHORT_HISTORY)


def duration(grown: Grown, acts: Sequence[Act]) -> float:
    """Seconds that all occurrences took: least where a repetition is cut at the pauses between them."""
    return sum(acts[span[-1]].time - acts[span[0]].time for span in grown.spans)


def grow(seed: str, places: dict[str, list[int]], acts: Sequence[Act], min_support: int) -> Grown:
    """The longest sequence that begins with `seed` and keeps coming back."""
    symbols, nats = [seed], -math.log(len(places))
    spans: list[Span] = [(place,) for place in places[seed]]
    total = weighed(acts)
    while len(symbols) < LONGEST:
        options = []
        for word, where in places.items():
            longer = extend(spans, where, acts)
            if len(longer) < min_support:
                continue
            if len(symbols) >= SHORTEST and len(longer) < KEPT * len(spans):
                continue
            reach = max(span[-1] - span[-2] for span in longer)
            chance = 1 - (1 - len(where) / total) ** reach
            surprise = -log_tail(len(spans), len(longer), chance) - math.log(len(places))
            first = (
                surprise if len(symbols) == 1 else 0.0
            )  # a popular seed has many followers; one of them is no chance
            options.append((first, len(longer), -sum(span[-1] - span[-2] for span in longer), surprise, word, longer))
        if not options:
            break
        _, _, _, surprise, word, longer = max(options)
        symbols.append(word)
        spans = longer
        nats += surprise
    return Grown(tuple(symbols), tuple(spans), nats)


def prepend(grown: Grown, places: dict[str, list[int]], acts: Sequence[Act]) -> Grown:
    """The pattern with the acts that came before it every time: a seed that is common elsewhere hides its beginning."""
    while len(grown.symbols) < LONGEST:
        options = []
        for word, where in places.items():
            longer = extend_back(grown.spans, where, acts)
            if longer is None:
                continue
            reach = max(span[1] - span[0] for span in longer)
            chance = 1 - (1 - len(where) / weighed(acts)) ** reach
            surprise = -log_tail(len(longer), len(longer), chance) - math.log(len(places))
            if surprise > 0:
                options.append((-sum(span[1] - span[0] for span in longer), surprise, word, longer))
        if not options:
            break
        _, surprise, word, spans = max(options)
        grown = Grown((word, *grown.symbols), tuple(spans), grown.nats + surprise)
    return grown


def extend_back(spans: Sequence[Span], where: Sequence[int], acts: Sequence[Act]) -> list[Span] | None:
    """Every occurrence with the last of `where` before it, after the occurrence before; None where one has none."""
    longer: list[Span] = []
    last = -1
    for span in spans:
        index = bisect_left(where, span[0]) - 1
        if index < 0 or where[index] <= last or span[0] - where[index] > GAP_ACTS + 1:
            return None
        if acts[span[0]].time - acts[where[index]].time > GAP_SECONDS:
            return None
        longer.append((where[index], *span))
        last = span[-1]
    return longer


def extend(spans: Sequence[Span], where: Sequence[int], acts: Sequence[Act]) -> list[Span]:
    """The occurrences that go on at one of `where`, soon enough, without overlap; the later start where two end alike."""
    by_end: dict[int, Span] = {}
    for span in spans:
        index = bisect_right(where, span[-1])
        if index < len(where):
            place = where[index]
            if place - span[-1] <= GAP_ACTS + 1 and acts[place].time - acts[span[-1]].time <= GAP_SECONDS:
                by_end[place] = (*span, place)
    longer: list[Span] = []
    for end in sorted(by_end):
        if not longer or by_end[end][0] > longer[-1][-1]:
            longer.append(by_end[end])
    return longer


def log_tail(trials: int, hits: int, chance: float) -> float:
    """ln P(at least `hits` of `trials`), each with `chance`."""
    if chance >= 1 or hits <= 0:
        return 0.0
    chance = max(chance, 1e-9)
    terms = [
        math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        + k * math.log(chance) + (trials - k) * math.log1p(-chance)
        for k in range(hits, trials + 1)
    ]  # fmt: skip
    top = max(terms)
    return min(0.0, top + math.log(sum(math.exp(term - top) for term in terms)))


def is_effectful(symbols: Sequence[str]) -> bool:
    """Whether a pattern does something, in at least two different ways; moving and reading alone is no routine."""
    kinds = {word.split("|", 1)[0] for word in symbols}
    return bool(kinds & {"fill", "click", "key"}) and len(set(symbols)) >= 2


def count_flows(pattern: Pattern) -> int:
    """How many texts went from one place to another, every time, and with another text each time."""
    explainer = Explainer(pattern)
    flows = 0
    for position, word in enumerate(pattern.symbols):
        if word.startswith("fill|"):
            wanted = fill_values(explainer, position)
            if wanted is not None and len(set(wanted)) == len(wanted):
                flows += min(MOST_FLOWS, count_origins(explainer.explain(position, wanted)))
    return flows


def count_origins(source: Source) -> int:
    """How many texts a source is made of."""
    match source:
        case Joined(parts):
            return sum(map(count_origins, parts))
        case LineHaving(of) | LineAt(of) | Part(of) | Recased(of) | Redated(of) | Renumbered(of):
            return count_origins(of)
    return int(isinstance(source, Observed | ReadFrom))


def build_pattern(grown: Grown, acts: Sequence[Act], events: Sequence[Event]) -> Pattern:
    """The pattern with the events of every occurrence."""
    occurrences = []
    for span in grown.spans:
        places = [acts[place].place for place in span]
        ends = [*places[1:], end_of_answers(places[-1], acts, span[-1], events)]
        answers = tuple(tuple(events[start + 1 : end]) for start, end in zip(places, ends, strict=True))
        before = tuple(events[max(0, places[0] - BEFORE) : places[0]])
        occurrences.append(Occurrence(tuple(events[place] for place in places), answers, before))
    return Pattern(grown.symbols, tuple(occurrences))


def end_of_answers(place: int, acts: Sequence[Act], last: int, events: Sequence[Event]) -> int:
    """Where the answers to the last act end: at the next act, or ten seconds later."""
    following = acts[last + 1].place if last + 1 < len(acts) else len(events)
    late = next((n for n in range(place + 1, following) if events[n].time - events[place].time > 10.0), following)
    return late
