"""An input method that takes part in typing is found."""

import pytest
from Xlib import X

from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.input_method import find_input_method


@pytest.mark.desktop
def test_an_input_method_is_found_by_what_programs_are_told_and_by_what_runs() -> None:
    with PrivateDesktop() as desktop:
        connection = open_display(desktop.env)
        assert find_input_method({"XMODIFIERS": "@im=none", "GTK_IM_MODULE": "xim"}, connection) == ""
        assert find_input_method({"XMODIFIERS": "@im=fcitx"}, connection) == "fcitx"
        atom = connection.intern_atom("@server=ibus")
        root = connection.screen().root
        root.change_property(connection.intern_atom("XIM_SERVERS"), connection.intern_atom("ATOM"), 32, [atom])
        assert find_input_method({}, connection) == ""
        window = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        window.set_selection_owner(atom, X.CurrentTime)
        assert find_input_method({}, connection) == "ibus"
        close_display(connection)
