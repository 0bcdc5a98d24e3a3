"""Named points in the product that tests can break. In use nothing is armed, and `hit` returns at once."""

import os
import time
from collections.abc import Callable

CRASHED = 77
"""The exit status of a process that ended at a point."""

Effect = Callable[[], None]
_armed: dict[str, Effect] = {}


def hit(point: str) -> None:
    """Run what a test armed at this point: it may raise, delay, or end the process."""
    if _armed and (effect := _armed.get(point)):
        effect()


def arm(point: str, effect: Effect) -> None:
    """Let `effect` run whenever `point` is hit, until `disarm`."""
    _armed[point] = effect


def disarm() -> None:
    """Take all effects away."""
    _armed.clear()


def crash() -> None:
    """End the process at once, as a kill does: nothing is flushed, closed or told."""
    os._exit(CRASHED)


def raising(error: BaseException) -> Effect:
    """Break with `error`."""

    def effect() -> None:
        raise error

    return effect


def delaying(seconds: float) -> Effect:
    """Take so much longer."""
    return lambda: time.sleep(seconds)


def at_hit(number: int, effect: Effect) -> Effect:
    """Nothing but at the `number`-th time, counted from 1."""
    count = 0

    def counted() -> None:
        nonlocal count
        count += 1
        if count == number:
            effect()

    return counted
