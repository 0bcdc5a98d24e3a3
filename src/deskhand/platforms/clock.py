"""The machine's own clock."""

import time

from deskhand.contracts.clock import Clock


class SystemClock(Clock):
    """Fulfils `contracts.clock.Clock`."""

    def wall(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
