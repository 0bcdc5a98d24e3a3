"""A clock that moves only when told, or slept on."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from deskhand.contracts.clock import Clock


class FakeClock(Clock):
    """Fulfils `contracts.clock.Clock`. Its wall and monotonic parts move together, but for `set_wall`."""

    def __init__(self, wall: float = 1_800_000_000.0) -> None:
        self._wall_ahead = wall
        self._now = 0.0
        self._order = count()
        self._due: list[tuple[float, int, Callable[[], None]]] = []

    def wall(self) -> float:
        return self._wall_ahead + self._now

    def monotonic(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        """Pass the time at once; what falls due happens at its moment."""
        end = self._now + max(0.0, seconds)
        while self._due and self._due[0][0] <= end:
            moment, _, effect = heappop(self._due)
            self._now = max(self._now, moment)
            effect()
        self._now = end

    def set_wall(self, wall: float) -> None:
        """The wall part jumps, as when somebody sets the machine's time."""
        self._wall_ahead = wall - self._now

    def after(self, seconds: float, effect: Callable[[], None]) -> None:
        """Let `effect` happen when that much time has passed."""
        heappush(self._due, (self._now + seconds, next(self._order), effect))
