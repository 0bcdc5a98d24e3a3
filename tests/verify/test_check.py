"""The world is read back: verified, refuted or unknown, each with what was found."""

from pathlib import Path

import pytest

from deskhand.contracts.platform import Capability
from deskhand.core.action import (
    Action,
    ActionKind,
    Effect,
    FileGone,
    FileHas,
    FocusIs,
    StateIs,
    TextIs,
    UrlIs,
    WindowGone,
    WindowIs,
)
from deskhand.core.element import Element, State
from deskhand.core.geometry import Box
from deskhand.core.locator import Locator, build_locator
from deskhand.core.run import Evidence, Truth, Verdict
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld
from deskhand.verify.before import Before
from deskhand.verify.check import check, conclude, describe_effect, implied, remember
from deskhand.verify.files import FileBefore, files_before


def locator(role: str, name: str = "", app: str = "form") -> Locator:
    return build_locator(app, "Form", "", Element(role, name, ("frame",)))


NAME, URGENT, STATUS, NOBODY = (
    locator("text", "Name"), locator("check box", "Urgent"), locator("label"), locator("spin button", "Nobody"),
)  # fmt: skip


class Form:
    """A form in a browser."""

    def __init__(self) -> None:
        page = [
            FakeElement("name", "text", "Name", value="Ada  Lovelace "),
            FakeElement("urgent", "check box", "Urgent"),
            FakeElement("status", "label", "", value="nothing saved"),
        ]
        self.window = FakeWindow(1, "form", "*Form", Box(0, 0, 400, 300), page, "name", url="https://x.org/a")
        self.world = FakeWorld([FakeWindow(2, "notes", "Notes", Box(600, 0, 300, 300), [], pid=2), self.window])
        self.platform = FakePlatform(self.world)

    def check(self, *effects: Effect, before: dict[str, FileBefore] | None = None, seconds: float = 3.0) -> Verdict:
        return check(self.platform, self.world.clock, effects, Before(before or {}), seconds)


@pytest.fixture
def form() -> Form:
    return Form()


@pytest.mark.parametrize(
    ("effect", "truth", "found"),
    [
        (TextIs(NAME, "Ada Lovelace"), Truth.VERIFIED, "it says 'Ada Lovelace'"),
        (TextIs(NAME, "Ada"), Truth.REFUTED, "it says 'Ada Lovelace'"),
        (TextIs(STATUS, "nothing saved"), Truth.VERIFIED, "it says 'nothing saved'"),
        (TextIs(NOBODY, "x"), Truth.UNKNOWN, "there is no spin button 'Nobody' in form now"),
        (TextIs(locator("text", "Name", "gone"), "x"), Truth.UNKNOWN, "there is no window of gone"),
        (StateIs(URGENT, "checked"), Truth.REFUTED, "it is not checked"),
        (StateIs(URGENT, "checked", on=False), Truth.VERIFIED, "it is not checked"),
        (StateIs(NOBODY, "checked"), Truth.UNKNOWN, "there is no spin button 'Nobody' in form now"),
        (FocusIs(NAME), Truth.VERIFIED, "it is focused"),
        (FocusIs(URGENT), Truth.REFUTED, "it is not focused"),
        (WindowIs("form"), Truth.VERIFIED, "the window '*Form' of form is in front"),
        (WindowIs("form", "Form"), Truth.VERIFIED, "the window '*Form' of form is in front"),
        (WindowIs("form", "Other"), Truth.REFUTED, "the window '*Form' of form is in front"),
        (WindowIs("notes"), Truth.REFUTED, "the window '*Form' of form is in front"),
        (UrlIs("form", "https://x.org/a"), Truth.VERIFIED, "it shows https://x.org/a"),
        (UrlIs("form", "https://x.org/b"), Truth.REFUTED, "it shows https://x.org/a"),
        (UrlIs("notes", "https://x.org/a"), Truth.UNKNOWN, "its address cannot be read"),
    ],
)
def test_each_effect_is_read_back(form: Form, effect: Effect, truth: Truth, found: str) -> None:
    verdict = form.check(effect)
    assert verdict.truth is truth
    assert verdict.evidence == (Evidence(effect, found, truth),)
    if truth is not Truth.VERIFIED:
        assert verdict.reason == f"expected that {describe_effect(effect)}, but {found}"


def test_without_effects_nothing_is_proved(form: Form) -> None:
    assert form.check().truth is Truth.UNKNOWN


def test_an_effect_that_comes_in_time_is_verified_as_soon_as_it_is_there(form: Form) -> None:
    form.world.after(1.0, lambda world: world.say(world.find("status"), "saved"))
    assert form.check(TextIs(STATUS, "saved")).truth is Truth.VERIFIED
    assert 1.0 <= form.world.clock.monotonic() < 1.2


def test_an_effect_that_comes_too_late_is_refuted(form: Form) -> None:
    form.world.after(3.5, lambda world: world.say(world.find("status"), "saved"))
    assert form.check(TextIs(STATUS, "saved")).truth is Truth.REFUTED
    assert 3.0 <= form.world.clock.monotonic() < 3.2


def test_a_clock_that_is_set_does_not_end_a_wait(form: Form) -> None:
    form.world.after(0.5, lambda world: world.clock.set_wall(world.clock.wall() + 86400))
    form.world.after(1.0, lambda world: world.say(world.find("status"), "saved"))
    assert form.check(TextIs(STATUS, "saved")).truth is Truth.VERIFIED


def test_a_program_that_stops_answering_makes_it_unknown(form: Form) -> None:
    form.window.silent = True
    verdict = form.check(TextIs(NAME, "Ada Lovelace"))
    assert verdict.truth is Truth.UNKNOWN
    assert "does not answer" in verdict.reason


def test_a_desktop_that_cannot_tell_makes_it_unknown(form: Form) -> None:
    poorer = FakePlatform(form.world, frozenset(Capability) - {Capability.URL})
    assert check(poorer, form.world.clock, [UrlIs("form", "https://x.org/a")], {}).truth is Truth.UNKNOWN


def test_only_the_end_of_the_window_that_was_acted_in_is_its_end(form: Form) -> None:
    action = Action(ActionKind.CLICK, NAME)
    effect = WindowGone("form")
    before = remember(form.platform, action, [effect], None, form.window.window, ())
    assert before.so_already == frozenset()
    assert check(form.platform, form.world.clock, [effect], before).truth is Truth.REFUTED
    form.world.windows[form.world.windows.index(form.window)] = FakeWindow(
        1, "form", "Form", Box(0, 0, 9, 9), [], pid=8
    )
    closed = check(form.platform, form.world.clock, [effect], before)
    assert (closed.truth, closed.reason) == (Truth.VERIFIED, "the window of form is closed")
    assert form.check(effect).truth is Truth.UNKNOWN


def test_no_window_in_front_refutes_a_window(form: Form) -> None:
    form.world.windows.clear()
    assert form.check(WindowIs("form")).evidence[0].found == "no window is in front"


@pytest.mark.parametrize(
    ("truths", "truth"),
    [
        ([Truth.VERIFIED, Truth.VERIFIED], Truth.VERIFIED),
        ([Truth.VERIFIED, Truth.UNKNOWN], Truth.UNKNOWN),
        ([Truth.UNKNOWN, Truth.REFUTED], Truth.REFUTED),
        ([Truth.VERIFIED, Truth.REFUTED], Truth.REFUTED),
    ],
)
def test_the_worst_of_the_evidence_decides(truths: list[Truth], truth: Truth) -> None:
    assert conclude(tuple(Evidence(FocusIs(NAME), "", each) for each in truths)).truth is truth


@pytest.mark.parametrize(
    ("before", "after", "contains", "truth", "found"),
    [
        (None, "Ada, 7", ("Ada", "7"), Truth.VERIFIED, "the file holds it"),
        (None, "Ada", ("Ada", "7"), Truth.REFUTED, "the file lacks '7'"),
        ("Ada", "Ada", ("Ada",), Truth.REFUTED, "the file is as it was before"),
        (None, None, ("Ada",), Truth.REFUTED, "there is no such file"),
        ("Ada", None, (), Truth.REFUTED, "there is no such file"),
        ("Ada", "Bob", (), Truth.VERIFIED, "the file was written"),
    ],
)
def test_a_file_must_be_written_since_and_hold_everything(
    form: Form,
    tmp_path: Path,
    before: str | None,
    after: str | None,
    contains: tuple[str, ...],
    truth: Truth,
    found: str,
) -> None:
    path = tmp_path / "a.txt"
    effect = FileHas(str(path), contains)
    if before is not None:
        path.write_text(before)
    known = files_before([effect])
    path.unlink(missing_ok=True)
    if after is not None:
        path.write_text(after)
    verdict = form.check(effect, before=known)
    assert (verdict.truth, verdict.evidence[0].found) == (truth, found)


def test_a_file_that_cannot_be_read_makes_it_unknown(form: Form, tmp_path: Path) -> None:
    path = tmp_path / "a.ods"
    path.write_text("no archive")
    assert form.check(FileHas(str(path), ("Ada",))).truth is Truth.UNKNOWN


@pytest.mark.parametrize(
    ("before", "after", "truth"),
    [(True, False, Truth.VERIFIED), (True, True, Truth.REFUTED), (False, False, Truth.REFUTED)],
)
def test_a_file_is_gone_only_when_it_was_there(
    form: Form, tmp_path: Path, before: bool, after: bool, truth: Truth
) -> None:
    path = tmp_path / "a.txt"
    effect = FileGone(str(path))
    if before:
        path.write_text("Ada")
    known = files_before([effect])
    if not after:
        path.unlink(missing_ok=True)
    assert form.check(effect, before=known).truth is truth


@pytest.mark.parametrize(
    ("kind", "value", "effects"),
    [
        (ActionKind.TYPE, "Ada", (TextIs(NAME, "Ada"),)),
        (ActionKind.CHECK, "checked", (StateIs(NAME, "checked", True),)),
        (ActionKind.CHECK, "unchecked", (StateIs(NAME, "checked", False),)),
        (ActionKind.SWITCH, "", (WindowIs("form", "Form"),)),
        (ActionKind.CLICK, "", ()),
        (ActionKind.KEY, "ctrl+s", ()),
    ],
)
def test_what_an_action_implies_is_looked_for_whatever_was_learned(
    kind: ActionKind, value: str, effects: tuple[Effect, ...]
) -> None:
    assert implied(Action(kind, NAME, value)) == effects


def test_a_check_box_that_was_checked_is_seen(form: Form) -> None:
    form.world.turn(form.world.find("urgent"), State.CHECKED, True)
    assert form.check(StateIs(URGENT, "checked")).truth is Truth.VERIFIED
