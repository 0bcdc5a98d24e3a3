"""The process that lets go of keys and buttons when its owner is gone, however it ended: `guardian.py SOCKET_FD`.

It knows nothing of X. Its owner tells it over standard input, before anything is pressed, the bytes to send to the X
server in the end, and hands it a connection to send them on. It starts without the site's packages, to be small.
"""

import os
import select
import socket
import struct
import sys

LENGTH = struct.Struct("<I")
SAFE_WORDS = struct.pack("=BBH", 43, 0, 1)
"""GetInputFocus: changes nothing and is answered."""
UNIT = 32


def ask(server: socket.socket, requests: bytes) -> None:
    """Send requests and wait until the server has done them, and what all others had sent before."""
    server.sendall(requests + SAFE_WORDS)
    rest = b""
    while part := server.recv(65536):
        rest += part
        while len(rest) >= UNIT:
            if rest[0] == 1:
                return
            rest = rest[UNIT:]  # an event or an error


def guard(owner: int, server: socket.socket) -> None:
    """Keep the last message of the owner and send it when there will be no more."""
    told, last = b"", b""
    while True:
        ready = select.select([owner, server.fileno()], [], [])[0]
        if server.fileno() in ready and not server.recv(65536):  # events are of no interest; no more of them: it ended
            return
        if owner in ready:
            part = os.read(owner, 65536)
            if not part:
                break
            told += part
            while len(told) >= LENGTH.size and len(told) - LENGTH.size >= (size := LENGTH.unpack_from(told)[0]):
                last, told = told[LENGTH.size : LENGTH.size + size], told[LENGTH.size + size :]
    if last:
        ask(server, b"")  # what the owner sent last may still wait to be read
        ask(server, last)


if __name__ == "__main__":
    try:
        guard(0, socket.socket(fileno=int(sys.argv[1])))
    except OSError:
        sys.exit(1)  # the server is gone, and its keys with it
