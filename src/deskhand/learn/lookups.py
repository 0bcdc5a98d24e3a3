"""Records in tables and in the lines of texts: which row or line was meant, every time."""

from collections.abc import Iterator, Sequence

from deskhand.learn.evidence import Known, TableKey


def rows_saying(wanted: Sequence[str], table: TableKey, known: Sequence[Known]) -> Iterator[tuple[int, list[int]]]:
    """(column, the row of every occurrence) where exactly one cell of a column says the wanted text, every time."""
    for column in sorted({column for _, column in known[-1].cells[table]}):
        rows = []
        for text, each in zip(wanted, known, strict=True):
            said = each.cells[table].items()
            rows.append([row for (row, at), reading in said if at == column and reading.text.strip() == text])
        if all(len(found) == 1 for found in rows):
            yield column, [found[0] for found in rows]


def lines_having(wanted: Sequence[str], texts: Sequence[str]) -> list[int] | None:
    """The number of the one line that has the wanted text, in every occurrence; None where it is not one every time."""
    numbers = []
    for want, text in zip(wanted, texts, strict=True):
        found = [number for number, line in enumerate(text.splitlines()) if want and want in line]
        if len(found) != 1:
            return None
        numbers.append(found[0])
    return numbers
