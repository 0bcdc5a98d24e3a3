"""A small D-Bus client: many calls in flight at once, and signals. One bus belongs to one thread.

The usual bindings wait for every answer before the next question; an accessibility walk asks thousands of questions.
"""

import os
import select
import socket
import struct
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from deskhand.core.errors import AccessibilityOff
from deskhand.platforms.x11.wire import Reader, pack_string, pack_strings, read_references

DBUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
ATSPI = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
REGISTRY = "org.a11y.atspi.Registry"
PROPERTIES = "org.freedesktop.DBus.Properties"
OFF = (
    "accessibility is off on this desktop; switch it on with 'gsettings set org.gnome.desktop.interface "
    "toolkit-accessibility true' (package at-spi2-core), then restart your programs"
)

_CALL, _ANSWER, _ERROR, _SIGNAL = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Call:
    """One question: destination, path, interface, member, signature and packed body."""

    name: str
    path: str
    interface: str
    member: str
    signature: str = ""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class BusSignal:
    """A signal as it came; `time` is UTC seconds since 1970 at its arrival."""

    sender: str
    path: str
    interface: str
    member: str
    body: bytes
    time: float


def get_property(reference: tuple[str, str], interface: str, name: str) -> Call:
    """A question for a property of an accessible object."""
    return Call(*reference, PROPERTIES, "Get", "ss", pack_strings(ATSPI + interface, name))


class Bus:
    """A connection. Failing questions are answered with None, never raised; a broken connection raises `OSError`."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._greet(address)
        except (OSError, ValueError):
            self._socket.close()
            raise
        self._serial = 0
        self._buffer = bytearray()
        self._signals: list[BusSignal] = []
        self._headers: dict[tuple[str, str, str, str], bytes] = {}
        hello = self.ask(Call(*DBUS, "Hello"))
        if hello is None:
            raise ConnectionError(f"the bus at {address} does not answer")
        self.name = Reader(hello).string()

    def _greet(self, address: str) -> None:
        self._socket.settimeout(5)
        self._socket.connect(socket_path(address))
        self._socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        if not self._socket.recv(512).startswith(b"OK"):
            raise ConnectionError(f"the bus at {address} refused us")
        self._socket.sendall(b"BEGIN\r\n")
        self._socket.setblocking(False)

    @classmethod
    def session(cls, environ: Mapping[str, str]) -> Self:
        """The session bus. `AccessibilityOff` when there is none."""
        address = environ.get("DBUS_SESSION_BUS_ADDRESS", "")
        try:
            return cls(address)
        except (OSError, ValueError):
            raise AccessibilityOff("there is no session bus here; start it inside a desktop session") from None

    @classmethod
    def accessibility(cls, environ: Mapping[str, str]) -> Self:
        """The accessibility bus. `AccessibilityOff` when there is none."""
        address = environ.get("AT_SPI_BUS_ADDRESS", "")
        if not address:
            session = cls.session(environ)
            answer = session.ask(Call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"))
            session.close()
            if answer is None:
                raise AccessibilityOff(OFF)
            address = Reader(answer).string()
        try:
            return cls(address)
        except (OSError, ValueError):
            raise AccessibilityOff(OFF) from None

    def close(self) -> None:
        self._socket.close()

    def fileno(self) -> int:
        return self._socket.fileno()

    def ask(self, call: Call, timeout: float = 2.0) -> bytes | None:
        """The body of the answer; None when there is none in time, or it is an error."""
        return self.ask_all([call], timeout)[0]

    def ask_all(self, calls: Sequence[Call], timeout: float = 2.0) -> list[bytes | None]:
        """All answers, in order; None where there was none."""
        first = self._serial + 1
        answers: list[bytes | None] = [None] * len(calls)
        waiting = len(calls)
        unsent = memoryview(b"".join(self._message(call) for call in calls))
        end = time.monotonic() + timeout
        while waiting and (left := end - time.monotonic()) > 0:
            readable, writable, _ = select.select([self._socket], [self._socket] if unsent else [], [], left)
            if writable:
                unsent = unsent[self._socket.send(unsent[: 1 << 17]) :]
            if readable:
                for serial, body in self._receive():
                    if 0 <= serial - first < len(calls):
                        answers[serial - first] = body
                        waiting -= 1
        while unsent:  # a message must never be cut in the middle, or the bus drops us
            select.select([], [self._socket], [], 1.0)
            unsent = unsent[self._socket.send(unsent) :]
        return answers

    def signals(self, timeout: float) -> list[BusSignal]:
        """The signals that came; waits up to `timeout` seconds for the first."""
        if not self._signals and select.select([self._socket], [], [], timeout)[0]:
            self._receive()
        taken, self._signals = self._signals, []
        return taken

    def subscribe(self, rule: str) -> None:
        """Ask for the signals that match a rule (D-Bus Specification, "Match Rules")."""
        self.ask(Call(*DBUS, "AddMatch", "s", pack_string(rule)))

    def _message(self, call: Call) -> bytes:
        self._serial += 1
        path = b"\1\1o\0" + pack_string(call.path)
        path += b"\0" * (-len(path) % 8)
        key = (call.name, call.interface, call.member, call.signature)
        tail = self._headers.get(key)
        if tail is None:
            tail = self._headers[key] = pack_header(*key)
        fields = path + tail
        start = struct.pack("<4B3I", 108, _CALL, 0, 1, len(call.body), self._serial, len(fields))
        return start + fields + b"\0" * (-len(fields) % 8) + call.body

    def _receive(self) -> list[tuple[int, bytes | None]]:
        """Read what is there: (serial, body) of answers; signals are set aside."""
        try:
            data = self._socket.recv(1 << 20)
        except BlockingIOError:
            return []
        if not data:
            raise ConnectionError("the bus closed the connection")
        self._buffer += data
        answers = []
        at = 0
        while len(self._buffer) - at >= 16:
            body_size, _, fields_size = struct.unpack_from("<3I", self._buffer, at + 4)
            total = 16 + (fields_size + 7 & ~7) + body_size
            if len(self._buffer) - at < total:
                break
            message = bytes(self._buffer[at : at + total])
            at += total
            fields = read_header(message[16 : 16 + fields_size])
            body = message[total - body_size :]
            if message[1] == _SIGNAL:
                sender, path, interface, member = (str(fields.get(code, "")) for code in (7, 1, 2, 3))
                self._signals.append(BusSignal(sender, path, interface, member, body, time.time()))
            elif message[1] in (_ANSWER, _ERROR):
                serial = fields.get(5, 0)
                answers.append((int(serial), body if message[1] == _ANSWER else None))
        del self._buffer[:at]
        return answers


def socket_path(address: str) -> str:
    """The socket of a "unix:" address. `ValueError` for another kind."""
    for choice in address.split(";"):
        kind, _, rest = choice.partition(":")
        parts = dict(part.partition("=")[::2] for part in rest.split(","))
        if kind == "unix" and "path" in parts:
            return parts["path"]
        if kind == "unix" and "abstract" in parts:
            return "\0" + parts["abstract"]
    raise ValueError(f"{address!r} is no unix socket")


def pack_header(name: str, interface: str, member: str, signature: str) -> bytes:
    """The header fields that follow the path."""
    fields = b""
    for code, kind, text in ((2, b"s", interface), (3, b"s", member), (6, b"s", name), (8, b"g", signature)):
        if text:
            packed = bytes((len(text),)) + text.encode() + b"\0" if kind == b"g" else pack_string(text)
            fields += b"\0" * (-len(fields) % 8) + bytes((code, 1)) + kind + b"\0" + packed
    return fields


def read_header(data: bytes) -> dict[int, str | int]:
    """Field code to value."""
    fields: dict[int, str | int] = {}
    at = 0
    while at < len(data):
        code, kind = data[at], data[at + 2]
        at += 4
        if kind == ord("g"):
            fields[code] = data[at + 1 : at + 1 + data[at]].decode()
            at += data[at] + 2
        else:
            (number,) = struct.unpack_from("<I", data, at)
            at += 4
            if kind == ord("u"):
                fields[code] = number
            else:
                fields[code] = data[at : at + number].decode()
                at += number + 1
        at += -at % 8
    return fields


def applications(bus: Bus) -> list[str]:
    """The bus names of the accessible programs. `AccessibilityOff` when the registry does not answer."""
    answer = bus.ask(Call(REGISTRY, ROOT, ATSPI + "Accessible", "GetChildren"))
    if answer is None:
        raise AccessibilityOff(OFF)
    return [name for name, _ in read_references(answer)]


def process_of(bus: Bus, name: str) -> int:
    """The process behind a bus name; 0 when it is gone."""
    answer = bus.ask(Call(*DBUS, "GetConnectionUnixProcessID", "s", pack_string(name)))
    return Reader(answer).unsigned() if answer else 0
