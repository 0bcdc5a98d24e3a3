"""The routines of the demo by name."""

from deskhand.core.errors import BadInput
from deskhand.demo.routine import LyingRoutine, Routine
from deskhand.demo.routines.note_to_sheet import NoteToSheet
from deskhand.demo.routines.page_to_file import PageToFile
from deskhand.demo.routines.sheet_to_form import SheetToForm

ROUTINES: tuple[type[Routine], ...] = (SheetToForm, NoteToSheet, PageToFile)
LYING: type[LyingRoutine] = SheetToForm


def build_routine(name: str) -> Routine:
    """A routine by its name; `BadInput` lists the names."""
    for routine in ROUTINES:
        if routine.name == name:
            return routine()
    raise BadInput(f"there is no routine {name!r}; there are {', '.join(routine.name for routine in ROUTINES)}")
