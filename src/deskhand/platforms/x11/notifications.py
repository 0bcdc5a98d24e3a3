"""Notices through the desktop's notification service (Desktop Notifications Specification 1.2)."""

import threading
from collections.abc import Callable, Mapping

from deskhand.contracts.notifier import Notifier
from deskhand.core.errors import AccessibilityOff
from deskhand.platforms.x11.bus import Bus, Call
from deskhand.platforms.x11.wire import Reader, pack_string

SERVICE = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications")
EXPIRES_MS = 60_000


class DesktopNotifier(Notifier):
    """Fulfils `contracts.notifier.Notifier`; a thread waits for the buttons. Without a service nothing is shown."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._waiting: dict[int, Callable[[str], None]] = {}
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        try:
            self._bus: Bus | None = Bus.session(environ)
            self._listener = Bus.session(environ)
        except AccessibilityOff:
            self._bus = None

    def notify(
        self, title: str, body: str, buttons: Mapping[str, str] = {}, answer: Callable[[str], None] | None = None
    ) -> bool:
        if self._bus is None:
            return False
        actions = [word for pair in buttons.items() for word in pair]
        if answer is not None:
            self._listen()  # before it is shown: a quick person answers at once
        shown = self._bus.ask(Call(*SERVICE, "Notify", "susssasa{sv}i", pack_notice(title, body, actions)))
        if shown is None:
            return False
        if answer is not None:
            self._waiting[Reader(shown).unsigned()] = answer
        return True

    def close(self) -> None:
        """Stop waiting for answers."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join(2)
        if self._bus is not None:
            self._bus.close()
            self._listener.close()

    def _listen(self) -> None:
        if self._thread is None:
            self._listener.subscribe(f"type='signal',interface='{SERVICE[2]}',member='ActionInvoked'")
            self._thread = threading.Thread(target=self._run, name="deskhand-notices", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                signals = self._listener.signals(0.3)
            except OSError:
                return  # the session ended
            for signal in signals:
                if signal.member == "ActionInvoked":
                    reader = Reader(signal.body)
                    self._answered(reader.unsigned(), reader.string())

    def _answered(self, number: int, key: str) -> None:
        answer = self._waiting.pop(number, None)
        if answer is not None:
            answer(key)


def pack_notice(title: str, body: str, actions: list[str]) -> bytes:
    """The body of Notify: program, replaced id, icon, summary, body, actions, hints, milliseconds."""
    packed = pack_string("Deskhand")
    for field in (None, "", title, escape(body)):
        packed += b"\0" * (-len(packed) % 4)
        packed += (0).to_bytes(4, "little") if field is None else pack_string(field)
    packed += b"\0" * (-len(packed) % 4)
    array = b""
    for action in actions:
        array += b"\0" * (-len(array) % 4) + pack_string(action)
    packed += len(array).to_bytes(4, "little") + array
    packed += b"\0" * (-len(packed) % 4) + (0).to_bytes(4, "little")
    packed += b"\0" * (-len(packed) % 8)
    return packed + EXPIRES_MS.to_bytes(4, "little")


def escape(body: str) -> str:
    """Text that a service which reads markup shows as it is."""
    return body.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
