"""A form in a scripted world, and another window behind it."""

from deskhand.act.dispatch import dispatch
from deskhand.act.target import Target
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Node, State, Window
from deskhand.core.geometry import Box
from deskhand.core.locator import build_locator
from deskhand.core.run import Receipt
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.world import USABLE, FakeElement, FakeWindow, FakeWorld, Means


def save(world: FakeWorld) -> None:
    """What the button does."""
    world.say(world.find("status"), "saved")


class Form:
    """A field, a check box, a button and a line of text; a column of three buttons as high as they are apart."""

    def __init__(self) -> None:
        page = [
            FakeElement("name", "text", "Name", Box(20, 20, 200, 24), "old"),
            FakeElement("mail", "text", "Mail", Box(20, 60, 200, 24), "m@x.org"),
            FakeElement("urgent", "check box", "Urgent", Box(20, 100, 100, 24)),
            FakeElement("save", "button", "Save", Box(20, 140, 80, 24), on_press=save),
            FakeElement("drop", "button", "Drop", Box(20, 180, 80, 24), on_press=lambda world: None),
            FakeElement("status", "label", "", Box(20, 220, 200, 24), "nothing saved"),
        ]
        self.window = FakeWindow(1, "form", "Form", Box(100, 100, 400, 300), page)
        self.behind = FakeWindow(
            2, "notes", "Notes", Box(600, 100, 300, 300), [FakeElement("note", "text", "Note", value="mine")], "note", 2
        )
        self.world = FakeWorld([self.behind, self.window])
        self.platform = FakePlatform(self.world)

    def node(self, key: str) -> Node:
        """An element as it is read now."""
        return next(node for node in self.world.nodes(self.window) if node.ref == key)

    @property
    def seen(self) -> Window:
        """The form's window as it is listed now."""
        return self.window.window

    def do(self, kind: ActionKind, key: str = "", value: str = "") -> Receipt:
        """Send an action to an element, or to the window."""
        node = self.node(key) if key else None
        action = Action(kind, build_locator("form", "Form", "", node.element if node else None), value)
        return dispatch(self.platform, self.world.clock, action, Target(self.seen, node))

    def value(self, key: str) -> str:
        return self.world.find(key).value

    def refuse(self, key: str, *means: Means) -> None:
        """Let accessibility not do these to an element."""
        self.world.find(key).refuses = frozenset(means)

    def without(self, key: str, state: State) -> None:
        """Take a state away from an element."""
        self.world.find(key).states = USABLE - {state}

    def cover(self, box: Box, above: bool = True) -> FakeWindow:
        """Another window over a place, which stays there."""
        trap = FakeElement("trap", "button", "Delete all", Box(0, 0, box.width, box.height), on_press=save)
        over = FakeWindow(9, "popup", "Question", box, [trap], pid=3, above=above)
        self.world.windows.append(over)
        return over
