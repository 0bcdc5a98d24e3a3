"""Which input method takes part in what is typed (ibus, fcitx): with one that composes, keys are not the text."""

from collections.abc import Mapping

from Xlib import X, display

PLAIN = frozenset({"", "none", "simple", "xim", "gtk-im-context-simple", "compose"})
"""What the variables say where keys are taken as they are."""


def find_input_method(environ: Mapping[str, str], connection: display.Display) -> str:
    """The name of the input method that programs of this desktop are told to use or that is running, "" for none."""
    told = [environ.get(name, "") for name in ("GTK_IM_MODULE", "QT_IM_MODULE", "XMODIFIERS")]
    named = [value.removeprefix("@im=") for value in told]
    return next((name for name in [*named, *running(connection)] if name.lower() not in PLAIN), "")


def running(connection: display.Display) -> list[str]:
    """The input method servers that have an owner, as X11's input method protocol announces them."""
    found = connection.screen().root.get_full_property(connection.intern_atom("XIM_SERVERS"), X.AnyPropertyType)
    atoms = [int(atom) for atom in found.value] if found is not None else []
    owned = [atom for atom in atoms if connection.get_selection_owner(atom) != X.NONE]
    return [connection.get_atom_name(atom).removeprefix("@server=") for atom in owned]
