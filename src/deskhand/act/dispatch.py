"""Send one action: through accessibility first, else by pointer and keys. A receipt says what was sent, never more."""

from deskhand.act.actionability import covering, same_element
from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.platform import Platform
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Node, State, Window
from deskhand.core.errors import BadInput, Refused
from deskhand.core.run import Receipt, Route
from deskhand.perceive.text import same_text

FRONT_SECONDS = 2.0
SETTLE_SECONDS = 0.05
TAKE_SECONDS = 0.4
"""How long a field may take to show a text that was set."""


def dispatch(platform: Platform, clock: Clock, action: Action, window: Window | None, node: Node | None) -> Receipt:
    """Send `action` to `node` (or to `window`, or to the desktop). Raises `Stopped` when the person takes over."""
    if action.kind is ActionKind.OPEN:
        return open_value(platform, action.value)
    if window is None:
        raise BadInput(f"there is nothing to {action.describe()} in")
    if action.kind is ActionKind.SWITCH:
        return bring_to_front(platform, clock, window)
    if action.kind is ActionKind.KEY:
        front = bring_to_front(platform, clock, window)
        return platform.input.press(action.value) if front.dispatched else front
    if node is None:
        raise BadInput(f"there is nothing to {action.describe()} on")
    match action.kind:
        case ActionKind.TYPE:
            return fill(platform, clock, node, window, action.value)
        case ActionKind.CHECK:
            return check(platform, clock, node, window, action.value == "checked")
        case ActionKind.SCROLL:
            return scroll(platform, node, window, action.value)
    return click(platform, clock, node, window, action.value)


def open_value(platform: Platform, value: str) -> Receipt:
    """Open a URL, a file, or a program by its name."""
    if "://" in value:
        return platform.launcher.open_url(value)
    if value.startswith("/"):
        return platform.launcher.open_url(f"file://{value}")
    return platform.launcher.open_app(value)


def bring_to_front(platform: Platform, clock: Clock, window: Window) -> Receipt:
    """Bring a window to the front and wait until it is there."""
    front = platform.windows.front()
    if front is not None and front.id == window.id:
        return Receipt(Route.WINDOW_MANAGER, True, "it was in front")
    receipt = platform.windows.activate(window)
    deadline = Deadline(clock, FRONT_SECONDS)
    while not deadline.over:
        front = platform.windows.front()
        if front is not None and front.id == window.id:
            clock.sleep(SETTLE_SECONDS)
            return receipt
        clock.sleep(SETTLE_SECONDS)
    return Receipt(Route.WINDOW_MANAGER, False, f"{window.title!r} did not come to the front")


def click(platform: Platform, clock: Clock, node: Node, window: Window, how: str = "") -> Receipt:
    """Activate an element: its own action where it has one, else the pointer."""
    if how == "" and node.actions and "document web" not in node.element.path:
        receipt = platform.elements.press(node)
        if receipt.dispatched:
            return receipt
    return point_at(platform, clock, node, window, how)


def point_at(platform: Platform, clock: Clock, node: Node, window: Window, how: str = "") -> Receipt:
    """Click an element with the pointer, where it is now, if nothing is in the way."""
    front = bring_to_front(platform, clock, window)
    if not front.dispatched:
        return front
    fresh = platform.tree.refresh(node)  # it may have moved with its window since it was read
    if fresh is None:
        return Receipt(Route.POINTER, False, "it is gone")
    if not same_element(fresh, node):
        return Receipt(Route.POINTER, False, "another element has taken its place")
    if (obstacle := covering(platform, fresh, window)) is not None:
        platform.elements.scroll_into_view(fresh)
        return Receipt(Route.POINTER, False, obstacle)
    assert fresh.box is not None
    if how == "right":
        return platform.input.click(fresh.box.center, "right")
    return platform.input.click(fresh.box.center, "left", 2 if how == "double" else 1)


def scroll(platform: Platform, node: Node, window: Window, value: str) -> Receipt:
    """Turn the wheel over an element by "dx,dy"."""
    dx, _, dy = value.partition(",")
    try:
        right, down = int(dx), int(dy)
    except ValueError:
        raise BadInput(f"{value!r} is no way to scroll; write it as dx,dy in wheel clicks") from None
    return platform.input.scroll(node.box.center if node.box else window.box.center, right, down)


def check(platform: Platform, clock: Clock, node: Node, window: Window, wanted: bool) -> Receipt:
    """Bring an element that can be checked to a state; one that is in it is left alone."""
    if (State.CHECKED in node.states) == wanted:
        return Receipt(Route.NONE, True, "it was so already")
    return click(platform, clock, node, window)


def fill(platform: Platform, clock: Clock, node: Node, window: Window, text: str) -> Receipt:
    """Make `text` the whole text of a field: set it, or where that does not take, type it."""
    if node.secret:
        raise Refused("passwords are never typed")
    if node.element.row is not None:
        return fill_cell(platform, clock, node, window, text)
    receipt: Receipt | None = None
    if "document web" not in node.element.path:  # pages do not hear of a text that is set
        receipt = platform.elements.set_text(node, text)
        if receipt.dispatched and shows(platform, clock, node, text):
            return receipt
    if (failed := focus(platform, clock, node, window)) is not None:
        return receipt if receipt is not None and receipt.dispatched else failed  # what was set may still come
    platform.input.press("ctrl+a")
    if not text:
        return platform.input.press("Delete")
    return platform.input.type(text)


def fill_cell(platform: Platform, clock: Clock, node: Node, window: Window, text: str) -> Receipt:
    """Write into a cell of a spreadsheet. Delete drops what the program proposes to complete.

    An empty text is a space that is taken away again: what Delete does to a cell differs, and ctrl+a may mean them all.
    """
    if (failed := focus(platform, clock, node, window) or select_alone(platform, clock, node, window)) is not None:
        return failed
    platform.input.type(text or " ")  # the first key replaces what was there
    clock.sleep(SETTLE_SECONDS)
    platform.input.press("Delete" if text else "BackSpace")
    return platform.input.press("Return")


def select_alone(platform: Platform, clock: Clock, node: Node, window: Window) -> Receipt | None:
    """Make a cell the only one that is selected, for a key would be meant for all. What was wrong when it is not."""
    if is_alone(platform, window):
        return None
    pointed = point_at(platform, clock, node, window)
    if not pointed.dispatched:
        return pointed
    deadline = Deadline(clock, TAKE_SECONDS)
    while not deadline.over:
        clock.sleep(SETTLE_SECONDS)
        if is_alone(platform, window) and has_focus(platform, clock, node):
            return None
    return Receipt(Route.KEYS, False, "more than this cell is selected")


def is_alone(platform: Platform, window: Window) -> bool:
    """Whether at most one cell is selected in a window."""
    cells = [node for node in platform.tree.read(window) if node.element.row is not None]
    return sum(State.SELECTED in cell.states for cell in cells) <= 1


def focus(platform: Platform, clock: Clock, node: Node, window: Window) -> Receipt | None:
    """Give an element the keyboard focus: asked for, else clicked. What was wrong when it does not get it, so that
    nothing is typed elsewhere.
    """
    front = bring_to_front(platform, clock, window)
    if not front.dispatched:
        return front
    platform.elements.focus(node)
    if has_focus(platform, clock, node):
        return None
    pointed = point_at(platform, clock, node, window)
    if not pointed.dispatched:
        return pointed
    if has_focus(platform, clock, node):
        return None
    return Receipt(Route.KEYS, False, "the field does not take the keyboard focus")


def has_focus(platform: Platform, clock: Clock, node: Node) -> bool:
    """Whether an element has the keyboard focus soon; a cell is selected instead."""
    deadline = Deadline(clock, TAKE_SECONDS)
    while True:
        fresh = platform.tree.refresh(node)
        if fresh is not None and (State.FOCUSED in fresh.states or State.SELECTED in fresh.states):
            clock.sleep(SETTLE_SECONDS)
            return True
        if deadline.over:
            return False
        clock.sleep(SETTLE_SECONDS)


def shows(platform: Platform, clock: Clock, node: Node, text: str) -> bool:
    """Whether a field shows a text soon."""
    deadline = Deadline(clock, TAKE_SECONDS)
    while True:
        fresh = platform.tree.refresh(node)
        if fresh is not None and same_text(fresh.value, text):
            return True
        if deadline.over:
            return False
        clock.sleep(SETTLE_SECONDS)
