"""Rules in words: WHEN this is begun THEN that is done, and where each value comes from."""

from collections.abc import Sequence

from deskhand.core.action import Action, ActionKind
from deskhand.core.event import Event, EventKind
from deskhand.core.skill import Category, Instance, Rule
from deskhand.core.source import (
    Constant,
    Joined,
    LineAt,
    LineHaving,
    Lookup,
    NextRecord,
    Observed,
    Part,
    PartRule,
    ReadFrom,
    Recased,
    Redated,
    Renumbered,
    Source,
    Today,
    Unknown,
)
from deskhand.learn.pattern import Pattern
from deskhand.learn.skills import Compiled, column_letters

COMMUNICATING = ("mail", "thunderbird", "evolution", "geary", "slack", "teams", "telegram", "signal", "element", "chat")
SEARCH_WORDS = ("search", "find", "suche", "recherche", "buscar", "address and search")


def build_rule(pattern: Pattern, compiled: Compiled, now: float) -> Rule:
    """The rule of a compiled pattern. Its confidence is Laplace's, all occurrences having gone on to the end."""
    skill = compiled.skill
    instances = tuple(
        Instance(
            tuple(event.id if event else None for event in occurrence.events),
            min(event.time for event in occurrence.events if event),
            max(event.time for event in occurrence.events if event),
        )
        for occurrence in pattern.occurrences
    )
    first = next(event for event in pattern.occurrences[-1].events if event)
    apps = list(dict.fromkeys(event.app for event in pattern.occurrences[-1].events if event))
    actions = [step.action for step in skill.steps]
    return Rule(
        skill.rule_id,
        name_rule(apps, actions),
        f"you {begin(first)}",
        "; ".join(summarise(action) for action in actions),
        categorise(pattern, actions, compiled),
        (len(instances) + 1) / (len(instances) + 2),
        instances,
        created_at=now,
        updated_at=now,
    )


def name_rule(apps: Sequence[str], actions: Sequence[Action]) -> str:
    """A few words that tell a routine from others: "Name, Mail from calc into chromium, then Save record"."""
    filled = [action for action in actions if action.kind is ActionKind.TYPE]
    if not filled:
        return "; ".join(summarise(action) for action in actions[-2:])
    into = filled[-1].locator.app
    sources = [app for app in apps if app != into]
    fields = list(dict.fromkeys(summarise(action).removeprefix("fill ") for action in filled))
    words = ", ".join(fields[:3]) + (" from " + ", ".join(sources) if sources else "") + f" into {into}"
    last = actions[-1]
    if last.kind is ActionKind.TYPE:
        return words
    what = last.value if last.kind is ActionKind.KEY else summarise(last).removeprefix("click ")
    return f"{words}, then {what}"


def begin(event: Event) -> str:
    """The first act in words."""
    where = f"in {event.app}"
    element = event.element
    what = "something" if element is None else element.name or element.role
    if element is not None and element.column is not None and element.row is not None:
        what = f"the next row's column {column_letters(element.column)}"
    match event.kind:
        case EventKind.COPY:
            return f"copy {what} {where}"
        case EventKind.TYPE | EventKind.PASTE:
            return f"fill in {what} {where}"
        case EventKind.CLICK:
            return f"click {what} {where}"
        case EventKind.KEY:
            return f"press {event.value} {where}"
    return f"open {event.value} {where}"


def summarise(action: Action) -> str:
    """An action in few words, without this time's values."""
    element = action.locator.element
    what = "" if element is None else element.name or element.role
    if element is not None and element.column is not None and element.row is not None:
        what = f"column {column_letters(element.column)}"
    match action.kind:
        case ActionKind.TYPE:
            return f"fill {what}"
        case ActionKind.KEY:
            return f"press {action.value} in {action.locator.app}"
        case ActionKind.OPEN:
            return "open what is next"
        case ActionKind.CHECK:
            return f"make {what} {action.value}"
    return f"{action.kind.value} {what}"


def categorise(pattern: Pattern, actions: Sequence[Action], compiled: Compiled) -> Category:
    """The kind of rule, by what it does."""
    apps = {action.locator.app for action in actions}
    apps |= {event.app for event in pattern.occurrences[-1].events if event}
    kinds = {action.kind for action in actions}
    names = [action.locator.element.name.lower() for action in actions if action.locator.element]
    if any(word in app for app in apps for word in COMMUNICATING):
        return Category.COMMUNICATION
    if ActionKind.TYPE not in kinds and ActionKind.CHECK not in kinds:
        return Category.NAVIGATION
    if any(word in name for name in names for word in SEARCH_WORDS):
        return Category.SEARCH_TO_ACTION
    if len(apps) > 1:
        return Category.MULTI_APP
    starts = [instance.events[0].time % 86400 for instance in pattern.occurrences if instance.events[0]]
    days = {int(instance.events[0].time // 86400) for instance in pattern.occurrences if instance.events[0]}
    if len(days) == len(starts) and max(starts) - min(starts) < 3600:
        return Category.SCHEDULED
    if any(not isinstance(each.source, Unknown) for each in compiled.parameters):
        return Category.DATA_TRANSFORM
    return Category.CORRECTION


def describe_source(source: Source) -> str:  # noqa: C901 - one line for each kind of source
    """Where a value comes from, in words."""
    match source:
        case Constant(text):
            return f"always {text!r}"
        case Observed(position, what):
            return f"the {what} of step {position + 1}"
        case ReadFrom(locator, row):
            element = locator.element
            if element is not None and element.column is not None and element.row is not None:
                at = f"row: {describe_source(row)}" if row else f"row {element.row + 1}"
                return f"column {column_letters(element.column)} in {locator.app} ({at})"
            return f"read from {locator.describe()}"
        case Lookup(locator, of):
            column = column_letters(locator.element.column or 0) if locator.element else ""
            return f"the one whose column {column} is {describe_source(of)}"
        case LineHaving(of, text):
            return f"the line with {describe_source(text)} of {describe_source(of)}"
        case LineAt(of):
            return f"the next line of {describe_source(of)}"
        case NextRecord(last, _):
            return f"the next after {last!r}"
        case Today(form, offset):
            return f"the date as {form}" + (f", {offset:+d} days" if offset else "")
        case Part(of, rule, label, index):
            return f"{describe_part(rule, label, index)} of {describe_source(of)}"
        case Recased(of, style):
            return f"{describe_source(of)}, in {style.value} case"
        case Redated(of, _, form):
            return f"{describe_source(of)}, as {form}"
        case Renumbered(of):
            return f"{describe_source(of)}, written as a number"
        case Joined(parts):
            return " + ".join(describe_source(part) for part in parts)
        case Unknown():
            return "not known; you will be asked"


def describe_part(rule: PartRule, label: str, index: int) -> str:
    """Which part, in words."""
    match rule:
        case PartRule.AFTER_LABEL:
            return f"what follows {label!r}"
        case PartRule.LINE:
            return f"line {index + 1}" if index >= 0 else "the last line"
        case PartRule.TOKEN:
            return f"part {index + 1 if index >= 0 else index} at {label!r}"
        case PartRule.PATTERN:
            return f"match {index + 1} of {label}"
