"""A small D-Bus client: many calls in flight at once, and signals. One bus belongs to one thread.

The usual bindings wait for every answer before the next question; an accessibility walk asks thousands of questions.
Programs that offer a socket of their own are asked there, which spares every question the way through the bus daemon.
"""

import os
import select
import socket
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, Self

from deskhand.core.errors import AccessibilityOff
from deskhand.platforms.x11.wire import (
    Reader,
    pack_string,
    pack_strings,
    parse,
    read_references,
    read_text,
    read_unsigned,
)

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
_START = struct.Struct("<4B3I")
_SIZES = struct.Struct("<3I")
_NUMBER = struct.Struct("<I")
LARGEST = 1 << 27
"""Bytes of a message (D-Bus Specification, "Message Format"); more means that the stream is broken."""
GREETING_SECONDS = 5.0
PEER_SECONDS = 0.5


class Call(NamedTuple):
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

    def __init__(self, address: str, hello: bool = True, patience: float = GREETING_SECONDS) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._greet(address, patience)
        except (OSError, ValueError):
            self._socket.close()
            raise
        self._serial = 0
        self._buffer = bytearray()
        self._unsent = b""
        self._end: float | None = None
        self._peers: dict[str, Bus | None] = {}
        self._signals: list[BusSignal] = []
        self._headers: dict[tuple[str, str, str, str], bytes] = {}
        self.name = ""
        if hello:
            answer = self.ask(Call(*DBUS, "Hello"))
            if answer is None:
                raise ConnectionError(f"the bus at {address} does not answer")
            self.name = Reader(answer).string()

    def _greet(self, address: str, patience: float) -> None:
        self._socket.settimeout(patience)
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
        for peer in filter(None, self._peers.values()):
            peer.close()
        self._peers.clear()
        self._socket.close()

    def fileno(self) -> int:
        return self._socket.fileno()

    def meet(self, name: str) -> None:
        """From now on ask a program on its own socket, if it offers one."""
        if name in self._peers:
            return
        self._peers[name] = None
        answer = self.ask(Call(name, ROOT, ATSPI + "Application", "GetApplicationBusAddress"), PEER_SECONDS)
        if address := (parse(read_text, answer) or ""):
            try:
                self._peers[name] = Bus(address, hello=False, patience=PEER_SECONDS)
            except (OSError, ValueError):
                return

    @contextmanager
    def until(self, end: float) -> Iterator[None]:
        """No question in here waits longer than until `end` (`time.monotonic()`)."""
        before, self._end = self._end, end if self._end is None else min(end, self._end)
        try:
            yield
        finally:
            self._end = before

    def ask(self, call: Call, timeout: float = 2.0) -> bytes | None:
        """The body of the answer; None when there is none in time, or it is an error."""
        return self.ask_all([call], timeout)[0]

    def ask_all(self, calls: Sequence[Call], timeout: float = 2.0) -> list[bytes | None]:
        """All answers, in order; None where there was none. The questions of one burst go to one program."""
        if not calls:
            return []
        end = time.monotonic() + timeout
        if self._end is not None:
            end = min(end, self._end)
        name = calls[0].name
        peer = self._peers.get(name)
        if peer is None or any(call.name != name for call in calls):
            return self._ask_here(calls, end)
        try:
            return peer._ask_here(calls, end)
        except OSError:  # the program ended, or closed its socket
            peer.close()
            self._peers[name] = None
            return self._ask_here(calls, end)

    def _ask_here(self, calls: Sequence[Call], end: float) -> list[bytes | None]:
        """Ask on this very connection until `end`."""
        first = self._serial + 1
        answers: list[bytes | None] = [None] * len(calls)
        waiting = len(calls)
        messages = [self._message(call) for call in calls]
        stale = len(self._unsent)
        data = memoryview(self._unsent + b"".join(messages))
        sent = 0
        while waiting and (left := end - time.monotonic()) > 0:
            unsent = sent < len(data)
            readable, writable, _ = select.select([self._socket], [self._socket] if unsent else [], [], left)
            if writable:
                sent += self._send(data[sent : sent + (1 << 17)])
            if readable:
                for serial, body in self._receive():
                    if 0 <= serial - first < len(calls):
                        answers[serial - first] = body
                        waiting -= 1
        self._unsent = cut_message(data, sent, stale, messages)
        return answers

    def _send(self, data: memoryview) -> int:
        """How much of it the socket took."""
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0

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
        name, text, interface, member, signature, body = call
        path = text.encode()
        fields = b"\1\1o\0" + _NUMBER.pack(len(path)) + path + b"\0" * (8 - len(path) % 8)
        key = (name, interface, member, signature)
        tail = self._headers.get(key)
        if tail is None:
            if len(self._headers) > 1000:  # programs come and go
                self._headers.clear()
            tail = self._headers[key] = pack_header(*key)
        fields += tail
        size = len(fields)
        start = _START.pack(108, _CALL, 0, 1, len(body), self._serial, size)
        return start + fields + b"\0" * (-size % 8) + body

    def _receive(self) -> list[tuple[int, bytes | None]]:
        """Read what is there: (serial, body) of answers; signals are set aside."""
        try:
            data = self._socket.recv(1 << 20)
        except BlockingIOError:
            return []
        if not data:
            raise ConnectionError("the bus closed the connection")
        buffer = self._buffer
        buffer += data
        answers: list[tuple[int, bytes | None]] = []
        at, have = 0, len(buffer)
        while have - at >= 16:
            body_size, _, fields_size = _SIZES.unpack_from(buffer, at + 4)
            total = 16 + (fields_size + 7 & ~7) + body_size
            if total > LARGEST:
                raise ConnectionError("the bus sent nonsense")
            if have - at < total:
                break
            kind = buffer[at + 1]
            body = bytes(buffer[at + total - body_size : at + total])
            header = bytes(buffer[at + 16 : at + 16 + fields_size])
            at += total
            if kind == _ANSWER or kind == _ERROR:
                answers.append((answered(header), body if kind == _ANSWER else None))
            elif kind == _SIGNAL:
                fields = parse(read_header, header) or {}
                sender, path, interface, member = (str(fields.get(code, "")) for code in (7, 1, 2, 3))
                self._signals.append(BusSignal(sender, path, interface, member, body, time.time()))
        del buffer[:at]
        return answers


def answered(header: bytes) -> int:
    """The serial of the question that an answer's header names; 0 when it names none."""
    if header[:1] == b"\5" and len(header) >= 8:  # first in the headers of most programs
        return int(_NUMBER.unpack_from(header, 4)[0])
    serial = (parse(read_header, header) or {}).get(5, 0)
    return serial if isinstance(serial, int) else 0


def cut_message(data: memoryview, sent: int, stale: int, messages: Sequence[bytes]) -> bytes:
    """The rest of the message that was cut in the middle: it must go out first, or the other side drops us.

    What was not begun is dropped, for nobody waits for its answer. `stale` bytes at the start are such a rest of before.
    """
    end = stale
    for message in messages:
        if end >= sent:
            break
        end += len(message)
    return bytes(data[sent:end])


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
    """Field code to value. `ValueError` when it is cut."""
    fields: dict[int, str | int] = {}
    at = 0
    while at + 8 <= len(data):
        code, kind = data[at], data[at + 2]
        at += 4
        if kind == ord("g"):
            fields[code] = data[at + 1 : at + 1 + data[at]].decode("ascii", "replace")
            at += data[at] + 2
        else:
            (number,) = struct.unpack_from("<I", data, at)
            at += 4
            if kind == ord("u"):
                fields[code] = number
            else:
                fields[code] = data[at : at + number].decode("utf-8", "replace")
                at += number + 1
        at += -at % 8
    return fields


def applications(bus: Bus) -> list[str]:
    """The bus names of the accessible programs. `AccessibilityOff` when the registry does not answer."""
    answer = bus.ask(Call(REGISTRY, ROOT, ATSPI + "Accessible", "GetChildren"))
    if answer is None:
        raise AccessibilityOff(OFF)
    return [name for name, _ in (parse(read_references, answer) or [])]


def process_of(bus: Bus, name: str) -> int:
    """The process behind a bus name; 0 when it is gone."""
    answer = bus.ask(Call(*DBUS, "GetConnectionUnixProcessID", "s", pack_string(name)))
    return parse(read_unsigned, answer) or 0
