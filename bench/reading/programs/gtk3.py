"""A native window with some 3,000 accessible objects, all on the screen: `/usr/bin/python3 gtk3.py ROWS COLUMNS`.

A line on the standard input changes it: "text", "insert", "sort".
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

STYLE = b"* { font-size: 6px; padding: 0; margin: 0; min-height: 8px; min-width: 8px; border-width: 0; }"


def make_widget(number: int) -> Gtk.Widget:
    """One of the usual widgets, in turn."""
    kind = number % 5
    if kind == 0:
        return Gtk.Button(label=f"b{number}")
    if kind == 1:
        return Gtk.Label(label=f"Label {number}")
    if kind == 2:
        return Gtk.CheckButton(label=f"c{number}")
    if kind == 3:
        return Gtk.Entry(text=f"e{number}", width_chars=4, max_width_chars=4)
    return Gtk.ToggleButton(label=f"t{number}", active=number % 2 == 0)


class Board:
    """The window and what can be changed in it."""

    def __init__(self, rows: int, columns: int) -> None:
        provider = Gtk.CssProvider()
        provider.load_from_data(STYLE)
        window = Gtk.Window(title="Native board")
        Gtk.StyleContext.add_provider_for_screen(window.get_screen(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
        self.box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.rows = []
        for row in range(rows):
            line = Gtk.Box()
            self.rows.append(line)
            self.box.add(line)
            for column in range(columns):
                line.add(make_widget(row * columns + column))
        window.add(self.box)
        window.connect("destroy", Gtk.main_quit)
        window.show_all()
        GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, self.obey)

    def obey(self, *_: object) -> bool:
        """Change as told; say so when it is done."""
        order = sys.stdin.readline().strip()
        if not order:
            return False
        first = self.rows[0]
        if order == "text":
            first.get_children()[1].set_text("Changed label")
            first.get_children()[3].set_text("changed entry")
        elif order == "insert":
            added = Gtk.Button(label="Inserted")
            first.add(added)
            first.reorder_child(added, 0)
            added.show()
        elif order == "sort":
            for place, line in enumerate(reversed(self.rows)):
                self.box.reorder_child(line, place)
        print(order, flush=True)
        return True


if __name__ == "__main__":
    board = Board(int(sys.argv[1]), int(sys.argv[2]))
    Gtk.main()
