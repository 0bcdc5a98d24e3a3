"""Notice that a known routine was begun: its first acts are the person's latest."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deskhand.core.event import Event, EventKind
from deskhand.core.ids import RuleId
from deskhand.core.skill import Skill
from deskhand.learn.discover import GAP_ACTS, GAP_SECONDS
from deskhand.learn.symbols import Act, normalise


@dataclass(frozen=True, slots=True)
class Match:
    """The person did the first `count` acts of a rule's routine: `events` by position; `confidence` is 0..1."""

    rule_id: RuleId
    count: int
    events: Mapping[int, Event]
    confidence: float
    begun: int
    followed: int


def match_prefix(
    skills: Sequence[Skill], events: Sequence[Event], since: float, done: Mapping[RuleId, int]
) -> tuple[Match, ...]:
    """Every routine that the last of `events` (in order of time) continues, the surest first.

    Only what was done after `since` can be a beginning. The events before it tell how often such a beginning was
    followed by the rest; `done` counts the runs in which Deskhand did the rest and it was right.
    """
    acts = normalise(events)
    if not acts or acts[-1].time <= since:
        return ()
    fresh = [act for act in acts if act.time > since]
    matches = []
    for skill in skills:
        places = find_prefix(skill.symbols, fresh)
        if places is None:
            continue
        begun, followed = count_followed(skill.symbols, len(places), acts[: len(acts) - len(fresh) + places[0]])
        followed += done.get(skill.rule_id, 0)
        begun = max(begun, followed)
        confidence = (followed + 1) / (begun + 2)
        matched = {position: events[fresh[place].place] for position, place in enumerate(places)}
        matches.append(Match(skill.rule_id, len(places), matched, confidence, begun, followed))
    return tuple(sorted(matches, key=lambda match: (match.confidence, match.count), reverse=True))


def match_start(
    skills: Sequence[Skill], events: Sequence[Event], since: float, done: Mapping[RuleId, int]
) -> tuple[Match, ...]:
    """Every routine that usually begins where the person has just come to and done nothing yet, the surest first.

    The place is the program of the routine's first act. Every time the person came there tells, also those that were
    followed by other work.
    """
    acts = normalise(events)
    arrival = max((place for place, event in enumerate(events) if event.kind is EventKind.SWITCH), default=-1)
    if arrival < 0 or events[arrival].time <= since or (acts and acts[-1].place > arrival):
        return ()
    matches = []
    for skill in skills:
        if skill.symbols[0].split("|")[1] != events[arrival].app:
            continue
        begun, followed = count_started(skill.symbols, acts, events[:arrival])
        followed += done.get(skill.rule_id, 0)
        begun = max(begun, followed)
        matches.append(Match(skill.rule_id, 0, {}, (followed + 1) / (begun + 2), begun, followed))
    return tuple(sorted(matches, key=lambda match: match.confidence, reverse=True))


def count_started(symbols: Sequence[str], acts: Sequence[Act], events: Sequence[Event]) -> tuple[int, int]:
    """(how often the person came to the routine's program, how often the whole routine was the next that was done)."""
    app = symbols[0].split("|")[1]
    places = [act.place for act in acts]
    switches = [place for place, event in enumerate(events) if event.kind is EventKind.SWITCH]
    begun = followed = 0
    for place, left in zip(switches, [*switches[1:], len(events)], strict=True):
        if events[place].app == app:
            following = bisect_right(places, place)
            begun += 1
            stayed = following < len(acts) and acts[following].place < left
            followed += stayed and run_through(symbols, acts, following) is not None
    return begun, followed


def find_prefix(symbols: Sequence[str], acts: Sequence[Act]) -> list[int] | None:
    """Places in `acts` of the longest proper prefix of `symbols` that ends with the last act; None when there is none."""
    for count in range(len(symbols) - 1, 0, -1):
        if symbols[count - 1] != acts[-1].symbol:
            continue
        places = [len(acts) - 1]
        for word in reversed(symbols[: count - 1]):
            place = find_before(word, acts, places[0])
            if place is None:
                break
            places.insert(0, place)
        else:
            return places
    return None


def find_before(word: str, acts: Sequence[Act], later: int) -> int | None:
    """The last place of `word` before `later`, near enough."""
    for place in range(later - 1, max(-1, later - GAP_ACTS - 2), -1):
        if acts[later].time - acts[place].time > GAP_SECONDS:
            return None
        if acts[place].symbol == word:
            return place
    return None


def count_followed(symbols: Sequence[str], count: int, acts: Sequence[Act]) -> tuple[int, int]:
    """(how often the first `count` acts were seen in the past, how often the rest followed)."""
    begun = followed = place = 0
    while place < len(acts):
        end = run_through(symbols[:count], acts, place)
        if end is None:
            place += 1
            continue
        begun += 1
        whole = run_through(symbols, acts, place)
        followed += whole is not None
        place = whole if whole is not None else end
    return begun, followed


def run_through(symbols: Sequence[str], acts: Sequence[Act], start: int) -> int | None:
    """One after the place where `symbols`, begun exactly at `start`, end; None when they do not follow in order."""
    if acts[start].symbol != symbols[0]:
        return None
    at = start
    for word in symbols[1:]:
        last = min(len(acts), at + GAP_ACTS + 2)
        following = next((n for n in range(at + 1, last) if acts[n].symbol == word), None)
        if following is None or acts[following].time - acts[at].time > GAP_SECONDS:
            return None
        at = following
    return at + 1
