"""What is promised of elements that are read, and acted on through accessibility."""

from deskhand.contracts.platform import Capability
from deskhand.core.element import PASSWORD_ROLE, Node, State
from deskhand.core.errors import Refused
from deskhand.platforms.conformance.suite import OTHER, Broken, Hand, expect, promise

SECRET = "hush"  # noqa: S105 - what the person types into the form


@promise("a reading tells the elements with role, name, place and states")
def readings_are_told(hand: Hand) -> None:
    field, button = hand.node("text", "Name"), hand.node("button", "Greet")
    for node in (field, button):
        expect(node.box is not None and hand.window().box.contains(node.box.center), f"{node.name} is at {node.box}")
        expect({State.ENABLED, State.SHOWING} <= node.states, f"{node.name} is {sorted(node.states)}")
    expect(State.EDITABLE in field.states, "the field is not told as editable")
    expect(bool(button.actions), "the button offers no action")


@promise("no two elements of a reading have the same handle, or the same role, path and index")
def readings_are_unambiguous(hand: Hand) -> None:
    nodes = hand.platform.tree.read(hand.window())
    expect(len({node.ref for node in nodes}) == len(nodes), "two elements have the same handle")
    places: dict[object, Node] = {}
    for node in nodes:
        place = (node.role, node.element.path, node.element.index)
        expect(place not in places, f"{node.element} is at the place of another")
        places[place] = node


@promise("an element that is read again is the same, with what it says now", Capability.KEYS)
def elements_are_refreshed(hand: Hand) -> None:
    field = hand.into_name()
    hand.platform.input.type("now")
    hand.becomes("Name", "now")
    fresh = hand.platform.tree.refresh(field)
    expect(fresh is not None and fresh.element == field.element, f"read again it is {fresh}")
    expect(fresh is not None and fresh.value == "now", f"read again it says {fresh.value if fresh else None!r}")
    button = hand.node("button", "Greet")
    fresh = hand.platform.tree.refresh(button)
    expect(fresh is not None and (fresh.element, fresh.box) == (button.element, button.box), f"the button is {fresh}")


@promise("the smallest element under a point is found")
def points_are_resolved(hand: Hand) -> None:
    hand.to_front()
    for role, name in (("button", "Greet"), ("text", "Name"), ("text", "Mail")):
        hit = hand.platform.tree.at(hand.window(), hand.place(role, name))
        expect(hit is not None and (hit.role, hit.name) == (role, name), f"at the middle of {name} is {hit}")


@promise("the focus goes where it is asked to go, and is told there")
def focus_is_told(hand: Hand) -> None:
    for name in ("Mail", "Name"):
        field = hand.into(name)
        fresh = hand.platform.tree.refresh(field)
        expect(fresh is not None and State.FOCUSED in fresh.states, f"{name} does not say that it has the focus")
        others = [node.name for node in hand.platform.tree.read(hand.window()) if State.FOCUSED in node.states]
        expect(name in others and not {"Name", "Mail"} - {name} & set(others), f"the focus is told at {others}")


@promise("what stands in a password field is never told, and never set", Capability.KEYS, Capability.POINTER)
def passwords_stay_hidden(hand: Hand) -> None:
    hand.to_front()
    place = hand.place(PASSWORD_ROLE, "Secret")
    hand.platform.input.click(place)
    hand.until("the focus in Secret", lambda: hand.has_focus("Secret"))
    for letter in SECRET:
        hand.stage.person_presses(letter)
    hand.settle()
    secret = hand.node(PASSWORD_ROLE, "Secret")
    ways = [
        *hand.platform.tree.read(hand.window()), hand.platform.tree.focused(), hand.platform.tree.refresh(secret),
        hand.platform.tree.at(hand.window(), place),
    ]  # fmt: skip
    expect(not [node for node in ways if node is not None and SECRET in node.value + node.name], "its text is told")
    expect(all(node.value == "" for node in ways if node is not None and node.secret), "its field has a value")
    if Capability.SET_VALUE not in hand.platform.capabilities:
        return
    try:
        hand.platform.elements.set_text(secret, "x")
    except Refused:
        return
    raise Broken("it was set")


@promise("a text that was set stands there, or the receipt says that it was not taken", Capability.SET_VALUE)
def texts_are_set(hand: Hand) -> None:
    hand.to_front()
    before = hand.node("text", "Mail").value
    for text in ("Grace Ω", "漢字"):
        receipt = hand.platform.elements.set_text(hand.node("text", "Mail"), text)
        hand.becomes("Mail", text if receipt.dispatched else before)


@promise("a press does what the button does, once", Capability.PRESS, Capability.KEYS)
def buttons_are_pressed(hand: Hand) -> None:
    hand.into_name()
    hand.platform.input.type("Ada")
    hand.becomes("Name", "Ada")
    before = hand.greetings()
    receipt = hand.platform.elements.press(hand.node("button", "Greet"))
    expect(receipt.dispatched, receipt.detail)
    hand.until("'Hello Ada'", lambda: hand.says("Hello Ada"))
    hand.greets(before, "a press")


@promise("an element that offers no action says that it was not pressed", Capability.PRESS)
def what_cannot_be_pressed_says_so(hand: Hand) -> None:
    nodes = [*hand.platform.tree.read(hand.window()), *hand.platform.tree.read(hand.window(OTHER))]
    idle = [node for node in nodes if not node.actions]
    expect(bool(idle), "every element says that it can be pressed")
    expect(not hand.platform.elements.press(idle[-1]).dispatched, f"{idle[-1].role} was pressed")


@promise("a cell of a table is found by its row and column")
def cells_are_found(hand: Hand) -> None:
    tables = [node for node in hand.platform.tree.read(hand.window()) if node.role == "table"]
    expect(len(tables) == 1, f"{len(tables)} tables were read, not one")
    cell = hand.platform.tree.cell(tables[0], 1, 0)
    expect(cell is not None and "Pear" in (cell.value, cell.name), f"in row 1, column 0 is {cell}")
    expect(cell is not None and (cell.element.row, cell.element.column) == (1, 0), f"its place is told as {cell}")
    expect(hand.platform.tree.cell(tables[0], 99, 0) is None, "there is a row 99")


@promise("the address of a page is told", Capability.URL)
def addresses_are_told(hand: Hand) -> None:
    found = hand.platform.tree.url(hand.window())
    expect(found == hand.stage.address, f"it is told as {found!r}, and is {hand.stage.address!r}")
    found = hand.platform.tree.url(hand.window(OTHER))
    expect(found is None, f"a window without one tells {found!r}")


CHECKS = (
    readings_are_told, readings_are_unambiguous, elements_are_refreshed, points_are_resolved, focus_is_told,
    passwords_stay_hidden, texts_are_set, buttons_are_pressed, what_cannot_be_pressed_says_so, cells_are_found,
    addresses_are_told,
)  # fmt: skip
