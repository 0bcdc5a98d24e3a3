"""What every desktop adapter must do: one suite, run on a stage that each adapter sets up.

A stage shows one window with a form: a field "Name", a password field "Secret", a button "Greet" that makes a label say
"Hello" and the name, and beside it another ordinary window.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.platform import Capability, Platform
from deskhand.contracts.signals import ButtonPressed, KeyPressed, Signal
from deskhand.core.element import Node, State, Window
from deskhand.core.errors import BadInput, DeskhandError, Refused, Stopped
from deskhand.core.geometry import Box, Point

TITLE, OTHER = "Conformance", "Other"
WAIT_SECONDS = 5.0
UNICODE = "Zoë 漢字 Ω 🙂 x"


class Stage(Protocol):
    """A platform with the form on it, and a person at it who uses no adapter of ours."""

    @property
    def platform(self) -> Platform: ...
    @property
    def clock(self) -> Clock: ...

    def person_presses(self, key: str) -> None: ...

    def person_clicks(self, point: Point) -> None: ...


class Broken(Exception):
    """The adapter did not do what the contract promises; `str` says what."""


class Result(StrEnum):
    """How a check ended."""

    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Check:
    """One promise of the contract; `needs` are the capabilities without which it does not apply."""

    name: str
    run: Callable[["Hand"], None]
    needs: frozenset[Capability]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What came of a check, and why."""

    adapter: str
    check: str
    result: Result
    reason: str = ""


CHECKS: list[Check] = []


def promise(name: str, *needs: Capability) -> Callable[[Callable[["Hand"], None]], Callable[["Hand"], None]]:
    """Add a check to the suite."""

    def add(run: Callable[["Hand"], None]) -> Callable[["Hand"], None]:
        CHECKS.append(Check(name, run, frozenset({Capability.WINDOWS, Capability.TREE, *needs})))
        return run

    return add


def expect_bad_input(call: Callable[[], object]) -> None:
    """`Broken` unless the call is refused as bad input."""
    try:
        call()
    except BadInput:
        return
    raise Broken("nonsense was taken")


def expect(good: bool, reason: str) -> None:
    """`Broken` with the reason unless it is so."""
    if not good:
        raise Broken(reason)


class Hand:
    """A stage with the questions that the checks ask of it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.platform = stage.platform

    def window(self, title: str = TITLE) -> Window:
        """The window whose title holds `title`."""
        found = [window for window in self.platform.windows.list() if title in window.title]
        expect(bool(found), f"there is no window {title!r} in the list")
        return found[-1]

    def node(self, role: str, name: str = "") -> Node:
        """The element of a role and name in the form."""
        nodes = self.platform.tree.read(self.window())
        found = [node for node in nodes if node.role == role and node.name == name]
        expect(len(found) == 1, f"{len(found)} elements {role} {name!r} were read, not one")
        return found[0]

    def until(self, what: str, look: Callable[[], bool]) -> None:
        """Wait for something to be so."""
        deadline = Deadline(self.stage.clock, WAIT_SECONDS)
        while not look():
            expect(not deadline.over, f"{what} never came")
            self.stage.clock.sleep(0.05)

    def says(self, text: str) -> bool:
        """Whether the form shows a text somewhere."""
        return any(text in (node.value or node.name) for node in self.platform.tree.read(self.window()))

    def to_front(self) -> None:
        """The form is in front."""
        self.platform.windows.activate(self.window())
        self.until("the form in front", lambda: self.front_is(self.window()))

    def front_is(self, window: Window) -> bool:
        """Whether a window is in front."""
        front = self.platform.windows.front()
        return front is not None and front.id == window.id

    def has_focus(self, name: str) -> bool:
        """Whether the element of a name has the keyboard focus."""
        focused = self.platform.tree.focused()
        return focused is not None and focused.name == name

    def into_name(self) -> Node:
        """The field has the focus and is empty."""
        self.to_front()
        field = self.node("text", "Name")
        if not self.platform.elements.focus(field).dispatched:
            assert field.box is not None
            self.platform.input.click(field.box.center)
        self.until("the focus in Name", lambda: self.has_focus("Name"))
        self.platform.input.press("ctrl+a")
        self.platform.input.press("Delete")
        self.until("an empty field", lambda: self.node("text", "Name").value == "")
        return self.node("text", "Name")


@promise("windows have a place, a program and a process, and the one in front is one of them")
def windows_are_listed(hand: Hand) -> None:
    hand.to_front()
    window = hand.window()
    expect(bool(window.app) and window.app == window.app.lower(), f"the program's name is {window.app!r}")
    expect(not window.box.empty and window.pid > 0, f"the window is {window}")
    front = hand.platform.windows.front()
    expect(front is not None and front.id == window.id, f"{front} is in front")


@promise("a window that was activated comes to the front and is hit there")
def windows_come_to_front(hand: Hand) -> None:
    bring_and_hit(hand, hand.window(OTHER))
    bring_and_hit(hand, hand.window(TITLE))


def bring_and_hit(hand: Hand, wanted: Window) -> None:
    """Bring a window to the front; a point in it is then its own."""
    receipt = hand.platform.windows.activate(wanted)
    expect(receipt.dispatched, "it could not be asked for")
    hand.until(f"{wanted.title!r} in front", lambda: hand.front_is(wanted))
    hit = hand.platform.windows.at(wanted.box.center)
    expect(hit is not None and hit.id == wanted.id, f"at its middle is {hit}")


@promise("a picture has three bytes a pixel of the region, cut to the screen", Capability.CAPTURE)
def pictures_are_whole(hand: Hand) -> None:
    screen = hand.platform.capture.size()
    expect(not screen.empty, "the screen has no size")
    for region in (None, Box(5, 7, 30, 20), Box(screen.width - 10, screen.height - 4, 100, 100), Box(-5, -5, 20, 20)):
        picture = hand.platform.capture.grab(region)
        wanted = screen if region is None else region.intersection(screen)
        expect(picture.box == wanted, f"of {region} came {picture.box}")
        expect(len(picture.rgb) == 3 * wanted.width * wanted.height, f"{len(picture.rgb)} bytes for {wanted}")
    whole = hand.platform.capture.grab(None).rgb
    expect(len(set(whole[::997])) > 1, "the picture is empty")


@promise("a reading tells the elements with role, name, place and states")
def readings_are_told(hand: Hand) -> None:
    field, button = hand.node("text", "Name"), hand.node("button", "Greet")
    for node in (field, button):
        expect(node.box is not None and hand.window().box.contains(node.box.center), f"{node.name} is at {node.box}")
        expect({State.ENABLED, State.SHOWING} <= node.states, f"{node.name} is {sorted(node.states)}")
        fresh = hand.platform.tree.refresh(node)
        expect(fresh is not None and fresh.element == node.element, f"read again it is {fresh}")
    expect(State.EDITABLE in field.states, "the field is not told as editable")


@promise("the smallest element under a point is found")
def points_are_resolved(hand: Hand) -> None:
    button = hand.node("button", "Greet")
    assert button.box is not None
    hit = hand.platform.tree.at(hand.window(), button.box.center)
    expect(hit is not None and hit.name == "Greet", f"at the button's middle is {hit}")


@promise("what stands in a password field is never told, and never set", Capability.KEYS, Capability.POINTER)
def passwords_stay_hidden(hand: Hand) -> None:
    hand.to_front()
    secret = hand.node("password", "Secret")
    assert secret.box is not None
    hand.platform.input.click(secret.box.center)
    hand.until("the focus in Secret", lambda: hand.has_focus("Secret"))
    for letter in "hush":
        hand.stage.person_presses(letter)
    hand.stage.clock.sleep(0.5)
    told = [node for node in hand.platform.tree.read(hand.window()) if "hush" in node.value + node.name]
    expect(not told, f"it is told by {told}")
    expect(hand.node("password", "Secret").value == "", "its field has a value")
    try:
        hand.platform.elements.set_text(secret, "x")
    except Refused:
        return
    raise Broken("it was set")


@promise("a text that was set stands there, or the receipt says that it was not taken", Capability.SET_VALUE)
def texts_are_set(hand: Hand) -> None:
    hand.to_front()
    receipt = hand.platform.elements.set_text(hand.node("text", "Name"), "Grace")
    if receipt.dispatched:
        hand.until("the text 'Grace'", lambda: hand.node("text", "Name").value == "Grace")


@promise("a press does what the button does", Capability.PRESS, Capability.KEYS)
def buttons_are_pressed(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type("Ada")
    receipt = hand.platform.elements.press(hand.node("button", "Greet"))
    expect(receipt.dispatched, receipt.detail)
    hand.until("'Hello Ada'", lambda: hand.says("Hello Ada"))


@promise("a click does what the button does", Capability.POINTER, Capability.KEYS)
def buttons_are_clicked(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type("Bob")
    button = hand.node("button", "Greet")
    assert button.box is not None
    hand.platform.input.click(button.box.center)
    hand.until("'Hello Bob'", lambda: hand.says("Hello Bob"))
    expect(hand.platform.input.position() == button.box.center, "the pointer is elsewhere")


@promise("any text that is typed arrives as it is", Capability.KEYS, Capability.ANY_UNICODE)
def texts_are_typed(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type(UNICODE)
    hand.until(f"the text {UNICODE!r}", lambda: hand.node("text", "Name").value == UNICODE)
    hand.platform.input.press("ctrl+a")
    hand.platform.input.type("new")
    hand.until("the text 'new'", lambda: hand.node("text", "Name").value == "new")


@promise("unknown keys and buttons are bad input, and nothing is sent", Capability.KEYS, Capability.POINTER)
def nonsense_is_refused(hand: Hand) -> None:
    hand.into_name()
    expect_bad_input(lambda: hand.platform.input.press("ctrl+NoSuchKey"))
    expect_bad_input(lambda: hand.platform.input.click(Point(5, 5), "fourth"))
    expect(hand.node("text", "Name").value == "", "something was typed")


@promise("a stop in the middle of typing leaves a beginning, and no key down", Capability.KEYS)
def stops_are_clean(hand: Hand) -> None:
    hand.into_name()
    sent = 0

    def stop() -> None:
        nonlocal sent
        sent += 1
        if sent > 12:
            raise Stopped("enough")

    hand.platform.guard(stop)
    try:
        hand.platform.input.type("abcdefghijklmnopqrstuvwxyz")
        raise Broken("it was not stopped")
    except Stopped:
        pass
    finally:
        hand.platform.guard(lambda: None)
    hand.stage.clock.sleep(0.3)
    begun = hand.node("text", "Name").value
    expect("abcdefghijklmnopqrstuvwxyz".startswith(begun) and len(begun) < 26, f"it says {begun!r}")
    hand.stage.clock.sleep(0.7)  # a key that stayed down would repeat
    expect(hand.node("text", "Name").value == begun, "a key stayed down")


@promise("the clipboard gives back what was put there", Capability.CLIPBOARD)
def clipboard_is_kept(hand: Hand) -> None:
    expect(hand.platform.clipboard.write(UNICODE).dispatched, "it was not taken")
    hand.until("the text", lambda: hand.platform.clipboard.read() == UNICODE)


@promise("programs and addresses that are none are bad input", Capability.OPEN)
def nothing_strange_is_opened(hand: Hand) -> None:
    expect_bad_input(lambda: hand.platform.launcher.open_app("no-such-program-here"))
    expect_bad_input(lambda: hand.platform.launcher.open_url("javascript:alert(1)"))


@promise(
    "input of the person and of Deskhand is told, and told apart",
    Capability.EVENTS, Capability.PERSON_INPUT, Capability.KEYS, Capability.POINTER,
)  # fmt: skip
def inputs_are_told_apart(hand: Hand) -> None:
    field = hand.into_name()
    assert field.box is not None
    told: list[Signal] = []
    source = hand.platform.events()
    source.start(told.append)
    try:
        hand.platform.input.press("a")
        hand.platform.input.click(field.box.center)
        hand.stage.person_presses("b")
        hand.stage.person_clicks(field.box.center)
        keys, clicks = {(True, "a"), (False, "b")}, {True, False}
        hand.until(
            "both keys", lambda: keys <= {(each.own, each.chord) for each in told if isinstance(each, KeyPressed)}
        )
        hand.until("both clicks", lambda: clicks <= {each.own for each in told if isinstance(each, ButtonPressed)})
    finally:
        source.close()


def run_suite(stages: Callable[[], AbstractContextManager[Stage]], adapter: str) -> list[CheckResult]:
    """Every check on one stage of an adapter, in order."""
    with stages() as stage:
        return [run_check(check, stage, adapter) for check in CHECKS]


def run_check(check: Check, stage: Stage, adapter: str) -> CheckResult:
    """One check; it never raises for what an adapter does."""
    lacking = check.needs - stage.platform.capabilities
    if lacking:
        return CheckResult(adapter, check.name, Result.SKIPPED, f"not declared: {', '.join(sorted(lacking))}")
    try:
        check.run(Hand(stage))
    except (Broken, DeskhandError) as error:
        return CheckResult(adapter, check.name, Result.FAILED, str(error))
    return CheckResult(adapter, check.name, Result.OK)
