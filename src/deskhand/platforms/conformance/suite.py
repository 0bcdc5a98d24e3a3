"""What a check of the suite is, what it stands on, and how it is run.

A stage shows one window, "Conformance", with a form: fields "Name" and "Mail", a password field "Secret", a button
"Greet" that makes a label say "Hello", the name and how often it was pressed, and a table of two rows and columns with
"Pear" in row 1, column 0. Beside it there is another ordinary window, "Other".
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.platform import Capability, Platform
from deskhand.contracts.signals import Signal
from deskhand.core.element import Node, Window
from deskhand.core.errors import BadInput, Stopped
from deskhand.core.geometry import Point

TITLE, OTHER, SPARE = "Conformance", "Other", "Spare"
WAIT_SECONDS = 5.0
SETTLE_SECONDS = 0.3
"""Within it a desktop has done and told what it was going to."""
UNICODE = "Zoë 漢字 Ω 🙂 x"


class Stage(Protocol):
    """A platform with the form on it, and a person at it who uses no adapter of ours."""

    @property
    def platform(self) -> Platform: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def address(self) -> str:
        """Where the form's window says its page is."""
        ...

    def reopen(self) -> Platform:
        """The same desktop once more, as a platform of its own."""
        ...

    def person_presses(self, key: str) -> None: ...

    def person_clicks(self, point: Point) -> None: ...

    def open_spare(self) -> None:
        """One more window, "Spare", comes up."""
        ...

    def lock_screen(self) -> AbstractContextManager[None]:
        """Meanwhile a lock screen lies over everything."""
        ...

    def save_document(self) -> Path:
        """A program writes a document into a folder of the person; its path."""
        ...


class Broken(Exception):
    """The adapter did not do what the contract promises; `str` says what."""


class Inapplicable(Exception):
    """There is nothing to check on this stage; `str` says why."""


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


def promise(name: str, *needs: Capability) -> Callable[[Callable[["Hand"], None]], Check]:
    """Make a check of a function; every one needs windows and a tree to find its way about the stage."""
    return lambda run: Check(name, run, frozenset({Capability.WINDOWS, Capability.TREE, *needs}))


def expect(good: bool, reason: str) -> None:
    """`Broken` with the reason unless it is so."""
    if not good:
        raise Broken(reason)


def expect_bad_input(call: Callable[[], object], what: str) -> None:
    """`Broken` unless the call is refused as bad input."""
    try:
        call()
    except BadInput:
        return
    raise Broken(f"{what} was taken")


class Hand:
    """A stage with the questions that the checks ask of it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.platform = stage.platform

    # -- looking ----------------------------------------------------------------------------------------------------

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

    def place(self, role: str, name: str) -> Point:
        """The middle of an element of the form."""
        box = self.node(role, name).box
        if box is None:
            raise Broken(f"{role} {name!r} has no place")
        return box.center

    def until(self, what: str, look: Callable[[], bool]) -> None:
        """Wait for something to be so."""
        deadline = Deadline(self.stage.clock, WAIT_SECONDS)
        while not look():
            expect(not deadline.over, f"{what} never came")
            self.stage.clock.sleep(0.05)

    def settle(self) -> None:
        """Wait until what was done has had its effect."""
        self.stage.clock.sleep(SETTLE_SECONDS)

    def says(self, text: str) -> bool:
        """Whether the form shows a text somewhere."""
        return any(text in (node.value or node.name) for node in self.platform.tree.read(self.window()))

    def greetings(self) -> int:
        """How often the button was pressed, as the form says."""
        told = [node.value or node.name for node in self.platform.tree.read(self.window())]
        counts = [int(found[1]) for text in told if (found := re.fullmatch(r"Hello .*, (\d+)", text))]
        return max(counts, default=0)

    def front_is(self, window: Window) -> bool:
        """Whether a window is in front."""
        front = self.platform.windows.front()
        return front is not None and front.id == window.id

    def has_focus(self, name: str) -> bool:
        """Whether the element of a name has the keyboard focus."""
        focused = self.platform.tree.focused()
        return focused is not None and focused.name == name

    # -- doing ------------------------------------------------------------------------------------------------------

    def to_front(self) -> None:
        """The form is in front."""
        self.platform.windows.activate(self.window())
        self.until("the form in front", lambda: self.front_is(self.window()))

    def into(self, name: str) -> Node:
        """A field has the focus, asked for or clicked."""
        self.to_front()
        if not self.platform.elements.focus(self.node("text", name)).dispatched:
            self.platform.input.click(self.place("text", name))
        self.until(f"the focus in {name}", lambda: self.has_focus(name))
        return self.node("text", name)

    def into_name(self) -> Node:
        """The field "Name" has the focus and is empty."""
        self.into("Name")
        self.platform.input.press("ctrl+a")
        self.platform.input.press("Delete")
        self.until("an empty field", lambda: self.node("text", "Name").value == "")
        return self.node("text", "Name")

    def becomes(self, name: str, text: str) -> None:
        """Wait until a field holds a text, and nothing more comes."""
        self.until(f"the text {text!r}", lambda: self.node("text", name).value == text)
        self.settle()
        expect(self.node("text", name).value == text, f"it went on to {self.node('text', name).value!r}")

    def greets(self, before: int, act: str) -> None:
        """Wait until the button was pressed once more than `before` times, and nothing more comes."""
        self.until(f"a greeting after {act}", lambda: self.greetings() > before)
        self.settle()
        expect(self.greetings() == before + 1, f"after {act} it was pressed {self.greetings() - before} times")

    def stops(self, act: Callable[[], object], before: int) -> bool:
        """Whether `act` is stopped by a guard that raises before its event number `before`, counted from 0."""
        sent = 0

        def stop() -> None:
            nonlocal sent
            sent += 1
            if sent > before:
                raise Stopped("enough")

        self.platform.guard(stop)
        try:
            act()
        except Stopped:
            return True
        finally:
            self.platform.guard(lambda: None)
        return False

    def heard(self, told: list[Signal], kind: type[Signal]) -> None:
        """Wait for a signal of a kind."""
        self.until(f"a signal {kind.__name__}", lambda: any(isinstance(each, kind) for each in told))

    @contextmanager
    def listening(self) -> Iterator[list[Signal]]:
        """The signals that come meanwhile."""
        told: list[Signal] = []
        source = self.platform.events()
        source.start(told.append)
        try:
            yield told
        finally:
            source.close()


def run_checks(
    checks: tuple[Check, ...], stages: Callable[[], AbstractContextManager[Stage]], adapter: str
) -> list[CheckResult]:
    """Every check on one stage of an adapter, in order."""
    with stages() as stage:
        return [run_check(check, stage, adapter) for check in checks]


def run_check(check: Check, stage: Stage, adapter: str) -> CheckResult:
    """One check; it never raises, whatever an adapter does."""
    lacking = check.needs - stage.platform.capabilities
    if lacking:
        return CheckResult(adapter, check.name, Result.SKIPPED, f"not declared: {', '.join(sorted(lacking))}")
    try:
        check.run(Hand(stage))
    except Inapplicable as reason:
        return CheckResult(adapter, check.name, Result.SKIPPED, str(reason))
    except Exception as error:  # the suite judges adapters that it does not know
        words = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        return CheckResult(adapter, check.name, Result.FAILED, words)
    return CheckResult(adapter, check.name, Result.OK)
