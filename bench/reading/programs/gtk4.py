"""A window of GTK 4 with some hundred accessible objects: `/usr/bin/python3 gtk4.py ROWS COLUMNS`."""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def make_widget(number: int) -> Gtk.Widget:
    """One of the usual widgets, in turn."""
    kind = number % 4
    if kind == 0:
        return Gtk.Button(label=f"b{number}")
    if kind == 1:
        return Gtk.Label(label=f"Label {number}")
    if kind == 2:
        return Gtk.CheckButton(label=f"c{number}")
    return Gtk.ToggleButton(label=f"t{number}")


def show(app: Gtk.Application) -> None:
    """The one window."""
    grid = Gtk.Grid()
    rows, columns = int(sys.argv[1]), int(sys.argv[2])
    for number in range(rows * columns):
        grid.attach(make_widget(number), number % columns, number // columns, 1, 1)
    window = Gtk.ApplicationWindow(application=app, title="Newer board")
    window.set_child(grid)
    window.present()


if __name__ == "__main__":
    application = Gtk.Application(application_id="org.example.Board")
    application.connect("activate", show)
    application.run([])
