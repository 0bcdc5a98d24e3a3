"""Play a routine without Deskhand, to see that the person and the programs do what they should.

`python -m deskhand.demo.rehearse NAME [PICTURE]`
"""

import subprocess
import sys
from contextlib import ExitStack

from deskhand.demo.catalogue import build_routine
from deskhand.demo.desk import Desk
from deskhand.platforms.x11.desktop import PrivateDesktop


def rehearse(name: str, picture: str) -> None:
    """Four times, each checked."""
    routine = build_routine(name)
    with PrivateDesktop() as desktop, ExitStack() as stack:
        desk = Desk(desktop)
        stack.callback(desk.close)
        try:
            routine.prepare(desk, stack)
            for index in range(4):
                routine.demonstrate(desk, index)
                problems = routine.problems(desk, index)
                print(index, problems or "good", flush=True)
                if index < 3:
                    routine.distract(desk, index)
        finally:
            if picture:
                subprocess.run(["import", "-window", "root", picture], env=desktop.env, check=False)


if __name__ == "__main__":
    rehearse(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
