"""A connection to the X server."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock

from Xlib import display
from Xlib import error as xerror

from deskhand.core.errors import NoDisplay

_opening = Lock()
ENDED = "the desktop ended; nothing that was stored is lost"


def open_display(environ: Mapping[str, str]) -> display.Display:
    """A connection of one's own (python-xlib's must not be shared by threads). `NoDisplay` when there is none."""
    name = environ.get("DISPLAY", "")
    if not name:
        raise NoDisplay(
            "there is no display here: start it inside an X11 session, or use 'deskhand desktop -- COMMAND'"
        )
    try:
        with authority(environ):
            return display.Display(name)
    except (xerror.DisplayError, OSError):
        raise NoDisplay(f"the display {name} cannot be opened; is it running, and is it yours?") from None


def close_display(connection: display.Display) -> None:
    """Close a connection, also one to a server that is gone."""
    try:
        connection.close()
    except (xerror.ConnectionClosedError, OSError):
        return  # there is nothing left to close


@contextmanager
def desktop_may_end() -> Iterator[None]:
    """`NoDisplay` where a connection to the X server or a bus breaks, because the session is over."""
    try:
        yield
    except (xerror.ConnectionClosedError, ConnectionError):
        raise NoDisplay(ENDED) from None


@contextmanager
def authority(environ: Mapping[str, str]) -> Iterator[None]:
    """X libraries read the name of the authority file from the environment of the process, and only from there."""
    with _opening:
        before = os.environ.get("XAUTHORITY")
        if "XAUTHORITY" in environ:
            os.environ["XAUTHORITY"] = environ["XAUTHORITY"]
        try:
            yield
        finally:
            if before is None:
                os.environ.pop("XAUTHORITY", None)
            else:
                os.environ["XAUTHORITY"] = before
