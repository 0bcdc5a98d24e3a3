"""A day in two programs with a planted text in every place that stores one: what is erased of it must go from all."""

import sqlite3
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from PIL import Image, PngImagePlugin

from deskhand.core.action import Action, ActionKind, TextIs
from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind, Session
from deskhand.core.ids import ActionId, DecisionId, EventId, RuleId, RunId, SessionId, SkillId, build_id
from deskhand.core.locator import build_locator
from deskhand.core.run import (
    ActionRecord,
    Decision,
    Evidence,
    Outcome,
    Permission,
    PriorFile,
    PriorText,
    Reaction,
    Receipt,
    Restoration,
    Review,
    Route,
    Run,
    Tier,
    Truth,
    Undoability,
    UndoEntry,
    UndoResult,
    Verdict,
)
from deskhand.core.skill import Category, Instance, Rule, Skill, Slot, Step
from deskhand.core.source import NextRecord, Unknown
from deskhand.learn.trust import earned
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.erase import Folder
from deskhand.store.events import StoredEvents
from deskhand.store.outcomes import StoredDecisions, StoredOutcomes
from deskhand.store.rules import StoredRules
from deskhand.store.runs import StoredJournal

START = 1_700_000_000.0
HOUR = 3600.0
EDITOR, VAULT = "mousepad", "ledger"


def planted(place: str, hour: int) -> str:
    """The text planted in a place at an hour of the day."""
    return f"{place} {sha256(f'{place}{hour}'.encode()).hexdigest()[:24]}"


class Day:
    """Three hours, each with events, a routine, a run, a decision, a trace and a copy of a file, each with texts of its own."""

    PLACES = ("value", "detail", "window", "url", "name", "seen", "rule", "skill", "prior", "found", "trace", "picture",
              "backup", "cause")  # fmt: skip

    def __init__(self, home: Path) -> None:
        self.path = home / "deskhand.db"
        self.folder = self.folder_of(home)
        self.database = Database.open(self.path)
        self.hours = [self._live(hour) for hour in range(3)]

    @staticmethod
    def folder_of(home: Path) -> Folder:
        return Folder(home / "deskhand.db", home / "traces", home / "backups")

    @classmethod
    def texts(cls, *hours: int) -> list[str]:
        return [planted(place, hour) for hour in hours for place in cls.PLACES]

    def add_copy(self, hour: int) -> None:
        """A copy of the data file, as before an upgrade."""
        copy = sqlite3.connect(self.path.with_name(f"{self.path.name}.v{hour}"))
        source = sqlite3.connect(self.path)
        source.backup(copy)
        source.close()
        copy.close()

    def event(self, hour: int, number: int, app: str = EDITOR) -> Event:
        moment = START + hour * HOUR + 10 * number
        element = Element("text", planted("name", hour), ("frame",))
        return Event(
            EventId(build_id("evt", moment)), moment, EventKind.TYPE, app, planted("window", hour),
            f"http://h/{planted('url', hour)}", element, planted("value", hour), planted("detail", hour),
            (Reading(element, planted("seen", hour), app, planted("window", hour)),),
        )  # fmt: skip

    def _live(self, hour: int) -> tuple[Event, ...]:
        events = tuple(self.event(hour, number) for number in range(3))
        first, last = events[0].time, events[-1].time
        session = Session(SessionId(build_id("ses", first)), first, last, 3, (EDITOR,))
        StoredEvents(self.database).append(events, [session])
        rule, skill = self._rule(hour, events)
        rules = StoredRules(self.database)
        rules.save(rule, skill)
        rules.save(rule, replace(skill, version=2))
        self._run(hour, rule, last + 60)
        return events

    def _rule(self, hour: int, events: tuple[Event, ...]) -> tuple[Rule, Skill]:
        name = RuleId(build_id("rule", events[-1].time))
        action = Action(ActionKind.TYPE, build_locator(EDITOR, "", "", events[0].element), planted("value", hour))
        slots = (
            Slot("action.value", "Number", NextRecord(planted("skill", hour))),
            Slot("action.name", "Name", Unknown((planted("value", hour),))),
        )
        skill = Skill(SkillId(build_id("skill", events[-1].time)), name, ("a",), (Step(0, action, slots),))
        instance = Instance(tuple(event.id for event in events), events[0].time, events[-1].time)
        rule = Rule(
            name, planted("rule", hour), "w", "t", Category.MULTI_APP, 0.8, (instance,), updated_at=events[-1].time
        )
        return rule, skill

    def _run(self, hour: int, rule: Rule, moment: float) -> None:
        decision = DecisionId(build_id("dec", moment))
        StoredDecisions(self.database).save(
            Decision(decision, moment, ((rule.id, 0.9),), rule.id, 0.9, planted("cause", hour))
        )
        run = Run(
            RunId(build_id("run", moment)),
            planted("cause", hour),
            moment,
            Tier.SUPERVISED,
            rule_id=rule.id,
            decision_id=decision,
        )
        journal = StoredJournal(self.database, SystemClock())
        journal.begin(run)
        identity = ActionId(build_id("act", moment))
        action = Action(ActionKind.TYPE, build_locator(EDITOR, "", "", Element("text", "N")), planted("value", hour))
        self.folder.backups.mkdir(exist_ok=True)
        copy = self.folder.backups / f"{hour:064d}"
        copy.write_text(planted("backup", hour))
        priors = (PriorText(planted("prior", hour)), PriorFile("/a", str(copy), copy.name))
        entry = UndoEntry(identity, action, priors, (), Undoability.UNDOABLE)
        effect = TextIs(action.locator, planted("value", hour))
        journal.intend(
            ActionRecord(identity, run.id, 0, action, (effect,), Review(Permission.ALLOW, "fine"), moment, undo=entry)
        )
        journal.dispatched(identity, Receipt(Route.KEYS, True, planted("found", hour)))
        evidence = Evidence(effect, planted("found", hour), Truth.VERIFIED)
        journal.settle(identity, Verdict(Truth.VERIFIED, (evidence,), planted("found", hour)), entry)
        journal.finish(run.id, Outcome.DONE, planted("cause", hour))
        journal.restored(run.id, (Restoration(identity, action, UndoResult.RESTORED, planted("prior", hour)),))
        StoredOutcomes(self.database, earned).react(run.id, rule.id, Reaction.ACCEPTED, moment)
        trace = self.folder.traces / run.id
        trace.mkdir(parents=True)
        (trace / "trace.jsonl").write_text(planted("trace", hour))
        notes = PngImagePlugin.PngInfo()
        notes.add_text("Comment", planted("picture", hour))
        Image.new("RGB", (4, 4)).save(trace / "a-before.png", pnginfo=notes)
