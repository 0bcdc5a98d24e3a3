"""What is promised of input that is aimed at a window."""

from collections.abc import Callable
from dataclasses import replace

from deskhand.contracts.platform import Capability
from deskhand.core.element import Window
from deskhand.core.errors import StaleElement
from deskhand.core.geometry import Box
from deskhand.platforms.conformance.suite import OTHER, Hand, expect, promise


@promise("what is aimed at the window in front arrives", Capability.KEYS, Capability.POINTER)
def aimed_input_arrives(hand: Hand) -> None:
    hand.into_name()
    with hand.platform.input.aimed(hand.window()):
        hand.platform.input.type("Bob")
    hand.becomes("Name", "Bob")
    before, place = hand.greetings(), hand.place("button", "Greet")
    with hand.platform.input.aimed(hand.window()):
        hand.platform.input.click(place)
    hand.greets(before, "a click")


@promise("a key that is aimed at a window goes to no other", Capability.KEYS)
def aimed_keys_stay(hand: Hand) -> None:
    hand.into_name()
    other = hand.window(OTHER)
    expect(is_refused(hand, other, lambda: hand.platform.input.type("x")), "a letter was typed into another window")
    expect(is_refused(hand, other, lambda: hand.platform.input.press("a")), "a key was pressed in another window")
    hand.becomes("Name", "")


@promise("a click that is aimed at a window hits no other, and not where it was before", Capability.POINTER)
def aimed_clicks_stay(hand: Hand) -> None:
    hand.to_front()
    before, place = hand.greetings(), hand.place("button", "Greet")
    box = hand.window().box
    moved = replace(hand.window(), box=Box(box.x + 40, box.y, box.width, box.height))
    for wrong in (hand.window(OTHER), moved):
        expect(is_refused(hand, wrong, lambda: hand.platform.input.click(place)), f"it was clicked for {wrong}")
    hand.settle()
    expect(hand.greetings() == before, "the button was pressed")


def is_refused(hand: Hand, window: Window, act: Callable[[], object]) -> bool:
    """Whether something that is aimed at a window is not sent."""
    try:
        with hand.platform.input.aimed(window):
            act()
    except StaleElement:
        return True
    return False


CHECKS = (aimed_input_arrives, aimed_keys_stay, aimed_clicks_stay)
