"""What is asked of the desktop: the texts of windows, one element again. Password fields and excluded windows stay unread."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from deskhand.core.element import Node, Reading, Window
from deskhand.core.errors import PlatformError
from deskhand.observe.changes import Cells
from deskhand.observe.front import Front
from deskhand.observe.passwords import PasswordFields
from deskhand.observe.reading import readings

MOST_BESIDE = 4
"""Windows that are read beside the one in front."""


class Sight:
    """`look` reads a window, `reread` a node, `windows` lists them; the first two may fail with `PlatformError`."""

    def __init__(
        self,
        look: Callable[[Window], Sequence[Node]],
        reread: Callable[[Node], Node | None],
        windows: Callable[[], Sequence[Window]],
        front: Front,
        fields: PasswordFields,
    ) -> None:
        self._look = look
        self._reread = reread
        self._windows = windows
        self._front = front
        self._fields = fields
        self.cells = Cells()

    def hide(self, node: Node) -> Node:
        """The node, without its text if it is or was a password field."""
        return self._fields.hide(node)

    def hide_text(self, text: str) -> None:
        """A text turned out to be a password."""
        self._fields.remember(text)

    def read(self, window: Window) -> tuple[Reading, ...]:
        """What stands in a window that may be read; nothing when it does not answer."""
        try:
            nodes = [self.hide(node) for node in self._look(window)]
        except PlatformError:
            return ()
        self.cells.read(nodes)
        return readings(replace(window, title=self._front.place_of(window).window), nodes)

    def reread(self, node: Node) -> Node | None:
        """The node as it is now; None when it is gone."""
        try:
            found = self._reread(node)
        except PlatformError:
            return None
        return self.hide(found) if found is not None else None

    def beside(self) -> tuple[Reading, ...]:
        """What stands in the other windows on the screen: a person copies by eye, too."""
        found: tuple[Reading, ...] = ()
        for window in list(self._windows())[-MOST_BESIDE:]:
            if not self._front.is_front(window) and not window.box.empty and self._front.allows(window):
                found += self.read(window)
        return found
