"""The pointer and the keyboard through the XTEST extension."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from Xlib import X, display
from Xlib.ext import xtest

from deskhand.contracts.platform import Input
from deskhand.core.element import Window
from deskhand.core.errors import BadInput
from deskhand.core.geometry import Point
from deskhand.core.run import Receipt, Route
from deskhand.platforms.x11.aim import Aim
from deskhand.platforms.x11.keys import Layout, keysym_of
from deskhand.platforms.x11.own_input import OwnInput, pack_position

BUTTONS = {"left": 1, "middle": 2, "right": 3}
WHEEL = {"up": 4, "down": 5, "left": 6, "right": 7}
KEY_SECONDS = 0.004
"""Between keys: programs under load drop what comes faster."""
REMAP_SECONDS = 0.12
"""Programs must hear of a changed keyboard before the key comes, and have read the key before it changes back."""


class X11Input(Input):
    """Fulfils `contracts.platform.Input`; for one thread. `guard` is called before every event and may raise."""

    def __init__(self, connection: display.Display, own: OwnInput, guard: Callable[[], None], aim: Aim) -> None:
        self._display = connection
        self._aim = aim
        self._own = own
        self._guard = guard
        self._layout = Layout(connection)
        self._spare = list(self._layout.spare)
        self._down: list[tuple[int, int]] = []

    def position(self) -> Point:
        pointer = self._display.screen().root.query_pointer()
        return Point(pointer.root_x, pointer.root_y)

    def move(self, point: Point) -> Receipt:
        self._send(X.MotionNotify, 0, point)
        self._display.sync()
        return Receipt(Route.POINTER, True, f"moved to {point.x},{point.y}")

    def click(self, point: Point, button: str = "left", count: int = 1) -> Receipt:
        number = BUTTONS.get(button)
        if number is None:
            raise BadInput(f"{button!r} is no pointer button; there are {', '.join(BUTTONS)}")
        self.move(point)
        try:
            for _ in range(count):
                self._send(X.ButtonPress, number)
                self._send(X.ButtonRelease, number)
        finally:
            self.release_all()
        return Receipt(Route.POINTER, True, f"{button} button at {point.x},{point.y}")

    def drag(self, start: Point, end: Point) -> Receipt:
        self.move(start)
        try:
            self._send(X.ButtonPress, 1)
            for part in range(1, 11):
                self.move(Point(start.x + (end.x - start.x) * part // 10, start.y + (end.y - start.y) * part // 10))
                time.sleep(KEY_SECONDS)
        finally:
            self.release_all()
        return Receipt(Route.POINTER, True, f"dragged from {start.x},{start.y} to {end.x},{end.y}")

    def scroll(self, point: Point, dx: int, dy: int) -> Receipt:
        self.move(point)
        wheel = [WHEEL["right" if dx > 0 else "left"]] * abs(dx) + [WHEEL["down" if dy > 0 else "up"]] * abs(dy)
        try:
            for number in wheel:
                self._send(X.ButtonPress, number)
                self._send(X.ButtonRelease, number)
        finally:
            self.release_all()
        return Receipt(Route.POINTER, True, f"scrolled {dx},{dy} at {point.x},{point.y}")

    def press(self, chord: str) -> Receipt:
        names = ["+"] if chord == "+" else chord.split("+")
        self._layout.read()
        codes = [self._layout.key(name) for name in names if name] or [self._layout.key("plus")]
        last = self._layout.find(keysym_of(names[-1])) if len(names[-1]) == 1 else None
        if last and last[1] and "shift" not in names:
            codes.insert(0, self._layout.key("shift"))
        try:
            for code in codes:
                self._send(X.KeyPress, code)
            for code in reversed(codes):
                self._send(X.KeyRelease, code)
        finally:
            self.release_all()
        return Receipt(Route.KEYS, True, f"pressed {chord}")

    def type(self, text: str) -> Receipt:
        self._layout.read()
        at = 0
        while at < len(text):
            end = self._bind_from(text, at)
            try:
                for character in text[at:end]:
                    self._type_character(character)
            finally:
                self.release_all()
            at = end
        return Receipt(Route.KEYS, True, f"typed {len(text)} characters")

    def _bind_from(self, text: str, start: int) -> int:
        """Bind spare keys for what the keyboard lacks, from `start` on; where the text ends that can be typed now.

        Keys stay bound until they are needed for others: programs read the keyboard late.
        """
        missing: list[int] = []
        end = start
        while end < len(text):
            keysym = keysym_of(text[end])
            if self._layout.find(keysym) is None and keysym not in missing:
                if len(missing) == len(self._spare):
                    break
                missing.append(keysym)
            end += 1
        if end == start:
            raise BadInput("this keyboard has no spare key to type characters with that it lacks")
        if missing:
            if start:
                time.sleep(REMAP_SECONDS)  # what was typed before must have been read
            for keysym in missing:
                self._spare.append(code := self._spare.pop(0))
                self._display.change_keyboard_mapping(code, [[keysym, keysym]])
            self._display.sync()
            self._layout.read()
            time.sleep(REMAP_SECONDS)
        return end

    def _type_character(self, character: str) -> None:
        shift = self._layout.key("shift")
        code, shifted = self._layout.find(keysym_of(character)) or (0, False)
        if shifted:
            self._send(X.KeyPress, shift)
        self._send(X.KeyPress, code)
        self._send(X.KeyRelease, code)
        if shifted:
            self._send(X.KeyRelease, shift)
        time.sleep(KEY_SECONDS)

    def unbind(self) -> None:
        """Give the spare keys back."""
        for code in self._spare:
            self._display.change_keyboard_mapping(code, [[0, 0]])
        self._display.sync()

    def aimed(self, window: Window, popups: bool = False) -> AbstractContextManager[None]:
        return self._aim.at(window, popups)

    def release_all(self) -> None:
        while self._down:
            kind, detail = self._down.pop()
            release = X.KeyRelease if kind == X.KeyPress else X.ButtonRelease
            self._own.sent(release, detail)
            xtest.fake_input(self._display, release, detail)
        self._display.sync()

    def _send(self, kind: int, detail: int, point: Point | None = None) -> None:
        """One event, if the guard lets it pass."""
        self._guard()
        if point is not None:
            self._own.sent(kind, pack_position(point.x, point.y))
            xtest.fake_input(self._display, kind, x=point.x, y=point.y)
            self._display.sync()
            return
        with self._aim.held(kind):
            self._own.sent(kind, detail)
            if kind in (X.KeyPress, X.ButtonPress):
                self._down.append((kind, detail))
            else:
                pressed = X.KeyPress if kind == X.KeyRelease else X.ButtonPress
                if (pressed, detail) in self._down:
                    self._down.remove((pressed, detail))
            xtest.fake_input(self._display, kind, detail)
            self._display.sync()
