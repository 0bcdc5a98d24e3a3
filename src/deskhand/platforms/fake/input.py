"""The pointer and the keyboard of a scripted world."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from deskhand.contracts.platform import Capability, Input
from deskhand.core.element import Window
from deskhand.core.errors import BadInput, StaleElement
from deskhand.core.geometry import Point
from deskhand.core.run import Receipt, Route
from deskhand.platforms.fake.keys import BUTTONS, parse_chord
from deskhand.platforms.fake.world import FakeWorld

KEY_SECONDS = 0.004
"""A key or button is down for so long: meanwhile things happen, and the person may stop the run."""


class FakeInput(Input):
    """Fulfils `contracts.platform.Input`. `guard` is called before every event and may raise."""

    def __init__(self, world: FakeWorld, need: Callable[[Capability], None], guard: Callable[[], None]) -> None:
        self._world = world
        self._need = need
        self._guard = guard
        self._down: list[str] = []
        self._aim: Window | None = None

    def position(self) -> Point:
        self._need(Capability.POINTER)
        return self._world.pointer

    def move(self, point: Point) -> Receipt:
        self._need(Capability.POINTER)
        self._guard()
        self._world.move(point)
        return Receipt(Route.POINTER, True, f"moved to {point.x},{point.y}")

    def click(self, point: Point, button: str = "left", count: int = 1) -> Receipt:
        if button not in BUTTONS:
            raise BadInput(f"{button!r} is no pointer button; there are {', '.join(sorted(BUTTONS))}")
        self.move(point)
        for _ in range(count):
            self._strike([button])
        return Receipt(Route.POINTER, True, f"{button} button at {point.x},{point.y}")

    def drag(self, start: Point, end: Point) -> Receipt:
        self.move(start)
        try:
            self._send("left")
            self.move(end)
        finally:
            self.release_all()
        return Receipt(Route.POINTER, True, f"dragged from {start.x},{start.y} to {end.x},{end.y}")

    def scroll(self, point: Point, dx: int, dy: int) -> Receipt:
        self.move(point)
        self._guard()
        self._world.scroll(dx, dy)
        return Receipt(Route.POINTER, True, f"scrolled {dx},{dy} at {point.x},{point.y}")

    def press(self, chord: str) -> Receipt:
        self._need(Capability.KEYS)
        self._strike(parse_chord(chord))
        return Receipt(Route.KEYS, True, f"pressed {chord}")

    def type(self, text: str) -> Receipt:
        self._need(Capability.KEYS)
        if not text.isascii():
            self._need(Capability.ANY_UNICODE)
        for letter in text:
            key = {"\n": "Return", "\t": "Tab"}.get(letter, letter)
            self._strike(["shift", key] if letter.isupper() else [key])
        return Receipt(Route.KEYS, True, f"typed {len(text)} characters")

    @contextmanager
    def aimed(self, window: Window, popups: bool = False) -> Iterator[None]:
        self.aim(window)
        try:
            yield
        finally:
            self.aim(None)

    def aim(self, window: Window | None) -> None:
        """Let nothing go to another window than this one; to any, again, with None."""
        self._aim = window

    def release_all(self) -> None:
        while self._down:
            self._world.up(self._down.pop())

    def _strike(self, keys: Iterable[str]) -> None:
        """Keys or a button go down in order and up again, the last first; nothing stays down when the guard raises."""
        try:
            for key in keys:
                self._send(key)
            self._guard()
        finally:
            self.release_all()

    def _send(self, key: str) -> None:
        self._guard()
        self._check_aim(key in BUTTONS)
        self._down.append(key)
        self._world.down(key)
        self._world.clock.sleep(KEY_SECONDS)

    def _check_aim(self, is_button: bool) -> None:
        """`StaleElement` when an event would go astray."""
        if self._aim is None:
            return
        hit = self._world.top_at(self._world.pointer) if is_button else self._world.front
        if hit is None or hit.id != self._aim.id:
            raise StaleElement(f"{hit.title if hit else 'nothing'!r} would get it")
        if is_button and hit.box != self._aim.box:
            raise StaleElement("the window has moved")
