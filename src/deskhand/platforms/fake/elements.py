"""Acting on the elements of a scripted world, as through accessibility."""

from collections.abc import Callable

from deskhand.contracts.platform import Capability, Elements
from deskhand.core.element import Node, State
from deskhand.core.errors import AppGone, Refused
from deskhand.core.run import Receipt, Route
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld, Means


class FakeElements(Elements):
    """Fulfils `contracts.platform.Elements`."""

    def __init__(self, world: FakeWorld, need: Callable[[Capability], None]) -> None:
        self._world = world
        self._need = need

    def press(self, node: Node) -> Receipt:
        self._need(Capability.PRESS)
        _, element = self._find(node)
        if not node.actions:
            return Receipt(Route.ACCESSIBILITY, False, "it offers no action")
        if Means.PRESS in element.refuses:
            return Receipt(Route.ACCESSIBILITY, False, "the program did not take the press")
        self._world.received("press", node.ref)
        self._world.press(element)
        return Receipt(Route.ACCESSIBILITY, True, "pressed")

    def set_text(self, node: Node, text: str) -> Receipt:
        self._need(Capability.SET_VALUE)
        if node.secret:
            raise Refused("passwords are never typed")
        _, element = self._find(node)
        if not element.editable or Means.SET_TEXT in element.refuses:
            return Receipt(Route.ACCESSIBILITY, False, "the program did not take the text")
        self._world.received("set text", node.ref, text)
        self._world.set_text(element, text)
        return Receipt(Route.ACCESSIBILITY, True, "text set")

    def focus(self, node: Node) -> Receipt:
        self._need(Capability.TREE)
        window, element = self._find(node)
        if Means.FOCUS in element.refuses:
            return Receipt(Route.ACCESSIBILITY, False, "the program did not take the focus")
        self._world.received("focus", node.ref)
        if element.lie is None or Means.FOCUS not in element.lies_to:
            self._world.focus(window, node.ref)
        return Receipt(Route.ACCESSIBILITY, True, "focused")

    def scroll_into_view(self, node: Node) -> Receipt:
        self._need(Capability.TREE)
        _, element = self._find(node)
        element.states |= {State.SHOWING}
        return Receipt(Route.ACCESSIBILITY, True, "scrolled to")

    def _find(self, node: Node) -> tuple[FakeWindow, FakeElement]:
        window = self._world.window_of(node.ref)
        if window is None or window.silent:
            raise AppGone(f"{node.role} {node.name!r} does not answer")
        return window, self._world.find(node.ref)
