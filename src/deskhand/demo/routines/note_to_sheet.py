"""From text notes into the rows of a spreadsheet."""

import zipfile
from contextlib import ExitStack

from deskhand.demo.desk import Desk, write_sheet
from deskhand.demo.routine import Routine
from deskhand.perceive.files import read_text

NOTES = (
    ("Ada Lovelace", "ada@example.org", "1,234.55"),
    ("Jonas Gross", "j.gross@example.net", "875.15"),
    ("Chloe Dupont", "chloe@example.com", "2,310.75"),
    ("Zoe Martinez", "zoe.m@example.org", "1,048.25"),
)
SHEET, FOLDER, FILES = "invoices.ods", "notes", "notes - Thunar"


class NoteToSheet(Routine):
    """The next note is opened from the file manager, and typed into the next free row."""

    name = "note-to-sheet"
    title = "a text note into the next row of a spreadsheet"
    programs = ("Thunar", "FeatherPad", "LibreOffice Calc")

    def prepare(self, desk: Desk, stack: ExitStack) -> None:
        folder = desk.documents / FOLDER
        folder.mkdir()
        for number, (name, mail, total) in enumerate(NOTES, 1):
            text = f"Call of last week\nName: {name}\nMail: {mail}\nTotal: {total}\nThank you!\n"
            (folder / f"note-{number}.txt").write_text(text, "utf-8")
        write_sheet(desk.documents / SHEET, "Invoices", [("Name", "Mail", "Total")])
        (desk.desktop.home / ".config/mimeapps.list").write_text(
            "[Default Applications]\ntext/plain=featherpad.desktop\n"
        )
        desk.open_sheet(desk.documents / SHEET)
        desk.open("thunar", str(folder))
        person = desk.person
        person.place(SHEET, 0, 24, 640, 420)
        person.place(FILES, 645, 24, 630, 300)
        person.go_to(FILES)
        person.press("ctrl+2")  # as a list
        person.see(FILES, "table cell", "note-1.txt")
        person.cell(SHEET, 1, 0)

    def demonstrate(self, desk: Desk, index: int) -> None:
        self.begin(desk, index)
        person = desk.person
        person.type(NOTES[index][1])
        person.press("Tab")
        person.type(NOTES[index][2].replace(",", ""))
        person.press("Return", "ctrl+s")
        person.wait("the saved sheet", lambda: not self.problems(desk, index))

    def begin(self, desk: Desk, index: int) -> None:
        person = desk.person
        file = f"note-{index + 1}.txt"
        person.click(FILES, "table cell", file, count=2)
        person.place(file, 645, 380, 630, 400)
        person.see(file, "text", holds=NOTES[index][0])
        person.click_cell(SHEET, index + 1, 0)
        person.type(NOTES[index][0])
        person.press("Tab")

    def distract(self, desk: Desk, index: int) -> None:
        person = desk.person
        if index % 2 == 0:
            person.click_cell(SHEET, 0, 1)
            person.press("Down", "Right")
        else:
            person.point(FILES)
            person.click(FILES, "table cell", "note-4.txt")

    def problems(self, desk: Desk, index: int) -> list[str]:
        try:
            text = read_text(desk.documents / SHEET) or ""
        except zipfile.BadZipFile:
            return ["the sheet is being written"]
        wanted = [word for note in NOTES[: index + 1] for word in (note[0], note[1], note[2].replace(",", ""))]
        missing = [word for word in wanted if word not in text]
        more = [note[1] for note in NOTES[index + 1 :] if note[1] in text]
        return [f"the sheet lacks {word}" for word in missing] + [f"the sheet has {word} already" for word in more]

    def problems_undone(self, desk: Desk, index: int) -> list[str]:
        return self.problems(desk, index - 1)
