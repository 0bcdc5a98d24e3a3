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
from deskhand.core.element import Element, Node, Reading, State, Window
from deskhand.core.errors import PlatformError
from deskhand.core.event import Event, EventKind
from deskhand.core.ids import EventId, build_id
from deskhand.observe.exclusion import Exclusion
from deskhand.observe.reading import readings
from deskhand.observe.redaction import Redactor
from deskhand.observe.typing import (
    COPY_CHORDS,
    EDITING_CHORDS,
    EDITING_KEYS,
    LEAVING_KEYS,
    PASTE_CHORDS,
    Edit,
    cell_key,
    is_cell,
    is_field,
    is_line_end,
    same_field,
    same_program,
    table_key,
)

CLICK_SECONDS = 0.35
"""How long a click waits for the focus or state that tells what it hit."""
CLOSE_SECONDS = 0.4
"""How long a left field waits for the program to take the text."""
SAVE_SECONDS = 1.0
"""Writes of one file within this time are one save."""
STORM_SECONDS, STORM_CHANGES = 10.0, 5
"""A text that changes by itself more often than this (a clock, a counter) is not told."""
TELLING = frozenset({"label", "status bar", "heading", "alert", "paragraph", "notification", "info bar"})
"""Roles whose changed text is a program's answer."""
VAGUE = frozenset(
    {
        "panel",
        "filler",
        "table",
        "root pane",
        "frame",
        "document web",
        "document spreadsheet",
        "section",
        "label",
        "scroll pane",
        "viewport",
    }
)
"""Roles that a hit test names when it does not know better; the focus that follows does."""


class Recorder:
    """`look` reads a window, `reread` a node, `url` the address in a window; each may fail with `PlatformError`."""

    def __init__(
        self,
        look: Callable[[Window], Sequence[Node]],
        reread: Callable[[Node], Node | None],
        url: Callable[[Window], str | None],
        exclusion: Exclusion,
        windows: Callable[[], Sequence[Window]] = tuple,
    ) -> None:
        self._look = look
        self._reread = reread
        self._read_url = url
        self._exclusion = exclusion
        self._windows = windows
        self._redactor = Redactor()
        self.paused = False
        self._window: Window | None = None
        self._url = ""
        self._urls: dict[int, str] = {}
        self._focus: Node | None = None
        self._edit: Edit | None = None
        self._click: ButtonPressed | None = None
        self._clipboard: str | None = None
        self._held: list[Event] = []
        self._out: list[Event] = []
        self._saves: dict[str, tuple[float, str]] = {}
        self._changes: dict[str, list[float]] = {}
        self._told: dict[str, str] = {}
        self._cells: dict[str, dict[tuple[int | None, int | None], str]] = {}
        self._pending: list[Edit] = []
        self._left: Node | None = None
        self._clicked: Node | None = None
        self._password = ""

    # -- the outside ------------------------------------------------------------------------------------------------

    def feed(self, signal: Signal) -> list[Event]:
        """Take one signal; the events that are now complete."""
        if self.paused:
            self._forget()
            return []
        if isinstance(signal, WindowActivated):
            self._activated(signal)
        elif isinstance(signal, WindowTitled):
            self._titled(signal)
        elif not self._excluded:
            self._take(signal)
        return self._give()

    def tick(self, now: float) -> list[Event]:
        """Time passed: what waited long enough is complete. `now` is UTC seconds since 1970."""
        if self.paused:
            self._forget()
            return []
        if self._click is not None and now - self._click.time > CLICK_SECONDS:
            self._end_click()
        if self._edit is not None and self._edit.closing is not None and now - self._edit.closing > CLOSE_SECONDS:
            self._end_edit()
        for path, (moment, what) in list(self._saves.items()):
            if now - moment > SAVE_SECONDS:
                del self._saves[path]
                self._add(self._event(EventKind.SAVE, moment, None, path, what))
        return self._give()

    def flush(self, now: float) -> list[Event]:
        """Complete everything that waits, as at a pause or at the end."""
        self._end_click()
        if self._edit is not None:
            self._edit.closing = self._edit.closing or now
            self._end_edit()
        return self.tick(now + SAVE_SECONDS)

    # -- what is taken in -------------------------------------------------------------------------------------------

    @property
    def _app(self) -> str:
        return self._window.app if self._window else ""

    @property
    def _excluded(self) -> bool:
        return self._exclusion.covers(self._app, self._url)

    def _take(self, signal: Signal) -> None:
        match signal:
            case KeyPressed(own=False):
                self._key(signal)
            case ButtonPressed(own=False):
                self._button(signal)
            case FocusMoved():
                self._focused(signal)
            case TextChanged() | NameChanged():
                self._changed(signal)
            case StateChanged():
                self._state(signal)
            case ClipboardChanged(own=False):
                self._copied(signal)
            case DocumentLoaded():
                self._loaded(signal)
            case Scrolled(own=False):
                self._add(self._event(EventKind.SCROLL, signal.time, None, f"{signal.dx},{signal.dy}"))
            case FileWritten():
                self._saves[signal.path] = (signal.time, "written")
            case FileRemoved():
                self._saves[signal.path] = (signal.time, "gone")

    def _activated(self, signal: WindowActivated) -> None:
        left, left_excluded = self._window, self._excluded
        self._left = self._clicked = None
        self._pending.clear()
        self._end_click()
        if self._edit is not None:
            self._close_edit(signal.time)
            self._end_edit()
        seen = () if left is None or left_excluded else self._readings(left)
        self._window, self._focus = signal.window, None
        self._url = self._ask_url(signal.window) if signal.window else ""
        if signal.window is not None and self._url:
            self._urls.setdefault(signal.window.id, self._url)
        if signal.window is not None and not self._excluded:
            seen += self._readings(signal.window)
            self._add(replace(self._event(EventKind.SWITCH, signal.time, None, signal.window.title), seen=seen))

    def _titled(self, signal: WindowTitled) -> None:
        if self._window is not None and self._window.id == signal.window.id:
            self._window = signal.window

    def _key(self, signal: KeyPressed) -> None:
        self._end_click()
        chord, field = signal.chord, self._focus or self._clicked
        if field is not None and field.secret:
            self._password_key(signal)
            return
        if chord in COPY_CHORDS:
            return  # what was copied tells itself
        if chord in PASTE_CHORDS:
            self._type(signal, self._clipboard)
        elif field is not None and (signal.text or is_line_end(field, chord)) and (is_field(field) or self._edit):
            self._type(signal, None)
        elif (
            self._edit is not None and self._edit.closing is None and (chord in EDITING_KEYS or chord in EDITING_CHORDS)
        ):
            return
        elif chord in EDITING_CHORDS or (
            chord in EDITING_KEYS and field is not None and not is_cell(field) and is_field(field)
        ):
            if chord in ("BackSpace", "Delete", "ctrl+z"):
                self._type(signal, None)
        elif not signal.text:
            self._close_edit(signal.time)
            # keys that follow are for the next field, also when the program tells late that the focus moved
            self._left = field if chord in LEAVING_KEYS and field is not None and is_field(field) else None
            self._add(self._event(EventKind.KEY, signal.time, field.element if field else None, chord))

    def _password_key(self, signal: KeyPressed) -> None:
        """Nothing is told of what is typed; it is remembered in memory, to be cut out wherever else it shows up."""
        if signal.text:
            self._password += signal.text
            return
        self._redactor.remember(self._password)
        self._password = ""

    def _type(self, signal: KeyPressed, pasted: str | None) -> None:
        """A key that puts text into the field with the focus."""
        if self._edit is not None and self._edit.closing is not None:
            self._end_edit()
        if self._edit is None:
            field = self._focus or self._clicked
            if field is None or not is_field(field):
                return
            before = self._text_before(field)
            title = self._window.title if self._window else ""
            self._edit = Edit(field, title, self._app, self._url, signal.time, before, before)
            self._edit.floating = self._left is not None and same_field(self._left, field)
            self._edit.hinted = self._focus is None
        if pasted is not None:
            self._edit.pasted = pasted
        self._edit.typed += signal.text

    def _button(self, signal: ButtonPressed) -> None:
        self._end_click()
        if self._edit is not None and not (signal.node and same_field(self._edit.node, signal.node)):
            self._close_edit(signal.time)
        if self._password:
            self._redactor.remember(self._password)
            self._password = ""
        self._click = signal
        self._clicked = signal.node if signal.node is not None and is_field(signal.node) else None
        if self._window is None or signal.window is None or signal.window.id != self._window.id:
            self._focus = None  # it goes where the click went, as the program will tell

    def _focused(self, signal: FocusMoved) -> None:
        node = signal.node
        if self._left is not None and is_field(node) and not same_field(self._left, node) and self._arrive(node):
            return
        if self._edit is not None:
            if self._edit.floating or (self._edit.hinted and is_cell(node) and not same_field(self._edit.node, node)):
                self._focus = node if is_cell(node) else self._focus
                return  # the program is still telling where it was before
            if self._edit.hear(node):
                self._focus = node
                return
            if (
                self._edit.in_cell
                and not self._edit.closing
                and not is_cell(node)
                and same_program(node, self._edit.node)
            ):
                return  # the editor that a spreadsheet opens in a cell
            if is_cell(node) or not self._edit.in_cell:
                self._close_edit(signal.time)
                self._end_edit()
        if self._password and not node.secret:
            self._redactor.remember(self._password)
            self._password = ""
        if self._click is not None and signal.time - self._click.time < CLICK_SECONDS:
            self._correct_click(node)
        if self._focus is not None and node.role in VAGUE and is_field(self._focus) and same_program(node, self._focus):
            return  # the frame around the field that has it
        self._focus = node
        if is_field(node) and not node.secret:
            self._add(self._event(EventKind.FOCUS, signal.time, node.element, node.value))

    def _arrive(self, node: Node) -> bool:
        """The focus came to the field after the one that was left; whether text was typed into it already."""
        self._left = None
        if self._pending:
            edit = self._pending.pop(0)
            edit.move_to(node, self._text_before(node))
            self._left = self._focus = node
            self._write(edit)
            return True
        if self._edit is not None and self._edit.floating:
            self._edit.move_to(node, self._text_before(node))
            self._focus = node
            return True
        return False

    def _text_before(self, node: Node) -> str:
        """What a field held before it was typed into: a program that tells late may show the new text already."""
        if not is_cell(node):
            return node.value
        table = self._cells.get(table_key(node))
        return node.value if table is None else table.get(cell_key(node), "")

    def _correct_click(self, node: Node) -> None:
        """The focus that a click moved tells what it hit, where the hit test was vague or the places were stale."""
        click = self._click
        if click is None or node.role in VAGUE:
            return
        hit = click.node
        if hit is None or hit.role in VAGUE or (is_cell(hit) and is_cell(node)):
            self._click = replace(click, node=node)

    def _changed(self, signal: TextChanged | NameChanged) -> None:
        node, window = signal.node, signal.window
        if self._edit is not None and self._edit.hear(node):
            return
        if self._focus is not None and same_field(self._focus, node):
            self._focus = node
            return
        if State.FOCUSED in node.states or State.EDITABLE in node.states or node.role not in TELLING:
            return
        if window is None or self._exclusion.covers(window.app, self._urls.get(window.id, "")):
            return
        text = (node.value or node.name).strip()
        if self._told.get(node.ref) == text:
            return
        self._told[node.ref] = text
        recent = [each for each in self._changes.get(node.ref, []) if signal.time - each < STORM_SECONDS]
        self._changes[node.ref] = [*recent, signal.time]
        if text and len(recent) < STORM_CHANGES:
            element = node.element if isinstance(signal, TextChanged) else replace(node.element, name="")
            event = self._event(EventKind.CHANGE, signal.time, element, text)
            self._add(replace(event, app=window.app, window=window.title, url=self._urls.get(window.id, "")))

    def _state(self, signal: StateChanged) -> None:
        click = self._click
        if click is not None and click.node is not None and click.node.ref == signal.node.ref:
            states = click.node.states | {signal.state} if signal.on else click.node.states - {signal.state}
            self._click = replace(click, node=replace(click.node, states=states))
            if signal.state is State.CHECKED:
                self._end_click("checked" if signal.on else "unchecked")

    def _copied(self, signal: ClipboardChanged) -> None:
        source = self._focus
        if source is not None and source.secret:
            return
        self._clipboard = signal.text
        if signal.text is not None:
            element = source.element if source else None
            if self._edit is not None:
                self._close_edit(signal.time)
            self._add(self._event(EventKind.COPY, signal.time, element, signal.text.rstrip("\r\n")))

    def _loaded(self, signal: DocumentLoaded) -> None:
        window = signal.window
        if window is None or self._urls.get(window.id) == signal.url:
            return
        self._urls[window.id] = signal.url
        if self._window is not None and self._window.id == window.id:
            self._url = signal.url
        if not self._exclusion.covers(window.app, signal.url):
            event = self._event(EventKind.NAVIGATE, signal.time, None, signal.url)
            seen = self._readings(window)
            self._add(replace(event, app=window.app, window=window.title, url=signal.url, seen=seen))

    # -- what is completed ------------------------------------------------------------------------------------------

    def _end_click(self, value: str = "") -> None:
        click, self._click = self._click, None
        if click is None:
            return
        element = click.node.element if click.node else None
        if click.node is not None and click.node.secret:
            element = replace(click.node.element)
        detail = click.button if click.count == 1 else f"{click.button}*{click.count}"
        event = self._event(EventKind.CLICK, click.time, element, value, detail)
        if click.window is not None:
            here = self._window is not None and self._window.id == click.window.id
            event = replace(event, app=click.window.app, window=click.window.title, url=self._url if here else "")
        if not self._exclusion.covers(event.app, event.url):
            self._held.append(event)
        self._release()

    def _close_edit(self, moment: float) -> None:
        if self._edit is not None and self._edit.closing is None:
            self._edit.closing = moment
            if not self._edit.in_cell and self._edit.heard:
                self._end_edit()

    def _end_edit(self) -> None:
        edit, self._edit = self._edit, None
        if edit is not None and edit.floating:
            self._pending.append(edit)
        elif edit is not None:
            self._write(edit)

    def _write(self, edit: Edit) -> None:
        """Tell what was written, with the text that the program made of it."""
        if edit.in_cell or not edit.heard:
            node = self._reread_safely(edit.node)
            if edit.hinted and self._focus is not None and is_cell(self._focus) and node and node.value == edit.before:
                edit.move_to(self._focus, self._text_before(self._focus))  # the click hit another cell than it seemed
                node = self._reread_safely(edit.node)
            edit.value = node.value if node is not None else edit.value
        if edit.in_cell:
            self._cells.setdefault(table_key(edit.node), {})[cell_key(edit.node)] = edit.value
        if edit.value != edit.before or edit.pasted is not None:
            kind = EventKind.TYPE if edit.pasted is None else EventKind.PASTE
            detail = (edit.pasted or "").rstrip("\r\n") if kind is EventKind.PASTE else edit.before
            event = self._event(kind, edit.started, edit.node.element, edit.value, detail)
            self._held.append(replace(event, app=edit.app, window=edit.window, url=edit.url, seen=self._beside()))
        self._release()

    def _beside(self) -> tuple[Reading, ...]:
        """What stands in the other windows on the screen: a person copies by eye, too."""
        found: tuple[Reading, ...] = ()
        for window in list(self._windows())[-4:]:
            if self._window is None or window.id != self._window.id:
                if not window.box.empty and not self._exclusion.covers(window.app, ""):
                    found += self._readings(window)
        return found

    def _add(self, event: Event) -> None:
        self._held.append(event)
        self._release()

    def _release(self) -> None:
        """Let go of what was held back, in order of time, unless something it must follow still waits."""
        if self._edit is None and self._click is None:
            self._out += sorted(self._held, key=lambda event: event.time)
            self._held.clear()

    def _event(self, kind: EventKind, moment: float, element: Element | None, value: str, detail: str = "") -> Event:
        window = self._window
        return Event(
            EventId(build_id("evt", moment)),
            moment,
            kind,
            self._app,
            window.title if window else "",
            self._url,
            element,
            value,
            detail,
        )

    def _give(self) -> list[Event]:
        given, self._out = self._out, []
        return [self._redactor.event(event) for event in given]

    def _forget(self) -> None:
        """Drop what waits: a pause is at once."""
        self._click = self._edit = self._focus = self._left = None
        self._held, self._out, self._pending, self._password = [], [], [], ""
        self._saves.clear()

    # -- what is asked of the desktop -------------------------------------------------------------------------------

    def _readings(self, window: Window) -> tuple[Reading, ...]:
        try:
            nodes = self._look(window)
        except PlatformError:
            return ()
        for node in nodes:
            if node.role == "table":
                self._cells[f"{node.ref.partition(' ')[0]} {'/'.join((*node.element.path, f'table:{node.name}'))}"] = {}
        for node in filter(is_cell, nodes):
            self._cells.setdefault(table_key(node), {})[cell_key(node)] = node.value
        return readings(window, nodes)

    def _reread_safely(self, node: Node) -> Node | None:
        try:
            return self._reread(node)
        except PlatformError:
            return None

    def _ask_url(self, window: Window) -> str:
        try:
            return self._read_url(window) or ""
        except PlatformError:
            return ""
