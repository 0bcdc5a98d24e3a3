"""Points break only what was armed, and only then."""

import subprocess
import sys

import pytest

from deskhand.core import faults


def test_a_point_does_nothing_until_it_is_armed_and_after_it_is_disarmed() -> None:
    faults.hit("a point")
    faults.arm("a point", faults.raising(OSError("broken")))
    faults.hit("another point")
    with pytest.raises(OSError, match="broken"):
        faults.hit("a point")
    faults.disarm()
    faults.hit("a point")


def test_only_the_nth_hit_breaks() -> None:
    hits: list[int] = []
    effect = faults.at_hit(2, lambda: hits.append(1))
    for _ in range(4):
        effect()
    assert hits == [1]


def test_a_crash_ends_the_process_without_a_word() -> None:
    script = "import atexit; from deskhand.core import faults; atexit.register(print, 'told'); faults.crash()"
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert (ended.returncode, ended.stdout) == (faults.CRASHED, b"")
