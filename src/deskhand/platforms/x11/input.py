"""The pointer and the keyboard through the XTEST extension."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from Xlib import X, display
from Xlib.ext import xtest

from deskhand.contracts.platform import Input
from deskhand.core.element import Window
from deskhand.core.errors import BadInput, PlatformError, StaleElement
from deskhand.core.geometry import Point
from deskhand.core.run import Receipt, Route
from deskhand.platforms.x11.aim import Aim
from deskhand.platforms.x11.interrupts import Interrupts
from deskhand.platforms.x11.keys import Layout, Stroke, check_typable, keysym_named, keysym_of
from deskhand.platforms.x11.let_go import LetGo, release_requests
from deskhand.platforms.x11.own_input import OwnInput, pack_position
from deskhand.platforms.x11.spare_keys import SpareKeys
from deskhand.platforms.x11.windows import X11Windows
from deskhand.platforms.x11.xkb import ALL_MODIFIERS, NUM_LOCK, KeyboardState, fake_keyboard

BUTTONS = {"left": 1, "middle": 2, "right": 3}
WHEEL = {"up": 4, "down": 5, "left": 6, "right": 7}
GROUPS = 4
KEY_SECONDS = 0.004
"""Between keys: programs under load drop what comes faster."""
STEP_PIXELS, STEPS_AT_LEAST = 20, 10
HOLD_SECONDS = 0.15
"""So long a dragged thing is held at its end: the program there is asked first whether it takes it."""

CLOSE_SECONDS = 2.0

P = ParamSpec("P")
T = TypeVar("T")


def steady(method: Callable[Concatenate["X11Input", P], T]) -> Callable[Concatenate["X11Input", P], T]:
    """A method that an interrupt ends only between two events."""

    @wraps(method)
    def run(self: "X11Input", /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._interrupts.held():
            return method(self, *args, **kwargs)

    return run


class X11Input(Input):
    """Fulfils `contracts.platform.Input`; for one thread. `guard` is called before every event and may raise."""

    def __init__(
        self, connection: display.Display, own: OwnInput, guard: Callable[[], None], environ: Mapping[str, str]
    ) -> None:
        self._display = connection
        self._aim = Aim(connection, X11Windows(connection))
        self._own = own
        self._interrupts = Interrupts()
        self._check = guard
        device = fake_keyboard(connection)
        self._layout = Layout(connection, device)
        self._layout.xkb.listen(device)
        self._spare = SpareKeys(connection, self._layout, self._guard)
        self._let_go = LetGo(environ)
        self._put_back = b""
        self._down: list[tuple[int, int]] = []

    def _guard(self) -> None:
        """Before everything that is sent: whether it may be. Raises what stops us."""
        with self._interrupts.opened():
            self._check()

    # -- the pointer ------------------------------------------------------------------------------------------------

    def position(self) -> Point:
        pointer = self._display.screen().root.query_pointer()
        return Point(pointer.root_x, pointer.root_y)

    @steady
    def move(self, point: Point) -> Receipt:
        self._guard()
        self._own.sent(X.MotionNotify, pack_position(point.x, point.y))
        xtest.fake_input(self._display, X.MotionNotify, x=point.x, y=point.y)
        self._display.sync()
        return Receipt(Route.POINTER, True, f"moved to {point.x},{point.y}")

    @steady
    def click(self, point: Point, button: str = "left", count: int = 1) -> Receipt:
        number = BUTTONS.get(button)
        if number is None:
            raise BadInput(f"{button!r} is no pointer button; there are {', '.join(BUTTONS)}")
        self.move(point)
        self._push([number] * count)
        return Receipt(Route.POINTER, True, f"{button} button at {point.x},{point.y}")

    @steady
    def drag(self, start: Point, end: Point) -> Receipt:
        self.move(start)
        steps = max(STEPS_AT_LEAST, max(abs(end.x - start.x), abs(end.y - start.y)) // STEP_PIXELS)
        try:
            self._send(X.ButtonPress, 1)
            for part in range(1, steps + 1):
                self.move(
                    Point(start.x + (end.x - start.x) * part // steps, start.y + (end.y - start.y) * part // steps)
                )
                time.sleep(KEY_SECONDS)
            time.sleep(HOLD_SECONDS)
            self._send(X.ButtonRelease, 1)
        finally:
            self.release_all()
        return Receipt(Route.POINTER, True, f"dragged from {start.x},{start.y} to {end.x},{end.y}")

    @steady
    def scroll(self, point: Point, dx: int, dy: int) -> Receipt:
        self.move(point)
        self._push([WHEEL["right" if dx > 0 else "left"]] * abs(dx) + [WHEEL["down" if dy > 0 else "up"]] * abs(dy))
        return Receipt(Route.POINTER, True, f"scrolled {dx},{dy} at {point.x},{point.y}")

    def _push(self, buttons: list[int]) -> None:
        try:
            for number in buttons:
                self._send(X.ButtonPress, number)
                self._send(X.ButtonRelease, number)
        finally:
            self.release_all()

    # -- the keyboard -----------------------------------------------------------------------------------------------

    @steady
    def press(self, chord: str) -> Receipt:
        names, last = split_chord(chord)
        held, symbol = [keysym_named(name) for name in names], keysym_named(last)
        self._read_layout()
        state = self._usable_state()
        wanted = [*held, symbol]
        state = self._with_group(state, lambda group: self._fit(wanted, group, state.locked))
        if self._layout.find(symbol, state.group, state.locked) is None and self._spare.room:
            self._lend([symbol], shifted=False)
        strokes = [self._stroke(each, state) for each in wanted]
        if strokes[-1].shifted and "shift" not in names:
            strokes.insert(0, self._stroke(keysym_named("shift"), state))
        with self._keyboard(state):
            for stroke in strokes[:-1]:
                self._send(X.KeyPress, stroke.code)
            self._strike(strokes[-1])
            for stroke in reversed(strokes[:-1]):
                self._send(X.KeyRelease, stroke.code)
        return Receipt(Route.KEYS, True, f"pressed {chord}")

    def _fit(self, symbols: list[int], group: int, locked: int) -> int:
        """How well a group of the keyboard suits a chord: keys that need no Shift are what programs listen for."""
        found = [self._layout.find(symbol, group, locked) for symbol in symbols]
        return sum(2 - stroke.shifted for stroke in found if stroke is not None)

    @steady
    def type(self, text: str) -> Receipt:
        check_typable(text)
        self._read_layout()
        state = self._usable_state()
        symbols = [keysym_of(character) for character in text]
        several = sorted(set(symbols))
        state = self._with_group(
            state, lambda group: sum(self._layout.find(each, group, state.locked) is not None for each in several)
        )
        missing = [each for each in several if self._layout.find(each, state.group, state.locked) is None]
        if len(missing) > self._spare.room and not (self._spare.room and self._spare.can_answer(self._focus())):
            raise BadInput(
                f"the text has {len(missing)} characters that this keyboard lacks, and it can be taught only "
                f"{self._spare.room} at one time in this program; type it in parts"
            )
        with self._keyboard(state):
            for done, symbol in enumerate(symbols):
                if self._changed(state):
                    raise PlatformError(
                        f"the keyboard was switched when {done} of {len(symbols)} characters were typed"
                    )
                if self._layout.find(symbol, state.group, state.locked) is None:
                    self._lend(self._coming(symbols[done:], state))
                self._type_symbol(self._stroke(symbol, state), state)
        return Receipt(Route.KEYS, True, f"typed {len(text)} characters")

    def _coming(self, symbols: list[int], state: KeyboardState) -> list[int]:
        """The first symbols that the keyboard lacks, as many as it can be taught now."""
        missing = (each for each in symbols if self._layout.find(each, state.group, state.locked) is None)
        return list(dict.fromkeys(missing))[: self._spare.room]

    def _type_symbol(self, stroke: Stroke, state: KeyboardState) -> None:
        shift = self._stroke(keysym_named("shift"), state).code
        if stroke.shifted:
            self._send(X.KeyPress, shift)
        self._strike(stroke)
        if stroke.shifted:
            self._send(X.KeyRelease, shift)
        time.sleep(KEY_SECONDS)

    def _strike(self, stroke: Stroke) -> None:
        """A key goes down and up in one message, so that it cannot repeat however late we come to run again."""
        self._guard()
        self._guard()  # two events
        self._note_down(X.KeyPress, stroke.code)
        try:
            with self._aim.held(X.KeyPress):
                for kind in (X.KeyPress, X.KeyRelease):
                    self._own.sent(kind, stroke.code)
                    xtest.fake_input(self._display, kind, stroke.code)
        finally:
            self._down.pop()
        self._spare.used(stroke, self._focus())

    def aimed(self, window: Window, popups: bool = False) -> AbstractContextManager[None]:
        return self._aim.at(window, popups)

    def _focus(self) -> int:
        """The number of the window that keys go to, after everything that was sent; 0 for none."""
        window = self._display.get_input_focus().focus
        return window if isinstance(window, int) else int(window.id)

    def _stroke(self, symbol: int, state: KeyboardState) -> Stroke:
        found = self._layout.find(symbol, state.group, state.locked)
        if found is None:
            raise BadInput("this keyboard lacks a key, and has no spare one for it")
        return found

    def _usable_state(self) -> KeyboardState:
        """How the keyboard will be while we type: what is locked is opened, but Num Lock."""
        state = self._layout.xkb.state()
        if state.held:
            raise PlatformError("a modifier key is held down; nothing is typed while it is")
        return KeyboardState(0, state.locked & NUM_LOCK, state.group)

    def _with_group(self, state: KeyboardState, worth: Callable[[int], int]) -> KeyboardState:
        """With the group of the keyboard that is worth most; the present one when others are worth no more."""
        best = max(range(GROUPS), key=lambda group: (worth(group), group == state.group, -group))
        return KeyboardState(state.held, state.locked, best)

    @contextmanager
    def _keyboard(self, wanted: KeyboardState) -> Iterator[None]:
        """The keyboard is in a state, and afterwards as it was, with nothing down."""
        found = self._layout.xkb.state()
        try:
            if found != wanted:
                self._guard()
                self._put_back = self._layout.xkb.lock_request(ALL_MODIFIERS, found.locked, found.group)
                self._keep()
                self._layout.xkb.send(self._layout.xkb.lock_request(ALL_MODIFIERS, wanted.locked, wanted.group))
            yield
        finally:
            self.release_all()
            if self._put_back:
                self._layout.xkb.send(self._put_back)
                self._display.sync()
                self._put_back = b""
                self._keep()

    def _changed(self, state: KeyboardState) -> bool:
        """Whether somebody switched the layout, the group or a lock since `state`."""
        if self._layout.xkb.state() != state:
            return True
        kinds = [self._display.next_event().type & 0x7F for _ in range(self._display.pending_events())]
        if self._layout.xkb.changed not in kinds:
            return False
        before = self._layout.keys
        self._read_layout()
        now = self._layout.keys
        return any(
            key.types_something and now[code] != key for code, key in before.items() if now[code].types_something
        )

    def _read_layout(self) -> None:
        self._layout.read()
        self._spare.refresh()

    def _lend(self, symbols: list[int], shifted: bool = True) -> None:
        self._spare.lend(symbols, shifted)
        self._keep()
        self._display.sync()
        self._layout.read()

    # -- what is down -----------------------------------------------------------------------------------------------

    @steady
    def close(self) -> None:
        """Let go of everything, and give the spare keys back when programs have read what was typed with them."""
        try:
            self.release_all()
            if not self._spare.read_by_all(CLOSE_SECONDS, lambda: None):
                time.sleep(HOLD_SECONDS)  # one that cannot say
        finally:
            self._let_go.close()

    @steady
    def release_all(self) -> None:
        if not self._down:
            return
        while self._down:
            kind, detail = self._down.pop()
            release = X.KeyRelease if kind == X.KeyPress else X.ButtonRelease
            self._own.sent(release, detail)
            xtest.fake_input(self._display, release, detail)
        self._display.sync()

    def _note_down(self, kind: int, detail: int) -> None:
        self._down.append((kind, detail))
        self._keep()

    def _keep(self) -> None:
        """Have everything put right in case that this process ends now."""
        down = [(X.KeyRelease if kind == X.KeyPress else X.ButtonRelease, detail) for kind, detail in self._down]
        self._let_go.keep(release_requests(self._display, down) + self._put_back + self._spare.give_back_requests())

    def _send(self, kind: int, detail: int) -> None:
        """One event of a key or button, if the guard lets it pass."""
        self._guard()
        goes_down = kind in (X.KeyPress, X.ButtonPress)
        if goes_down:  # before the server is held: who lets go of it in our place asks the server, too
            self._note_down(kind, detail)
        try:
            with self._aim.held(kind):
                self._own.sent(kind, detail)
                xtest.fake_input(self._display, kind, detail)
                self._display.sync()
        except StaleElement:
            self._down.remove((kind, detail))
            raise
        pressed = X.KeyPress if kind == X.KeyRelease else X.ButtonPress
        if not goes_down and (pressed, detail) in self._down:
            self._down.remove((pressed, detail))


def split_chord(chord: str) -> tuple[list[str], str]:
    """The keys that are held, and the last one: "ctrl+s", "ctrl++", "+"."""
    *held, last = chord.removesuffix("+").split("+") if chord.endswith("+") and chord != "+" else chord.split("+")
    return ([], "+") if chord == "+" else (held, last) if last else (held, "+")
