"""A form in a scripted world, a loop over it, and the steps of a run that fills it in and saves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.contracts.tracer import Tracer
from deskhand.core.action import Action, ActionKind, Effect, FileHas
from deskhand.core.element import Element, Picture
from deskhand.core.geometry import Box
from deskhand.core.ids import RunId
from deskhand.core.locator import Locator, build_locator
from deskhand.core.run import Run, Tier
from deskhand.core.skill import BoundStep, Unbound
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld
from deskhand.runs.brake import Brake
from deskhand.runs.loop import Loop, Report
from deskhand.runs.undo import undo
from deskhand.store.database import Database
from deskhand.store.runs import StoredJournal

NAME, MAIL, URGENT, SAVE = "name", "mail", "urgent", "save"


class Answer(Approver):
    """A person who always answers the same."""

    def __init__(self, answer: Approval, answering: Callable[[], None] = lambda: None) -> None:
        self.answer = answer
        self.answering = answering
        self.asked: list[Proposal] = []

    def ask(self, proposal: Proposal) -> Approval:
        self.asked.append(proposal)
        self.answering()
        return self.answer


class Lines(Tracer):
    """A trace in memory."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.pictures: list[Picture] = []

    def emit(self, kind: str, fields: Mapping[str, object]) -> None:
        self.kinds.append(kind)

    def picture(self, name: str, picture: Picture) -> str:
        self.pictures.append(picture)
        return name


class Scene:
    """The form, and everything a run on it needs."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.file = folder / "saved.txt"
        self.backups = folder / "backups"
        form = [
            FakeElement(NAME, "text", "Name", Box(20, 20, 200, 24)),
            FakeElement(MAIL, "text", "Mail", Box(20, 60, 200, 24)),
            FakeElement(URGENT, "check box", "Urgent", Box(20, 100, 100, 24)),
            FakeElement(SAVE, "button", "Save", Box(20, 140, 80, 24), on_press=self._save),
        ]
        self.window = FakeWindow(1, "form", "Form", Box(100, 100, 400, 300), form)
        self.behind = FakeWindow(2, "notes", "Notes", Box(700, 100, 300, 300), [], pid=2000)
        self.world = FakeWorld([self.behind, self.window])
        self.platform = FakePlatform(self.world)
        self.journal = StoredJournal(database, self.world.clock)
        self.brake = Brake()
        self.platform.events().start(self.brake.watch)
        self.approver = Answer(Approval.YES)
        self.trace = Lines()

    def _save(self, world: FakeWorld) -> None:
        fields = (world.find(key).value for key in (NAME, MAIL))
        self.file.write_text("\n".join(fields))

    def locator(self, key: str) -> Locator:
        """How the element of a key is found."""
        element = next(each for each in self.window.page if each.key == key)
        return build_locator("form", "Form", "", Element(element.role, element.name, ("frame",)))

    def fill(self, position: int, key: str, text: str) -> BoundStep:
        return BoundStep(position, Action(ActionKind.TYPE, self.locator(key), text))

    def check(self, position: int, state: str = "checked") -> BoundStep:
        return BoundStep(position, Action(ActionKind.CHECK, self.locator(URGENT), state))

    def save(self, position: int, *texts: str) -> BoundStep:
        effects: tuple[Effect, ...] = (FileHas(str(self.file), texts),)
        return BoundStep(position, Action(ActionKind.CLICK, self.locator(SAVE)), effects)

    def steps(self) -> list[BoundStep]:
        """Two fields and Save."""
        return [self.fill(0, NAME, "Ada"), self.fill(1, MAIL, "ada@x.org"), self.save(2, "Ada", "ada@x.org")]

    def run(
        self,
        steps: Sequence[BoundStep | Unbound] | None = None,
        name: str = "run_1",
        tier: Tier = Tier.SUPERVISED,
        attended: bool = True,
    ) -> Report:
        loop = Loop(self.platform, self.journal, self.trace, self.approver, self.world.clock, self.brake, self.backups)
        run = Run(RunId(name), "a test", self.world.clock.wall(), tier)
        return loop.execute(run, self.steps() if steps is None else steps, attended)

    def undo(self, name: str = "run_1") -> list[str]:
        """Take a run back; what became of each action, the last first."""
        done = undo(RunId(name), self.journal, self.platform, self.world.clock, self.brake)
        return [each.result.name for each in done]

    def values(self) -> dict[str, str]:
        """What the form holds."""
        return {each.key: each.value for each in self.window.page if each.editable}


@contextmanager
def open_scene(folder: Path) -> Iterator[Scene]:
    with Database.open(folder / "deskhand.db") as database:
        yield Scene(folder, database)


Meddle = Callable[[Scene], None]
