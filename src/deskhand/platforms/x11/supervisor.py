"""The process that owns a private desktop: `python -m deskhand.platforms.x11.supervisor FOLDER SIZE READY_FD`.

It starts the parts, writes `{"env": …}` or `{"error": …}` to READY_FD, and ends everything when its standard input
closes (its owner is done or dead) or on a signal. As child subreaper it keeps every program of the desktop its
descendant, also after a double fork, so that the end needs no process names. Programs that its owner started are found
by the display they were given.
"""

import ctypes
import json
import os
import re
import secrets
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PART_SECONDS = 40.0

ACCESSIBLE_ENV = {
    "GTK_MODULES": "gail:atk-bridge",  # GTK 2 only, from libatk-adaptor
    "NO_AT_BRIDGE": "0",
    "GTK_A11Y": "atspi",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    "QT_ACCESSIBILITY": "1",
    "ACCESSIBILITY_ENABLED": "1",  # Chromium, Electron
    "GNOME_ACCESSIBILITY": "1",  # Firefox
    "SAL_USE_VCLPLUGIN": "gtk3",  # LibreOffice, from libreoffice-gtk3
}
KEPT_ENV = ("PATH", "LANG", "LC_ALL", "TERM", "USER", "LOGNAME", "PYTHONPATH", "TZ", "VIRTUAL_ENV")


def build_env(folder: Path) -> dict[str, str]:
    """The environment of the desktop's programs, without display and buses."""
    home = folder / "home"
    kept = {key: value for key, value in os.environ.items() if key in KEPT_ENV}
    return {
        "LANG": "C.UTF-8",
        **kept,
        **ACCESSIBLE_ENV,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "XDG_SESSION_TYPE": "x11",
        "XAUTHORITY": str(folder / "run/xauthority"),
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        "GSETTINGS_BACKEND": "keyfile",
        "GIO_USE_VFS": "local",
        "GVFS_DISABLE_FUSE": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "GSK_RENDERER": "cairo",
        "MOZ_ENABLE_WAYLAND": "0",
    }


def write_authority(path: Path, cookie: bytes, display: str) -> None:
    """An X authority file with one cookie for this host's `display` ("" for any)."""

    def field(data: bytes) -> bytes:
        return struct.pack(">H", len(data)) + data

    family_local = struct.pack(">H", 256)
    entry = family_local + b"".join(
        field(part) for part in (socket.gethostname().encode(), display.encode(), b"MIT-MAGIC-COOKIE-1", cookie)
    )
    path.touch(mode=0o600)
    path.write_bytes(entry)


def processes() -> dict[int, tuple[int, str]]:
    """Every live process: pid to (parent's pid, state letter)."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            found[int(entry.name)] = (int(fields[1]), fields[0])
    return found


def descendants(root: int) -> list[int]:
    """The live processes below `root`, parents before children."""
    children: dict[int, list[int]] = {}
    for pid, (parent, state) in processes().items():
        if state != "Z":
            children.setdefault(parent, []).append(pid)
    found: list[int] = []
    todo = [root]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


def guests(authority: str) -> list[int]:
    """The processes that were given this desktop's X authority file, whoever started them."""
    found = []
    sign = b"\0XAUTHORITY=" + authority.encode() + b"\0"
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if sign in b"\0" + (entry / "environ").read_bytes() + b"\0":
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def reap() -> None:
    """Bury every child that has ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


class Supervisor:
    """Starts and ends the parts of one desktop."""

    def __init__(self, folder: Path, size: str) -> None:
        self.folder = folder
        self.size = size
        # short, for sockets are made in it: a program must not find the one of another desktop, nor leave it behind
        self.passing = Path(tempfile.mkdtemp(prefix="deskhand-tmp-"))
        self.env = {**build_env(folder), "TMPDIR": str(self.passing)}
        (folder / "run").mkdir(mode=0o700, exist_ok=True)
        (folder / "run").chmod(0o700)
        for place in ("home/.config", "home/.cache", "home/.local/share", "home/Documents"):
            (folder / place).mkdir(parents=True, exist_ok=True)
        self.log = (folder / "log").open("ab")
        self._libc = ctypes.CDLL(None)

    def spawn(
        self, command: list[str], stdout: int | None = None, pass_fds: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=self.log if stdout is None else stdout,
            stderr=self.log,
            pass_fds=pass_fds,
            cwd=self.folder / "home",
            # the supervisor has one thread, so this is safe: a killed supervisor takes its parts along
            preexec_fn=lambda: self._libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL),
        )

    def ask(self, *command: str) -> str:
        """What a short command prints, "" when it does not answer."""
        try:
            return subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=5, check=False).stdout
        except (subprocess.TimeoutExpired, OSError):
            return ""

    def start(self) -> None:
        """Bring up all parts; `RuntimeError` names the one that failed."""
        self.start_display()
        bus = self.spawn(["dbus-daemon", "--session", "--nofork", "--print-address=1", "--nopidfile"], subprocess.PIPE)
        assert bus.stdout is not None
        self.env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        if not self.env["DBUS_SESSION_BUS_ADDRESS"]:
            raise RuntimeError("the session bus (dbus-daemon) gave no address")
        self.ask("setxkbmap", "us")
        self.spawn(["openbox", "--sm-disable"])
        self.spawn(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1"])
        self.ask("gsettings", "set", "org.gnome.desktop.interface", "toolkit-accessibility", "true")
        self.wait_for(
            "the window manager (openbox)", lambda: "# 0x" in self.ask("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
        )
        self.wait_for("the accessibility bus (at-spi2-core)", self.find_accessibility_bus)

    def start_display(self) -> None:
        authority = Path(self.env["XAUTHORITY"])
        cookie = secrets.token_bytes(16)
        write_authority(authority, cookie, "")
        display_read, display_write = os.pipe()
        # no TCP, no reset when the last client leaves, and the extensions that input and recording stand on
        self.spawn(
            ["Xvfb", "-displayfd", str(display_write), "-screen", "0", f"{self.size}x24", "-dpi", "96", "-nolisten",
             "tcp", "-noreset", "-auth", str(authority), "+extension", "XTEST", "+extension", "RECORD",
             "+extension", "COMPOSITE"],
            pass_fds=(display_write,),
        )  # fmt: skip
        os.close(display_write)
        told = b""
        while not told.endswith(b"\n"):  # it comes in parts, and a closed pipe would end the server
            if not select.select([display_read], [], [], PART_SECONDS)[0]:
                raise RuntimeError("the X server (Xvfb) did not start")
            if not (part := os.read(display_read, 16)):
                break
            told += part
        os.close(display_read)
        number = told.decode().strip()
        if not number:
            raise RuntimeError("the X server (Xvfb) ended at once")
        write_authority(authority, cookie, number)
        self.env["DISPLAY"] = f":{number}"

    def find_accessibility_bus(self) -> bool:
        answer = self.ask(
            "gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus",
            "--method", "org.a11y.Bus.GetAddress",
        )  # fmt: skip
        address = re.search(r"'(unix:[^']+)'", answer)
        if address:
            self.env["AT_SPI_BUS_ADDRESS"] = address[1]
        return address is not None

    @staticmethod
    def wait_for(part: str, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + PART_SECONDS
        while not ready():
            if time.monotonic() > end:
                raise RuntimeError(f"{part} did not start")
            time.sleep(0.03)

    def end(self) -> None:
        """End every program of the desktop: politely, then not."""
        authority = self.env["XAUTHORITY"]
        for sign, seconds in ((signal.SIGTERM, 2.0), (signal.SIGKILL, 2.0)):
            for pid in dict.fromkeys([*guests(authority), *reversed(descendants(os.getpid()))]):
                try:
                    os.kill(pid, sign)
                except OSError:
                    continue
            end = time.monotonic() + seconds
            while time.monotonic() < end and (descendants(os.getpid()) or guests(authority)):
                reap()
                time.sleep(0.02)
        reap()
        shutil.rmtree(self.passing, ignore_errors=True)


def main() -> None:
    """Run one desktop until its owner closes our standard input."""
    folder, size, ready_fd = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    stop_read, stop_write = os.pipe()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: os.write(stop_write, b"x"))
    supervisor = Supervisor(folder, size)
    try:
        try:
            supervisor.start()
            answer: dict[str, object] = {"env": supervisor.env}
        except (RuntimeError, OSError) as error:
            answer = {"error": str(error)}
        with os.fdopen(ready_fd, "wb") as ready:
            ready.write(json.dumps(answer).encode())
        while "error" not in answer:
            ended = select.select([0, stop_read], [], [], 0.5)[0]
            reap()
            if stop_read in ended or (0 in ended and not os.read(0, 64)):
                break
    finally:
        supervisor.end()


if __name__ == "__main__":
    main()
