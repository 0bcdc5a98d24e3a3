"""The same on a private desktop: a real watcher, Chromium, and GTK programs, with a person whose keys are real."""

import http.server
import random
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from bench.canary import scan
from bench.scorecard.privacy.day import number, word
from deskhand.demo.desk import Desk
from deskhand.demo.story import Watching
from deskhand.platforms.x11.desktop import PrivateDesktop

FIELDS = {
    "password": "<label>Password <input type=password></label>",
    "one-time code": "<label>One-time code <input autocomplete=one-time-code></label>",
    "card check": "<label>Security code <input autocomplete=cc-csc></label>",
    "ordinary": "<label>Subject <input></label>",
}
ORDINARY = "quarterly figures of the north"


class Page(http.server.BaseHTTPRequestHandler):
    """A form with fields that hold secrets."""

    def do_GET(self) -> None:
        body = f"<!doctype html><title>Sign in</title><form>{'<p>'.join(FIELDS.values())}</form>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def measure_desktop(seed: int = 8) -> Mapping[str, float | int | str]:
    """Secrets typed into a web form and a GTK program, copied and pasted, and in the address; what is found of them."""
    chance = random.Random(seed)  # noqa: S311
    secrets = {
        "password": word(chance, 12).lower(),
        "one-time code": number(chance, 10),
        "card check": number(chance, 10),
    }
    secrets |= {
        "address": word(chance).lower(),
        "GTK password": word(chance, 12).lower(),
        "clipboard": "ghp_" + word(chance, 32).lower(),
    }
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with PrivateDesktop() as desktop:
        desk = Desk(desktop)
        folder = desktop.home / "data"
        folder.mkdir(mode=0o700)
        note = desktop.home / "note.txt"
        note.write_text("")
        watching = Watching(desktop, folder)
        try:
            watching.wait("watching", 60)
            work(desk, note, f"http://127.0.0.1:{server.server_port}/?access_token={secrets['address']}", secrets)
        finally:
            watching.end()
            desk.close()
            server.shutdown()
            server.server_close()
        found = {hit.text for hit in scan(folder, [*secrets.values(), ORDINARY])}
    kinds = [kind for kind, secret in secrets.items() if secret in found]
    return {
        "on the desktop, planted": len(secrets),
        "on the desktop, found": len(kinds),
        "on the desktop, which": ", ".join(kinds),
        "on the desktop, ordinary work kept": str(ORDINARY in found),
    }


def work(desk: Desk, note: Path, address: str, secrets: Mapping[str, str]) -> None:
    """The person's part."""
    person = desk.person
    desk.open_browser(address)
    person.window("Sign in")
    for kind, name, role in (
        ("password", "Password", "password"), ("one-time code", "One-time code", "text"), ("card check", "Security code", "text"),
    ):  # fmt: skip
        person.click("Sign in", role, name)
        person.type(secrets[kind])
        time.sleep(0.5)
    person.click("Sign in", "text", "Subject")
    person.type(ORDINARY)
    person.press("Tab")
    desk.open("zenity", "--password", "--title=Unlock it")
    person.window("Unlock it")
    person.go_to("Unlock it")
    time.sleep(1)
    person.type(secrets["GTK password"])
    person.press("Return")
    desk.open("mousepad", "--disable-server", str(note))
    person.window("note.txt")
    person.go_to("note.txt")
    time.sleep(1)
    person.type(f"use {secrets['clipboard']} now")
    person.press("ctrl+a")
    person.press("ctrl+c")
    time.sleep(0.5)
    person.press("End", "ctrl+v", "ctrl+s")
    time.sleep(4)
