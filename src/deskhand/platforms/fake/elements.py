"""Acting on the elements of a scripted world, as through accessibility."""

from deskhand.contracts.platform import Elements
from deskhand.core.element import Node
from deskhand.core.errors import AppGone, Refused
from deskhand.core.run import Receipt, Route
from deskhand.platforms.fake.world import FakeElement, FakeWindow, FakeWorld


class FakeElements(Elements):
    """Fulfils `contracts.platform.Elements`."""

    def __init__(self, world: FakeWorld) -> None:
        self._world = world

    def press(self, node: Node) -> Receipt:
        _, element = self._find(node)
        if not node.actions or "press" in element.refuses:
            return Receipt(Route.ACCESSIBILITY, False, "it offers no action")
        self._world.received("press", node.ref)
        self._world.press(element)
        return Receipt(Route.ACCESSIBILITY, True, "pressed")

    def set_text(self, node: Node, text: str) -> Receipt:
        if node.secret:
            raise Refused("passwords are never typed")
        _, element = self._find(node)
        if not element.editable or "set text" in element.refuses:
            return Receipt(Route.ACCESSIBILITY, False, "the program did not take the text")
        self._world.received("set text", node.ref, text)
        self._world.set_text(element, text)
        return Receipt(Route.ACCESSIBILITY, True, "text set")

    def focus(self, node: Node) -> Receipt:
        window, element = self._find(node)
        if "focus" in element.refuses:
            return Receipt(Route.ACCESSIBILITY, False, "the program did not take the focus")
        self._world.received("focus", node.ref)
        self._world.focus(window, node.ref)
        return Receipt(Route.ACCESSIBILITY, True, "focused")

    def scroll_into_view(self, node: Node) -> Receipt:
        self._find(node)
        return Receipt(Route.ACCESSIBILITY, True, "scrolled to")

    def _find(self, node: Node) -> tuple[FakeWindow, FakeElement]:
        window = self._world.window_of(node.ref)
        if window is None:
            raise AppGone(f"{node.role} {node.name!r} is gone")
        return window, self._world.find(node.ref)
