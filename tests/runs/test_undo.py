"""Undo restores, checks, refuses to overwrite what was changed since, and can be asked twice."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from scene import MAIL, NAME, URGENT, Scene, open_scene

from deskhand.core.element import State
from deskhand.core.errors import Stopped
from deskhand.core.geometry import Point
from deskhand.core.ids import RunId
from deskhand.platforms.fake.world import Lie
from deskhand.runs.undo import undo


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with open_scene(tmp_path) as opened:
        yield opened


def test_everything_is_as_it_was(scene: Scene) -> None:
    scene.world.find(NAME).value = "before"
    scene.file.write_text("old bytes")
    scene.run([*scene.steps(), scene.check(3)])
    assert scene.undo() == ["RESTORED"] * 4
    assert scene.values() == {NAME: "before", MAIL: ""}
    assert State.CHECKED not in scene.world.find(URGENT).states
    assert scene.file.read_text() == "old bytes"


def test_a_file_that_was_not_there_goes_away(scene: Scene) -> None:
    scene.run()
    assert scene.file.exists()
    scene.undo()
    assert not scene.file.exists()


def test_twice_is_as_once(scene: Scene) -> None:
    scene.run()
    scene.undo()
    assert scene.undo() == ["ALREADY"] * 3


def test_what_the_person_changed_since_is_left_alone(scene: Scene) -> None:
    scene.run()
    scene.world.find(NAME).value = "mine"
    scene.file.write_text("mine, too")
    assert scene.undo() == ["CHANGED_SINCE", "RESTORED", "CHANGED_SINCE"]
    assert scene.values() == {NAME: "mine", MAIL: ""}
    assert scene.file.read_text() == "mine, too"


def test_a_field_that_lies_about_being_restored_is_said(scene: Scene) -> None:
    scene.run()
    scene.world.find(MAIL).lie = Lie.NOTHING
    assert scene.undo() == ["RESTORED", "FAILED", "RESTORED"]


def test_a_program_that_is_gone_is_said_with_what_it_held(scene: Scene) -> None:
    scene.world.find(NAME).value = "before"
    scene.run()
    scene.world.close(scene.window)
    done = undo(RunId("run_1"), scene.journal, scene.platform, scene.world.clock, scene.brake)
    assert [each.result.name for each in done] == ["RESTORED", "FAILED", "FAILED"]
    assert "'before'" in done[2].detail


def test_without_a_desktop_files_are_restored(scene: Scene) -> None:
    scene.run()
    done = undo(RunId("run_1"), scene.journal, None, scene.world.clock, scene.brake)
    assert [each.result.name for each in done] == ["RESTORED", "FAILED", "FAILED"]
    assert not scene.file.exists()


def test_what_was_taken_back_before_the_person_took_over_is_known(scene: Scene) -> None:
    scene.run()
    scene.world.find(MAIL).refuses = frozenset({"set text"})
    scene.platform.guard(scene.brake.check)
    scene.world.after(0.03, lambda world: world.person_moves(Point(1, 1)))
    with scene.brake.armed(), pytest.raises(Stopped):
        scene.undo()
    scene.platform.guard(lambda: None)
    assert [each.result.name for each in scene.journal.restorations(RunId("run_1"))] == ["RESTORED"]
    assert set(scene.undo()) <= {"RESTORED", "ALREADY"}
    assert scene.values() == {NAME: "", MAIL: ""}


def test_a_field_that_was_written_twice_gets_its_first_text_back_and_undo_can_be_asked_again(scene: Scene) -> None:
    scene.world.find(NAME).value = "before"
    scene.run([scene.fill(0, NAME, "one"), scene.fill(1, NAME, "two")])
    assert scene.undo() == ["RESTORED"] * 2
    assert scene.values()[NAME] == "before"
    sent = len(scene.world.history.all)
    assert scene.undo() == ["ALREADY"] * 2
    assert len(scene.world.history.all) == sent
    assert [each.result.name for each in scene.journal.restorations(RunId("run_1"))] == ["RESTORED"] * 2


def test_what_is_written_after_an_undo_is_not_touched_by_another(scene: Scene) -> None:
    scene.run([scene.fill(0, NAME, "Ada")])
    scene.undo()
    scene.world.find(NAME).value = "Ada"  # the person wants it after all
    assert scene.undo() == ["ALREADY"]
    assert scene.values()[NAME] == "Ada"


@pytest.mark.parametrize(
    ("before", "text"), [("1,234.50", "1234.5"), ("7", " 7"), ("a  b", "a b"), ("a\u00a0b", "a b")]
)
def test_a_text_that_says_the_same_in_another_writing_is_given_back_to_the_letter(
    scene: Scene, before: str, text: str
) -> None:
    scene.world.find(NAME).value = before
    scene.run([scene.fill(0, NAME, text)])
    assert scene.undo() == ["RESTORED"]
    assert scene.values()[NAME] == before


def test_a_text_that_the_program_wrote_in_its_own_way_is_still_known_as_ours(scene: Scene) -> None:
    scene.run([scene.fill(0, NAME, "1234.5")])
    scene.world.find(NAME).value = "1,234.50"
    assert scene.undo() == ["RESTORED"]


def test_a_box_that_was_so_already_and_that_the_person_changed_is_left_alone(scene: Scene) -> None:
    box = scene.world.find(URGENT)
    box.states |= {State.CHECKED}
    scene.run([scene.check(0)])
    box.states -= {State.CHECKED}
    assert scene.undo() == ["CHANGED_SINCE"]
    assert State.CHECKED not in box.states


@pytest.mark.parametrize("moment", [0.52, 0.56, 0.6, 0.7])
def test_typing_that_was_interrupted_is_taken_back(scene: Scene, moment: float) -> None:
    field = scene.world.find(NAME)
    field.value, field.refuses = "before", frozenset({"set text"})
    scene.world.after(moment, lambda world: world.person_moves(Point(1, 1)))
    scene.run([scene.fill(0, NAME, "a long text to type " * 9)])
    assert field.value not in ("", "before", "a long text to type " * 9)
    assert scene.undo() == ["RESTORED"]
    assert field.value == "before"


def test_what_the_person_typed_into_an_interrupted_text_is_left_alone(scene: Scene) -> None:
    field = scene.world.find(NAME)
    field.refuses = frozenset({"set text"})
    scene.world.after(0.6, lambda world: world.person_presses("!"))
    scene.run([scene.fill(0, NAME, "a long text to type " * 9)])
    assert field.value.endswith("!")
    assert scene.undo() == ["CHANGED_SINCE"]
    assert field.value.endswith("!")


def test_a_beginning_that_the_person_left_of_a_finished_text_is_the_persons(scene: Scene) -> None:
    scene.run([scene.fill(0, NAME, "Ada Lovelace")])
    scene.world.find(NAME).value = "Ada"
    assert scene.undo() == ["CHANGED_SINCE"]


def test_an_undo_that_is_stopped_goes_on_where_it_was(scene: Scene) -> None:
    scene.run()
    scene.world.find(MAIL).refuses = frozenset({"set text"})  # slow enough to be stopped in
    scene.platform.guard(scene.brake.check)
    scene.world.after(0.05, lambda world: world.person_moves(Point(1, 1)))
    with pytest.raises(Stopped), scene.brake.armed():
        scene.undo()
    assert not scene.file.exists()
    assert scene.values()[NAME] == "Ada"
    assert not scene.platform.held
    assert scene.undo()[0] == "ALREADY"
    assert scene.values()[NAME] == ""


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=12)
KEYS_ONLY = frozenset({"set text"})
ACTS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([NAME, MAIL]), TEXTS), st.tuples(st.just(URGENT), st.sampled_from(["checked", "unchecked"]))
    ),
    min_size=1,
    max_size=8,
)  # fmt: skip


@given(ACTS, TEXTS, st.booleans(), st.sampled_from([frozenset(), KEYS_ONLY, KEYS_ONLY | {"focus", "press"}]))
def test_any_run_taken_back_leaves_the_world_as_it_was(
    acts: list[tuple[str, str]], name: str, urgent: bool, refused: frozenset[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder, open_scene(Path(folder)) as scene:
        scene.world.find(NAME).value = name
        for element in scene.window.page:
            element.refuses = refused
        if urgent:
            scene.world.find(URGENT).states |= {State.CHECKED}
        steps = [
            scene.check(place, text) if key == URGENT else scene.fill(place, key, text)
            for place, (key, text) in enumerate(acts)
        ]
        scene.run([*steps, scene.save(len(steps))])
        assert set(scene.undo()) <= {"RESTORED", "ALREADY"}
        assert scene.values() == {NAME: name, MAIL: ""}
        assert (State.CHECKED in scene.world.find(URGENT).states) is urgent
        assert not scene.file.exists()
