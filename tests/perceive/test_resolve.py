"""The ladder finds the element that was meant, or none."""

from deskhand.core.element import PASSWORD_ROLE, Element, Node, Window
from deskhand.core.geometry import Box
from deskhand.core.locator import build_locator
from deskhand.perceive.resolve import Found, NotFound, find_window, resolve


def node(role: str, name: str, path: tuple[str, ...] = ("frame",), index: int = 0, row: int | None = None) -> Node:
    return Node(
        f"{role}{name}{path}{index}{row}", Element(role, name, path, index, "", row, None if row is None else 0)
    )


def find(wanted: Element, *nodes: Node) -> Found | NotFound:
    return resolve(build_locator("app", "", "", wanted), nodes)


def test_a_renamed_element_is_found_by_its_place_and_called_healed() -> None:
    found = find(
        Element("button", "Save", ("frame", "tool bar:"), 1), node("button", "Store", ("frame", "tool bar:"), 1)
    )
    assert isinstance(found, Found)
    assert found.healed


def test_of_two_equal_elements_the_one_at_the_same_place_is_meant() -> None:
    first, second = node("button", "Close"), node("button", "Close", ("frame",), 1)
    found = find(Element("button", "Close", ("frame",), 1), first, second)
    assert isinstance(found, Found)
    assert found.node is second


def test_another_cell_is_never_the_wanted_cell() -> None:
    assert isinstance(
        find(Element("table cell", "", ("frame",), 0, "", 4, 0), node("table cell", "A1", row=0)), NotFound
    )


def test_nothing_leads_to_a_password_field() -> None:
    assert isinstance(find(Element("text", "Name"), node(PASSWORD_ROLE, "Name")), NotFound)


def test_an_element_that_had_a_name_is_not_any_element_of_its_role() -> None:
    assert isinstance(find(Element("text", "Name", ("frame",)), node("text", "Amount", ("dialog:",))), NotFound)


def test_the_window_is_found_by_title_and_else_by_likeness() -> None:
    windows = [Window(n, "app", title, 1, Box(0, 0, 1, 1)) for n, title in enumerate(("notes.txt", "*letter.txt"))]
    assert find_window(build_locator("app", "letter.txt", "", None), windows) is windows[1]
    assert find_window(build_locator("app", "notes.txt", "", None), windows) is windows[0]
    assert find_window(build_locator("other", "", "", None), windows) is None
