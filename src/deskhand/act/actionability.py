"""Whether an element can be acted on now: visible, stable, enabled, hit by the pointer, still the one that was read.

The checks are Playwright's (playwright.dev, "Auto-waiting"), on a desktop's terms.
"""

from dataclasses import dataclass

from deskhand.act.target import same_element
from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.platform import Platform
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Node, State, Window

STABLE_SECONDS = 0.06
POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Ready:
    """The element as it is now."""

    node: Node


@dataclass(frozen=True, slots=True)
class NotReady:
    """What is missing, in words."""

    reason: str


def wait_ready(platform: Platform, clock: Clock, action: Action, node: Node, seconds: float = 5.0) -> Ready | NotReady:
    """Wait until `node` can be acted on; says what was missing when the time is over."""
    deadline = Deadline(clock, seconds)
    while True:
        state = look(platform, clock, action, node)
        if isinstance(state, Ready) or deadline.over:
            return state
        clock.sleep(POLL_SECONDS)


def look(platform: Platform, clock: Clock, action: Action, node: Node) -> Ready | NotReady:
    """One look, twice at its place."""
    first = platform.tree.refresh(node)
    if first is None:
        return NotReady("it is gone")
    clock.sleep(STABLE_SECONDS)
    second = platform.tree.refresh(first)
    if second is None:
        return NotReady("it is gone")
    if not same_element(second, node):
        return NotReady("another element has taken its place")
    if first.box != second.box:
        return NotReady("it is moving")
    if State.ENABLED not in second.states:
        return NotReady("it is disabled")
    if State.BUSY in second.states:
        return NotReady("it is busy")
    if action.kind is ActionKind.TYPE and State.READ_ONLY in second.states:
        return NotReady("it cannot be edited")
    if State.SHOWING not in second.states or second.box is None:
        platform.elements.scroll_into_view(second)
        return Ready(second) if second.element.row is not None else NotReady("it is not on the screen")
    return Ready(second)


def covering(platform: Platform, node: Node, window: Window) -> str | None:
    """What would get a click meant for `node` instead of it; None when nothing is in the way."""
    if node.box is None:
        return "it has no place on the screen"
    top = platform.windows.at(node.box.center)
    if top is None or top.id != window.id:
        return f"the window {top.title!r} is in front of it" if top else "no window is there"
    return None
