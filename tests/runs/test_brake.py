"""The brake stops a run for the person, at once, and for nothing that Deskhand does itself."""

import threading

import pytest

from deskhand.contracts.signals import ButtonPressed, KeyPressed, PointerMoved, Scrolled, Signal
from deskhand.core.errors import Stopped
from deskhand.core.geometry import Point
from deskhand.runs.brake import Brake

HERE = Point(300, 300)
PERSON = [
    (KeyPressed(0.0, "a", "a"), "you took the keyboard"),
    (KeyPressed(0.0, "Escape"), "you pressed Esc"),
    (ButtonPressed(0.0, "left", HERE), "you took the mouse"),
    (Scrolled(0.0, 0, 1, HERE), "you took the mouse"),
    (PointerMoved(0.0, Point(0, 0)), "corner"),
    (PointerMoved(0.0, Point(2, 2)), "corner"),
]
OWN = [
    KeyPressed(0.0, "a", "a", own=True),
    KeyPressed(0.0, "Escape", own=True),
    ButtonPressed(0.0, "left", HERE, own=True),
    Scrolled(0.0, 0, 1, HERE, own=True),
    PointerMoved(0.0, Point(0, 0), own=True),
]


def stopped(brake: Brake) -> str:
    """Why it stops a run; "" when it does not."""
    try:
        brake.check()
    except Stopped as stop:
        return str(stop)
    return ""


@pytest.mark.parametrize(("signal", "reason"), PERSON)
def test_the_person_stops_a_run_and_it_stays_stopped(signal: Signal, reason: str) -> None:
    brake = Brake()
    with brake.armed():
        brake.watch(signal)
        assert reason in stopped(brake)
        brake.watch(OWN[0])
        assert reason in stopped(brake)


@pytest.mark.parametrize("signal", OWN)
def test_own_input_stops_nothing(signal: Signal) -> None:
    brake = Brake()
    with brake.armed():
        brake.watch(signal)
        assert stopped(brake) == ""


def test_the_first_reason_is_the_reason() -> None:
    brake = Brake()
    with brake.armed():
        brake.watch(PERSON[2][0])
        brake.watch(PERSON[1][0])
        brake.stop("enough")
        assert stopped(brake) == "you took the mouse"


def test_without_a_run_there_is_nothing_to_stop_and_nothing_is_remembered() -> None:
    brake = Brake()
    brake.watch(PERSON[0][0])
    assert stopped(brake) == ""
    with brake.armed():
        assert stopped(brake) == ""
        brake.watch(PERSON[0][0])
    assert stopped(brake) == ""
    with brake.armed():
        assert stopped(brake) == ""


def test_it_is_let_go_when_a_run_breaks() -> None:
    brake = Brake()

    def run() -> None:
        with brake.armed():
            brake.watch(PERSON[0][0])
            brake.check()

    with pytest.raises(Stopped):
        run()
    assert stopped(brake) == ""


@pytest.mark.parametrize(("pixels", "stops"), [(8, False), (9, True)])
@pytest.mark.parametrize("step", [1, 3])
def test_a_move_counts_from_where_it_began_however_slow(pixels: int, stops: bool, step: int) -> None:
    brake = Brake()
    with brake.armed():
        for moved in [*range(0, pixels, step), pixels]:
            brake.watch(PointerMoved(0.0, Point(300, 300 - moved)))
        assert bool(stopped(brake)) is stops


def test_own_moves_are_no_part_of_the_persons() -> None:
    brake = Brake()
    with brake.armed():
        for x in range(300, 900, 100):
            brake.watch(PointerMoved(0.0, Point(x, 300)))
            brake.watch(PointerMoved(0.0, Point(x + 100, 300), own=True))
        assert stopped(brake) == ""


@pytest.mark.parametrize(("signal", "reason"), PERSON)
def test_while_the_person_is_asked_only_esc_stops(signal: Signal, reason: str) -> None:
    brake = Brake()
    with brake.armed():
        with brake.lifted():
            brake.watch(signal)
        assert stopped(brake) == (reason if "Esc" in reason else "")
        brake.watch(signal)
        assert reason in stopped(brake)


def test_where_the_pointer_was_left_after_an_answer_is_where_the_next_move_begins() -> None:
    brake = Brake()
    with brake.armed():
        brake.watch(PointerMoved(0.0, Point(300, 300)))
        with brake.lifted():
            brake.watch(PointerMoved(0.0, Point(900, 300)))
        brake.watch(PointerMoved(0.0, Point(903, 300)))
        assert stopped(brake) == ""


def test_signals_come_from_a_thread_of_their_own() -> None:
    brake = Brake()
    with brake.armed():
        thread = threading.Thread(target=brake.watch, args=(PERSON[0][0],))
        thread.start()
        thread.join()
        assert stopped(brake) == "you took the keyboard"
