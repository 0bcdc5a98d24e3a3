"""The walk that a normal engineer writes with PyGObject: `/usr/bin/python3 rival.py PID TITLE TOOLKIT`.

Role, name, states, extents and action names of every object that shows; what does not show is not descended into.
Prints one JSON object: seconds and the nodes. Imports nothing of the project, for it runs on the system's Python.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

MANY_CHILDREN = 2000


def look(node: Atspi.Accessible, shown: Atspi.StateType, found: list[object]) -> None:
    """Note one object and what is in it."""
    states = node.get_state_set()
    if not states.contains(shown):
        return
    box = node.get_component_iface() and node.get_extents(Atspi.CoordType.SCREEN)
    action = node.get_action_iface()
    actions = [action.get_action_name(place) for place in range(action.get_n_actions())] if action else []
    found.append(
        (
            node.get_role(),
            node.get_name(),
            sorted(int(state) for state in states.get_states()),
            (box.x, box.y, box.width, box.height) if box else None,
            actions,
        )
    )
    count = node.get_child_count()
    if count > MANY_CHILDREN and node.get_table_iface():
        look_at_cells(node, shown, found)
        return
    for place in range(count):
        child = node.get_child_at_index(place)
        if child is not None:
            look_safely(child, shown, found)


def look_safely(node: Atspi.Accessible, shown: Atspi.StateType, found: list[object]) -> None:
    """An object that dies meanwhile is left out."""
    try:
        look(node, shown, found)
    except GLib.Error:
        pass


def look_at_cells(table: Atspi.Accessible, shown: Atspi.StateType, found: list[object]) -> None:
    """The cells on the screen, between those in the corners."""
    box = table.get_extents(Atspi.CoordType.SCREEN)
    corners = []
    for x, y in ((box.x + 3, box.y + 3), (box.x + box.width - 3, box.y + box.height - 3)):
        cell = table.get_accessible_at_point(x, y, Atspi.CoordType.SCREEN)
        index = cell.get_index_in_parent()
        corners.append((table.get_row_at_index(index), table.get_column_at_index(index)))
    (top, left), (bottom, right) = corners
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            look_safely(table.get_accessible_at(row, column), shown, found)


def main() -> None:
    pid, title, gtk4 = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "GTK"
    start = time.monotonic()
    desktop = Atspi.get_desktop(0)
    programs = [desktop.get_child_at_index(place) for place in range(desktop.get_child_count())]
    program = next(each for each in programs if each is not None and each.get_process_id() == pid)
    tops = [program.get_child_at_index(place) for place in range(program.get_child_count())]
    top = next((each for each in tops if each.get_name() == title), tops[0])
    found: list[object] = []
    look(top, Atspi.StateType.VISIBLE if gtk4 else Atspi.StateType.SHOWING, found)
    json.dump({"seconds": time.monotonic() - start, "nodes": found}, sys.stdout)


if __name__ == "__main__":
    main()
