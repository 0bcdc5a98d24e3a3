"""The present as sources see it: texts on the screen, and what was done so far in this run."""

from collections.abc import Callable, Mapping
from datetime import date

from deskhand.contracts.platform import Platform
from deskhand.core.element import Element, Node, Window
from deskhand.core.errors import PlatformError
from deskhand.core.event import Event
from deskhand.core.locator import Locator
from deskhand.core.skill import BoundStep
from deskhand.observe.redaction import Redactor
from deskhand.perceive.resolve import Found, find_window, resolve
from deskhand.perceive.text import same_text

READ_SECONDS = 1.5


class LiveWorld:
    """Fulfils `contracts.world.World` over a platform.

    `matched` holds the person's own events by position; `did` is told of every step that was done after them.
    Windows are read once until `forget` is called, so that a plan of many steps costs one reading a window.
    """

    def __init__(
        self, platform: Platform, matched: Mapping[int, Event], today: Callable[[], date], keep_phones: bool = False
    ) -> None:
        self._platform = platform
        self._matched = dict(matched)
        self._today = today
        self._redactor = Redactor(keep_phones)
        self._done: dict[int, BoundStep] = {}
        self._readings: dict[int, tuple[Node, ...]] = {}

    def did(self, step: BoundStep) -> None:
        """Remember a step that was done, or is planned to be done before the next."""
        self._done[step.position] = step

    def forget(self) -> None:
        """The screen may have changed: read it anew when it is needed."""
        self._readings.clear()

    def today(self) -> date:
        return self._today()

    def observed(self, position: int, what: str) -> str | None:
        if position in self._done:
            action = self._done[position].action
            return tell(what, action.value, action.locator.element, action.locator.window, action.locator.url)
        event = self._matched.get(position)
        if event is None or event.redacted:
            return None
        return tell(what, event.value, event.element, event.window, event.url)

    def read(self, locator: Locator) -> str | None:
        try:
            window = find_window(locator, self._platform.windows.list())
            if window is None:
                return None
            if locator.element is None:
                return window.title
            node = self._find(locator, window)
        except PlatformError:
            return None
        if node is None or node.secret:
            return None
        text = node.value or node.name
        return None if self._redactor.field(node.name, text)[1] else text  # a secret is the person's to carry

    def find_row(self, locator: Locator, text: str) -> int | None:
        wanted = locator.element
        try:
            window = find_window(locator, self._platform.windows.list())
            nodes = self._read(window) if window is not None else ()
        except PlatformError:
            return None
        rows = {
            node.element.row
            for node in nodes
            if wanted is not None
            and (node.role, node.element.path, node.element.column) == (wanted.role, wanted.path, wanted.column)
            and same_text(node.value or node.name, text)
        }
        return rows.pop() if len(rows) == 1 else None

    def _read(self, window: Window) -> tuple[Node, ...]:
        if window.id not in self._readings:
            self._readings[window.id] = self._platform.tree.read(window, budget=READ_SECONDS)
        return self._readings[window.id]

    def _find(self, locator: Locator, window: Window) -> Node | None:
        nodes = self._read(window)
        found = resolve(locator, nodes)
        if isinstance(found, Found):
            return found.node
        return self._cell_off_screen(locator, nodes)

    def _cell_off_screen(self, locator: Locator, nodes: tuple[Node, ...]) -> Node | None:
        """A cell that is scrolled away: ask the only table of its window for it."""
        element = locator.element
        if element is None or element.row is None or element.column is None:
            return None
        tables = [node for node in nodes if node.role == "table"]
        return self._platform.tree.cell(tables[0], element.row, element.column) if len(tables) == 1 else None


def tell(what: str, value: str, element: Element | None, window: str, url: str) -> str | None:
    """The part of something done that `Observed.what` asks for; None when it has no such part."""
    match what:
        case "value":
            return value
        case "window":
            return window
        case "url":
            return url
        case "name":
            return element.name if element else None
        case "row":
            return str(element.row) if element and element.row is not None else None
    return None
