"""The clipboard: Deskhand as its owner, on a thread and connection of its own, and as its reader."""

import select
import threading
import time
from collections.abc import Mapping

from Xlib import X, Xatom, display
from Xlib.protocol import event as xevent
from Xlib.protocol import rq

from deskhand.contracts.platform import Clipboard
from deskhand.core.run import Receipt, Route
from deskhand.platforms.x11.connection import close_display, open_display

READ_SECONDS = 1.0
TEXT, HINT = "UTF8_STRING", "x-kde-passwordManagerHint"
"""Forms of what is copied: as text, and what password managers say of it."""
LARGEST = 16_000_000
"""Bytes read of a clipboard that comes in parts."""


class X11Clipboard(Clipboard):
    """Fulfils `contracts.platform.Clipboard`; for any thread."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._owner: Owner | None = None

    def read(self) -> str | None:
        if self._owner is not None and self._owner.owns:
            return self._owner.text
        connection = open_display(self._environ)
        try:
            return read_selection(connection, READ_SECONDS)
        finally:
            close_display(connection)

    def write(self, text: str) -> Receipt:
        if self._owner is None:
            self._owner = Owner(open_display(self._environ))
        self._owner.take(text)
        return Receipt(Route.NONE, True, f"{len(text)} characters on the clipboard")

    @property
    def own(self) -> bool:
        """Whether Deskhand holds the clipboard now."""
        return self._owner is not None and self._owner.owns

    def close(self) -> None:
        owner, self._owner = self._owner, None
        if owner is not None:
            owner.close()


class Owner:
    """Holds the clipboard and answers who asks for its text."""

    def __init__(self, connection: display.Display) -> None:
        self._display = connection
        screen = connection.screen()
        self._window = screen.root.create_window(0, 0, 1, 1, 0, screen.root_depth)
        self._clipboard, self._utf8, self._targets = map(
            connection.intern_atom, ("CLIPBOARD", "UTF8_STRING", "TARGETS")
        )
        self.text = ""
        self._owns = False
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="deskhand-clipboard", daemon=True)
        self._thread.start()

    @property
    def owns(self) -> bool:
        """Whether it holds the clipboard; asked while it is just being taken, the answer waits until it is."""
        with self._lock:
            return self._owns

    def take(self, text: str) -> None:
        with self._lock:
            self.text = text
            self._window.set_selection_owner(self._clipboard, X.CurrentTime)
            self._owns = self._display.get_selection_owner(self._clipboard) == self._window

    def close(self) -> None:
        self._ending.set()
        self._thread.join(2)
        close_display(self._display)

    def _serve(self) -> None:
        while not self._ending.is_set():
            select.select([self._display], [], [], 0.1)
            with self._lock:
                while self._display.pending_events():
                    self._answer(self._display.next_event())
                self._display.flush()

    def _answer(self, event: rq.Event) -> None:
        if event.type == X.SelectionClear:
            self._owns = False
        if event.type != X.SelectionRequest:
            return
        place = event.property or event.target
        if event.target == self._targets:
            event.requestor.change_property(place, Xatom.ATOM, 32, [self._targets, self._utf8, Xatom.STRING])
        elif event.target in (self._utf8, Xatom.STRING):
            event.requestor.change_property(place, event.target, 8, self.text.encode())
        else:
            place = X.NONE
        event.requestor.send_event(
            xevent.SelectionNotify(
                time=event.time,
                requestor=event.requestor,
                selection=event.selection,
                target=event.target,
                property=place,
            )
        )


def is_marked_secret(connection: display.Display, timeout: float) -> bool:
    """Whether a password manager says of the clipboard that it holds a secret."""
    return (read_selection(connection, timeout, HINT) or "").strip("\0 ").lower() == "secret"


def read_selection(connection: display.Display, timeout: float, form: str = TEXT) -> str | None:
    """The clipboard's text, also when it comes in parts (ICCCM 2.7.2); None when there is none or its owner is silent."""
    clipboard, utf8, incremental, place = map(connection.intern_atom, ("CLIPBOARD", form, "INCR", "DESKHAND_CLIPBOARD"))
    if connection.get_selection_owner(clipboard) == X.NONE:
        return None
    screen = connection.screen()
    window = screen.root.create_window(0, 0, 1, 1, 0, screen.root_depth, event_mask=X.PropertyChangeMask)
    window.convert_selection(clipboard, utf8, place, X.CurrentTime)
    connection.flush()
    parts: list[bytes] | None = None
    end = time.monotonic() + timeout
    try:
        while (left := end - time.monotonic()) > 0:
            if not connection.pending_events() and not select.select([connection], [], [], left)[0]:
                break
            while connection.pending_events():
                event = connection.next_event()
                arrived = event.type == X.SelectionNotify
                if arrived and event.property == X.NONE:
                    return None
                grown = event.type == X.PropertyNotify and event.state == X.PropertyNewValue and parts is not None
                if not (arrived or grown):
                    continue
                found = window.get_full_property(place, X.AnyPropertyType)
                window.delete_property(place)
                connection.flush()
                if arrived and found is not None and found.property_type == incremental:
                    parts = []
                    continue
                value = found.value if found is not None and isinstance(found.value, bytes) else b""
                if arrived:
                    return value.decode("utf-8", "replace")
                if not value or sum(map(len, parts or [])) > LARGEST:
                    return b"".join(parts or []).decode("utf-8", "replace")
                assert parts is not None
                parts.append(value)
    finally:
        window.destroy()
        connection.flush()
    return None
