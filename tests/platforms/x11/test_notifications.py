"""A notice is shown by the desktop's service, and its buttons answer."""

import subprocess
import time
from collections.abc import Callable

import pytest

from deskhand.core.geometry import Point
from deskhand.platforms.x11.bus import ROOT, Bus, Call, applications
from deskhand.platforms.x11.describe import ask_boxes, ask_children, ask_facts
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.notifications import SERVICE, DesktopNotifier
from deskhand.platforms.x11.wire import Reader, pack_string

pytestmark = pytest.mark.desktop
DAEMON = "/usr/lib/notification-daemon/notification-daemon"


def find_button(bus: Bus, label: str) -> Point | None:
    """The middle of the button of a label, in whatever program; None while there is none."""
    todo = [child for name in applications(bus) for child in ask_children(bus, [(name, ROOT)])[0]]
    while todo:
        facts = ask_facts(bus, todo)
        for each in facts:
            box = ask_boxes(bus, [each.reference])[0]
            if each.name == label and each.role == "button" and box is not None and not box.empty:
                return box.center
        todo = [child for children in ask_children(bus, [each.reference for each in facts]) for child in children]
    return None


def press(desktop: PrivateDesktop, label: str) -> None:
    """A person finds a button and clicks it."""
    bus, end = Bus.accessibility(desktop.env), time.monotonic() + 20
    while (place := find_button(bus, label)) is None:
        assert time.monotonic() < end, f"no button {label!r} was shown"
        time.sleep(0.1)
    bus.close()
    subprocess.run(["xdotool", "mousemove", str(place.x), str(place.y)], env=desktop.env, check=True)
    time.sleep(0.3)
    subprocess.run(["xdotool", "click", "1"], env=desktop.env, check=True)


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def has_owner(bus: Bus, name: str) -> bool:
    """Whether a program serves a name; a service that would be started for it does not count."""
    answer = bus.ask(Call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", "s", pack_string(name)))
    return answer is not None and Reader(answer).unsigned() != 0


def test_the_button_that_is_pressed_answers_once() -> None:
    with PrivateDesktop() as desktop:
        desktop.spawn([DAEMON])
        session = Bus.session(desktop.env)
        wait_for(lambda: has_owner(session, SERVICE[0]))
        session.close()
        notifier = DesktopNotifier(desktop.env)
        answers: list[str] = []
        assert notifier.notify("Done <b>", "2 of 2 & more", {"keep": "Keep", "undo": "Undo"}, answers.append)
        press(desktop, "Undo")
        wait_for(lambda: answers == ["undo"])
        notifier.close()


def test_where_there_is_no_session_bus_nothing_is_shown() -> None:
    notifier = DesktopNotifier({})
    assert not notifier.notify("Done", "", {"keep": "Keep"}, lambda key: None)
    notifier.close()
