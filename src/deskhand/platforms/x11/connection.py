"""A connection to the X server."""

from collections.abc import Mapping
from threading import Lock

from Xlib import display
from Xlib import error as xerror

from deskhand.core.errors import NoDisplay

_opening = Lock()


def open_display(environ: Mapping[str, str]) -> display.Display:
    """A connection of one's own (python-xlib's must not be shared by threads). `NoDisplay` when there is none."""
    name = environ.get("DISPLAY", "")
    if not name:
        raise NoDisplay(
            "there is no display here: start it inside an X11 session, or use 'deskhand desktop -- COMMAND'"
        )
    import os

    with _opening:  # python-xlib reads the authority file's name from the process environment
        before = os.environ.get("XAUTHORITY")
        if "XAUTHORITY" in environ:
            os.environ["XAUTHORITY"] = environ["XAUTHORITY"]
        try:
            return display.Display(name)
        except (xerror.DisplayError, OSError):
            raise NoDisplay(f"the display {name} cannot be opened; is it running, and is it yours?") from None
        finally:
            if before is None:
                os.environ.pop("XAUTHORITY", None)
            else:
                os.environ["XAUTHORITY"] = before
