"""From a spreadsheet into a web form, row by row."""

from contextlib import ExitStack

from deskhand.demo.desk import Desk, write_sheet
from deskhand.demo.routine import LyingRoutine
from deskhand.demo.server import Office, read_records

PEOPLE = (
    ("Ada Lovelace", "ada@example.org", "120.5"),
    ("Jürgen Groß", "j.gross@example.net", "75.25"),
    ("Siobhán O'Neill", "siobhan@example.com", "310.75"),
    ("Zoë Martínez", "zoe.m@example.org", "48.2"),
    ("Kwame Mensah", "kwame@example.net", "99.9"),
)
SHEET, FORM, NOTES = "members.ods", "Member register", "shopping.txt"


class SheetToForm(LyingRoutine):
    """Three cells of the next row are copied into three fields, and saved."""

    name = "sheet-to-form"
    title = "the next row of a spreadsheet into a web form"
    programs = ("LibreOffice Calc", "Chromium", "Mousepad")

    def prepare(self, desk: Desk, stack: ExitStack) -> None:
        self._records = desk.documents / "records.csv"
        self._records.write_text("name,mail,amount\n", "utf-8")
        self._office = stack.enter_context(Office(self._records))
        write_sheet(desk.documents / SHEET, "Members", [("Name", "Mail", "Amount"), *PEOPLE])
        (desk.documents / NOTES).write_text("milk\n")
        desk.open_sheet(desk.documents / SHEET)
        desk.open_browser(self._office.url)
        desk.open("mousepad", str(desk.documents / NOTES))
        person = desk.person
        person.place(SHEET, 0, 24, 640, 420)
        person.place(FORM, 645, 24, 630, 420)
        person.place(NOTES, 0, 500, 640, 250)
        person.see(FORM, "text", "Amount")
        person.cell(SHEET, 1, 0)

    def demonstrate(self, desk: Desk, index: int) -> None:
        self.begin(desk, index)
        person = desk.person
        for column, field in ((1, "Mail"), (2, "Amount")):
            self._carry(desk, index, column, field)
        person.click(FORM, "button", "Save record")
        person.see(FORM, "label", holds=f"Saved {PEOPLE[index][0]}")

    def begin(self, desk: Desk, index: int) -> None:
        self._carry(desk, index, 0, "Name")

    def _carry(self, desk: Desk, index: int, column: int, field: str) -> None:
        desk.person.click_cell(SHEET, index + 1, column)
        desk.person.copy()
        desk.person.click(FORM, "text", field)
        desk.person.press("ctrl+v")

    def distract(self, desk: Desk, index: int) -> None:
        person = desk.person
        person.click_text(NOTES)
        person.press("ctrl+End")
        person.type(f"{('eggs', 'teaa', 'flour')[index % 3]}")
        if index == 1:
            person.press("BackSpace")  # a typo, corrected
        person.press("Return")
        if index == 0:
            person.click_cell(SHEET, 4, 2)  # looks at something else

    def problems(self, desk: Desk, index: int) -> list[str]:
        records = read_records(self._records)
        wanted = [list(person) for person in PEOPLE[: index + 1]]
        return [] if records[1:] == wanted else [f"the records are {records[1:]}"]

    def problems_undone(self, desk: Desk, index: int) -> list[str]:
        return self.problems(desk, index - 1)

    def lie(self) -> None:
        self._office.lies = True
