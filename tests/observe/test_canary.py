"""Whatever the person does, and in whatever order: what was typed, copied and shown only in secret is in no event."""

from dataclasses import replace

from bench.scorecard.privacy.pretend_desk import BANK, BROWSER, EDITOR, SHOP, VAULT, Desk, button, password, text
from hypothesis import given, settings
from hypothesis import strategies as st

from deskhand.core.element import Element, Node, Window

CANARY = "kvasir-77-mead"


class Person:
    """Works at a desk whose every window has a plain and a password field; tells the truth, sometimes late."""

    def __init__(self) -> None:
        self.desk = Desk(urls={BROWSER.id: SHOP}, sites=("bank.example",), windows=[EDITOR, BROWSER, VAULT])
        self.fronts = {window.id: window for window in (EDITOR, BROWSER, VAULT)}
        self.plain = {window.id: text("Note", "", window) for window in (EDITOR, BROWSER, VAULT)}
        self.secret = {window.id: False for window in (EDITOR, BROWSER, VAULT)}
        self.front = EDITOR.id
        self.clipboard = ""
        self.known = False
        self.go(EDITOR.id)

    @property
    def window(self) -> Window:
        return self.fronts[self.front]

    @property
    def hidden(self) -> bool:
        """Whether nothing of the window in front may be kept."""
        return self.front == VAULT.id or (self.front == BROWSER.id and self.desk.urls[BROWSER.id] == BANK)

    @property
    def field(self) -> Node:
        return password("Secret", self.window) if self.secret[self.front] else self.plain[self.front]

    def draw(self) -> None:
        """What stands in the windows now."""
        for number, window in self.fronts.items():
            private = number == VAULT.id or (number == BROWSER.id and self.desk.urls[number] == BANK)
            label = Element("label", CANARY if private or self.known else "nothing", ("frame",))
            self.desk.nodes[number] = [
                self.plain[number], password("Secret", window), Node(f":{window.pid} /l", label, "", window.box),
            ]  # fmt: skip

    def go(self, number: int) -> None:
        self.front = number
        self.draw()
        self.desk.activate(self.window)
        self.desk.focus(self.field)

    def open(self, url: str, told_by: str) -> None:
        """Another page in the browser, told first by its title, its load or its focus; the title is told in the end."""
        self.go(BROWSER.id)
        self.desk.urls[BROWSER.id] = url
        self.plain[BROWSER.id] = text("Note", CANARY if url == BANK else "", BROWSER, ref=f":103 /{url}")
        self.secret[BROWSER.id] = False
        self.draw()
        title = CANARY if url == BANK else "Shop"
        if told_by == "load":
            self.desk.load(self.window, url)
        elif told_by == "focus":
            self.desk.focus(self.field)
        self.fronts[BROWSER.id] = self.desk.title(self.window, title)
        self.desk.focus(self.field)

    def to(self, secret: bool) -> None:
        self.secret[self.front] = secret
        self.desk.focus(self.field)

    def to_late(self) -> None:
        """With Tab to the password field, which the program tells when half of the password is typed."""
        self.to(False)
        self.desk.press("Tab")
        self.secret[self.front] = True
        self.desk.keys(CANARY[:6])
        self.desk.focus(self.field)
        self.desk.keys(CANARY[6:])
        self.know_typed()

    def know_typed(self) -> None:
        if not self.hidden and not self.desk.recorder.paused:
            self.known = True
            self.draw()

    def type(self, misspelt: bool) -> None:
        if self.secret[self.front] or self.hidden:
            self.desk.press("Escape")
            for letter in CANARY:
                if misspelt and letter == "7":
                    self.desk.keys("8")
                    self.desk.press("BackSpace")
                self.desk.keys(letter)
            if not self.hidden:
                self.know_typed()
        else:
            self.plain[self.front] = self.desk.type(self.window, self.field, "hi ")
            self.draw()

    def copy(self) -> None:
        private = self.secret[self.front] or self.hidden
        self.clipboard = CANARY if private else "plain"
        self.desk.copy(self.clipboard)
        self.known = self.known or private
        self.draw()

    def paste(self) -> None:
        self.desk.press("ctrl+v")
        if not self.secret[self.front]:
            field = self.plain[self.front]
            self.plain[self.front] = replace(field, value=field.value + self.clipboard)
            self.draw()
            self.desk.change(self.window, self.field)
            self.draw()

    def show(self) -> None:
        """A program shows what it knows in a place that tells."""
        if self.known or self.hidden:
            label = Node(
                f":{self.window.pid} /s", Element("status bar", f"ok: {CANARY}", ("frame",)), "", self.window.box
            )
            self.desk.name(self.window, label)

    def click(self, field: bool) -> None:
        node = self.field if field else button(CANARY if self.hidden else "OK", self.window)
        self.desk.click(node, self.window)
        if not field:
            self.desk.focus(node)
            self.to(False)

    def press(self, chord: str) -> None:
        self.desk.press(chord)
        if chord == "Tab":
            self.to(not self.secret[self.front])

    def pause(self, on: bool) -> None:
        if on and not self.desk.recorder.paused:
            self.desk.recorder.pause()
        elif self.desk.recorder.paused and not on:
            self.desk.recorder.resume()

    def save(self) -> None:
        self.desk.press("ctrl+s")
        self.desk.write(f"/home/ada/{CANARY if self.hidden else 'notes'}.txt")


ACTS = st.one_of(
    st.sampled_from([EDITOR.id, BROWSER.id, VAULT.id]).map(lambda number: ("go", number)),
    st.tuples(st.just("open"), st.sampled_from([SHOP, BANK]), st.sampled_from(["title", "load", "focus"])),
    st.booleans().map(lambda secret: ("to", secret)),
    st.booleans().map(lambda misspelt: ("type", misspelt)),
    st.booleans().map(lambda field: ("click", field)),
    st.booleans().map(lambda on: ("pause", on)),
    st.sampled_from([("copy",), ("paste",), ("show",), ("save",), ("to_late",)]),
    st.sampled_from(["Tab", "Return", "BackSpace", "ctrl+a"]).map(lambda chord: ("press", chord)),
    st.sampled_from([("wait", 0.1), ("wait", 2.0), ("flush",)]),
)


@settings(max_examples=150)
@given(st.lists(ACTS, max_size=25))
def test_the_canary_is_in_no_event(acts: list[tuple[str, ...]]) -> None:
    person = Person()
    for name, *details in acts:
        getattr(person if hasattr(person, name) else person.desk, name)(*details)
        assert CANARY not in repr(person.desk.events), name
    person.go(EDITOR.id)
    person.desk.flush()
    assert CANARY not in repr(person.desk.events)


def test_a_person_who_has_no_secrets_is_recorded() -> None:
    person = Person()
    person.type(False)
    person.copy()
    person.open(SHOP, "load")
    person.paste()
    person.save()
    person.desk.flush()
    assert {event.kind.value for event in person.desk.events} >= {
        "switch",
        "focus",
        "type",
        "copy",
        "paste",
        "key",
        "save",
    }
