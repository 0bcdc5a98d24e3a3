"""Whatever was recorded, learning ends without an error, and what it learns can be bound and matched."""

from datetime import UTC, date

from hypothesis import given, settings
from hypothesis import strategies as st

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId, RuleId, SkillId
from deskhand.core.locator import Locator
from deskhand.jobs.learn import known_part
from deskhand.learn.binding import bind
from deskhand.learn.discover import discover
from deskhand.learn.matching import match_prefix, match_start
from deskhand.learn.rules import build_rule, describe_source
from deskhand.learn.skills import Identity, advance, compile_pattern

TEXTS = st.sampled_from(
    ["", " ", "Ada", "Ada, 12\nBob, 7\n", "12", "\n", "x" * 300, "2026-12-01", "1.234,50", "Zoë 🙂"]
)
ELEMENTS = st.one_of(
    st.none(),
    st.builds(
        Element, st.sampled_from(["text", "button", "table cell", "label", ""]), st.sampled_from(["", "Name", "Save 7"]),
        st.sampled_from([(), ("frame", "table:")]), st.sampled_from([0, 1]), st.just(""),
        st.sampled_from([None, 0, 5]), st.sampled_from([None, 0, 2]),
    ),
)  # fmt: skip
READINGS = st.lists(
    st.builds(Reading, ELEMENTS.filter(lambda element: element is not None), TEXTS, st.sampled_from(["a", "b"])),
    max_size=3,
).map(tuple)
ACTS = st.tuples(st.sampled_from(EventKind), st.sampled_from(["a", "b", ""]), ELEMENTS, TEXTS, TEXTS, READINGS)


class Blank:
    """A world in which nothing can be read."""

    def read(self, locator: Locator) -> str | None:
        return None

    def find_row(self, locator: Locator, text: str) -> int | None:
        return None

    def observed(self, position: int, what: str) -> str | None:
        return "7"

    def today(self) -> date:
        return date(2026, 12, 1)


def build_stream(unit: list[tuple[object, ...]], noise: list[tuple[object, ...]], times: int) -> list[Event]:
    """A unit that comes back, with other events between."""
    acts = [act for number in range(times) for act in (*unit, *noise[number : number + 1])]
    return [
        Event(EventId(f"evt_{place:04d}"), 1_000.0 + place, kind, app, "window", "", element, value, detail, seen, place % 7 == 6)  # type: ignore[arg-type]
        for place, (kind, app, element, value, detail, seen) in enumerate(acts)
    ]  # fmt: skip


@settings(max_examples=150)
@given(st.lists(ACTS, min_size=1, max_size=5), st.lists(ACTS, max_size=4), st.integers(3, 5))
def test_it_ends_without_an_error(unit: list[tuple[object, ...]], noise: list[tuple[object, ...]], times: int) -> None:
    events = build_stream(unit, noise, times)
    skills = []
    for pattern in discover(events):
        compiled = compile_pattern(pattern, Identity(RuleId("r"), SkillId("s")), lambda event: "Ada, 12", UTC)
        build_rule(known_part(pattern, compiled.skill) or pattern, compiled, 0.0)
        bound = [bind(step, Blank()) for step in compiled.skill.steps]
        advance(compiled.skill, [step for step in bound if hasattr(step, "action")])  # type: ignore[misc]
        for step in compiled.skill.steps:
            assert all(describe_source(slot.source) for slot in step.slots)
        skills.append(compiled.skill)
    match_prefix(skills, events, 0.0, {})
    match_start(skills, events, 0.0, {})
