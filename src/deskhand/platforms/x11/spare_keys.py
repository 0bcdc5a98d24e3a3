"""Keys that type nothing, lent to characters that the keyboard lacks.

Programs read what a key types late, so a key that was used is not lent to another character before the program that it
went to has said that it read its input.
"""

from collections.abc import Callable, Sequence

from Xlib import display

from deskhand.core.errors import PlatformError
from deskhand.platforms.x11.answers import Answers
from deskhand.platforms.x11.keys import Layout, Stroke
from deskhand.platforms.x11.let_go import mapping_request

READ_SECONDS = 10.0
"""A program may be busy for so long with what was typed before."""


class SpareKeys:
    """Every spare key holds two symbols, without and with Shift."""

    def __init__(self, connection: display.Display, layout: Layout, guard: Callable[[], None]) -> None:
        self._guard = guard
        self._display = connection
        self._layout = layout
        self._answers = Answers(connection)
        self._lent: dict[int, tuple[int, int]] = {}
        self._order: list[Stroke] = []
        self._unread: set[Stroke] = set()
        self._readers: set[int] = set()
        self.refresh()

    def refresh(self) -> None:
        """Take note of a keyboard that was read again: another layout takes back what was lent."""
        for code, lent in list(self._lent.items()):
            key = self._layout.keys.get(code)
            if key is None or (key.symbol(0, 0), key.symbol(1, 0)) != shown(lent):
                del self._lent[code]
        codes = [*self._layout.spare, *self._lent]
        slots = [Stroke(code, shifted) for shifted in (False, True) for code in codes]
        kept = [slot for slot in self._order if slot in slots]
        self._order = [slot for slot in slots if slot not in kept] + kept

    @property
    def room(self) -> int:
        """How many symbols can be lent keys at one time."""
        return len(self._order)

    def used(self, stroke: Stroke, window: int) -> None:
        """A key was typed, and went to a window."""
        if stroke.code in self._lent:
            self._unread.add(stroke)
            self._readers.add(window)

    def can_answer(self, window: int) -> bool:
        """Whether the program of a window can say that it read its input."""
        return self._answers.window(window) is not None

    def lend(self, wanted: Sequence[int], shifted: bool = True) -> None:
        """Lend keys to symbols that the keyboard lacks, at most as many as there is room for; without `shifted` such
        as need no Shift. Keys lent long ago are taken back first. `PlatformError` when one of them was typed and its
        program does not say that it has read it.
        """
        places = [slot for slot in self._order if self._symbol(slot) not in wanted and (shifted or not slot.shifted)]
        chosen = places[: len(wanted)]
        if self._unread.intersection(chosen) and not self.read_by_all(READ_SECONDS, self._guard):
            raise PlatformError("the program does not read what is typed; a part of the text was not sent")
        for slot, symbol in zip(chosen, wanted, strict=True):
            plain, shift = self._lent.get(slot.code, (0, 0))
            self._lent[slot.code] = (plain, symbol) if slot.shifted else (symbol, shift)
            self._order.remove(slot)
            self._order.append(slot)
        for code in {slot.code for slot in chosen}:
            self._display.change_keyboard_mapping(code, [list(shown(self._lent[code]))])

    def read_by_all(self, seconds: float, check: Callable[[], None]) -> bool:
        """Whether the programs say in time that they have read every lent key that was typed."""
        waiting = {self._answers.window(number) for number in self._readers if not self._answers.gone(number)}
        answering = {number for number in waiting if number is not None}
        if not self._unread or (answering == waiting and self._answers.wait(answering, seconds, check)):
            self._unread.clear()
            self._readers.clear()
        return not self._unread

    def give_back_requests(self) -> bytes:
        """The requests that make the lent keys type nothing again."""
        return b"".join(mapping_request(code, (0, 0)) for code in self._lent)

    def _symbol(self, slot: Stroke) -> int:
        return self._lent.get(slot.code, (0, 0))[slot.shifted]


def shown(lent: tuple[int, int]) -> tuple[int, int]:
    """A key's two symbols on the keyboard: a lone one is there twice, for X makes a letter's capital of nothing."""
    plain, shift = lent
    return plain or shift, shift or plain
