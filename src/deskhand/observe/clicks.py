"""A click that waits for what it hit: the focus or state that follows tells it better than the place of the pointer."""

from dataclasses import dataclass, replace

from deskhand.contracts.signals import ButtonPressed, StateChanged
from deskhand.core.element import Element, Node, State
from deskhand.core.event import EventKind
from deskhand.observe.front import Place
from deskhand.observe.outbox import Outbox, moved
from deskhand.observe.typing import is_cell

CLICK_SECONDS = 0.35
"""How long a click waits for the focus or state that tells what it hit."""
VAGUE = frozenset(
    {"panel", "filler", "table", "root pane", "frame", "document web", "document spreadsheet", "section", "label",
     "scroll pane", "viewport"}
)  # fmt: skip
"""Roles that a hit test names when it does not know better; the focus that follows does."""


@dataclass(slots=True)
class Click:
    """`node` is what it hit as far as is known, `place` where that was at the moment of the press."""

    time: float
    node: Node | None
    place: Place
    detail: str

    @classmethod
    def of(cls, signal: ButtonPressed, place: Place) -> "Click":
        detail = signal.button if signal.count == 1 else f"{signal.button}*{signal.count}"
        return cls(signal.time, signal.node, place, detail)

    @property
    def element(self) -> Element | None:
        return self.node.element if self.node is not None else None

    def correct(self, node: Node) -> None:
        """The focus it moved tells what it hit, where the hit test was vague or the places were stale."""
        hit = self.node
        if node.role not in VAGUE and (hit is None or hit.role in VAGUE or (is_cell(hit) and is_cell(node))):
            self.node = node

    def take_state(self, signal: StateChanged) -> str | None:
        """What the click made of a thing that can be checked; None when the signal does not tell."""
        if self.node is None or self.node.ref != signal.node.ref:
            return None
        states = self.node.states | {signal.state} if signal.on else self.node.states - {signal.state}
        self.node = replace(self.node, states=states)
        if signal.state is not State.CHECKED:
            return None
        return "checked" if signal.on else "unchecked"


class Clicks:
    """The click that waits, if any."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._click: Click | None = None
        outbox.waiting.append(lambda: self._click is not None)

    def press(self, signal: ButtonPressed) -> None:
        """A button was pressed; nothing is told of it where nothing may be kept."""
        front, window = self._outbox.front, signal.window
        if window is None:
            self._click = Click.of(signal, front.place)
        elif front.is_front(window):
            self._click = Click.of(signal, front.place_of(window))
        elif front.allows(window):
            self._click = Click.of(signal, replace(front.place_of(window), url=""))

    def correct(self, node: Node, moment: float) -> None:
        """The focus moved, perhaps because of the click."""
        if self._click is not None and moment - self._click.time < CLICK_SECONDS:
            self._click.correct(node)

    def take_state(self, signal: StateChanged) -> None:
        """An element entered or left a state, perhaps because of the click."""
        value = self._click.take_state(signal) if self._click is not None else None
        if value is not None:
            self.end(value)

    def tick(self, now: float) -> None:
        if self._click is not None and now - self._click.time > CLICK_SECONDS:
            self.end()

    def end(self, value: str = "") -> None:
        """It hit what it hit."""
        click, self._click = self._click, None
        if click is not None:
            event = self._outbox.event(EventKind.CLICK, click.time, click.element, value, click.detail)
            self._outbox.add(moved(event, click.place))

    def clear(self) -> None:
        self._click = None
