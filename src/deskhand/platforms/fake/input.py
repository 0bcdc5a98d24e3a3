"""The pointer and the keyboard of a scripted world."""

from collections.abc import Callable

from deskhand.contracts.platform import Input
from deskhand.contracts.signals import ButtonPressed, KeyPressed, PointerMoved, Scrolled
from deskhand.core.errors import BadInput
from deskhand.core.geometry import Point
from deskhand.core.run import Receipt, Route
from deskhand.platforms.fake.world import FakeWorld

BUTTONS = frozenset({"left", "middle", "right"})
MODIFIERS = frozenset({"ctrl", "alt", "shift", "super"})
KEYS = frozenset(
    "Return Tab Escape BackSpace Delete Insert Home End Left Right Up Down Page_Up Page_Down space Menu".split()
) | {f"F{number}" for number in range(1, 13)}
KEY_SECONDS = 0.01


class FakeInput(Input):
    """Fulfils `contracts.platform.Input`. `guard` is called before every event and may raise."""

    def __init__(self, world: FakeWorld, guard: Callable[[], None]) -> None:
        self._world = world
        self._guard = guard
        self.down: set[str] = set()

    def position(self) -> Point:
        return self._world.pointer

    def move(self, point: Point) -> Receipt:
        self._guard()
        self._world.pointer = point
        self._world.received("move", "", f"{point.x},{point.y}")
        self._world.tell(PointerMoved(self._world.clock.wall(), point, own=True))
        return Receipt(Route.POINTER, True, f"moved to {point.x},{point.y}")

    def click(self, point: Point, button: str = "left", count: int = 1) -> Receipt:
        if button not in BUTTONS:
            raise BadInput(f"{button!r} is no pointer button; there are {', '.join(sorted(BUTTONS))}")
        self.move(point)
        for number in range(1, count + 1):
            self._send(button)
            self._world.tell(ButtonPressed(self._world.clock.wall(), button, point, count=number, own=True))
            if button == "left":
                self._world.click(point)
        return Receipt(Route.POINTER, True, f"{button} button at {point.x},{point.y}")

    def drag(self, start: Point, end: Point) -> Receipt:
        self.move(start)
        self._send("left")
        self._world.received("drag", "", f"{end.x},{end.y}")
        return self.move(end)

    def scroll(self, point: Point, dx: int, dy: int) -> Receipt:
        self.move(point)
        self._send("wheel")
        self._world.received("scroll", "", f"{dx},{dy}")
        self._world.tell(Scrolled(self._world.clock.wall(), dx, dy, point, own=True))
        return Receipt(Route.POINTER, True, f"scrolled {dx},{dy}")

    def press(self, chord: str) -> Receipt:
        *modifiers, key = chord.split("+") if chord != "+" else ["+"]
        if not set(modifiers) <= MODIFIERS or not (len(key) == 1 or key in KEYS):
            raise BadInput(f"{chord!r} is no key")
        self._send(chord)
        self._world.tell(KeyPressed(self._world.clock.wall(), chord, own=True))
        self._world.key(chord)
        return Receipt(Route.KEYS, True, f"pressed {chord}")

    def type(self, text: str) -> Receipt:
        for letter in text:
            chord = {"\n": "Return", "\t": "Tab"}.get(letter)
            if chord is not None:
                self.press(chord)
                continue
            self._send(letter)
            self._world.tell(KeyPressed(self._world.clock.wall(), letter, letter, own=True))
            self._world.type(letter)
        return Receipt(Route.KEYS, True, f"typed {len(text)} characters")

    def release_all(self) -> None:
        self.down.clear()

    def _send(self, what: str) -> None:
        """One key or button goes down and up, a moment later; nothing stays down when the guard stops it."""
        try:
            self._world.clock.sleep(KEY_SECONDS)
            self._guard()
            self.down.add(what)
        finally:
            self.release_all()
