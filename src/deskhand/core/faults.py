"""Named points in the product that tests can break. In use `hit` finds nothing armed and returns at once."""

from collections.abc import Callable

_armed: dict[str, Callable[[], None]] = {}


def hit(point: str) -> None:
    """Run what a test armed at this point: it may raise, delay, or end the process."""
    if _armed and (effect := _armed.get(point)):
        effect()


def arm(point: str, effect: Callable[[], None]) -> None:
    """Let `effect` run whenever `point` is hit, until `disarm`."""
    _armed[point] = effect


def disarm() -> None:
    """Take all effects away."""
    _armed.clear()
