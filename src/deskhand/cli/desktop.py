"""`deskhand desktop`: a command on a private virtual desktop."""

import signal
import subprocess
from pathlib import Path
from types import FrameType

import click

from deskhand.core.errors import BadInput, Stopped
from deskhand.platforms.x11.desktop import PrivateDesktop


def end_on_signal(number: int, frame: FrameType | None) -> None:
    raise Stopped(f"stopped by {signal.Signals(number).name}")


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--size", default="1280x800", show_default=True, help="Width and height in pixels.")
@click.option("--keep", type=click.Path(path_type=Path), help="Use this folder for the desktop's home and keep it.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def desktop(size: str, keep: Path | None, command: tuple[str, ...]) -> int:
    """Run COMMAND on a desktop of its own: X server, window manager, session bus and accessibility bus.

    Nothing is shared with your own session, and everything ends with the command. The exit status is the command's.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end_on_signal)
    with PrivateDesktop(size, keep) as private:
        try:
            return subprocess.run(list(command), env=private.env, check=False).returncode
        except FileNotFoundError:
            raise BadInput(f"there is no program {command[0]!r}; is it installed?") from None
        except PermissionError:
            raise BadInput(f"{command[0]!r} cannot be executed") from None
