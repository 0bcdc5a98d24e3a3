"""Compile a pattern into a skill: what is done, where, with which values, and what must be seen after it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo

from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Element
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import RuleId, SkillId
from deskhand.core.locator import Locator, build_locator
from deskhand.core.skill import BoundStep, Skill, Slot, Step
from deskhand.core.source import (
    Constant,
    Joined,
    LineAt,
    NextRecord,
    Part,
    ReadFrom,
    Recased,
    Redated,
    Renumbered,
    Source,
    Unknown,
)
from deskhand.learn.effects import FileText, expected
from deskhand.learn.evidence import common_title, is_cell, values
from deskhand.learn.parameters import Explainer, added_texts
from deskhand.learn.pattern import Pattern
from deskhand.learn.sources import count_on


@dataclass(frozen=True, slots=True)
class Parameter:
    """What varies in a routine: a word for it, where it comes from, and what it was."""

    name: str
    source: Source
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A skill and what varies in it."""

    skill: Skill
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Identity:
    """What a skill is known by. `created_at` is UTC seconds since 1970."""

    rule_id: RuleId
    skill_id: SkillId
    version: int = 1
    created_at: float = 0.0


def compile_pattern(
    pattern: Pattern,
    identity: Identity,
    file_text: FileText = lambda event: None,
    zone: tzinfo = UTC,
) -> Compiled:
    """The skill of a pattern. Copies have no step: what was copied is read where it stands."""
    explainer = Explainer(pattern, zone)
    steps: list[Step] = []
    parameters: list[Parameter] = []
    for position in range(len(pattern.symbols)):
        events = [event for event in explainer.events(position) if event is not None]
        if not events or events[-1].kind is EventKind.COPY:
            continue
        action = build_action(events)
        if action is None:
            continue
        slots = [*value_slots(explainer, position, action), *place_slots(explainer, position, events)]
        effects, effect_slots = expected(pattern, position, explainer, file_text)
        steps.append(Step(position, action, (*slots, *effect_slots), effects))
        parameters += [
            Parameter(slot.name, slot.source, tuple(event.value for event in events))
            for slot in slots
            if slot.field == "action.value"
        ]
    skill = Skill(
        identity.skill_id, identity.rule_id, pattern.symbols, tuple(steps), identity.version, identity.created_at
    )
    return Compiled(skill, tuple(parameters))


def build_action(events: Sequence[Event]) -> Action | None:
    """The action of a position as it was last done."""
    last = events[-1]
    element = bare(last.element) if last.element else None
    locator = build_locator(last.app, common_title(events), last.url, element)
    match last.kind:
        case EventKind.TYPE | EventKind.PASTE:
            return Action(ActionKind.TYPE, locator, last.value)
        case EventKind.CLICK if last.value in ("checked", "unchecked"):
            return Action(ActionKind.CHECK, locator, last.value)
        case EventKind.CLICK:
            how = {"right": "right", "left*2": "double"}.get(last.detail, "")
            return Action(ActionKind.CLICK, locator, how)
        case EventKind.KEY:
            return Action(ActionKind.KEY, replace(locator, element=None, strategies=()), last.value)
        case EventKind.NAVIGATE | EventKind.OPEN:
            return Action(ActionKind.OPEN, Locator(last.app), last.value)
    return None


def bare(element: Element) -> Element:
    """An element without a name that only repeats its place (the cell "B7")."""
    return replace(element, name="") if is_cell(element) else element


def value_slots(explainer: Explainer, position: int, action: Action) -> list[Slot]:
    """What varies in the value of an action."""
    if action.kind not in (ActionKind.TYPE, ActionKind.OPEN):
        return []
    name = slot_name(action.locator.element, position)
    wanted = values(explainer.events(position))
    if wanted is None:
        return [Slot("action.value", name, Unknown())]
    if (appended := explain_addition(explainer, position, action)) is not None:
        return [Slot("action.value", name, appended)]
    source = explainer.explain(position, wanted)
    if isinstance(source, Constant):
        today = explainer.today_constant(wanted[0])
        return [Slot("action.value", name, today)] if today is not None else []
    return [Slot("action.value", name, source)]


def explain_addition(explainer: Explainer, position: int, action: Action) -> Source | None:
    """The source of a text that was written at the end of what the field held already."""
    added = added_texts(explainer.events(position))
    if added is None:
        return None
    edges = {(text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]) for text in added}
    source = explainer.explain(position, [text.strip() for text in added])
    if isinstance(source, Unknown) or len(edges) != 1:
        return None
    before, after = edges.pop()
    around = (Constant(before),) if before else (), (Constant(after),) if after else ()
    return Joined((ReadFrom(action.locator), *around[0], source, *around[1]))


def place_slots(explainer: Explainer, position: int, events: Sequence[Event]) -> list[Slot]:
    """What varies in where an action is done: a cell's row, an element's name."""
    element = events[-1].element
    if element is None:
        return []
    if is_cell(element):
        row = explainer.row(position)
        if isinstance(row, Constant):
            return []
        return [Slot("action.row", "row", row or Unknown())]
    names = values(explainer.events(position), "name")
    if names is None or len(set(names)) == 1:
        return []
    return [Slot("action.name", element.role, explainer.explain(position, names))]


def slot_name(element: Element | None, position: int) -> str:
    """A word for a value, for people."""
    if element is None:
        return f"value {position + 1}"
    if is_cell(element) and element.column is not None:
        return f"column {column_letters(element.column)}"
    return element.name or element.role


def column_letters(column: int) -> str:
    """A column as spreadsheets name it: 0 is "A", 26 is "AA"."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def advance(skill: Skill, done: Sequence[BoundStep]) -> Skill:
    """The skill after one more time: what counts on goes on from what was done, which is the last example now."""
    by_position = {bound.position: bound for bound in done}
    steps = []
    for step in skill.steps:
        bound = by_position.get(step.position)
        if bound is not None:
            slots = tuple(advance_slot(slot, bound) for slot in step.slots)
            step = replace(step, slots=slots, action=replace(step.action, value=bound.action.value))
        steps.append(step)
    return replace(skill, steps=tuple(steps))


def advance_slot(slot: Slot, bound: BoundStep) -> Slot:
    """A counting slot after the value that it had in a step."""
    if not isinstance(slot.source, NextRecord):
        return replace(slot, source=advance_rows(slot.source))
    action = bound.action
    row = action.locator.element.row if action.locator.element else None
    used = {"action.value": action.value, "action.row": None if row is None else str(row)}.get(slot.field)
    return slot if used is None else replace(slot, source=replace(slot.source, last=used))


def advance_rows(source: Source) -> Source:
    """A source that reads the next row or line, one row or line further."""
    match source:
        case NextRecord(last, stride):
            return replace(source, last=count_on(last, stride) or last)
        case ReadFrom(row=NextRecord() as row) | LineAt(row=NextRecord() as row):
            return replace(source, row=advance_rows(row))
        case Part() | Recased() | Redated() | Renumbered():
            return replace(source, of=advance_rows(source.of))
        case Joined(parts):
            return replace(source, parts=tuple(map(advance_rows, parts)))
    return source
