"""An action goes to its element by accessibility, else by pointer and keys, and never to anything else."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from form import Form

from deskhand.act.dispatch import dispatch
from deskhand.act.target import Target
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import PASSWORD_ROLE, State
from deskhand.core.errors import BadInput, Refused, StaleElement, Stopped
from deskhand.core.geometry import Box, Point
from deskhand.core.locator import build_locator
from deskhand.core.run import Route
from deskhand.platforms.fake.world import USABLE, FakeElement, Lie, Means


@pytest.fixture
def form() -> Form:
    return Form()


def test_a_text_is_set_where_the_program_takes_it(form: Form) -> None:
    receipt = form.do(ActionKind.TYPE, "name", "Ada")
    assert (receipt.route, receipt.dispatched) == (Route.ACCESSIBILITY, True)
    assert form.value("name") == "Ada"
    assert form.world.history.of("down") == []


@pytest.mark.parametrize("text", ["Ada", "", "Zoë 漢字 🙂, $5 & co"])
@pytest.mark.parametrize("refused", [{Means.SET_TEXT}, {Means.SET_TEXT, Means.FOCUS}])
def test_a_text_that_is_not_taken_is_typed_in_place_of_the_old_one(form: Form, text: str, refused: set[Means]) -> None:
    form.refuse("name", *refused)
    assert form.do(ActionKind.TYPE, "name", text).route is Route.KEYS
    assert form.value("name") == text
    assert form.value("mail") == "m@x.org"


def test_a_text_that_is_said_to_be_set_and_is_not_is_typed(form: Form) -> None:
    field = form.world.find("name")
    field.lie, field.lies_to = Lie.NOTHING, frozenset({Means.SET_TEXT})
    assert form.do(ActionKind.TYPE, "name", "Ada").route is Route.KEYS
    assert form.value("name") == "Ada"


def test_a_page_is_typed_into_because_it_does_not_hear_of_a_text_that_is_set(form: Form) -> None:
    form.world.find("name").inside = ("document web",)
    form.do(ActionKind.TYPE, "name", "Ada")
    assert form.value("name") == "Ada"
    assert form.world.history.of("set text") == []


def test_nothing_is_typed_elsewhere_when_the_field_does_not_get_the_focus(form: Form) -> None:
    form.refuse("name", Means.SET_TEXT, Means.FOCUS)
    form.cover(form.window.box)
    form.window.focus = "mail"
    with pytest.raises(StaleElement, match="'Question' is in front of it"):
        form.do(ActionKind.TYPE, "name", "Ada")
    assert (form.value("name"), form.value("mail")) == ("old", "m@x.org")


def test_a_text_that_was_set_but_does_not_show_counts_as_sent_when_it_cannot_be_typed(form: Form) -> None:
    field = form.world.find("name")
    field.lie, field.lies_to, field.delay = Lie.LATE, frozenset({Means.SET_TEXT}), 2.5
    field.refuses = frozenset({Means.FOCUS})
    form.cover(form.window.box)
    assert form.do(ActionKind.TYPE, "name", "Ada").dispatched  # it may still come, so that it can be taken back
    form.world.clock.sleep(3.0)
    assert form.value("name") == "Ada"


@pytest.mark.parametrize("text", ["17", ""])
def test_a_cell_is_written_over(form: Form, text: str) -> None:
    form.window.page.append(FakeElement("cell", "table cell", "A1", Box(20, 250, 80, 20), "5", row=0, column=0))
    assert form.do(ActionKind.TYPE, "cell", text).dispatched
    assert form.value("cell") == text


def test_a_password_is_never_typed(form: Form) -> None:
    form.window.page.append(FakeElement("secret", PASSWORD_ROLE, "Secret", Box(20, 250, 80, 20)))
    with pytest.raises(Refused, match="never typed"):
        form.do(ActionKind.TYPE, "secret", "x")
    assert form.world.history.all == []


def test_a_button_is_pressed_without_the_pointer_where_it_can_be(form: Form) -> None:
    form.cover(form.window.box)
    assert form.do(ActionKind.CLICK, "save").route is Route.ACCESSIBILITY
    assert form.value("status") == "saved"


@pytest.mark.parametrize("way", ["refused", "in a page", "double", "right"])
def test_it_is_clicked_where_a_press_is_not_taken_or_not_meant(form: Form, way: str) -> None:
    if way == "refused":
        form.refuse("save", Means.PRESS)
    if way == "in a page":
        form.world.find("save").inside = ("document web",)
    receipt = form.do(ActionKind.CLICK, "save", way if way in ("double", "right") else "")
    assert (receipt.route, receipt.dispatched) == (Route.POINTER, True)
    downs = [each.text for each in form.world.history.of("down")]
    assert downs == {"double": ["left", "left"], "right": ["right"]}.get(way, ["left"])


def test_a_window_that_moves_while_it_comes_to_the_front_is_clicked_where_the_element_is(form: Form) -> None:
    """A click at the place that was read would hit "Drop", which lies where "Save" was."""
    form.refuse("save", Means.PRESS)
    form.world.bring_to_front(form.behind)
    form.world.after(0.03, lambda world: setattr(form.window, "box", Box(100, 60, 400, 300)))
    assert form.do(ActionKind.CLICK, "save").dispatched
    assert [each.element for each in form.world.history.of("click")] == ["save"]


def test_an_element_that_went_away_meanwhile_is_not_clicked_at_its_old_place(form: Form) -> None:
    form.refuse("save", Means.PRESS)
    form.world.bring_to_front(form.behind)
    form.world.after(0.03, lambda world: form.window.page.remove(world.find("save")))
    with pytest.raises(StaleElement, match="it is gone"):
        form.do(ActionKind.CLICK, "save")
    assert form.world.history.of("down") == []


def test_an_element_that_became_another_is_not_clicked(form: Form) -> None:
    form.refuse("save", Means.PRESS)
    form.world.bring_to_front(form.behind)
    form.world.after(0.03, lambda world: setattr(world.find("save"), "name", "Send"))
    with pytest.raises(StaleElement, match="taken its place"):
        form.do(ActionKind.CLICK, "save")
    assert form.world.history.of("down") == []


@pytest.mark.parametrize("above", [True, False])
def test_what_lies_over_it_gets_no_click(form: Form, above: bool) -> None:
    form.refuse("save", Means.PRESS)
    form.cover(Box(100, 220, 200, 60), above)
    form.window.stubborn = True
    if above:
        with pytest.raises(StaleElement, match="in front of it"):
            form.do(ActionKind.CLICK, "save")
    else:
        assert not form.do(ActionKind.CLICK, "save").dispatched
    assert form.world.history.of("down") == []


@pytest.mark.parametrize(
    ("before", "value", "clicks"), [(False, "checked", 1), (True, "checked", 0), (True, "unchecked", 1)]
)
def test_a_check_box_is_brought_to_a_state(form: Form, before: bool, value: str, clicks: int) -> None:
    box = form.world.find("urgent")
    form.world.turn(box, State.CHECKED, before)
    assert form.do(ActionKind.CHECK, "urgent", value).dispatched
    assert (State.CHECKED in box.states) is (value == "checked")
    assert len(form.world.history.of("press")) == clicks


def test_a_key_goes_to_its_window(form: Form) -> None:
    form.window.shortcuts["ctrl+s"] = lambda world: world.say(world.find("status"), "saved")
    form.world.bring_to_front(form.behind)
    assert form.do(ActionKind.KEY, value="ctrl+s").dispatched
    assert form.value("status") == "saved"


def test_a_key_is_not_pressed_when_its_window_does_not_come_to_the_front(form: Form) -> None:
    form.world.bring_to_front(form.behind)
    form.window.stubborn = True
    receipt = form.do(ActionKind.KEY, value="Delete")
    assert not receipt.dispatched
    assert "did not come to the front" in receipt.detail
    assert form.world.history.of("down") == []


def test_a_window_is_brought_to_the_front(form: Form) -> None:
    form.world.bring_to_front(form.behind)
    assert form.do(ActionKind.SWITCH).dispatched
    assert form.world.front is form.window


def test_the_wheel_turns_over_its_element(form: Form) -> None:
    assert form.do(ActionKind.SCROLL, "mail", "0,-3").dispatched
    (scrolled,) = form.world.history.of("scroll")
    assert scrolled.text == "0,-3"
    assert form.platform.input.position() == Point(220, 172)


@pytest.mark.parametrize("value", ["", "down", "1", "1,2,3", "1.5,0"])
def test_a_way_to_scroll_that_is_none_is_bad_input(form: Form, value: str) -> None:
    with pytest.raises(BadInput, match="dx,dy"):
        form.do(ActionKind.SCROLL, "mail", value)


@pytest.mark.parametrize("value", ["notes", "https://x.org/", "/home/a.txt"])
def test_programs_addresses_and_files_are_opened(form: Form, value: str) -> None:
    form.world.programs["notes"] = lambda world: None
    action = Action(ActionKind.OPEN, build_locator("", "", "", None), value)
    assert dispatch(form.platform, form.world.clock, action, None).route is Route.LAUNCHER
    assert [each.text for each in form.world.history.of("open")] == [value.replace("/home", "file:///home")]


def test_without_a_window_or_an_element_there_is_nothing_to_act_on(form: Form) -> None:
    action = Action(ActionKind.CLICK, build_locator("form", "Form", "", form.node("save").element))
    with pytest.raises(BadInput, match="nothing to click"):
        dispatch(form.platform, form.world.clock, action, None)
    with pytest.raises(BadInput, match="nothing to click"):
        dispatch(form.platform, form.world.clock, action, Target(form.seen))


@pytest.mark.parametrize("before", range(12))
def test_a_stop_at_any_moment_leaves_no_key_down_and_only_a_beginning(form: Form, before: int) -> None:
    form.refuse("name", Means.SET_TEXT)
    sent = 0

    def stop() -> None:
        nonlocal sent
        sent += 1
        if sent > before:
            raise Stopped("enough")

    form.platform.guard(stop)
    with pytest.raises(Stopped):
        form.do(ActionKind.TYPE, "name", "ABCDEFGH")
    assert form.platform.held == frozenset()
    assert form.value("name") == "old" or "ABCDEFGH".startswith(form.value("name"))


@pytest.mark.parametrize("text", ["7", ""])
def test_a_cell_is_not_written_while_others_are_selected_with_it(form: Form, text: str) -> None:
    chosen = USABLE | {State.SELECTED}
    for column, key in enumerate(("cell", "next")):
        box = Box(20 + 100 * column, 250, 80, 20)
        form.window.page.append(FakeElement(key, "table cell", key, box, "5", chosen, row=0, column=column))
    receipt = form.do(ActionKind.TYPE, "cell", text)
    assert (receipt.dispatched, receipt.detail) == (False, "more than this cell is selected")
    assert (form.value("cell"), form.value("next")) == ("5", "5")
    assert form.world.history.of("type", "key") == []
