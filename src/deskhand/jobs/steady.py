"""The order in which things came, though somebody sets the machine's time back."""

from deskhand.contracts.clock import Clock

STEP_SECONDS = 1.0
"""A clock that is only kept right moves less at once."""


class Steady:
    """Positions in seconds: the wall clock's time, moved on by as much as that was ever set back. They never go back.

    `last` is the last position of an earlier process.
    """

    def __init__(self, clock: Clock, last: float | None = None) -> None:
        self._clock = clock
        self._ahead = clock.wall() - clock.monotonic()
        self._shift = self._earlier = max(0.0, (last or 0.0) - clock.wall())

    def now(self) -> float:
        """The position of what happens now."""
        ahead = self._clock.wall() - self._clock.monotonic()
        moved = ahead - self._ahead
        if abs(moved) > STEP_SECONDS:
            self._ahead = ahead
            self._earlier, self._shift = self._shift, self._shift + max(0.0, -moved)
        return self._clock.wall() + self._shift

    def position(self, time: float) -> float:
        """Where something stands that just came and was stamped with the wall clock's `time`, before it was set or after."""
        now = self.now()
        return min((time + self._shift, time + self._earlier), key=lambda place: abs(place - now))
