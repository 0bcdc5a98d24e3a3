"""Time is handed in: a wall part for records and a monotonic part for durations and deadlines."""

from typing import Protocol


class Clock(Protocol):
    """Seconds, in two parts that may move apart."""

    def wall(self) -> float:
        """UTC seconds since 1970; for records."""
        ...

    def monotonic(self) -> float:
        """Seconds that never step back; for durations and deadlines."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait. A fake clock moves at once."""
        ...


class Deadline:
    """A moment on the monotonic clock after which a wait is over."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._end = clock.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left, never negative."""
        return max(0.0, self._end - self._clock.monotonic())

    @property
    def over(self) -> bool:
        return self.left == 0.0
