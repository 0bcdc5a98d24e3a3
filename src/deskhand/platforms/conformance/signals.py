"""What is promised of the signals of a desktop and of the person."""

from deskhand.contracts.platform import Capability
from deskhand.contracts.signals import (
    ButtonPressed,
    ClipboardChanged,
    FileWritten,
    FocusMoved,
    KeyPressed,
    PointerMoved,
    Scrolled,
    Signal,
    TextChanged,
    WindowActivated,
)
from deskhand.core.element import PASSWORD_ROLE
from deskhand.platforms.conformance.reading import SECRET
from deskhand.platforms.conformance.suite import OTHER, TITLE, UNICODE, Hand, expect, promise

Input = KeyPressed | ButtonPressed | Scrolled | PointerMoved


def inputs(told: list[Signal], own: bool) -> list[Input]:
    """The input of the person, or of Deskhand, among signals."""
    return [signal for signal in told if isinstance(signal, Input) and signal.own is own]


@promise(
    "what Deskhand does is told as its own, and never as the person's",
    Capability.EVENTS, Capability.PERSON_INPUT, Capability.KEYS, Capability.POINTER,
)  # fmt: skip
def own_input_is_told(hand: Hand) -> None:
    hand.into_name()
    place = hand.place("text", "Mail")
    with hand.listening() as told:
        hand.platform.input.press("a")
        hand.platform.input.type(UNICODE if Capability.ANY_UNICODE in hand.platform.capabilities else "Bc")
        hand.platform.input.click(place)
        hand.platform.input.scroll(place, 0, 1)
        for kind in (KeyPressed, ButtonPressed, Scrolled, PointerMoved):
            hand.heard(told, kind)
        hand.settle()
        expect(not inputs(told, False), f"told as the person's: {inputs(told, False)}")
        keys = [each.chord for each in inputs(told, True) if isinstance(each, KeyPressed)]
        expect(keys[0] == "a", f"the first key is told as {keys[0]!r}")


@promise(
    "what the person does is told as the person's, with what it hit",
    Capability.EVENTS, Capability.PERSON_INPUT, Capability.KEYS,
)  # fmt: skip
def person_input_is_told(hand: Hand) -> None:
    hand.into_name()
    place = hand.place("button", "Greet")
    with hand.listening() as told:
        hand.stage.person_presses("b")
        hand.stage.person_presses("ctrl+a")
        hand.stage.person_clicks(place)
        hand.heard(told, ButtonPressed)
        hand.settle()
        expect(not inputs(told, True), f"told as Deskhand's: {inputs(told, True)}")
        person = inputs(told, False)
        keys = [(each.chord, each.text) for each in person if isinstance(each, KeyPressed)]
        expect(keys == [("b", "b"), ("ctrl+a", "")], f"the keys are told as {keys}")
        (click,) = [each for each in person if isinstance(each, ButtonPressed)]
        expect((click.button, click.point, click.count) == ("left", place, 1), f"the click is told as {click}")
        expect(click.node is not None and click.node.name == "Greet", f"it hit {click.node}")
        expect(click.window is not None and TITLE in click.window.title, f"it hit the window {click.window}")


@promise(
    "input is told at once, before what it hit is read", Capability.EVENTS, Capability.PERSON_INPUT, Capability.KEYS
)
def input_is_told_at_once(hand: Hand) -> None:
    hand.to_front()
    place = hand.place("button", "Greet")
    at_once: list[Signal] = []
    late: list[Signal] = []

    def sink(signal: Signal) -> None:
        if isinstance(signal, Input) and not signal.own:
            early = [(type(each), each.time) for each in inputs(at_once, False)]
            late.extend([] if (type(signal), signal.time) in early else [signal])
            told.append(signal)

    told: list[Signal] = []
    source = hand.platform.events()
    source.start(sink, at_once.append)
    try:
        hand.stage.person_presses("b")
        hand.stage.person_clicks(place)
        hand.platform.input.press("c")
        hand.heard(told, ButtonPressed)
        hand.until("its own key", lambda: any(isinstance(each, KeyPressed) for each in inputs(at_once, True)))
    finally:
        source.close()
    expect(not late, f"told late: {late}")
    expect("b" in [each.chord for each in at_once if isinstance(each, KeyPressed)], f"told at once: {at_once}")


@promise("a text that changes is told with its field and its text", Capability.EVENTS, Capability.KEYS)
def texts_are_told(hand: Hand) -> None:
    hand.into_name()
    with hand.listening() as told:
        hand.stage.person_presses("b")
        hand.until("the text", lambda: any(isinstance(each, TextChanged) and each.node.value == "b" for each in told))
        changes = [each for each in told if isinstance(each, TextChanged) and each.node.value == "b"]
        expect({change.node.name for change in changes} == {"Name"}, f"it is told of {changes[0].node}")


@promise("a focus that moves is told, and a window that comes to the front", Capability.EVENTS, Capability.KEYS)
def focus_moves_are_told(hand: Hand) -> None:
    hand.into_name()
    with hand.listening() as told:
        hand.stage.person_presses("Tab")
        hand.until("the focus", lambda: any(isinstance(each, FocusMoved) and each.node.name == "Mail" for each in told))
        hand.platform.windows.activate(hand.window(OTHER))
        hand.until(
            "the window",
            lambda: any(isinstance(each, WindowActivated) and each.window is not None and OTHER in each.window.title for each in told),
        )  # fmt: skip


@promise("no signal of a program tells what is typed into a password field", Capability.EVENTS, Capability.POINTER)
def passwords_are_not_told(hand: Hand) -> None:
    hand.to_front()
    hand.platform.input.click(hand.place("text", "Mail"))
    with hand.listening() as told:
        hand.platform.input.click(hand.place(PASSWORD_ROLE, "Secret"))
        hand.until("its focus", lambda: any(isinstance(each, FocusMoved) and each.node.secret for each in told))
        for letter in SECRET:
            hand.stage.person_presses(letter)
        hand.settle()
        loose = [each for each in told if isinstance(each, TextChanged | FocusMoved) and each.node.secret]
        texts = [each.node.value + (each.inserted if isinstance(each, TextChanged) else "") for each in loose]
        expect(not any(texts), f"told: {len([text for text in texts if text])} times")


@promise("a clipboard that is set by Deskhand is told as its own", Capability.EVENTS, Capability.CLIPBOARD)
def own_copies_are_told(hand: Hand) -> None:
    with hand.listening() as told:
        hand.platform.clipboard.write("copied")
        hand.heard(told, ClipboardChanged)
        changes = [each for each in told if isinstance(each, ClipboardChanged)]
        expect(all(change.own for change in changes), "it is told as another program's")


@promise("a document that is written is told with its path", Capability.EVENTS, Capability.FILES)
def documents_are_told(hand: Hand) -> None:
    with hand.listening() as told:
        path = str(hand.stage.save_document())
        hand.until("the document", lambda: any(isinstance(each, FileWritten) and each.path == path for each in told))


@promise("after a source was closed no signal comes", Capability.EVENTS, Capability.KEYS)
def closed_sources_are_silent(hand: Hand) -> None:
    hand.into_name()
    with hand.listening() as told:
        hand.stage.person_presses("b")
        hand.until("a signal", lambda: bool(told))
    before = len(told)
    hand.stage.person_presses("c")
    hand.settle()
    expect(len(told) == before, f"{len(told) - before} signals came")
    with hand.listening() as again:
        hand.stage.person_presses("d")
        hand.until("a signal of a new source", lambda: bool(again))


CHECKS = (
    own_input_is_told, person_input_is_told, input_is_told_at_once, texts_are_told, focus_moves_are_told, passwords_are_not_told,
    own_copies_are_told, documents_are_told, closed_sources_are_silent,
)  # fmt: skip
