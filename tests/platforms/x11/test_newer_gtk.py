"""GTK 4 tells places from the corner of the window and calls nothing in it showing: both are put right."""

from dataclasses import replace

from bench.reading.fuzz import NAME, WINDOW, ScriptedBus, World, pack

from deskhand.core.element import State
from deskhand.core.geometry import Box, Point
from deskhand.platforms.x11.bus import Call
from deskhand.platforms.x11.placed_tree import PlacedTree
from deskhand.platforms.x11.wire import pack_ints

VISIBLE, SHOWING = 1 << 30, 1 << 25
FRAME, PANE, TEXT, BUTTON, ENTRY = 1, 2, 3, 4, 5
ROLES = {FRAME: 23, PANE: 49, TEXT: 61, BUTTON: 43, ENTRY: 61}
NAMES = {FRAME: b"Note", TEXT: b"EditorSourceView", BUTTON: b"Farther down", ENTRY: b"On another page"}
PLACES = {
    FRAME: (0, 0, 780, 590),
    PANE: (0, 40, 780, 550),
    TEXT: (0, 40, 780, 100),
    BUTTON: (10, 900, 80, 24),
    ENTRY: (0, 0, 0, 0),
}


class NewerGtk(World):
    """A window with a margin of 10 and 5 pixels, a scroll pane in it, and an entry on a page that is not shown.

    Another toolkit tells it from the corner of the screen, and calls all of it showing.
    """

    def __init__(self) -> None:
        super().__init__(0)
        self.corner = (0, 0)
        self.toolkit, self.broken, self.huge = b"GTK", 0.0, False

    def children(self, number: int) -> list[int]:
        return {FRAME: [PANE, ENTRY], PANE: [TEXT, BUTTON]}.get(number, [])

    def _of_object(self, call: Call, number: int) -> bytes | None:
        match call.member:
            case "GetRole":
                return pack_ints(ROLES[number])
            case "GetState":
                shown = number == FRAME or self.toolkit != b"GTK"
                return pack_ints(8, VISIBLE | (SHOWING if shown else 0), 0)
            case "GetExtents":
                assert call.body == pack_ints(self.toolkit == b"GTK"), "places on the screen are not known to GTK 4"
                x, y, width, height = PLACES[number]
                return pack_ints(self.corner[0] + x, self.corner[1] + y, width, height)
            case "Get" if call.body.endswith(b"Name\0"):
                return b"\1s\0\0" + pack(NAMES.get(number, b""))
            case "Get" if call.body.endswith(b"CharacterCount\0"):
                return b"\1i\0\0" + pack_ints(0)
        return super()._of_object(call, number)


def open_tree() -> tuple[PlacedTree, list[Box]]:
    """The tree of that program, and the outlines of its window, which a test may move."""
    outlines = [Box(100, 200, 800, 600)]
    return PlacedTree(ScriptedBus(NewerGtk()), lambda: WINDOW, lambda number: tuple(outlines)), outlines


def test_what_is_visible_and_not_scrolled_away_is_showing_at_its_place_on_the_screen() -> None:
    tree, _ = open_tree()
    shown = {node.name: node for node in tree.read(WINDOW)}
    assert set(shown) == {"Note", "", "EditorSourceView"}
    assert shown["EditorSourceView"].box == Box(110, 245, 780, 100)
    assert State.SHOWING in shown["EditorSourceView"].states
    every = {node.name: node for node in tree.read(WINDOW, showing_only=False)}
    assert State.SHOWING not in every["Farther down"].states
    assert State.SHOWING not in every["On another page"].states
    assert every["On another page"].box is None


def test_an_element_that_is_looked_at_again_is_where_the_window_is_now() -> None:
    tree, outlines = open_tree()
    before = {node.name: node for node in tree.read(WINDOW, showing_only=False)}
    outlines[0] = Box(0, 0, 800, 600)
    for node in before.values():
        fresh = tree.refresh(node)
        assert fresh is not None
        assert fresh.states == node.states
        assert fresh.box == (node.box and Box(node.box.x - 100, node.box.y - 200, node.box.width, node.box.height))


def test_a_signal_before_the_first_reading_gives_the_place_on_the_screen() -> None:
    tree, _ = open_tree()
    told = tree.describe((NAME, f"/o/{TEXT}"), WINDOW)
    assert told is not None
    assert told.box == Box(110, 245, 780, 100)


def test_a_window_of_another_toolkit_may_move_between_two_looks() -> None:
    world = NewerGtk()
    world.toolkit, world.corner = b"gtk", (30, 40)
    tree = PlacedTree(ScriptedBus(world), lambda: WINDOW, lambda number: (Box(*world.corner, 780, 590),))
    before = next(node for node in tree.read(WINDOW) if node.name == "EditorSourceView")
    assert before.box == Box(30, 80, 780, 100)
    world.corner = 900, 700
    moved = tree.refresh(before)
    assert moved is not None
    assert moved.box == Box(900, 740, 780, 100)
    assert State.SHOWING in moved.states


def test_a_signal_from_behind_the_window_in_front_has_nothing_read() -> None:
    tree, _ = open_tree()
    asked: list[int] = []
    tree.read = lambda window, *rest: asked.append(window.id) or ()  # type: ignore[method-assign, func-returns-value]
    assert tree.describe((NAME, f"/o/{TEXT}"), replace(WINDOW, id=2, pid=WINDOW.pid + 1)) is not None
    assert asked == []


def test_what_is_scrolled_away_is_not_found_where_it_would_be() -> None:
    tree, _ = open_tree()
    found = tree.at(WINDOW, Point(130, 300))
    assert found is not None
    assert found.name == "EditorSourceView"
    assert tree.at(WINDOW, Point(150, 1112)) is None
