"""The desk is lent to a run: the person has it back the moment they want it, and as it was when the run is over."""

from collections.abc import Iterator
from contextlib import contextmanager

from deskhand.contracts.platform import Platform
from deskhand.core.element import Window
from deskhand.core.errors import Stopped
from deskhand.runs.brake import Brake


@contextmanager
def borrowed(platform: Platform, brake: Brake) -> Iterator[None]:
    """While a run acts: the person and a locked screen stop everything that is sent. Afterwards nothing is down."""
    platform.guard(brake.check)
    try:
        with brake.armed(lambda: "the screen is locked" if platform.windows.locked() else ""):
            yield
    finally:
        platform.guard(lambda: None)
        platform.input.release_all()


def give_back(platform: Platform, window: Window | None) -> None:
    """Bring the window that the person had in front to the front again, if it is still there and they did not take over."""
    front, listed = platform.windows.front(), platform.windows.list()
    if window is None or (front is not None and front.id == window.id) or all(each.id != window.id for each in listed):
        return
    try:
        platform.windows.activate(window)
    except Stopped:
        return  # they went where they want to be
