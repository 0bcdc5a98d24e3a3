"""Programs of small cells that write down which cell was hit: `targets.py gtk|qt LOG`, for the system's Python."""

import sys

ROWS, COLUMNS, SIZE = 12, 16, 22


def note(name: str) -> None:
    with open(sys.argv[2], "a") as log:  # noqa: PTH123
        log.write(name + "\n")


def run_gtk() -> None:
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    style = Gtk.CssProvider()
    style.load_from_data(
        b"button { padding: 0; margin: 0; border-width: 1px; min-width: 0; min-height: 0; font-size: 6px }"
    )
    window, grid = Gtk.Window(title="Cells of gtk"), Gtk.Grid()
    for row in range(ROWS):
        for column in range(COLUMNS):
            name = f"c{row}x{column}"
            button = Gtk.Button(label=name)
            button.set_size_request(SIZE, SIZE)
            button.get_style_context().add_provider(style, 800)
            button.connect("clicked", lambda _, name=name: note(name))
            grid.attach(button, column, row, 1, 1)
    window.add(grid)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


def run_qt() -> None:
    from PyQt5.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

    app = QApplication(sys.argv[:1])
    window = QWidget()
    window.setWindowTitle("Cells of qt")
    grid = QGridLayout(window)
    grid.setSpacing(0)
    for row in range(ROWS):
        for column in range(COLUMNS):
            name = f"c{row}x{column}"
            button = QPushButton(name)
            button.setFixedSize(SIZE, SIZE)
            button.setStyleSheet("font-size: 6px; padding: 0; border: 1px solid gray")
            button.clicked.connect(lambda _, name=name: note(name))
            grid.addWidget(button, row, column)
    window.show()
    app.exec()


def page(rows: int = ROWS, columns: int = COLUMNS, size: int = SIZE) -> str:
    """The same as a page; a server is told of hits by the title, which is the last ten names."""
    style = f"body{{margin:0}} button{{width:{size}px;height:{size}px;padding:0;margin:0;border:1px solid gray;font-size:6px}}"
    cells = "".join(
        "<div style='display:flex'>"
        + "".join(f"<button>c{row}x{column}</button>" for column in range(columns))
        + "</div>"
        for row in range(rows)
    )
    script = "let n=0; addEventListener('click', e => document.title = 'Cells of page ' + (++n) + ' ' + e.target.textContent)"
    return f"<!doctype html><title>Cells of page 0 none</title><style>{style}</style>{cells}<script>{script}</script>"


if __name__ == "__main__":
    {"gtk": run_gtk, "qt": run_qt}[sys.argv[1]]()
