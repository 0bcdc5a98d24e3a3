"""What every desktop adapter must do: one suite, run on a stage that each adapter sets up."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from deskhand.platforms.conformance import aim, input, reading, signals, whole, windows
from deskhand.platforms.conformance.suite import Check, CheckResult, Hand, Result, Stage, run_check, run_checks

__all__ = ["CHECKS", "Check", "CheckResult", "Hand", "Result", "Stage", "run_check", "run_suite"]

CHECKS: tuple[Check, ...] = (
    *windows.CHECKS,
    *reading.CHECKS,
    *input.CHECKS,
    *aim.CHECKS,
    *signals.CHECKS,
    *whole.CHECKS,
)


def run_suite(stages: Callable[[], AbstractContextManager[Stage]], adapter: str) -> list[CheckResult]:
    """The whole suite on one stage of an adapter."""
    return run_checks(CHECKS, stages, adapter)
