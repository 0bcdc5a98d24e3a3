"""Acting on elements through accessibility."""

from collections.abc import Callable

from deskhand.contracts.platform import Elements
from deskhand.core.element import Node
from deskhand.core.errors import Refused
from deskhand.core.run import Receipt, Route
from deskhand.platforms.x11.bus import ATSPI, Bus, Call
from deskhand.platforms.x11.describe import parse_ref
from deskhand.platforms.x11.wire import Reader, pack_ints, pack_string

ANYWHERE = 6
"""Atspi.ScrollType: wherever it is seen."""


class AtspiElements(Elements):
    """Fulfils `contracts.platform.Elements`; for one thread. `guard` is called before every request and may raise."""

    def __init__(self, bus: Bus, guard: Callable[[], None]) -> None:
        self._bus = bus
        self._guard = guard

    def press(self, node: Node) -> Receipt:
        if not node.actions:
            return Receipt(Route.ACCESSIBILITY, False, "it offers no action")
        return self._ask(node, "Action", "DoAction", "i", pack_ints(0), "pressed")

    def set_text(self, node: Node, text: str) -> Receipt:
        if node.secret:
            raise Refused("passwords are never typed")
        return self._ask(node, "EditableText", "SetTextContents", "s", pack_string(text), "text set")

    def focus(self, node: Node) -> Receipt:
        return self._ask(node, "Component", "GrabFocus", "", b"", "focused")

    def scroll_into_view(self, node: Node) -> Receipt:
        return self._ask(node, "Component", "ScrollTo", "u", pack_ints(ANYWHERE), "scrolled to")

    def _ask(self, node: Node, interface: str, member: str, signature: str, body: bytes, done: str) -> Receipt:
        """Whether the program took it, if the guard lets it be asked."""
        self._guard()
        answer = self._bus.ask(Call(*parse_ref(node.ref), ATSPI + interface, member, signature, body))
        taken = answer is not None and Reader(answer).unsigned() != 0
        return Receipt(Route.ACCESSIBILITY, taken, done if taken else f"the program did not take {member}")
