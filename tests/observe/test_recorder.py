"""What the recorder tells of a person's work: all of it once, and nothing of what must not be kept."""

from dataclasses import replace

import pytest
from bench.scorecard.privacy.pretend_desk import (
    BANK,
    BOX,
    BROWSER,
    EDITOR,
    SHEET,
    SHOP,
    VAULT,
    Desk,
    button,
    password,
    text,
)

from deskhand.contracts import signals as s
from deskhand.core.element import PRIVATE_ADDRESS, Element, Node, State
from deskhand.core.event import EventKind
from deskhand.core.geometry import Box

CANARY = "kvasir-77-mead"


# -- work ---------------------------------------------------------------------------------------------------------------


def test_a_click_tells_what_was_hit_and_where() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.click(button("Save"))
    assert desk.of(EventKind.CLICK) == []  # it waits for what it hit
    desk.wait(0.5)
    [event] = desk.of(EventKind.CLICK)
    assert event.element is not None
    assert (event.element.role, event.element.name) == ("button", "Save")
    assert (event.app, event.window, event.detail) == ("mousepad", "notes - Mousepad", "left")


def test_the_focus_that_follows_corrects_a_vague_hit_and_a_state_completes_it() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.click(button("", role="panel"))
    desk.focus(text("Name"))
    desk.wait(0.5)
    [event] = desk.of(EventKind.CLICK)
    assert event.element is not None
    assert event.element.name == "Name"
    box = button("Paid", role="check box")
    desk.click(box)
    desk.feed(lambda now: s.StateChanged(now, box, State.CHECKED, True))
    assert desk.of(EventKind.CLICK)[-1].value == "checked"


def test_typing_is_one_event_a_field_with_the_final_text() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    name = text("Name", "old ")
    desk.focus(name)
    name = desk.type(EDITOR, name, "Adda")
    for value in ("old Add", "old Ad"):
        desk.press("BackSpace")
        name = replace(name, value=value)
        desk.change(EDITOR, name)
    name = desk.type(EDITOR, name, "a")
    desk.focus(text("City"))
    city = desk.type(EDITOR, text("City"), "Bern")
    desk.press("Tab")
    desk.wait()
    one, two = desk.of(EventKind.TYPE)
    assert (one.value, one.detail, one.element and one.element.name) == ("old Ada", "old ", "Name")
    assert (two.value, two.detail, two.element and two.element.name) == (city.value, "", "City")
    assert not one.redacted


@pytest.mark.parametrize("late", [False, True])
def test_a_window_that_closes_is_told_once(late: bool) -> None:
    desk = Desk(windows=[EDITOR, SHEET, VAULT])
    desk.activate(EDITOR)
    desk.activate(SHEET)
    desk.wait()
    assert desk.of(EventKind.CLOSE) == []  # it was only left
    after = [SHEET, replace(EDITOR, pid=EDITOR.pid + 1)]  # started again at once, with the same number
    desk.activate(EDITOR)
    if not late:
        desk.windows = after
    desk.activate(SHEET)
    desk.windows = after  # some desktops tell of the next window before the end of the last
    desk.wait()
    desk.wait()
    [event] = desk.of(EventKind.CLOSE)
    assert (event.app, event.window, event.value) == (EDITOR.app, EDITOR.title, EDITOR.title)


@pytest.mark.parametrize("chords", [["ctrl+a"], []])
def test_the_same_text_typed_anew_is_told_and_one_that_was_only_tried_is_not(chords: list[str]) -> None:
    desk = Desk()
    desk.activate(EDITOR)
    shelf = text("Shelf", "B7")
    desk.focus(shelf)
    for chord in chords:
        desk.press(chord)
    for letter, value in (("B", "B"), ("7", "B7")):
        desk.keys(letter)
        desk.change(EDITOR, replace(shelf, value=value))
    desk.press("Tab")
    desk.focus(text("Part", "Bolt"))
    desk.keys("s")
    desk.change(EDITOR, text("Part", "Bolts"))
    desk.press("BackSpace")
    desk.change(EDITOR, text("Part", "Bolt"))
    desk.press("Tab")
    desk.wait()
    desk.flush()
    [event] = desk.of(EventKind.TYPE)
    assert (event.value, event.detail, event.element and event.element.name) == ("B7", "", "Shelf")


def test_keys_that_come_before_their_focus_belong_to_the_next_field() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.focus(text("Name"))
    desk.type(EDITOR, text("Name"), "Ada")
    desk.press("Tab")
    desk.keys("Be")
    desk.focus(text("City"))
    desk.change(EDITOR, text("City", "Be"))
    desk.wait()
    desk.flush()
    assert [(event.element and event.element.name, event.value) for event in desk.of(EventKind.TYPE)] == [
        ("Name", "Ada"),
        ("City", "Be"),
    ]


@pytest.mark.parametrize("left", [False, True])
def test_what_is_typed_after_a_click_counts_also_when_its_window_is_told_late(left: bool) -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.focus(text("Note", "x"))
    cell = Node(":102 /cell1", Element("table cell", "A2", ("frame", "table:S"), 0, "", 1, 0), "", BOX)
    desk.shows(SHEET, cell)
    desk.click(cell, SHEET)
    desk.focus(text("Note", "x"))  # the program in front before tells late, too
    desk.keys("Ada")
    if left:
        desk.press("Tab")
        desk.shows(SHEET, replace(cell, value="Ada"))
    desk.activate(SHEET)
    desk.focus(Node(":102 /table", Element("table", "S", ("frame",)), "", BOX))
    if not left:
        desk.press("Tab")
        desk.shows(SHEET, replace(cell, value="Ada"))
    desk.wait()
    desk.flush()
    [event] = desk.of(EventKind.TYPE)
    assert (event.value, event.app, event.element and event.element.name) == ("Ada", "soffice", "A2")
    assert [(each.value, each.app) for each in desk.of(EventKind.KEY)] == [("Tab", "soffice")]


def test_what_is_pasted_after_a_click_goes_to_the_field_that_was_clicked_in_the_window_told_late() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    note, mail = text("Note", "x"), text("Mail", "", BROWSER)
    desk.focus(note)
    desk.copy("a@x.org")
    desk.shows(BROWSER, mail)
    desk.click(mail, BROWSER)
    desk.focus(note)
    desk.press("ctrl+v")
    desk.activate(BROWSER)
    desk.focus(mail)
    desk.change(BROWSER, replace(mail, value="a@x.org"))
    desk.press("Tab")
    desk.wait()
    [event] = desk.of(EventKind.PASTE)
    assert (event.value, event.app, event.element and event.element.name) == ("a@x.org", "firefox", "Mail")


def test_what_is_typed_after_a_click_into_an_excluded_page_is_not_told_when_its_window_is_told_late() -> None:
    desk = Desk(("bank.example",))
    desk.activate(EDITOR)
    desk.focus(text("Note", "x"))
    desk.urls[BROWSER.id] = BANK
    field = desk.shows(BROWSER, text("Account", "", BROWSER))
    desk.click(field, BROWSER)
    desk.keys("DE44")
    desk.shows(BROWSER, replace(field, value="DE44"))
    desk.activate(BROWSER)
    desk.wait()
    desk.flush()
    assert "DE44" not in repr(desk.events)


def test_a_cell_is_read_again_once_the_program_took_the_text() -> None:
    desk = Desk()
    desk.activate(SHEET)
    cell = Node(":102 /cell1", Element("table cell", "A1", ("frame", "table:S"), 0, "", 0, 0), "", BOX)
    desk.focus(cell)
    desk.keys("12")
    desk.press("Return")
    desk.shows(SHEET, replace(cell, value="12.00"))
    desk.wait()
    [event] = desk.of(EventKind.TYPE)
    assert event.value == "12.00"
    assert desk.kinds[-2:] == [EventKind.TYPE, EventKind.KEY]


def _cell(name: str, row: int, column: int, value: str = "") -> Node:
    element = Element("table cell", name, ("frame", "table:S"), 0, "", row, column)
    return Node(f":102 /{name}", element, value, BOX)


def test_what_is_copied_before_the_focus_is_told_comes_from_the_cell_that_was_clicked() -> None:
    desk = Desk()
    desk.activate(SHEET)
    desk.focus(_cell("C5", 4, 2))
    desk.click(_cell("A3", 2, 0, "Ada"), SHEET)
    desk.press("ctrl+c")
    desk.copy("Ada")
    desk.focus(_cell("C5", 4, 2))
    desk.focus(_cell("A3", 2, 0, "Ada"))
    desk.wait()
    [copied] = desk.of(EventKind.COPY)
    assert copied.element is not None
    assert copied.element.name == "A3"


def test_keys_that_come_before_the_next_cell_is_told_are_not_the_tables() -> None:
    desk = Desk()
    desk.activate(SHEET)
    table = Node(":102 /table", Element("table", "S", ("frame",)), "", BOX, frozenset({State.EDITABLE}))
    one, two = desk.shows(SHEET, _cell("A2", 1, 0)), desk.shows(SHEET, _cell("B2", 1, 1))
    desk.focus(one)
    desk.keys("Ada")
    desk.press("Tab")
    desk.keys("7")
    desk.shows(SHEET, replace(one, value="Ada"))
    desk.shows(SHEET, replace(two, value="7"))
    for node in (table, replace(one, value="Ada"), two):
        desk.focus(node)
    desk.press("Return")
    desk.wait()
    desk.flush()
    told = [(event.element and event.element.name, event.value) for event in desk.of(EventKind.TYPE)]
    assert told == [("A2", "Ada"), ("B2", "7")]


def test_a_cell_that_was_read_late_is_told_to_be_written() -> None:
    desk = Desk()
    desk.shows(SHEET, _cell("A2", 1, 0, "Ada"))  # the switch is told after it was typed
    desk.activate(SHEET)
    desk.focus(_cell("A2", 1, 0))
    desk.keys("Adx")
    desk.press("BackSpace")
    desk.keys("a")
    desk.press("Tab")
    desk.wait()
    desk.flush()
    assert [event.value for event in desk.of(EventKind.TYPE)] == ["Ada"]


def test_a_cell_whose_text_a_busy_program_tells_late_is_waited_for() -> None:
    desk = Desk()
    desk.activate(SHEET)
    one = desk.shows(SHEET, Node(":102 /c1", Element("table cell", "A1", ("frame", "table:S"), 0, "", 0, 0), "", BOX))
    two = desk.shows(SHEET, Node(":102 /c2", Element("table cell", "B1", ("frame", "table:S"), 0, "", 0, 1), "", BOX))
    desk.focus(one)
    desk.keys("12")
    desk.press("Tab")
    desk.focus(two)
    desk.keys("7")
    desk.wait(1.0)
    assert desk.of(EventKind.TYPE) == []
    desk.shows(SHEET, replace(one, value="12"))
    desk.wait(0.05)
    desk.press("Return")
    desk.shows(SHEET, replace(two, value="7"))
    desk.wait()
    assert [event.value for event in desk.of(EventKind.TYPE)] == ["12", "7"]


def test_a_cell_that_stays_as_it_was_is_not_told_and_holds_nothing_back_for_long() -> None:
    desk = Desk()
    desk.activate(SHEET)
    cell = desk.shows(SHEET, Node(":102 /c1", Element("table cell", "A1", ("frame", "table:S"), 0, "", 0, 0), "5", BOX))
    desk.focus(cell)
    desk.keys("12")
    desk.press("Escape")
    desk.wait(0.5)
    desk.wait(2.0)
    assert desk.of(EventKind.TYPE) == []
    assert desk.kinds[-1] is EventKind.KEY


def test_copy_and_paste_carry_the_text() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.focus(text("From", "A-1041"))
    desk.press("ctrl+c")
    desk.copy("A-1041\n")
    target = text("To")
    desk.focus(target)
    desk.press("ctrl+v")
    desk.change(EDITOR, replace(target, value="A-1041"))
    desk.press("Tab")
    desk.wait()
    [copied], [pasted] = desk.of(EventKind.COPY), desk.of(EventKind.PASTE)
    assert (copied.value, copied.element and copied.element.name) == ("A-1041", "From")
    assert (pasted.value, pasted.detail, pasted.element and pasted.element.name) == ("A-1041", "A-1041", "To")
    assert EventKind.TYPE not in desk.kinds


def test_a_switch_tells_what_stands_in_both_windows() -> None:
    desk = Desk()
    desk.shows(EDITOR, text("Name", "Ada"))
    desk.shows(SHEET, text("A1", "12"))
    desk.activate(EDITOR)
    desk.activate(SHEET)
    assert [(event.app, event.value) for event in desk.of(EventKind.SWITCH)] == [
        ("mousepad", EDITOR.title),
        ("soffice", SHEET.title),
    ]
    assert [reading.text for reading in desk.events[-1].seen] == ["Ada", "12"]


def test_writes_of_one_file_are_one_save_where_they_happened() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    for _ in range(3):
        desk.write("/home/ada/notes.txt")
    desk.activate(VAULT)
    desk.wait()
    [event] = desk.of(EventKind.SAVE)
    assert (event.value, event.detail, event.app, event.window) == (
        "/home/ada/notes.txt",
        "written",
        "mousepad",
        EDITOR.title,
    )


def test_a_text_that_changes_all_the_time_is_not_told() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    for number in range(20):
        desk.name(EDITOR, _label(f"{number} seconds"))
    desk.name(EDITOR, _label("Saved", ":101 /other"))
    desk.name(EDITOR, _label("Saved", ":101 /other"))
    told = [event.value for event in desk.of(EventKind.CHANGE)]
    assert told == [*(f"{number} seconds" for number in range(5)), "Saved"]


def _label(name: str, ref: str = ":101 /clock") -> Node:
    return Node(ref, Element("label", name, ("frame",)), "", BOX)


def test_pages_and_keys_are_told_in_order() -> None:
    desk = Desk(urls={3: SHOP})
    desk.activate(BROWSER)
    desk.load(BROWSER, SHOP)  # it was there already
    desk.load(BROWSER, SHOP + "/2")
    desk.press("ctrl+s")
    assert [(event.kind, event.value) for event in desk.events] == [
        (EventKind.SWITCH, "Shop"),
        (EventKind.NAVIGATE, SHOP + "/2"),
        (EventKind.KEY, "ctrl+s"),
    ]
    assert desk.events[-1].url == SHOP + "/2"


# -- excluded programs, sites, and pauses -------------------------------------------------------------------------------


def secret_work(desk: Desk, window: object) -> None:
    """What must not be told, wherever the recorder believes to be."""
    field = text("Note", CANARY, VAULT)
    desk.focus(field)
    desk.type(VAULT, field, "x")
    desk.click(button(CANARY, VAULT), VAULT)
    desk.copy(CANARY)
    desk.write(f"/home/ada/{CANARY}.txt")
    desk.press("ctrl+s")
    desk.wait()
    desk.flush()


def test_an_excluded_program_that_came_to_the_front_in_a_pause_stays_excluded() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.recorder.pause()
    desk.activate(VAULT)
    before = list(desk.events)
    desk.recorder.resume()
    secret_work(desk, VAULT)
    assert desk.events == before
    assert VAULT.id not in desk.read + desk.asked  # it is not even asked


def test_an_excluded_program_that_came_to_the_front_while_deskhand_acts_stays_excluded() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.recorder.overlook(s.WindowActivated(desk.now, VAULT))
    before = list(desk.events)
    secret_work(desk, VAULT)
    assert desk.events == before


def test_a_pause_ends_with_the_window_title_and_page_of_then() -> None:
    desk = Desk(urls={3: SHOP}, sites=("bank.example",))
    desk.activate(EDITOR)
    desk.recorder.pause()
    desk.activate(BROWSER)
    desk.urls[3] = SHOP + "/2"
    desk.title(BROWSER, "Shop 2")
    asked = list(desk.asked)
    assert desk.asked == asked  # nothing is asked in a pause
    desk.recorder.resume()
    desk.press("ctrl+s")
    assert (desk.events[-1].window, desk.events[-1].url) == ("Shop 2", SHOP + "/2")


def test_what_waits_is_dropped_at_a_pause_and_nothing_is_told_in_it() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.focus(text("Name"))
    desk.type(EDITOR, text("Name"), "Ada")
    before = list(desk.events)
    desk.recorder.pause()
    desk.focus(text("City"))
    desk.type(EDITOR, text("City"), "Bern")
    desk.wait()
    desk.flush()
    desk.recorder.resume()
    desk.flush()
    assert desk.events == before


def test_another_tab_at_an_excluded_site_is_not_recorded_though_only_the_title_tells() -> None:
    desk = Desk(urls={3: SHOP}, sites=("bank.example",))
    desk.activate(BROWSER)
    note = text("Note", "", BROWSER)
    desk.focus(note)
    desk.type(BROWSER, note, "two")
    desk.click(button("Other tab", BROWSER), BROWSER)
    desk.urls[3] = BANK
    browser = desk.title(BROWSER, f"Bank {CANARY}")
    secret_work(desk, browser)
    assert CANARY not in repr(desk.events)
    click, typed = desk.of(EventKind.CLICK)[-1], desk.of(EventKind.TYPE)[-1]
    assert (click.url, click.window) == (SHOP, "Shop")
    assert (typed.url, typed.window, typed.value) == (SHOP, "Shop", "two")
    desk.urls[3] = SHOP
    desk.title(browser, "Shop")
    desk.press("ctrl+f")
    assert (desk.events[-1].kind, desk.events[-1].url) == (EventKind.KEY, SHOP)


def test_another_tab_with_the_same_title_is_noticed_by_its_focus() -> None:
    desk = Desk(urls={3: SHOP}, sites=("bank.example",))
    desk.activate(BROWSER)
    desk.urls[3] = BANK
    before = list(desk.events)
    secret_work(desk, BROWSER)
    assert desk.events == before


def test_a_browser_that_does_not_tell_its_page_is_not_recorded_while_sites_are_excluded() -> None:
    desk = Desk(urls={3: SHOP}, sites=("bank.example",))
    desk.activate(BROWSER)
    desk.urls[3] = "gone"
    browser = desk.title(BROWSER, CANARY)
    desk.focus(text("Note", CANARY, BROWSER))
    desk.press("ctrl+s")
    assert desk.kinds == [EventKind.SWITCH]
    desk.urls[3] = SHOP
    desk.title(browser, "Shop")
    desk.press("ctrl+s")
    assert desk.kinds == [EventKind.SWITCH, EventKind.KEY]


def test_a_part_of_an_excluded_page_that_comes_from_elsewhere_does_not_open_it() -> None:
    desk = Desk(urls={3: BANK}, sites=("bank.example",))
    desk.activate(BROWSER)
    desk.load(BROWSER, "https://ads.example/frame")
    secret_work(desk, BROWSER)
    assert desk.events == []


def test_a_page_loaded_after_an_excluded_one_is_recorded() -> None:
    desk = Desk(urls={3: BANK}, sites=("bank.example",))
    desk.activate(BROWSER)
    assert desk.events == []
    desk.urls[3] = SHOP
    desk.load(BROWSER, SHOP)
    desk.press("ctrl+f")
    assert [(event.kind, event.url) for event in desk.events] == [(EventKind.NAVIGATE, SHOP), (EventKind.KEY, SHOP)]
    desk.urls[3] = BANK
    desk.load(BROWSER, BANK)
    desk.press("ctrl+f")
    assert len(desk.events) == 2


def test_a_load_is_believed_where_the_window_tells_no_address() -> None:
    desk = Desk(sites=("bank.example",))
    desk.activate(BROWSER)
    desk.load(BROWSER, BANK)
    desk.press("ctrl+f")
    desk.load(BROWSER, SHOP)
    desk.press("ctrl+f")
    assert desk.kinds == [EventKind.SWITCH, EventKind.NAVIGATE, EventKind.KEY]


def test_an_excluded_site_in_another_window_is_not_read_nor_its_clicks_and_changes_told() -> None:
    desk = Desk(urls={3: SHOP}, sites=("bank.example",), windows=[EDITOR, BROWSER, VAULT])
    desk.activate(BROWSER)
    desk.activate(EDITOR)
    desk.urls[3] = BANK
    desk.shows(BROWSER, text("Balance", CANARY, BROWSER))
    desk.shows(VAULT, text("Entry", CANARY, VAULT))
    desk.read.clear()
    name = text("Name")
    desk.focus(name)
    desk.type(EDITOR, name, "Ada")
    desk.press("Tab")
    desk.click(button(CANARY, BROWSER), BROWSER)
    desk.name(BROWSER, _label(CANARY, ":103 /status"))
    desk.wait()
    assert desk.of(EventKind.TYPE)
    assert BROWSER.id not in desk.read
    assert VAULT.id not in desk.read
    assert CANARY not in repr(desk.events)
    desk.urls[3] = SHOP
    desk.shows(BROWSER, text("Balance", "12.50", BROWSER))
    desk.focus(text("City"))
    desk.type(EDITOR, text("City"), "Bern")
    desk.press("Tab")
    assert "12.50" in repr(desk.of(EventKind.TYPE)[-1].seen)


def test_the_window_that_is_left_is_not_read_if_it_is_at_an_excluded_site_by_then() -> None:
    desk = Desk(urls={3: SHOP}, sites=("bank.example",))
    desk.activate(BROWSER)
    desk.urls[3] = BANK
    desk.shows(BROWSER, text("Balance", CANARY, BROWSER))
    desk.activate(EDITOR)
    assert CANARY not in repr(desk.events)


def test_addresses_are_not_asked_for_again_and_again_where_no_site_is_excluded() -> None:
    desk = Desk(urls={3: SHOP}, windows=[EDITOR, BROWSER])
    desk.activate(EDITOR)
    for number in range(5):
        desk.title(EDITOR, f"*notes {number}")
    desk.focus(text("Name"))
    desk.type(EDITOR, text("Name"), "Ada")
    desk.press("Tab")
    assert sorted(desk.asked) == [EDITOR.id, BROWSER.id]  # once each, for a window may be a private one


# -- the clipboard ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [False, True])
def test_what_was_copied_where_nothing_is_kept_is_told_nowhere(late: bool) -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.copy("harmless")
    desk.activate(VAULT)
    if not late:
        desk.copy(f"{CANARY}\tuser-{CANARY}")
    desk.activate(EDITOR)
    if late:
        desk.copy(f"{CANARY}\tuser-{CANARY}")
    note = text("Note")
    desk.focus(note)
    desk.press("ctrl+v")
    desk.change(EDITOR, replace(note, value=f"see {CANARY}"))
    desk.press("Tab")
    desk.shows(EDITOR, text("Note", f"see {CANARY}"))
    desk.activate(SHEET)
    desk.copy(CANARY)  # by a clipboard manager
    desk.wait()
    assert CANARY not in repr(desk.events)
    [pasted] = desk.of(EventKind.PASTE)
    assert (pasted.value, pasted.detail, pasted.redacted) == ("[private]", "[private]", True)


def test_what_was_copied_in_a_pause_or_while_deskhand_acts_in_an_excluded_program_is_told_nowhere() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.recorder.pause()
    desk.copy(CANARY)
    desk.recorder.resume()
    desk.recorder.overlook(s.WindowActivated(desk.now, VAULT))
    desk.recorder.overlook(s.ClipboardChanged(desk.now, "other-" + CANARY))
    desk.recorder.overlook(s.WindowActivated(desk.now, EDITOR))
    for value in (CANARY, "other-" + CANARY):
        note = text("Note")
        desk.focus(note)
        desk.press("ctrl+v")
        desk.change(EDITOR, replace(note, value=value))
        desk.flush()
    assert CANARY not in repr(desk.events)


def test_a_short_or_changed_private_text_is_not_told_where_it_is_pasted() -> None:
    desk = Desk()
    for copied, shown in (("abc", "abc"), ("1234567", "1,234,567")):
        desk.activate(VAULT)
        desk.copy(copied)
        desk.activate(EDITOR)
        note = text("Note")
        desk.focus(note)
        desk.press("ctrl+v")
        desk.change(EDITOR, replace(note, value=shown))
        desk.flush()
    assert [event.value for event in desk.of(EventKind.PASTE)] == ["[private]", "[private]"]


# -- passwords ----------------------------------------------------------------------------------------------------------


def reveal(desk: Desk, *shown: str) -> str:
    """What events tell when a window shows texts."""
    desk.nodes[SHEET.id] = [_label(each, f":102 /{number}") for number, each in enumerate(shown)]
    desk.activate(SHEET)
    return repr(desk.events)


def on_password(desk: Desk) -> None:
    desk.activate(EDITOR)
    desk.focus(text("User"))
    desk.focus(password())


def test_a_typed_password_is_told_nowhere_however_the_field_is_left() -> None:
    def by_tab(desk: Desk) -> None:
        desk.press("Tab")

    def by_focus(desk: Desk) -> None:
        desk.wait(3)
        desk.focus(text("User"))

    def by_window(desk: Desk) -> None:
        pass

    def by_click(desk: Desk) -> None:
        desk.click(button("Log in"))

    def by_flush(desk: Desk) -> None:
        desk.flush()

    def by_pause(desk: Desk) -> None:
        desk.recorder.pause()
        desk.recorder.resume()

    def by_another_password(desk: Desk) -> None:
        desk.focus(password("Repeat"))
        desk.keys("other-one")

    def by_nothing(desk: Desk) -> None:
        desk.shows(EDITOR, _label(CANARY))
        desk.name(EDITOR, _label(CANARY))

    def by_showing_it(desk: Desk) -> None:
        desk.change(EDITOR, text("Secret", CANARY))
        desk.focus(text("Secret", CANARY))

    for leave in (
        by_tab, by_focus, by_window, by_click, by_flush, by_pause, by_another_password, by_nothing, by_showing_it,
    ):  # fmt: skip
        desk = Desk()
        on_password(desk)
        desk.keys(CANARY)
        leave(desk)
        assert CANARY not in reveal(desk, CANARY, f"your secret: {CANARY}!"), leave.__name__
        desk.flush()
        assert CANARY not in repr(desk.events), leave.__name__


@pytest.mark.parametrize(
    ("keys", "final"),
    [
        ("kvasit<BackSpace>r-77-mead", CANARY),
        ("<x><BackSpace>kvasir-77-mead", CANARY),
        ("vasir-77-mead<Home>k", CANARY),
        ("kvasir-7-mead<Left><Left><Left><Left><Left>7", CANARY),
        ("kvasir-77-meadd<Left><Delete>", CANARY),
        ("wrong one<ctrl+a>kvasir-77-mead", CANARY),
        ("wrong one<shift+Home>kvasir-77-mead", CANARY),
        ("kvasir-77-mead<Caps_Lock><ctrl+a><BackSpace>another-one", "another-one"),
        ("kvasir-77-mead<ctrl+a><BackSpace>another-one", CANARY),
        ("kvasir-77<F5>-mead", CANARY),
    ],
)
def test_a_password_is_followed_through_its_editing(keys: str, final: str) -> None:
    desk = Desk()
    on_password(desk)
    while keys:
        chord, keys = keys[1:].split(">", 1) if keys[0] == "<" else (keys[0], keys[1:])
        desk.press(chord, chord if len(chord) == 1 else "")
    assert final not in reveal(desk, f"it is {final}")


def test_a_pasted_password_is_told_nowhere() -> None:
    desk = Desk()
    on_password(desk)
    desk.copy(None)
    desk.activate(VAULT)
    desk.copy(CANARY)
    desk.activate(EDITOR)
    desk.focus(password())
    desk.keys("A")
    desk.press("ctrl+v")
    desk.press("Return")
    assert CANARY not in reveal(desk, "A" + CANARY, CANARY)


def test_a_plain_text_that_was_pasted_as_a_password_is_a_secret_from_then_on() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.focus(text("User"))
    desk.copy(CANARY)
    desk.events.clear()  # it was no secret when it was copied
    desk.focus(password())
    desk.press("ctrl+v")
    assert CANARY not in reveal(desk, CANARY)


def test_a_password_typed_before_the_program_told_the_focus_is_a_secret() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.focus(text("User"))
    desk.type(EDITOR, text("User"), "ada")
    desk.press("Tab")
    desk.keys(CANARY[:5])
    desk.focus(password())
    desk.keys(CANARY[5:])
    desk.press("Tab")
    assert CANARY not in reveal(desk, CANARY)
    assert [event.value for event in desk.of(EventKind.TYPE)] == ["ada"]


def test_a_password_typed_right_after_a_click_on_its_field_is_a_secret() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    desk.focus(desk.shows(EDITOR, text("User")))
    desk.click(password())
    desk.keys(CANARY)
    desk.press("Return")
    assert CANARY not in reveal(desk, CANARY)


def test_a_second_attempt_is_a_secret_and_what_is_typed_into_the_next_field_is_none() -> None:
    desk = Desk()
    on_password(desk)
    desk.keys("kvasir-78-mead")
    desk.press("Return")
    desk.wait()
    desk.keys(CANARY)
    desk.press("Tab")
    desk.keys("Bern")
    desk.focus(text("City", "Bern"))
    desk.type(EDITOR, text("City", "Bern"), "a")
    told = reveal(desk, CANARY, "kvasir-78-mead")
    assert CANARY not in told
    assert "kvasir-78-mead" not in told
    assert desk.of(EventKind.TYPE)[-1].value == "Berna"


def test_a_field_that_began_to_hide_its_text_is_a_password_field() -> None:
    desk = Desk()
    desk.activate(EDITOR)
    field = text("Secret")
    desk.focus(field)
    field = desk.type(EDITOR, field, CANARY)
    desk.change(EDITOR, replace(field, value="", element=replace(field.element, role="password")))
    desk.keys("more")
    desk.flush()
    assert CANARY not in reveal(desk, CANARY)


def test_a_filled_in_password_that_the_person_makes_visible_is_not_read() -> None:
    desk = Desk()
    desk.shows(EDITOR, password())
    desk.activate(EDITOR)
    desk.shows(EDITOR, text("Secret", CANARY))
    desk.activate(SHEET)
    desk.shows(SHEET, _label(CANARY))
    desk.activate(EDITOR)
    assert CANARY not in repr(desk.events)


def test_a_password_dialog_over_a_cell_that_is_being_edited_takes_the_keys() -> None:
    desk = Desk()
    desk.activate(SHEET)
    cell = Node(":102 /cell1", Element("table cell", "A1", ("frame", "table:S"), 0, "", 0, 0), "", BOX)
    desk.focus(desk.shows(SHEET, cell))
    desk.keys("12")
    desk.shows(SHEET, replace(cell, value="12"))
    desk.focus(password("Password", SHEET))
    desk.keys(CANARY)
    desk.press("Return")
    desk.activate(EDITOR)
    desk.shows(EDITOR, _label(CANARY))
    desk.activate(SHEET)
    assert CANARY not in repr(desk.events)
    assert [event.value for event in desk.of(EventKind.TYPE)] == ["12"]


def test_windows_without_a_place_on_the_screen_are_not_read() -> None:
    hidden = replace(SHEET, box=Box(0, 0, 0, 0))
    desk = Desk(windows=[hidden])
    desk.activate(EDITOR)
    desk.focus(text("Name"))
    desk.type(EDITOR, text("Name"), "Ada")
    desk.press("Tab")
    assert desk.of(EventKind.TYPE)
    assert SHEET.id not in desk.read


def test_a_private_window_of_a_browser_leaves_no_event_whether_its_title_or_the_browser_tells() -> None:
    titled = replace(BROWSER, title="Shop — Mozilla Firefox Private Browsing")
    for window, url in ((titled, SHOP), (BROWSER, PRIVATE_ADDRESS)):
        desk = Desk(urls={window.id: url}, windows=[EDITOR, window])
        desk.nodes[window.id] = [text("Name", "kept nowhere", window)]
        desk.activate(window)
        field = text("Name", "", window)
        desk.focus(field)
        desk.type(window, field, "kept nowhere")
        desk.copy("kept nowhere")
        desk.load(window, SHOP)
        desk.click(field, window)
        desk.flush()
        assert desk.events == []
        note = text("Note")
        desk.activate(EDITOR)
        desk.focus(note)
        desk.type(EDITOR, note, "kept")
        desk.flush()
        assert {event.app for event in desk.events} == {EDITOR.app}
        assert "nowhere" not in repr(desk.events)


def test_a_private_window_beside_is_not_read_though_it_was_never_in_front() -> None:
    desk = Desk(urls={BROWSER.id: PRIVATE_ADDRESS}, windows=[BROWSER, EDITOR])
    desk.nodes[BROWSER.id] = [text("Name", "kept nowhere", BROWSER)]
    note = text("Note")
    desk.activate(EDITOR)
    desk.focus(note)
    desk.type(EDITOR, note, "kept")
    desk.flush()
    assert BROWSER.id not in desk.read
    assert "nowhere" not in repr(desk.events)


def test_what_a_password_manager_marks_as_secret_is_told_of_no_field_it_is_pasted_into() -> None:
    desk, note = Desk(), text("Note", "before ")
    desk.activate(EDITOR)
    desk.focus(note)
    desk.feed(lambda now: s.ClipboardChanged(now, None, secret=True))
    desk.press("ctrl+v")
    desk.change(EDITOR, replace(note, value="before hunter2"))
    desk.flush()
    assert desk.of(EventKind.COPY) == []
    (pasted,) = desk.of(EventKind.PASTE)
    assert pasted.redacted
    assert "hunter2" not in repr(desk.events)
