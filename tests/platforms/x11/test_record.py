"""Input counts from when it happened, not from when a busy machine tells it."""

from hypothesis import given
from hypothesis import strategies as st

from deskhand.platforms.x11.record import ServerClock


def test_what_is_told_late_keeps_its_time() -> None:
    clock = ServerClock()
    assert clock.monotonic(1000, 501.0) == 501.0
    assert clock.monotonic(2000, 502.7) == 502.0


def test_the_smallest_delay_is_believed() -> None:
    clock = ServerClock()
    clock.monotonic(1000, 501.5)
    assert clock.monotonic(2000, 502.0) == 502.0
    assert clock.monotonic(3000, 503.9) == 503.0


def test_milliseconds_that_begin_anew_are_followed() -> None:
    clock = ServerClock()
    clock.monotonic(2**32 - 10, 501.0)
    assert clock.monotonic(5, 501.1) == 501.1


@given(st.lists(st.tuples(st.integers(0, 5000), st.floats(0, 5)), min_size=1, max_size=20))
def test_order_is_kept_and_nothing_happens_after_it_is_told(steps: list[tuple[int, float]]) -> None:
    clock, at = ServerClock(), 10_000
    for step, delay in steps:
        at += step
        now = at / 1000 + 77 + delay
        assert clock.monotonic(at, now) <= now + 1e-6
