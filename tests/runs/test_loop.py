"""The loop calls done only what was read back, stops at once, and takes back what it did before a failure."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from scene import MAIL, NAME, SAVE, URGENT, Scene, open_scene

from deskhand.contracts.approver import Approval
from deskhand.core import faults
from deskhand.core.action import Action, ActionKind, TextIs
from deskhand.core.element import Element, State
from deskhand.core.geometry import Box, Point
from deskhand.core.ids import RunId
from deskhand.core.locator import build_locator
from deskhand.core.run import Outcome, Tier, Truth, UndoResult
from deskhand.core.skill import BoundStep, Unbound
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld, Lie, Means


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with open_scene(tmp_path) as opened:
        yield opened
        assert not opened.platform.held  # whatever happened, no key and no button is down


def truths(scene: Scene, run: str = "run_1") -> list[Truth | None]:
    return [each.verdict.truth if each.verdict else None for each in scene.journal.actions(RunId(run))]


def test_a_healthy_run_is_done_and_every_action_verified(scene: Scene) -> None:
    report = scene.run()
    assert report.outcome is Outcome.DONE
    assert truths(scene) == [Truth.VERIFIED] * 3
    assert scene.file.read_text() == "Ada\nada@x.org"
    assert scene.journal.find("run_1").outcome is Outcome.DONE
    assert scene.trace.kinds[0] == "run"
    assert scene.trace.kinds[-1] == "finish"


def test_no_steps_prove_nothing(scene: Scene) -> None:
    assert scene.run([]).outcome is Outcome.UNKNOWN


def test_a_step_that_lacks_a_value_is_handed_over(scene: Scene) -> None:
    report = scene.run([scene.fill(0, NAME, "Ada"), Unbound(1, "Mail", "nothing tells the mail")])
    assert report.outcome is Outcome.HANDED_OVER
    assert "nothing tells the mail" in report.summary
    assert scene.values()[NAME] == "Ada"


@pytest.mark.parametrize("lie", [Lie.NOTHING, Lie.ELSEWHERE])
def test_a_field_that_lies_is_refuted_and_nothing_is_called_done(scene: Scene, lie: Lie) -> None:
    field = scene.world.find(MAIL)
    field.lie, field.victim = lie, NAME
    report = scene.run()
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert truths(scene) == [Truth.VERIFIED, Truth.REFUTED]
    assert not scene.file.exists()


def test_a_save_that_lies_is_refuted_and_the_fields_are_as_before(scene: Scene) -> None:
    scene.world.find(NAME).value = "before"
    scene.world.find(SAVE).lie = Lie.NOTHING
    report = scene.run()
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert "there is no such file" in report.summary
    assert scene.values() == {NAME: "before", MAIL: ""}
    undone = [(each.kind, each.element) for each in scene.world.history.all if each.kind == "set text"]
    assert undone[-2:] == [("set text", MAIL), ("set text", NAME)]  # the last first


def test_a_save_that_writes_something_else_is_refuted(scene: Scene) -> None:
    scene.world.find(SAVE).on_press = lambda world: (scene.file.write_text("Ada, no mail"), None)[1]
    report = scene.run()
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert not scene.file.exists()  # what the run had written is taken back


def test_an_effect_that_comes_late_but_in_time_is_verified(scene: Scene) -> None:
    save = scene.world.find(SAVE)
    save.lie, save.delay = Lie.LATE, 1.5
    assert scene.run().outcome is Outcome.DONE


def test_an_effect_that_comes_too_late_is_not_called_done(scene: Scene) -> None:
    save = scene.world.find(SAVE)
    save.lie, save.delay = Lie.LATE, 60.0
    assert scene.run().outcome is Outcome.NOT_ACHIEVED


@pytest.mark.parametrize("refused", ["set text", "focus", "press"])
def test_what_accessibility_refuses_is_done_by_pointer_and_keys(scene: Scene, refused: str) -> None:
    for key in (NAME, MAIL, SAVE):
        scene.world.find(key).refuses = frozenset({refused, "set text"})
    scene.world.find(NAME).value = "old"
    assert scene.run().outcome is Outcome.DONE
    assert scene.world.history.of("type", "click")


def test_a_field_that_does_not_take_the_focus_is_not_typed_past(scene: Scene) -> None:
    scene.world.find(NAME).refuses = frozenset({"set text", "focus"})
    scene.window.stubborn = True
    scene.world.bring_to_front(scene.behind)
    report = scene.run()
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert scene.world.history.of("type") == []


def test_a_window_that_closes_in_the_middle_is_one_sentence_and_nothing_lost(scene: Scene) -> None:
    scene.world.find(SAVE).lie = Lie.LATE
    scene.world.find(SAVE).delay = 99.0
    scene.world.after(0.5, lambda world: world.close(scene.window))
    report = scene.run()
    assert report.outcome in (Outcome.NOT_ACHIEVED, Outcome.UNKNOWN)
    assert "\n" not in report.summary
    assert scene.journal.find("run_1").outcome is report.outcome
    assert None not in truths(scene)


def test_a_window_that_was_closed_before_is_named(scene: Scene) -> None:
    scene.world.close(scene.window)
    report = scene.run()
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert "there is no window of form" in report.summary
    assert truths(scene) == []


def test_a_window_that_moves_in_the_middle_is_hit_where_it_is(scene: Scene) -> None:
    def move(world: object) -> None:
        scene.window.box = Box(300, 350, 400, 300)

    for key in (NAME, MAIL, SAVE):
        scene.world.find(key).refuses = frozenset({"set text", "press"})
    scene.world.after(0.4, move)
    assert scene.run().outcome is Outcome.DONE
    assert {each.element for each in scene.world.history.of("click")} <= {NAME, MAIL, SAVE}


def test_what_lies_in_front_is_never_clicked(scene: Scene) -> None:
    scene.window.page[-1].refuses = frozenset({"press"})
    trap = FakeElement("trap", "button", "Delete all", Box(0, 0, 400, 300), on_press=lambda world: None)
    popup = FakeWindow(9, "popup", "Question", Box(100, 100, 400, 300), [trap], pid=3000)
    scene.window.stubborn = True
    scene.world.after(0.05, lambda world: world.windows.append(popup))
    report = scene.run([scene.save(0)])
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert "trap" not in {each.element for each in scene.world.history.of("click", "press")}


def test_what_is_slow_to_come_is_waited_for(scene: Scene) -> None:
    page = list(scene.window.page)
    scene.window.page = page[:2]
    scene.world.after(1.5, lambda world: scene.window.page.extend(page[2:]))
    steps = [scene.fill(0, NAME, "Ada"), scene.fill(1, MAIL, "m")]
    scene.window.page = page
    steps.append(scene.save(2, "Ada"))
    scene.window.page = page[:2]
    assert scene.run(steps).outcome is Outcome.DONE


def test_what_is_disabled_for_good_is_not_pressed(scene: Scene) -> None:
    scene.world.find(SAVE).states = frozenset({State.SHOWING})
    report = scene.run()
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert "disabled" in report.summary
    assert scene.world.history.of("press", "click") == []


@pytest.mark.parametrize(
    ("meddle", "reason"),
    [
        (lambda scene: scene.world.person_presses("x"), "you took the keyboard"),
        (lambda scene: scene.world.person_presses("Escape"), "you pressed Esc"),
        (lambda scene: [scene.world.person_moves(Point(x, 300)) for x in (300, 400)], "you took the mouse"),
        (lambda scene: scene.world.person_moves(Point(0, 0)), "corner"),
    ],
)
@pytest.mark.parametrize("moment", [0.01, 0.1, 0.3])
def test_the_person_stops_it_at_once(
    scene: Scene, meddle: Callable[[Scene], object], reason: str, moment: float
) -> None:
    for key in (NAME, MAIL):
        scene.world.find(key).refuses = frozenset({"set text"})
    at: list[int] = []

    def meddle_now(world: object) -> None:
        at.append(len(scene.world.history.all))
        meddle(scene)

    scene.world.after(moment, meddle_now)
    report = scene.run([scene.fill(0, NAME, "a long text to type " * 5), scene.save(1)])
    assert report.outcome is Outcome.STOPPED
    assert reason in report.summary
    assert [each for each in scene.world.history.all[at[0] :] if each.own and each.kind in ("down", "press")] == []
    for record in scene.journal.actions(RunId("run_1")):
        assert record.verdict is not None
        unsent = record.receipt is not None and not record.receipt.dispatched
        assert unsent or record.verdict.truth is Truth.UNKNOWN


def test_the_person_stops_also_what_takes_a_failed_run_back(scene: Scene) -> None:
    save = scene.world.find(SAVE)
    save.lie = Lie.NOTHING
    save.on_press = None
    save.states = frozenset({State.SHOWING})  # never ready: the run fails after five seconds, and rolls back
    scene.world.after(5.2, lambda world: world.person_presses("x"))
    for key in (NAME, MAIL):
        scene.world.find(key).refuses = frozenset({"set text"})
    report = scene.run([scene.fill(0, NAME, "Ada"), scene.fill(1, MAIL, "a" * 80), scene.save(2)])
    assert report.outcome in (Outcome.NOT_ACHIEVED, Outcome.STOPPED)
    assert scene.journal.find("run_1").outcome is report.outcome  # the run is over, whatever stopped it


def test_a_table_that_shakes_does_not_stop_it(scene: Scene) -> None:
    for number in range(9):
        scene.world.after(0.05, lambda world, at=number: world.person_moves(Point(300 + at % 3, 300)))
    assert scene.run().outcome is Outcome.DONE


def test_a_shadowed_routine_does_nothing(scene: Scene) -> None:
    assert scene.run(tier=Tier.SHADOW).outcome is Outcome.REFUSED
    assert scene.world.history.all == []


@pytest.mark.parametrize(
    ("answer", "attended", "outcome"),
    [
        (Approval.YES, True, Outcome.DONE),
        (Approval.NO, True, Outcome.REFUSED),
        (Approval.LATER, True, Outcome.REFUSED),
        (Approval.YES, False, Outcome.REFUSED),
    ],
)
def test_a_consequential_action_needs_its_own_yes(
    scene: Scene, answer: Approval, attended: bool, outcome: Outcome
) -> None:
    scene.world.find(SAVE).name = "Send"
    scene.approver.answer = answer
    assert scene.run([scene.save(0)], attended=attended).outcome is outcome
    assert len(scene.approver.asked) == int(attended)
    assert scene.file.exists() is (outcome is Outcome.DONE)


def test_a_check_box_that_is_so_already_is_left_alone(scene: Scene) -> None:
    scene.world.find(URGENT).states |= {State.CHECKED}
    assert scene.run([scene.check(0)]).outcome is Outcome.DONE
    assert scene.world.history.of("press", "click") == []


def test_pictures_show_the_window_acted_on_and_nothing_that_lies_over_it(scene: Scene) -> None:
    over = FakeWindow(9, "keepassxc", "Secrets", Box(100, 100, 200, 50), [], pid=3000)
    scene.world.windows.append(over)
    scene.window.stubborn = True
    scene.run([scene.fill(0, NAME, "Ada")])
    assert len(scene.trace.pictures) == 2
    for picture in scene.trace.pictures:
        assert picture.box == scene.window.box
        assert set(picture.rgb) == {0, scene.window.id + 1}


@pytest.mark.parametrize("point", ["loop.intended", "loop.dispatched", "loop.settled"])
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_crash_anywhere_leaves_a_run_that_can_be_taken_back(scene: Scene, point: str, hits: int) -> None:
    before = scene.values()
    count = 0

    def crash() -> None:
        nonlocal count
        count += 1
        if count == hits:
            raise KeyboardInterrupt

    faults.arm(point, crash)
    try:
        with pytest.raises(KeyboardInterrupt):
            scene.run()
    finally:
        faults.disarm()
    scene.journal.recover()
    assert scene.journal.find("run_1").outcome is Outcome.UNKNOWN
    assert None not in truths(scene)
    results = scene.undo()
    in_doubt = (point, hits) == ("loop.dispatched", 3)  # nothing tells whether the bytes of the file are ours
    assert results.count(UndoResult.CHANGED_SINCE.name) == int(in_doubt)
    assert set(results) <= {UndoResult.RESTORED.name, UndoResult.ALREADY.name, UndoResult.CHANGED_SINCE.name}
    assert scene.values() == before
    assert scene.file.exists() is in_doubt


def act(kind: ActionKind, value: str, position: int = 9) -> BoundStep:
    return BoundStep(position, Action(kind, build_locator("form", "Form", "", None), value))


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (act(ActionKind.OPEN, "no-such-program"), "there is no program 'no-such-program'"),
        (act(ActionKind.OPEN, "ftp://x.org"), "is no http, https or file address"),
        (act(ActionKind.KEY, "ctrl+Nonsense"), "'ctrl+Nonsense' is no key"),
    ],
)
def test_what_cannot_be_sent_ends_the_run_in_one_sentence_and_the_rest_is_taken_back(
    scene: Scene, step: BoundStep, sentence: str
) -> None:
    report = scene.run([scene.fill(0, NAME, "Ada"), step])
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert sentence in report.summary
    assert truths(scene) == [Truth.VERIFIED, Truth.REFUTED]
    assert scene.journal.find("run_1").outcome is Outcome.NOT_ACHIEVED
    assert scene.values()[NAME] == ""


def test_a_person_who_takes_over_while_a_run_is_taken_back_stops_that_too(scene: Scene) -> None:
    scene.world.find(SAVE).lie = Lie.NOTHING
    for key in (NAME, MAIL):
        scene.world.find(key).refuses = frozenset({"set text"})
    restored: list[str] = []

    def watch_for_undo(world: object) -> None:
        if scene.values()[MAIL] == "" and scene.world.history.of("click", "press"):
            scene.world.person_moves(Point(1, 1))
            restored.append(MAIL)
        elif not restored:
            scene.world.after(0.05, watch_for_undo)

    scene.world.after(0.05, watch_for_undo)
    report = scene.run()
    assert restored == [MAIL]
    assert report.outcome is Outcome.STOPPED
    assert "there is no such file" in report.summary
    assert "corner" in report.summary
    assert scene.journal.find("run_1").outcome is Outcome.STOPPED
    assert scene.values() == {NAME: "Ada", MAIL: ""}
    assert "RESTORED" in scene.undo()  # what was left is taken back later
    assert scene.values() == {NAME: "", MAIL: ""}


@pytest.mark.parametrize(
    "answering",
    [
        lambda world: world.person_clicks(Point(1000, 20)),
        lambda world: [world.person_presses(key) for key in ("y", "Return")],
        lambda world: world.after(0.2, lambda later: later.person_clicks(Point(900, 20))),
    ],
)
def test_the_click_or_key_of_an_answer_is_no_takeover(scene: Scene, answering: Callable[[FakeWorld], object]) -> None:
    scene.world.find(SAVE).name = "Send"
    scene.approver.answering = lambda: (answering(scene.world), None)[1]
    assert scene.run([scene.save(0)]).outcome is Outcome.DONE


def test_esc_stops_also_while_the_person_is_asked(scene: Scene) -> None:
    scene.world.find(SAVE).name = "Send"
    scene.approver.answering = lambda: scene.world.person_presses("Escape")
    assert scene.run([scene.save(0)]).outcome is Outcome.STOPPED
    assert not scene.file.exists()


@pytest.mark.parametrize("lie", [Lie.NOTHING, Lie.LATE])
def test_a_press_of_which_nothing_comes_is_not_made_again_by_the_pointer(scene: Scene, lie: Lie) -> None:
    """It may still come, and would then be done twice."""
    save = scene.world.find(SAVE)
    save.lie, save.lies_to, save.delay = lie, frozenset({Means.PRESS}), 5.0
    assert scene.run().outcome is Outcome.NOT_ACHIEVED
    assert [each.kind for each in scene.world.history.of("press", "click")] == ["press"]


def test_what_needed_a_yes_is_never_sent_twice_however_late_it_comes(scene: Scene) -> None:
    save = scene.world.find(SAVE)
    save.name, save.lie, save.delay = "Send", Lie.LATE, 5.0
    assert scene.run([scene.save(0)]).outcome is Outcome.NOT_ACHIEVED
    assert [each.element for each in scene.world.history.of("press", "click")] == [SAVE]


def test_a_press_that_was_sent_stays_sent_when_the_click_after_it_is_not_possible(scene: Scene) -> None:
    save = scene.world.find(SAVE)
    save.lie, save.delay = Lie.LATE, 60.0
    scene.world.windows.append(FakeWindow(9, "popup", "Question", scene.window.box, [], pid=3, above=True))
    assert scene.run([scene.save(0)]).outcome is Outcome.NOT_ACHIEVED
    (record,) = scene.journal.actions(RunId("run_1"))
    assert record.receipt is not None
    assert record.receipt.dispatched


@pytest.mark.parametrize(
    ("answer", "attended", "outcome"),
    [
        (Approval.YES, True, Outcome.DONE),
        (Approval.NO, True, Outcome.REFUSED),
        (Approval.YES, False, Outcome.REFUSED),
    ],
)
def test_a_button_that_says_something_consequential_now_needs_a_yes_whatever_it_said_before(
    scene: Scene, answer: Approval, attended: bool, outcome: Outcome
) -> None:
    step = scene.save(0)
    scene.world.find(SAVE).name = "Delete all"
    scene.approver.answer = answer
    assert scene.run([step], attended=attended).outcome is outcome
    assert ["Delete all" in each.title for each in scene.approver.asked] == [True] * attended
    assert bool(scene.world.history.of("press", "click")) is (outcome is Outcome.DONE)


def test_a_button_that_was_renamed_without_harm_is_found_and_told_as_healed(scene: Scene) -> None:
    step = scene.save(4)
    scene.world.find(SAVE).name = "Store"
    report = scene.run([step])
    assert report.outcome is Outcome.DONE
    assert [(position, locator.element and locator.element.name) for position, locator in report.healed] == [
        (4, "Store")
    ]
    assert scene.approver.asked == []


def test_a_person_who_takes_over_before_anything_is_sent_leaves_nothing_in_doubt(scene: Scene) -> None:
    scene.world.find(NAME).states = frozenset({State.SHOWING})
    scene.world.after(1.0, lambda world: world.person_presses("x"))
    scene.world.after(1.2, lambda world: world.turn(world.find(NAME), State.ENABLED, True))
    assert scene.run().outcome is Outcome.STOPPED
    assert truths(scene) == []
    assert [each for each in scene.world.history.all if each.own] == []


@pytest.mark.parametrize("moment", [0.2, 3.0])
def test_a_program_that_stops_answering_is_one_sentence_and_nothing_is_called_done(scene: Scene, moment: float) -> None:
    save = scene.world.find(SAVE)
    save.lie, save.delay = Lie.LATE, 99.0
    scene.world.after(moment, lambda world: setattr(scene.window, "silent", True))
    report = scene.run()
    assert report.outcome in (Outcome.NOT_ACHIEVED, Outcome.UNKNOWN)
    assert "\n" not in report.summary
    assert None not in truths(scene)
    assert scene.journal.find("run_1").outcome is report.outcome


def test_an_effect_that_happens_twice_is_seen_where_it_can_be(scene: Scene) -> None:
    save = scene.world.find(SAVE)
    label = FakeElement("count", "label", "", Box(20, 180, 80, 24))
    scene.window.page.append(label)
    said = build_locator("form", "Form", "", Element("label", "", ("frame",)))
    save.on_press = lambda world: world.say(label, str(int(label.value or 0) + 1))
    save.lie = Lie.TWICE
    step = BoundStep(0, scene.save(0).action, (TextIs(said, "1"),))
    report = scene.run([step])
    assert report.outcome is Outcome.NOT_ACHIEVED
    assert "it says '2'" in report.summary or "it says '4'" in report.summary


def test_a_person_who_takes_over_while_a_text_is_looked_for_keeps_the_focus(scene: Scene) -> None:
    field = scene.world.find(NAME)
    field.lie, field.lies_to = Lie.NOTHING, frozenset({Means.SET_TEXT})
    scene.window.focus = MAIL
    scene.world.after(0.3, lambda world: world.person_presses("x"))
    assert scene.run().outcome is Outcome.STOPPED
    assert scene.window.focus == MAIL
    assert scene.values() == {NAME: "", MAIL: "x"}
