"""What tells one window from another."""

from dataclasses import replace

from deskhand.core.element import Window, same_window
from deskhand.core.geometry import Box

FORM = Window(1, "form", "Form", 100, Box(0, 0, 400, 300))


def test_a_program_started_again_with_the_same_window_number_is_another_window() -> None:
    assert same_window(FORM, replace(FORM, title="Form 2"))
    assert not same_window(FORM, replace(FORM, pid=101))
    assert not same_window(FORM, None)
    assert same_window(None, None)
