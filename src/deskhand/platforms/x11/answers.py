"""Whether programs have read the input that was sent to them: they answer a ping after what came before it."""

import select
from collections.abc import Callable, Iterable
from itertools import count

from Xlib import X, display
from Xlib import error as xerror
from Xlib.protocol import event as xevent

from deskhand.contracts.clock import Deadline
from deskhand.platforms.clock import SystemClock


class Answers:
    """Pings of the Extended Window Manager Hints (`_NET_WM_PING`); for the thread of the connection."""

    def __init__(self, connection: display.Display) -> None:
        self._display = connection
        self._root = connection.screen().root
        self._ping = int(connection.intern_atom("_NET_WM_PING"))
        self._protocols = int(connection.intern_atom("WM_PROTOCOLS"))
        self._stamps = count(1)

    def window(self, number: int) -> int | None:
        """The window with a number, or the next one above it, that answers; None when there is none."""
        try:
            while number > 1 and number != self._root.id:
                window = self._display.create_resource_object("window", number)
                found = window.get_full_property(self._protocols, X.AnyPropertyType)
                if found is not None and self._ping in list(found.value):
                    return number
                number = window.query_tree().parent.id
        except (xerror.XError, AttributeError):
            return None  # it went away
        return None

    def gone(self, number: int) -> bool:
        """Whether there is no such window."""
        try:
            return number <= 1 or not self._display.create_resource_object("window", number).query_tree()
        except xerror.XError:
            return True

    def wait(self, windows: Iterable[int], seconds: float, check: Callable[[], None]) -> bool:
        """Whether all of these windows answered, or went away, in time; `check` is called meanwhile and may raise."""
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask | X.StructureNotifyMask)  # as Qt answers
        try:
            waiting = {stamp: number for number, stamp in zip(sorted(set(windows)), self._stamps, strict=False)}
            for stamp, number in waiting.items():
                self._send(number, stamp)
            deadline = Deadline(SystemClock(), seconds)
            while waiting and not deadline.over:
                check()
                if not self._display.pending_events():
                    select.select([self._display], [], [], 0.1)
                while self._display.pending_events():
                    event = self._display.next_event()
                    if event.type & 0x7F == X.ClientMessage and event.client_type == self._protocols:
                        waiting.pop(event.data[1][1], None)
                waiting = {stamp: number for stamp, number in waiting.items() if not self.gone(number)}
            return not waiting
        finally:
            self._root.change_attributes(event_mask=X.NoEventMask)

    def _send(self, number: int, stamp: int) -> None:
        window = self._display.create_resource_object("window", number)
        words = [self._ping, stamp, number, 0, 0]
        window.send_event(xevent.ClientMessage(window=window, client_type=self._protocols, data=(32, words)))
        self._display.flush()
