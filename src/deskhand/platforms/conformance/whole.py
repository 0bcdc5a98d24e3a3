"""What is promised of a platform as a whole."""

from collections.abc import Callable
from dataclasses import replace

from deskhand.contracts.platform import Capability, Platform
from deskhand.core.element import Element, Node, Window
from deskhand.core.errors import MissingCapability
from deskhand.core.geometry import Box
from deskhand.platforms.conformance.suite import Check, Hand, Inapplicable, expect, promise

NOWHERE = Window(0, "nothing", "", 0, Box(0, 0, 1, 1))
NOBODY = Node("", Element("text"))
USES: dict[Capability, Callable[[Platform], object]] = {
    Capability.WINDOWS: lambda platform: platform.windows.list(),
    Capability.CAPTURE: lambda platform: platform.capture.grab(Box(0, 0, 1, 1)),
    Capability.TREE: lambda platform: platform.tree.focused(),
    Capability.URL: lambda platform: platform.tree.url(NOWHERE),
    Capability.SET_VALUE: lambda platform: platform.elements.set_text(NOBODY, ""),
    Capability.PRESS: lambda platform: platform.elements.press(NOBODY),
    Capability.POINTER: lambda platform: platform.input.position(),
    Capability.KEYS: lambda platform: platform.input.press("shift"),
    Capability.ANY_UNICODE: lambda platform: platform.input.type("漢"),
    Capability.CLIPBOARD: lambda platform: platform.clipboard.read(),
    Capability.OPEN: lambda platform: platform.launcher.open_app("no-such-program-here"),
    Capability.EVENTS: lambda platform: platform.events(),
}
"""A use of every capability that has a method of its own."""


@promise("what is not declared says so when it is used")
def missing_capabilities_are_named(hand: Hand) -> None:
    missing = [each for each in USES if each not in hand.platform.capabilities]
    if not missing:
        raise Inapplicable("every capability is declared")
    for capability in missing:
        try:
            USES[capability](hand.platform)
        except MissingCapability:
            continue
        expect(False, f"{capability.value!r} is not declared, and could be used")


@promise("a platform can be closed twice, and another one on the same desktop goes on", Capability.CLIPBOARD)
def closing_is_safe(hand: Hand) -> None:
    other = hand.stage.reopen()
    other.clipboard.write("held by the other")
    expect(any(window.id == hand.window().id for window in other.windows.list()), "it does not show the same desktop")
    other.close()
    other.close()
    hand.to_front()
    hand.node("button", "Greet")


CHECKS: tuple[Check, ...] = (replace(missing_capabilities_are_named, needs=frozenset()), closing_is_safe)
