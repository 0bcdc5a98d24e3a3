"""Send one action: through accessibility first, else by pointer and keys. A receipt says what was sent, never more.

Immediately before anything is sent the target is read again: `StaleElement` says that it is no longer what was read, and
that nothing was sent.
"""

from deskhand.act.actionability import covering
from deskhand.act.target import Target, recheck
from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.platform import Platform
from deskhand.core import faults
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Node, State, Window
from deskhand.core.errors import BadInput, PlatformError, Refused, StaleElement
from deskhand.core.run import Receipt, Route
from deskhand.perceive.text import same_text

FRONT_SECONDS = 2.0
SETTLE_SECONDS = 0.05
TAKE_SECONDS = 0.4
"""How long a field may take to show a text that was set."""
PRESSED_ROLES = frozenset(
    {"button", "toggle button", "check box", "radio button", "menu", "menu item", "check menu item", "radio menu item"}
    | {"page tab", "link"}
)
"""Roles whose press through accessibility does what a click does. Other elements offer actions of which often nothing
comes, and what may have been done must not be done again: they are clicked."""
POPUP_ROLES = frozenset({"menu", "menu item", "check menu item", "radio menu item", "list item", "tool tip"})
"""Roles that are shown in a window of their own over the program's."""


def dispatch(platform: Platform, clock: Clock, action: Action, target: Target | None) -> Receipt:
    """Send `action` to `target` (None for the desktop). Raises `Stopped` when the person takes over, `StaleElement`."""
    if action.kind is ActionKind.OPEN:
        return open_value(platform, action.value)
    if target is None:
        raise BadInput(f"there is nothing to {action.describe()} in")
    if action.kind is ActionKind.SWITCH:
        return bring_to_front(platform, clock, target.window)
    if action.kind is ActionKind.KEY:
        return press_key(platform, clock, target.window, action.value)
    if target.node is None:
        raise BadInput(f"there is nothing to {action.describe()} on")
    match action.kind:
        case ActionKind.TYPE:
            return fill(platform, clock, target, action.value)
        case ActionKind.CHECK:
            return check(platform, clock, target, action.value == "checked")
        case ActionKind.SCROLL:
            return scroll(platform, target, action.value)
    return click(platform, clock, target, action.value)


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


def press_key(platform: Platform, clock: Clock, window: Window, chord: str) -> Receipt:
    """Press a chord in a window, and in no other."""
    front = bring_to_front(platform, clock, window)
    if not front.dispatched:
        return front
    faults.hit("dispatch.looked")
    with platform.input.aimed(window):
        return platform.input.press(chord)


def click(platform: Platform, clock: Clock, target: Target, how: str = "") -> Receipt:
    """Activate an element: its own action where it has one that does so, else the pointer."""
    assert target.node is not None
    node = target.node
    if how == "" and node.actions and node.role in PRESSED_ROLES and "document web" not in node.element.path:
        faults.hit("dispatch.aimed")
        receipt = platform.elements.press(recheck(platform, target))
        if receipt.dispatched:
            return receipt
    return point_at(platform, clock, target, how)


def point_at(platform: Platform, clock: Clock, target: Target, how: str = "") -> Receipt:
    """Click an element with the pointer, where it is now, if nothing is in the way."""
    front = bring_to_front(platform, clock, target.window)
    if not front.dispatched:
        return front
    window = next((each for each in platform.windows.list() if each.id == target.window.id), None)
    if window is None:
        raise StaleElement("its window is gone")
    faults.hit("dispatch.aimed")
    fresh = recheck(platform, target)
    if (obstacle := covering(platform, fresh, window)) is not None:
        platform.elements.scroll_into_view(fresh)
        raise StaleElement(obstacle)
    assert fresh.box is not None
    assert target.node is not None
    if shift(fresh, window) != shift(target.node, target.window):
        raise StaleElement("it has moved in its window")  # or tells late that the window has
    faults.hit("dispatch.looked")
    with platform.input.aimed(window, fresh.role in POPUP_ROLES):
        if how == "right":
            return platform.input.click(fresh.box.center, "right")
        return platform.input.click(fresh.box.center, "left", 2 if how == "double" else 1)


def shift(node: Node, window: Window) -> tuple[int, int] | None:
    """Where an element lies in its window, in pixels."""
    return (node.box.x - window.box.x, node.box.y - window.box.y) if node.box is not None else None


def scroll(platform: Platform, target: Target, value: str) -> Receipt:
    """Turn the wheel over an element by "dx,dy"."""
    assert target.node is not None
    dx, _, dy = value.partition(",")
    try:
        right, down = int(dx), int(dy)
    except ValueError:
        raise BadInput(f"{value!r} is no way to scroll; write it as dx,dy in wheel clicks") from None
    fresh = recheck(platform, target)
    place = fresh.box.center if fresh.box else target.window.box.center
    return platform.input.scroll(place, right, down)


def check(platform: Platform, clock: Clock, target: Target, wanted: bool) -> Receipt:
    """Bring an element that can be checked to a state; one that is in it is left alone."""
    assert target.node is not None
    if (State.CHECKED in target.node.states) == wanted:
        return Receipt(Route.NONE, True, "it was so already")
    return click(platform, clock, target)


def fill(platform: Platform, clock: Clock, target: Target, text: str) -> Receipt:
    """Make `text` the whole text of a field: set it, or where that does not take, type it."""
    node = target.node
    assert node is not None
    if node.secret:
        raise Refused("passwords are never typed")
    if node.element.row is not None:
        return fill_cell(platform, clock, target, text)
    receipt: Receipt | None = None
    if "document web" not in node.element.path:  # pages do not hear of a text that is set
        faults.hit("dispatch.aimed")
        receipt = platform.elements.set_text(recheck(platform, target), text)
        if receipt.dispatched and shows(platform, clock, node, text):
            return receipt
    if receipt is None or not receipt.dispatched:
        return type_over(platform, clock, target, text)
    try:
        typed = type_over(platform, clock, target, text, False)
    except StaleElement:
        return receipt  # what was set may still come
    return typed if typed.dispatched else receipt


def type_over(platform: Platform, clock: Clock, target: Target, text: str, checked: bool = True) -> Receipt:
    """Type `text` in place of what a field holds, which is still what was read where that is `checked`."""
    assert target.node is not None
    if (failed := focus(platform, clock, target)) is not None:
        return failed
    faults.hit("dispatch.aimed")
    if checked:
        recheck(platform, target)
    with platform.input.aimed(target.window):
        keys_go_to(platform, target.node)
        platform.input.press("ctrl+a")
        if text:
            return type_whole(platform, target.node, text)
        keys_go_to(platform, target.node)
        return platform.input.press("Delete")


def type_whole(platform: Platform, node: Node, text: str) -> Receipt:
    """Type where the keyboard goes to `node`. What is cut off by another window is no longer as if nothing was sent."""
    keys_go_to(platform, node)
    faults.hit("dispatch.looked")
    try:
        return platform.input.type(text)
    except StaleElement as error:
        raise PlatformError(f"the keyboard went elsewhere while it was being typed: {error}") from None


def keys_go_to(platform: Platform, node: Node) -> None:
    """`StaleElement` unless an element has the keyboard at this moment; a cell is selected instead."""
    fresh = platform.tree.refresh(node)
    if fresh is None or not {State.FOCUSED, State.SELECTED} & fresh.states:
        raise StaleElement("the keyboard has gone elsewhere")


def fill_cell(platform: Platform, clock: Clock, target: Target, text: str) -> Receipt:
    """Write into a cell of a spreadsheet. Delete drops what the program proposes to complete.

    An empty text is a space that is taken away again: what Delete does to a cell differs, and ctrl+a may mean them all.
    """
    node = target.node
    assert node is not None
    if (failed := focus(platform, clock, target) or select_alone(platform, clock, target)) is not None:
        return failed
    faults.hit("dispatch.aimed")
    recheck(platform, target)
    with platform.input.aimed(target.window):
        type_whole(platform, node, text or " ")  # the first key replaces what was there
        clock.sleep(SETTLE_SECONDS)
        try:
            platform.input.press("Delete" if text else "BackSpace")
            return platform.input.press("Return")
        except StaleElement as error:
            raise PlatformError(f"the keyboard went elsewhere before the cell was left: {error}") from None


def select_alone(platform: Platform, clock: Clock, target: Target) -> Receipt | None:
    """Make a cell the only one that is selected, for a key would be meant for all. What was wrong when it is not."""
    assert target.node is not None
    if is_alone(platform, target.window):
        return None
    pointed = point_at(platform, clock, target)
    if not pointed.dispatched:
        return pointed
    deadline = Deadline(clock, TAKE_SECONDS)
    while not deadline.over:
        clock.sleep(SETTLE_SECONDS)
        if is_alone(platform, target.window) and has_focus(platform, clock, target.node):
            return None
    return Receipt(Route.KEYS, False, "more than this cell is selected")


def is_alone(platform: Platform, window: Window) -> bool:
    """Whether at most one cell is selected in a window."""
    cells = [node for node in platform.tree.read(window) if node.element.row is not None]
    return sum(State.SELECTED in cell.states for cell in cells) <= 1


def focus(platform: Platform, clock: Clock, target: Target) -> Receipt | None:
    """Give an element the keyboard focus: asked for, else clicked. What was wrong when it does not get it, so that
    nothing is typed elsewhere.
    """
    assert target.node is not None
    front = bring_to_front(platform, clock, target.window)
    if not front.dispatched:
        return front
    platform.elements.focus(target.node)
    if has_focus(platform, clock, target.node):
        return None
    pointed = point_at(platform, clock, target)
    if not pointed.dispatched:
        return pointed
    if has_focus(platform, clock, target.node):
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
