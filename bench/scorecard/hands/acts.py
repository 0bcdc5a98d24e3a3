"""Every kind of thing that hands do: `python -m bench.scorecard.hands.acts KIND` does one of them until it is ended."""

import os
import signal
import sys
from collections.abc import Callable

from deskhand.core.geometry import Point
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.input import X11Input
from deskhand.platforms.x11.own_input import OwnInput

HERE, THERE = Point(300, 300), Point(600, 420)
ACTS: dict[str, Callable[[X11Input], object]] = {
    "click": lambda hands: hands.click(HERE),
    "double click": lambda hands: hands.click(HERE, count=2),
    "right click": lambda hands: hands.click(HERE, "right"),
    "drag": lambda hands: hands.drag(HERE, THERE),
    "scroll": lambda hands: hands.scroll(HERE, 2, -3),
    "chord": lambda hands: hands.press("ctrl+shift+alt+F9"),
    "capitals": lambda hands: hands.type("QWERTY"),
    "characters that the keyboard lacks": lambda hands: hands.type("漢字Жж🙂"),
}


def main() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and its children
    hands = X11Input(open_display(os.environ), OwnInput(), lambda: None, os.environ)
    hands.move(HERE)
    print("ready", flush=True)
    while True:
        ACTS[sys.argv[1]](hands)


if __name__ == "__main__":
    main()
