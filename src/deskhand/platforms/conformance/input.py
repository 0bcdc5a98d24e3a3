"""What is promised of the pointer, the keyboard, the clipboard and the launcher."""

from collections.abc import Callable
from functools import partial

from deskhand.contracts.platform import Capability
from deskhand.core.geometry import Point
from deskhand.platforms.conformance.suite import UNICODE, Hand, expect, expect_bad_input, promise

ALPHABET = "AbCdEfGhIjKlMnOpQrStUvWxYz"


@promise("a click does what the button does, once", Capability.POINTER, Capability.KEYS)
def buttons_are_clicked(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type("Bob")
    hand.becomes("Name", "Bob")
    before, place = hand.greetings(), hand.place("button", "Greet")
    hand.platform.input.click(place)
    hand.until("'Hello Bob'", lambda: hand.says("Hello Bob"))
    hand.greets(before, "a click")
    expect(hand.platform.input.position() == place, "the pointer is elsewhere")


@promise("any text that is typed arrives as it is", Capability.KEYS, Capability.ANY_UNICODE)
def texts_are_typed(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type(UNICODE)
    hand.becomes("Name", UNICODE)


@promise("what is typed over a selected text takes its place, and BackSpace takes one letter", Capability.KEYS)
def texts_are_replaced(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type("Old, $5 & co")
    hand.becomes("Name", "Old, $5 & co")
    hand.platform.input.press("ctrl+a")
    hand.platform.input.type("new")
    hand.becomes("Name", "new")
    hand.platform.input.press("BackSpace")
    hand.becomes("Name", "ne")


@promise("a tab that is typed moves the focus on", Capability.KEYS)
def tabs_move_on(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type("a\t")
    hand.until("the focus in Mail", lambda: hand.has_focus("Mail"))
    hand.becomes("Name", "a")


@promise("unknown keys and buttons are bad input, and nothing is sent", Capability.KEYS, Capability.POINTER)
def nonsense_is_refused(hand: Hand) -> None:
    hand.into_name()
    expect_bad_input(lambda: hand.platform.input.press("ctrl+NoSuchKey"), "an unknown key")
    expect_bad_input(lambda: hand.platform.input.press("NoSuchModifier+a"), "an unknown modifier")
    expect_bad_input(lambda: hand.platform.input.click(Point(5, 5), "fourth"), "an unknown button")
    hand.becomes("Name", "")


@promise("a stop in the middle of typing leaves a beginning of the text", Capability.KEYS)
def stops_are_clean(hand: Hand) -> None:
    hand.into_name()
    expect(hand.stops(lambda: hand.platform.input.type(ALPHABET), before=13), "it was not stopped")
    hand.settle()
    begun = hand.node("text", "Name").value
    expect(ALPHABET.startswith(begun) and 0 < len(begun) < len(ALPHABET), f"it says {begun!r}")
    hand.stage.clock.sleep(0.7)  # a key that stayed down would repeat
    expect(hand.node("text", "Name").value == begun, "a key stayed down")


@promise("a stop in the middle of anything leaves no key and no button down", Capability.KEYS, Capability.POINTER)
def stops_leave_nothing_down(hand: Hand) -> None:
    place, field = hand.place("button", "Greet"), hand.place("text", "Mail")
    acts: tuple[tuple[str, Callable[[], object], int], ...] = (
        ("typing a capital", lambda: hand.platform.input.type("Q"), 1),
        ("a chord", lambda: hand.platform.input.press("ctrl+shift+Home"), 2),
        ("a click", lambda: hand.platform.input.click(place), 2),
        ("a drag", lambda: hand.platform.input.drag(field, Point(field.x + 30, field.y)), 2),
    )
    for what, act, before in acts:
        hand.into_name()
        expect(hand.stops(act, before), f"{what} was not stopped before event {before}")
        hand.settle()
        hand.into_name()
        hand.platform.input.type("ok")
        hand.becomes("Name", "ok")
        count = hand.greetings()
        hand.platform.input.click(place)
        hand.greets(count, f"a click, when {what} had been stopped")


@promise("the guard is asked before anything is sent", Capability.KEYS, Capability.POINTER)
def guards_come_first(hand: Hand) -> None:
    hand.into_name()
    place, pointer = hand.place("button", "Greet"), hand.platform.input.position()
    count = hand.greetings()
    acts: tuple[tuple[str, Callable[[], object]], ...] = (
        ("a key", lambda: hand.platform.input.press("x")),
        ("a text", lambda: hand.platform.input.type("x")),
        ("a move", lambda: hand.platform.input.move(place)),
        ("a click", lambda: hand.platform.input.click(place)),
        ("the wheel", lambda: hand.platform.input.scroll(place, 0, 1)),
    )
    for what, act in acts:
        expect(hand.stops(act, before=0), f"the guard was not asked before {what}")
    hand.becomes("Name", "")
    expect(hand.platform.input.position() == pointer, "the pointer was moved")
    expect(hand.greetings() == count, "something was clicked")


@promise("the clipboard gives back what was put there", Capability.CLIPBOARD)
def clipboard_is_kept(hand: Hand) -> None:
    for text in (UNICODE, "two\nlines", "x" * 100_000):
        expect(hand.platform.clipboard.write(text).dispatched, "it was not taken")
        found = hand.platform.clipboard.read() or ""
        expect(found == text, f"of {len(text)} characters {len(found)} came back, or others")


@promise("programs and addresses that are none are bad input", Capability.OPEN)
def nothing_strange_is_opened(hand: Hand) -> None:
    expect_bad_input(lambda: hand.platform.launcher.open_app("no-such-program-here"), "an unknown program")
    for address in ("javascript:alert(1)", "data:text/html,x", "no address"):
        expect_bad_input(partial(hand.platform.launcher.open_url, address), address)


CHECKS = (
    buttons_are_clicked, texts_are_typed, texts_are_replaced, tabs_move_on, nonsense_is_refused, stops_are_clean,
    stops_leave_nothing_down, guards_come_first, clipboard_is_kept, nothing_strange_is_opened,
)  # fmt: skip
