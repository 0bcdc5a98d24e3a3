"""The person's input as the X RECORD extension tells it, whichever program it goes to."""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from Xlib import X
from Xlib import error as xerror
from Xlib.ext import record
from Xlib.protocol import rq

from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.own_input import OwnInput, pack_position

LATEST_SECONDS = 30.0
"""What is told later than this was not told late: the clocks are others."""


@dataclass(frozen=True, slots=True)
class InputEvent:
    """A key, button or motion: X event type, keycode or button, modifiers, position, and whether we sent it."""

    time: float
    kind: int
    detail: int
    state: int
    x: int
    y: int
    own: bool


class ServerClock:
    """When input happened: a busy machine tells it late, but with the server's own milliseconds.

    The smallest delay that was seen tells how they lie to our clock (Cristian, Probabilistic clock synchronization, 1989).
    """

    def __init__(self) -> None:
        self._offset: float | None = None

    def monotonic(self, milliseconds: int, now: float) -> float:
        """Monotonic seconds of an event that is told `now`. The server's milliseconds begin anew after 49 days."""
        offset = now - milliseconds / 1000
        if self._offset is None or offset < self._offset or offset - self._offset > LATEST_SECONDS:
            self._offset = offset
        return milliseconds / 1000 + self._offset


class InputRecord:
    """Records on a thread of its own until closed. From it `hear` is called for every event, and `wake` when there is
    something to take.
    """

    def __init__(
        self, environ: Mapping[str, str], own: OwnInput, hear: Callable[[InputEvent], None], wake: Callable[[], None]
    ) -> None:
        self._own = own
        own.forget()
        self._hear, self._wake = hear, wake
        self._events: deque[InputEvent] = deque()
        self._lock = threading.Lock()
        self._clock = ServerClock()
        self._control = open_display(environ)
        self._data = open_display(environ)
        everything = {
            "core_requests": (0, 0), "core_replies": (0, 0), "ext_requests": (0, 0, 0, 0), "ext_replies": (0, 0, 0, 0),
            "delivered_events": (0, 0), "device_events": (X.KeyPress, X.MotionNotify), "errors": (0, 0),
            "client_started": False, "client_died": False,
        }  # fmt: skip
        self._context = self._data.record_create_context(0, [record.AllClients], [everything])
        self._data.sync()
        self._thread = threading.Thread(target=self._run, name="deskhand-record", daemon=True)
        self._thread.start()

    def take(self) -> list[InputEvent]:
        """What came since the last time."""
        with self._lock:
            events = list(self._events)
            self._events.clear()
        return events

    def close(self) -> None:
        try:
            self._control.record_disable_context(self._context)
            self._control.sync()
        except (xerror.XError, xerror.ConnectionClosedError, OSError):
            pass  # the server is gone, and the context with it
        self._thread.join(2)
        close_display(self._control)
        close_display(self._data)

    def _run(self) -> None:
        try:
            self._data.record_enable_context(self._context, self._receive)
        except (xerror.ConnectionClosedError, OSError):
            return  # the server ended

    def _receive(self, reply: rq.Struct) -> None:
        if reply.category != record.FromServer or reply.client_swapped:
            return
        data = reply.data
        now, told_at = time.monotonic(), time.time()
        while data:
            event, data = rq.EventField("event").parse_binary_value(data, self._data.display, None, None)
            moved = event.type == X.MotionNotify
            detail = pack_position(event.root_x, event.root_y) if moved else event.detail
            own = self._own.claim(event.type, detail)
            moment = told_at - now + self._clock.monotonic(event.time, now)
            told = InputEvent(moment, event.type, event.detail, event.state, event.root_x, event.root_y, own)
            self._hear(told)
            with self._lock:
                last = self._events[-1] if self._events else None
                if moved and last is not None and last.kind == X.MotionNotify and last.own == own:
                    self._events.pop()  # only where the pointer came to matters
                self._events.append(told)
        self._wake()
