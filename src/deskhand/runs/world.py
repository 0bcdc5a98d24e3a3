"""The present as sources see it: texts on the screen, and what was done so far in this run."""

from collections.abc import Callable, Mapping
from datetime import date

from deskhand.contracts.platform import Platform
from deskhand.core.element import Element, Node, Window
from deskhand.core.errors import PlatformError
from deskhand.core.event import Event
from deskhand.core.locator import Locator, StrategyKind
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
            windows = self._windows(locator)
            if locator.element is None:
                return windows[0].title if windows else None
            node = self._find(locator, windows)
        except PlatformError:
            return None
        if node is None or node.secret:
            return None
        text = node.value or node.name
        return None if self._redactor.field(node.name, text)[1] else text  # a secret is the person's to carry

    def find_row(self, locator: Locator, text: str) -> int | None:
        try:
            windows = self._windows(locator)
            return next((row for each in windows if (row := self._row(locator, each, text)) is not None), None)
        except PlatformError:
            return None

    def _windows(self, locator: Locator) -> list[Window]:
        """The window that a locator names; where it names none, all of its program, the uppermost first."""
        windows = self._platform.windows.list()
        meant = find_window(locator, windows)
        others = [each for each in windows[::-1] if each.app == locator.app and each != meant and not locator.window]
        return [meant, *others] if meant is not None else []

    def _row(self, locator: Locator, window: Window, text: str) -> int | None:
        """The row of the only cell of the locator's column that says a text."""
        wanted = locator.element
        rows = {
            node.element.row
            for node in self._read(window)
            if wanted is not None
            and (node.role, node.element.path, node.element.column) == (wanted.role, wanted.path, wanted.column)
            and same_text(node.value or node.name, text)
        }
        return rows.pop() if len(rows) == 1 else None

    def _read(self, window: Window) -> tuple[Node, ...]:
        if window.id not in self._readings:
            self._readings[window.id] = self._platform.tree.read(window, budget=READ_SECONDS)
        return self._readings[window.id]

    def _find(self, locator: Locator, windows: list[Window]) -> Node | None:
        """What the surest rung finds in any window, else what a looser one finds in the first."""
        for window in windows:
            found = resolve(locator, self._read(window))
            if isinstance(found, Found) and not found.healed:
                return found.node
        if not windows or locator.element is None:
            return None
        found = resolve(locator, self._read(windows[0]))
        if not isinstance(found, Found):
            return self._cell_off_screen(locator, self._read(windows[0]))
        # what stands in the place of a field of another name is another text, and typing it elsewhere proves nothing
        renamed = locator.element.name and found.strategy is StrategyKind.PATH_INDEX
        return None if renamed else found.node

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
