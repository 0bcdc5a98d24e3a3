"""A step with its values filled in."""

from dataclasses import replace

from deskhand.contracts.world import World
from deskhand.core.action import Action, Effect, FileGone, FileHas, TextIs, UrlIs, WindowIs
from deskhand.core.skill import BoundStep, Slot, Step, Unbound
from deskhand.core.source import Unknown
from deskhand.learn.sources import evaluate


def bind(step: Step, world: World) -> BoundStep | Unbound:
    """The step as it is to be done in `world` now; `Unbound` names the first slot that has no value."""
    action, expect = step.action, list(step.expect)
    for slot in step.slots:
        value = evaluate(slot.source, world)
        if value is None:
            return Unbound(step.position, slot.name, explain(slot))
        head, _, rest = slot.field.partition(".")
        if head == "action":
            action = fill_action(action, rest, value)
        else:
            number, _, field = rest.partition(".")
            expect[int(number)] = fill_effect(expect[int(number)], field, value)
    return BoundStep(step.position, action, tuple(expect))


def explain(slot: Slot) -> str:
    """Why a slot has no value, for people."""
    if isinstance(slot.source, Unknown):
        return f"nothing that was seen tells what {slot.name} should be this time"
    return f"{slot.name} could not be read where it was read before"


def fill_action(action: Action, field: str, value: str) -> Action:
    """An action with one of its parts replaced."""
    match field:
        case "value":
            return replace(action, value=value)
        case "name":
            return replace(action, locator=action.locator.renamed(value))
        case "row":
            return replace(action, locator=action.locator.at_row(int(value)))
        case "window":
            return replace(action, locator=replace(action.locator, window=value))
    raise ValueError(f"an action has no part {field!r}")


def fill_effect(effect: Effect, field: str, value: str) -> Effect:
    """An expected effect with one of its parts replaced."""
    name, _, rest = field.partition(".")
    match effect, name:
        case TextIs(), "text":
            return replace(effect, text=value)
        case TextIs(), "row":
            return replace(effect, locator=effect.locator.at_row(int(value)))
        case TextIs(), "name":
            return replace(effect, locator=effect.locator.renamed(value))
        case ((FileHas() | FileGone()), "path"):
            return replace(effect, path=value)
        case FileHas(), "contains":
            texts = list(effect.contains)
            texts[int(rest)] = value
            return replace(effect, contains=tuple(texts))
        case FileHas(), "lines":
            lines = list(effect.lines)
            lines[int(rest)] = value
            return replace(effect, lines=tuple(lines))
        case WindowIs(), "title":
            return replace(effect, title=value)
        case UrlIs(), "url":
            return replace(effect, url=value)
    raise ValueError(f"{type(effect).__name__} has no part {field!r}")
