"""Raw signals of a desktop in, clean events of a person's work out. It holds no thread and no clock.

Signals come in order of arrival, but a program's answer may follow the input that caused it by a moment: a click waits
for the focus it moves, an edit for the text the program made of it. What waits holds back what came after it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from deskhand.contracts.signals import (
    ButtonPressed,
    ClipboardChanged,
    DocumentLoaded,
    FileRemoved,
    FileWritten,
    FocusMoved,
    KeyPressed,
    NameChanged,
    Scrolled,
    Signal,
    StateChanged,
    TextChanged,
    WindowActivated,
    WindowTitled,
)
from deskhand.core.element import Node, State, Window, same_window
from deskhand.core.event import Event, EventKind
from deskhand.observe.changes import TELLING, Changes
from deskhand.observe.clicks import Clicks
from deskhand.observe.clipboard import Clipboard
from deskhand.observe.exclusion import Exclusion
from deskhand.observe.fields import Fields
from deskhand.observe.front import Front, Place
from deskhand.observe.outbox import Outbox, moved
from deskhand.observe.passwords import PasswordFields, TypedPassword
from deskhand.observe.redaction import Redactor
from deskhand.observe.sight import Sight

SAVE_SECONDS = 1.0
"""Writes of one file within this time are one save."""
CLOSE_SECONDS = 0.5
"""A window that is gone so soon after it was left was closed."""
DOUBT_SECONDS = 1.0
"""How long an address that is not clear rests before it is asked for again."""


class Recorder:
    """`look` reads a window, `reread` a node, `url` the address in a window; each may fail with `PlatformError`."""

    def __init__(
        self,
        look: Callable[[Window], Sequence[Node]],
        reread: Callable[[Node], Node | None],
        url: Callable[[Window], str | None],
        exclusion: Exclusion,
        windows: Callable[[], Sequence[Window]] = tuple,
        keep_phones: bool = False,
    ) -> None:
        self._redactor = Redactor(keep_phones)
        self._front = Front(url, exclusion)
        self._outbox = Outbox(self._front)
        self._clicks = Clicks(self._outbox)
        self._clipboard = Clipboard(self._redactor)
        self._password = TypedPassword(self._redactor.remember)
        self._windows = windows
        self._left: tuple[float, Window, Place] | None = None
        self._sight = Sight(look, reread, windows, self._front, PasswordFields(self._redactor.remember))
        self._fields = Fields(self._outbox, self._clicks, self._sight, self._clipboard, self._password)
        self._changes = Changes()
        self._paused = False
        self._saves: dict[str, Event] = {}
        self._navigated: dict[int, str] = {}
        self._doubt: float | None = None

    # -- the outside ------------------------------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        return self._paused

    def pause(self) -> None:
        """Record nothing from now on; what waits is dropped, for a pause is at once."""
        self._fields.clear()
        self._clicks.clear()
        self._outbox.clear()
        self._saves.clear()
        self._left = None
        self._paused = True

    def resume(self) -> None:
        """Record again, in the window that is in front by now."""
        self._front.follow(self._front.window)
        self._paused = False

    def feed(self, signal: Signal) -> list[Event]:
        """Take one signal; the events that are now complete."""
        if self._paused:
            self.overlook(signal)
            return []
        if self._front.stale:
            self._renew(signal.time)
        match signal:
            case WindowActivated():
                self._activated(signal)
            case WindowTitled():
                self._titled(signal)
            case DocumentLoaded():
                self._loaded(signal)
            case ClipboardChanged(own=False):
                self._copied(signal)
            case _:
                if isinstance(signal, FocusMoved) and self._front.guards_sites and self._front.url:
                    self._renew(signal.time)  # another page of the window may tell its focus before its title
                if not self._front.excluded:
                    self._take(signal)
        return self._give()

    def overlook(self, signal: Signal) -> None:
        """Tell nothing of a signal (in a pause, or while Deskhand acts), but follow which window is in front.

        Of what is copied meanwhile only that it must not be told is known later, and of the focus in a pause only that
        it is on a password field.
        """
        if self._front.stale and not self._paused:
            self._renew(signal.time)
        match signal:
            case WindowActivated():
                if self._front.excluded:
                    self._clipboard.leave_private(signal.time)
                self._leave(signal.time)
                self._left = None
                self._front.follow(signal.window)
            case WindowTitled() if self._front.is_front(signal.window):
                self._front.follow(signal.window)
            case DocumentLoaded():
                self._front.follow(signal.window if self._front.is_front(signal.window) else self._front.window)
            case FocusMoved():
                node = self._sight.hide(signal.node)
                self._fields.focus = node if node.secret or not self._paused else None
            case TextChanged() if not self._paused and not (node := self._sight.hide(signal.node)).secret:
                self._fields.hear(node)
            case ClipboardChanged(own=False):
                self._clipboard.take(signal, self._paused or self._is_private)

    def tick(self, now: float) -> list[Event]:
        """Time passed: what waited long enough is complete. `now` is UTC seconds since 1970."""
        if self._paused:
            return []
        if self._doubt is not None and now - self._doubt > DOUBT_SECONDS:
            self._renew(now)
            self._doubt = None
        if self._left is not None and now - self._left[0] > CLOSE_SECONDS:
            self._notice_closed()
            self._left = None
        self._clicks.tick(now)
        self._fields.tick(now)
        for path, event in list(self._saves.items()):
            if now - event.time > SAVE_SECONDS:
                del self._saves[path]
                self._outbox.add(event)
        return self._give()

    def flush(self, now: float) -> list[Event]:
        """Complete everything that waits, as when the person stops for a while or at the end."""
        self._clicks.end()
        self._fields.flush(now)
        return self.tick(now + SAVE_SECONDS)

    # -- windows and pages ------------------------------------------------------------------------------------------

    def _activated(self, signal: WindowActivated) -> None:
        left, was_excluded = self._front.window, self._front.excluded
        self._leave(signal.time, signal.window)
        readable = left is not None and not was_excluded and self._front.allows(left)
        self._left = (signal.time, left, self._front.place) if left is not None and readable else None
        seen = self._sight.read(left) if left is not None and readable else ()
        self._notice_closed()
        if self._front.excluded:
            self._clipboard.leave_private(signal.time)
        self._front.activate(signal.window)
        self._fields.come(self._front.place, self._front.excluded)
        self._doubt = signal.time if self._front.silent else None
        window = signal.window
        if window is not None and self._front.url:
            self._navigated.setdefault(window.id, self._front.url)
        if window is not None and not self._front.excluded:
            seen += self._sight.read(window)
            event = self._outbox.event(EventKind.SWITCH, signal.time, None, self._front.place.window)
            self._outbox.add(replace(event, seen=seen))

    def _notice_closed(self) -> None:
        """Tell of the window that was left last when it is gone; desktops tell of its end and of the next at once."""
        if self._left is None:
            return
        moment, window, place = self._left
        if not any(same_window(window, each) for each in self._windows()):
            self._left = None
            self._outbox.add(moved(self._outbox.event(EventKind.CLOSE, moment, None, place.window), place))

    def _titled(self, signal: WindowTitled) -> None:
        """Another title may be another page: its address is asked for before anything of it is taken."""
        if self._front.is_front(signal.window):
            was_excluded = self._front.excluded
            self._front.retitle(signal.window)
            self._turned(was_excluded, signal.time)

    def _loaded(self, signal: DocumentLoaded) -> None:
        """A page was loaded: the one in front, one behind it or a part of it; the stricter of two addresses counts."""
        window = signal.window
        if window is None:
            self._front.follow(self._front.window)
            return
        was_excluded = self._front.excluded
        if self._front.is_front(window):
            self._front.window = window
        asked = self._front.ask(window) if self._front.guards_sites else ""
        shown, told = (Place(window.app, window.title, url) for url in (asked, signal.url or asked))
        place = told if self._front.allows_place(shown) else shown
        if asked and self._front.allows_place(shown) and not self._front.allows_place(told):
            self._doubt = signal.time
        self._front.tell(window, place.url)
        self._turned(was_excluded, signal.time)
        if not place.url or self._navigated.get(window.id) == place.url:
            return
        self._navigated[window.id] = place.url
        if self._front.allows_place(place):
            event = self._outbox.event(EventKind.NAVIGATE, signal.time, None, place.url)
            place = self._front.place_of(window)
            self._outbox.add(replace(moved(event, place), seen=self._sight.read(window)))

    def _renew(self, moment: float) -> None:
        """Ask for the address in the window in front, for it may have changed without a word."""
        was_excluded = self._front.excluded
        self._front.renew()
        self._turned(was_excluded, moment)

    def _turned(self, was_excluded: bool, moment: float) -> None:
        """The window in front may be at another address; what waits belongs to the one before."""
        if self._front.silent:
            self._doubt = moment
        if self._front.excluded and not was_excluded:
            self._leave(moment)
        elif was_excluded and not self._front.excluded:
            self._clipboard.leave_private(moment)

    def _leave(self, moment: float, window: Window | None = None) -> None:
        """The person went elsewhere (to `window`): what waits is complete."""
        self._clicks.end()
        self._fields.leave(moment, window)

    # -- what is taken in -------------------------------------------------------------------------------------------

    def _take(self, signal: Signal) -> None:
        match signal:
            case KeyPressed(own=False):
                self._clicks.end()
                self._fields.key(signal)
            case ButtonPressed(own=False):
                self._button(signal)
            case FocusMoved():
                self._fields.focused(signal)
            case TextChanged() | NameChanged():
                self._changed(signal)
            case StateChanged():
                self._clicks.take_state(signal)
            case Scrolled(own=False):
                self._outbox.add(self._outbox.event(EventKind.SCROLL, signal.time, None, f"{signal.dx},{signal.dy}"))
            case FileWritten():
                self._saves[signal.path] = self._outbox.event(EventKind.SAVE, signal.time, None, signal.path, "written")
            case FileRemoved():
                self._saves[signal.path] = self._outbox.event(EventKind.SAVE, signal.time, None, signal.path, "gone")

    def _button(self, signal: ButtonPressed) -> None:
        node = self._sight.hide(signal.node) if signal.node is not None else None
        hit = replace(signal, node=node)
        self._clicks.end()
        self._clicks.press(hit)
        self._fields.pressed(hit)

    def _changed(self, signal: TextChanged | NameChanged) -> None:
        node, window = self._sight.hide(signal.node), signal.window
        if node.secret:
            self._fields.hide(node)
            return
        if self._fields.hear(node):
            return
        if State.FOCUSED in node.states or State.EDITABLE in node.states or node.role not in TELLING:
            return
        if window is None or not (self._front.is_front(window) or self._front.allows(window)):
            return
        text = (node.value or node.name).strip()
        if self._changes.is_news(node.ref, text, signal.time):
            element = node.element if isinstance(signal, TextChanged) else replace(node.element, name="")
            event = self._outbox.event(EventKind.CHANGE, signal.time, element, text)
            self._outbox.add(moved(event, self._front.place_of(window)))

    @property
    def _is_private(self) -> bool:
        """Whether what is copied now must not be told."""
        return self._front.excluded or self._fields.on_password

    def _copied(self, signal: ClipboardChanged) -> None:
        if not self._clipboard.take(signal, self._is_private) or signal.text is None:
            return
        self._fields.close(signal.time)
        element = self._fields.here.element if self._fields.here else None
        self._outbox.add(self._outbox.event(EventKind.COPY, signal.time, element, signal.text.rstrip("\r\n")))

    def _give(self) -> list[Event]:
        return [self._redactor.event(event, self._password.variants) for event in self._outbox.take()]
