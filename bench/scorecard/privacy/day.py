"""A day at a make-believe desk with sixty secrets in it: recorded, stored, learned from, and acted on, in one folder."""

import random
import string
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from urllib.parse import quote

from stdnum import luhn

from bench.scorecard.privacy.pretend_desk import BROWSER, EDITOR, SHOP, VAULT, Desk, button, password, text
from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import PASSWORD_ROLE, Element, Window
from deskhand.core.geometry import Box
from deskhand.core.ids import RunId
from deskhand.core.locator import build_locator
from deskhand.core.run import Run, Tier
from deskhand.core.skill import BoundStep
from deskhand.jobs.ingest import Ingest
from deskhand.jobs.learn import learn
from deskhand.jobs.steady import Steady
from deskhand.platforms.fake.clock import FakeClock
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld
from deskhand.runs.brake import Brake
from deskhand.runs.loop import Loop
from deskhand.store.database import Database
from deskhand.store.events import StoredEvents
from deskhand.store.rules import StoredRules
from deskhand.store.runs import StoredJournal
from deskhand.trace.writer import TraceWriter

SECRET_BOX = Box(20, 60, 200, 24)


def word(chance: random.Random, count: int = 20) -> str:
    return "k7" + "".join(chance.choices(string.ascii_letters + string.digits, k=count)) + "Q4"


def number(chance: random.Random, count: int) -> str:
    return "".join(chance.choices("123456789", k=count))


def card(chance: random.Random) -> str:
    body = "4" + number(chance, 14)
    return body + luhn.calc_check_digit(body)


MAKES: dict[str, Callable[[random.Random], str]] = {
    "password": word,
    "one-time code": lambda chance: number(chance, 10),
    "card check": lambda chance: number(chance, 10),
    "card": card,
    "key": lambda chance: "ghp_" + word(chance, 32),
    "address query": word,
    "address fragment": word,
    "address person": word,
    "window title": lambda chance: "sk-proj-" + word(chance, 40),
    "clipboard": word,
}


class Day:
    """Does a day's work with secrets in it; `planted` are all of them, `ordinary` a text that must be kept."""

    ordinary = "quarterly figures of the north"

    def __init__(self, folder: Path, seed: int, each: int = 6) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - the same day every time
        self._folder = folder
        self.planted = {kind: [make(self._chance) for _ in range(each)] for kind, make in MAKES.items()}
        self._desk = Desk(windows=[EDITOR, BROWSER, VAULT], urls={BROWSER.id: SHOP})

    def live(self, progress: Callable[[], None] = lambda: None) -> None:
        """Six hours; in each every kind of secret and ordinary work around it, stored as it comes."""
        desk = self._desk
        with Database.open(self._folder / "deskhand.db") as database:
            stored, rules = StoredEvents(database), StoredRules(database)
            clock, told = FakeClock(), 0
            ingest = Ingest(stored, Steady(clock), clock, lambda kind, fields: None, lambda: None)
            for hour, secrets in enumerate(zip(*self.planted.values(), strict=True)):
                for kind, secret in zip(self.planted, secrets, strict=True):
                    self._meet(kind, secret)
                    self._work()
                    desk.flush()
                    ingest.take(desk.events[told:])
                    ingest.store()
                    told = len(desk.events)
                learn(stored.recent(), rules, clock, lambda event: None, UTC)
                self._act(database, hour, dict(zip(self.planted, secrets, strict=True)))
                desk.wait(3000)
                progress()

    def _work(self) -> None:
        desk = self._desk
        desk.activate(EDITOR)
        note = text("Note")
        desk.focus(note)
        desk.type(EDITOR, note, self.ordinary)
        desk.press("ctrl+s")

    def _meet(self, kind: str, secret: str) -> None:
        """A secret comes up as it does at a desk."""
        desk = self._desk
        match kind:
            case "password":
                desk.activate(BROWSER)
                desk.focus(password("Password", BROWSER))
                desk.keys(secret)
                desk.press("Return")
                desk.name(BROWSER, text("", f"signed in with {secret}", BROWSER, "status bar", ":103 /status"))
            case "one-time code":
                self._fill("One-time code", secret)
            case "card check":
                self._fill("CVV", secret)
            case "card":
                self._fill("Card number", " ".join(secret[at : at + 4] for at in range(0, 16, 4)))
            case "key":
                desk.activate(EDITOR)
                desk.copy(f"export TOKEN={secret}")
                desk.press("ctrl+v")
                self._fill("Note", f"use {secret} for it", EDITOR)
            case "clipboard":
                desk.activate(VAULT)
                desk.copy(secret)
                desk.activate(EDITOR)
                desk.press("ctrl+v")
                self._fill("Note", secret, EDITOR)
            case "window title":
                desk.activate(EDITOR)
                desk.title(EDITOR, f"key {secret} - Mousepad")
                desk.click(button(f"Use {secret}"))
            case _:
                self._visit(kind, secret)

    def _fill(self, name: str, secret: str, window: Window = BROWSER) -> None:
        self._desk.activate(window)
        field = text(name, "", window)
        self._desk.focus(field)
        self._desk.type(window, field, secret)
        self._desk.shows(window, replace(field, value=secret))
        self._desk.press("Tab")

    def _visit(self, kind: str, secret: str) -> None:
        """An address that carries a secret: as it is loaded, and as text in a field and on the page."""
        quoted = quote(secret)
        address = {
            "address query": f"https://shop.example/in?page=2&access_token={quoted}",
            "address fragment": f"https://shop.example/cb#id_token={quoted}&state=1",
            "address person": f"https://ada:{quoted}@shop.example/x",
        }[kind]
        self._desk.activate(BROWSER)
        self._desk.urls[BROWSER.id] = address
        self._desk.load(BROWSER, address)
        self._fill("Address", address)
        self._desk.title(BROWSER, address)
        self._desk.urls[BROWSER.id] = SHOP
        self._desk.load(BROWSER, SHOP)

    def _act(self, database: Database, hour: int, secrets: dict[str, str]) -> None:
        """A run in a window that shows secrets: its pictures, journal, trace and copies."""
        secret = secrets["key"]
        page = [
            FakeElement("name", "text", "Name", Box(20, 20, 200, 24), value="before"),
            FakeElement("secret", PASSWORD_ROLE, "Password", SECRET_BOX, value=secrets["password"]),
            FakeElement("holding", "text", "Kept", Box(20, 100, 200, 24), value=secret),
        ]
        window = FakeWindow(
            1, "form", f"key {secrets['window title']}" if hour % 2 else "Form", Box(0, 0, 400, 300), page
        )
        platform = FakePlatform(FakeWorld([window]))
        clock = platform.world.clock
        tracer = TraceWriter(self._folder / "traces", RunId(f"run_{hour:018x}"), clock)
        loop = Loop(
            platform, StoredJournal(database, clock), tracer, Yes(), clock, Brake(), self._folder / "backups",
        )  # fmt: skip
        steps = [self._step(0, "Name", f"hour {hour}"), self._step(1, "Kept", "overwrites a secret")]
        loop.execute(Run(RunId(f"run_{hour:018x}"), "a day's work", clock.wall(), Tier.SUPERVISED), steps)

    @staticmethod
    def _step(position: int, name: str, value: str) -> BoundStep:
        locator = build_locator("form", "", "", Element("text", name, ("frame",)))
        return BoundStep(position, Action(ActionKind.TYPE, locator, value))


class Yes(Approver):
    """Agrees to everything."""

    def ask(self, proposal: Proposal) -> Approval:
        return Approval.YES
