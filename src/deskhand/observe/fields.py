"""Which field has the focus, and what is written into it.

Programs tell late: a key may come before the focus it belongs to, and the text of a field after the key that left it.
"""

from dataclasses import replace

from deskhand.contracts.signals import ButtonPressed, FocusMoved, KeyPressed
from deskhand.core.element import Node, Window
from deskhand.core.event import Event, EventKind
from deskhand.observe.clicks import VAGUE, Clicks
from deskhand.observe.clipboard import Clipboard
from deskhand.observe.front import Place
from deskhand.observe.outbox import Outbox, moved
from deskhand.observe.passwords import TypedPassword
from deskhand.observe.redaction import PRIVATE
from deskhand.observe.sight import Sight
from deskhand.observe.typing import (
    COPY_CHORDS,
    EDITING_CHORDS,
    EDITING_KEYS,
    LEAVING_KEYS,
    PASTE_CHORDS,
    Edit,
    is_cell,
    is_field,
    is_line_end,
    is_next,
    same_field,
    same_program,
)

CLOSE_SECONDS = 0.4
"""How long a left field waits for the program to take the text."""
COME_SECONDS = 1.0
"""How long after a click the program in front before may still tell of its focus."""
UNREAD_SECONDS = 2.0
"""How long a busy program may take to tell the text of a field that was left."""


class Fields:
    """One edit at a time is under way; `focus` is the node with the focus, as far as the program told."""

    def __init__(
        self, outbox: Outbox, clicks: Clicks, sight: Sight, clipboard: Clipboard, password: TypedPassword
    ) -> None:
        self._outbox = outbox
        self._clicks = clicks
        self._sight = sight
        self._clipboard = clipboard
        self._password = password
        self.focus: Node | None = None
        self._edit: Edit | None = None
        self._pending: list[Edit] = []
        self._unread: list[Edit] = []
        self._left: Node | None = None
        self._clicked: Node | None = None
        self._clicked_window: Window | None = None
        self._hit: Node | None = None
        self._hit_at = 0.0
        self._awaited = False
        outbox.waiting.append(lambda: self._edit is not None or bool(self._unread))

    @property
    def here(self) -> Node | None:
        """Where the keyboard is: the field that was clicked, until the program tells where the focus went."""
        return self._clicked if self._clicked is not None and self._awaited else self.focus or self._clicked

    @property
    def on_password(self) -> bool:
        """Whether what is typed now must not be told."""
        return self.focus is not None and self.focus.secret

    def tick(self, now: float) -> None:
        if self._edit is not None and self._edit.closing is not None and now - self._edit.closing > CLOSE_SECONDS:
            self.end()
        for edit in list(self._unread):
            late = now - (edit.closing or edit.started) > UNREAD_SECONDS
            if self._read(edit) or late:
                self._unread.remove(edit)
                self._tell(edit)

    def flush(self, now: float) -> None:
        """What was written so far is complete."""
        if self._edit is not None:
            self._edit.closing = self._edit.closing or now
            self.end()
        while self._unread:
            edit = self._unread.pop(0)
            self._read(edit)
            self._tell(edit)
        self._password.remember()

    def leave(self, moment: float, window: Window | None = None) -> None:
        """The person went to another window (`window`) or page."""
        clicked, self._clicked_window = self._clicked_window, None
        if clicked is not None and window is not None and clicked.id == window.id:
            if self._edit is not None and self._edit.started < self._hit_at:
                self.close(moment)
                self.end()
            return  # it is told only now; what was written there since the click stays open
        self._left = self._clicked = None
        if self._edit is not None:
            self.close(moment)
            self.end()
        self._pending.clear()
        self._password.end()
        self.focus = None

    def come(self, place: Place, excluded: bool) -> None:
        """A window is told to be in front, at `place`; what was written into it before that belongs there."""
        if excluded:
            self._edit = None
            self._pending.clear()
            self._outbox.release()
        for edit in [self._edit, *self._pending]:
            if edit is not None and edit.started >= self._hit_at:
                edit.place = place

    def clear(self) -> None:
        """Drop what waits. That the focus is on a password field stays known."""
        self._password.end()
        self._edit = self._left = self._clicked = None
        self._pending, self._unread = [], []
        self._clicked_window = None
        self.focus = self.focus if self.on_password else None

    # -- keys and buttons -------------------------------------------------------------------------------------------

    def key(self, signal: KeyPressed) -> None:
        """A key went down."""
        if self._clicked is not None and not is_cell(self._clicked) and signal.time - self._hit_at > COME_SECONDS:
            self._awaited = False
        chord, field = signal.chord, self.here
        if field is not None and field.secret:
            self._password.key(signal, self._clipboard.raw)
            return
        if chord in COPY_CHORDS:
            return  # what was copied tells itself
        if chord in PASTE_CHORDS:
            self._type(signal, self._clipboard.text)
        elif field is not None and (signal.text or is_line_end(field, chord)) and (is_field(field) or self._edit):
            self._type(signal, None)
        elif (
            self._edit is not None and self._edit.closing is None and (chord in EDITING_KEYS or chord in EDITING_CHORDS)
        ):
            self._edit.press(signal)
        elif chord in EDITING_CHORDS or (
            chord in EDITING_KEYS and field is not None and not is_cell(field) and is_field(field)
        ):
            if chord in ("BackSpace", "Delete", "ctrl+z"):
                self._type(signal, None)
        elif not signal.text:
            self.close(signal.time)
            self._awaited = False
            # keys that follow are for the next field, also when the program tells late that the focus moved
            self._left = field if chord in LEAVING_KEYS and field is not None and is_field(field) else None
            event = self._outbox.event(EventKind.KEY, signal.time, field.element if field else None, chord)
            self._outbox.add(moved(event, self._place))

    @property
    def _place(self) -> Place:
        """Where keys go: to the window that was clicked, also before it is told to be in front."""
        front = self._outbox.front
        return front.place_of(self._clicked_window) if self._clicked_window is not None else front.place

    def _type(self, signal: KeyPressed, pasted: str | None) -> None:
        """A key that puts text into the field with the focus."""
        if self._edit is not None and self._edit.closing is not None:
            self.end()
        if self._edit is None:
            field = self.here
            if field is None or not is_field(field):
                return
            before = self._sight.cells.text_before(field)
            self._edit = Edit(field, self._place, signal.time, before, before)
            self._edit.floating = self._left is not None and same_field(self._left, field)
            self._edit.hinted = self.focus is None or not same_field(self.focus, field)
        if pasted is not None:
            self._edit.pasted, self._edit.secret = pasted, self._clipboard.secret or self._edit.secret
        self._edit.press(signal)

    def pressed(self, signal: ButtonPressed) -> None:
        """A button was pressed: it leaves the field, or hits one, which the program may tell late."""
        node = signal.node
        if self._edit is not None and not (node and same_field(self._edit.node, node)):
            self.close(signal.time)
        if self.focus is not None and self.focus.secret:
            if node is not None and same_field(self.focus, node):
                self._password.keep_variant()
            else:
                self._password.end(signal.time)
        self._clicked = node if node is not None and is_field(node) else None
        if node is not None and node.secret:
            self._take_password_focus(node, signal.time)  # at once: what is typed next must not be told
        elif not self._outbox.front.is_front(signal.window):
            self.focus = None  # it goes where the click went, as the program will tell
        self._clicked_window = None if self._outbox.front.is_front(signal.window) or node is None else signal.window
        self._hit, self._hit_at = node, signal.time
        self._awaited = self._clicked is not None and (is_cell(self._clicked) or self._clicked_window is not None)

    # -- the focus --------------------------------------------------------------------------------------------------

    def focused(self, signal: FocusMoved) -> None:
        """The program tells where the focus is."""
        node = self._sight.hide(signal.node)
        if not same_program(self._hit or node, node) and signal.time - self._hit_at > COME_SECONDS:
            self._clicked_window = None  # the click did not bring its window to the front
        if self._clicked is not None and same_field(self._clicked, node):
            self._awaited = False
        if node.secret:
            self._take_password_focus(node, signal.time)
            return
        if self._left is not None and is_next(self._left, node) and self._arrive(node):
            return
        if self._edit is not None:
            if self._edit.floating or (self._edit.hinted and is_cell(node) and not same_field(self._edit.node, node)):
                self.focus = node if is_cell(node) else self.focus
                return  # the program is still telling where it was before
            if self._edit.hear(node):
                self.focus = node
                return
            if (
                self._edit.in_cell
                and not self._edit.closing
                and not is_cell(node)
                and same_program(node, self._edit.node)
            ):
                return  # the editor that a spreadsheet opens in a cell
            if is_cell(node) or not self._edit.in_cell:
                self.close(signal.time)
                self.end()
        self._clicks.correct(node, signal.time)
        if self.focus is not None and node.role in VAGUE and is_field(self.focus) and same_program(node, self.focus):
            return  # the frame around the field that has it
        self._password.go_on_in(signal.time)
        self._password.clear()
        self.focus = node
        if is_field(node):
            self._outbox.add(self._outbox.event(EventKind.FOCUS, signal.time, node.element, node.value))

    def _take_password_focus(self, node: Node, moment: float) -> None:
        """The focus is on a password field; what was typed into it already, before the program told, is a secret, too."""
        if self.focus is None or not same_field(self.focus, node):
            self._password.go_on_in(moment)
            self._take_early_keys()
        else:
            self.hide(node)
        self._password.left = None
        self._left = None
        self._clicks.correct(node, moment)
        self.focus = node

    def _take_early_keys(self) -> None:
        """Keys that came before the focus they belong to."""
        edit = self._edit
        early = self._pending.pop(0) if self._pending else edit
        if edit is not None and early is edit and not edit.floating and self._took_text(edit):
            self.close(edit.started)
            self.end()
        elif early is not None:
            for chord, text in early.keys:
                self._password.put(text) if text else self._password.edit(chord)
            if early is edit:
                self._edit = None
                self._outbox.release()
            else:
                self._password.end()

    def _took_text(self, edit: Edit) -> bool:
        """Whether what was typed went into the field of an edit, and not into one whose focus is told late."""
        if edit.heard or edit.in_cell or edit.closing is not None:
            return True
        node = self._sight.reread(edit.node)
        return node is None or node.value != edit.before

    def _arrive(self, node: Node) -> bool:
        """The focus came to the field after the one that was left; whether text was typed into it already."""
        self._left = None
        if self._pending:
            edit = self._pending.pop(0)
            edit.move_to(node, self._sight.cells.text_before(node))
            self._left = self.focus = node
            self._write(edit)
            return True
        if self._edit is not None and self._edit.floating:
            self._edit.move_to(node, self._sight.cells.text_before(node))
            self.focus = node
            return True
        return False

    # -- what the program tells of the text -------------------------------------------------------------------------

    def hear(self, node: Node) -> bool:
        """Take a text that a field holds now; whether it was that of the field with the focus."""
        if self._edit is not None and self._edit.hear(node):
            return True
        if self.focus is not None and same_field(self.focus, node):
            self.focus = node
            return True
        return False

    def hide(self, node: Node) -> None:
        """A field hides its characters now; what it showed until now is a secret."""
        if self._edit is not None and same_field(self._edit.node, node):
            self._sight.hide_text(self._edit.value)
            self._edit = None
            self._outbox.release()
        if self.focus is not None and same_field(self.focus, node):
            self._sight.hide_text(self.focus.value)
            self.focus = node

    def close(self, moment: float) -> None:
        """The field is left; the program may take a moment for its text."""
        if self._edit is not None and self._edit.closing is None:
            self._edit.closing = moment
            if not self._edit.in_cell and self._edit.heard:
                self.end()

    def end(self) -> None:
        """What was written is complete."""
        edit, self._edit = self._edit, None
        if edit is not None and edit.floating:
            self._pending.append(edit)
        elif edit is not None:
            self._write(edit)

    def _write(self, edit: Edit) -> None:
        """Tell what was written, as soon as the program tells what it made of it."""
        if self._read(edit) or not edit.keys:
            self._tell(edit)
        else:
            self._unread.append(edit)

    def _read(self, edit: Edit) -> bool:
        """Take the text that the program holds now; whether it is another than before."""
        if not edit.in_cell and edit.heard:
            return True
        node = self._sight.reread(edit.node)
        if edit.hinted and self.focus is not None and is_cell(self.focus) and node and node.value == edit.before:
            # the click hit another cell than it seemed
            edit.move_to(self.focus, self._sight.cells.text_before(self.focus))
            node = self._sight.reread(edit.node)
        edit.value = node.value if node is not None else edit.value
        return node is not None and edit.changed

    def _tell(self, edit: Edit) -> None:
        """Tell what was written, if anything was."""
        if edit.in_cell:
            self._sight.cells.keep(edit.node, edit.value)
        if edit.pasted and edit.value == edit.before == "":
            edit.value = edit.pasted.rstrip("\r\n")  # the program told nothing of it
        if edit.changed or edit.pasted is not None:
            kind = EventKind.TYPE if edit.pasted is None else EventKind.PASTE
            before = edit.before if edit.before != edit.value else ""
            detail = (edit.pasted or "").rstrip("\r\n") if kind is EventKind.PASTE else before
            event = self._outbox.event(kind, edit.started, edit.node.element, edit.value, detail)
            event = replace(moved(event, edit.place), seen=self._sight.beside())
            self._outbox.add(without_secret(event, edit.secret) if edit.secret else event)
        self._outbox.release()


def without_secret(event: Event, secret: str) -> Event:
    """The event of a field into which a text was pasted that must not be told, whatever the program made of it."""
    secret = secret.strip()
    value = event.value.replace(secret, PRIVATE) if secret and secret in event.value else PRIVATE
    return replace(event, value=value, redacted=True)
