"""What is promised of windows and pixels."""

from functools import partial

from deskhand.contracts.platform import Capability
from deskhand.core.element import Window
from deskhand.core.errors import AppGone
from deskhand.core.geometry import Box, Point
from deskhand.platforms.conformance.suite import OTHER, SPARE, TITLE, Hand, expect, promise


@promise("windows have a place, a program and a process, and the one in front is one of them")
def windows_are_listed(hand: Hand) -> None:
    hand.to_front()
    listed = hand.platform.windows.list()
    expect(len({window.id for window in listed}) == len(listed), "two windows have the same id")
    for window in (hand.window(TITLE), hand.window(OTHER)):
        expect(bool(window.app) and window.app == window.app.lower(), f"the program's name is {window.app!r}")
        expect(not window.box.empty and window.pid > 0, f"the window is {window}")
    front = hand.platform.windows.front()
    expect(front is not None and front.id == hand.window().id, f"{front} is in front")


@promise("a window that was activated comes to the front and is hit there")
def windows_come_to_front(hand: Hand) -> None:
    for title in (OTHER, TITLE):
        wanted = hand.window(title)
        expect(hand.platform.windows.activate(wanted).dispatched, "it could not be asked for")
        hand.until(f"{wanted.title!r} in front", partial(hand.front_is, wanted))
        hit = hand.platform.windows.at(wanted.box.center)
        expect(hit is not None and hit.id == wanted.id, f"at its middle is {hit}")
        highest = [w.id for w in hand.platform.windows.list() if TITLE in w.title or OTHER in w.title][-1]
        expect(highest == wanted.id, f"{title!r} is in front, and not the last in the list")


@promise("no window is found outside the screen")
def nothing_is_outside(hand: Hand) -> None:
    hit = hand.platform.windows.at(Point(-50, -50))
    expect(hit is None, f"outside the screen is {hit}")


@promise("a window that was closed is no longer listed, and tells nothing of itself")
def windows_are_closed(hand: Hand) -> None:
    hand.stage.open_spare()
    hand.until("the spare window", lambda: is_listed(hand, SPARE))
    spare = hand.window(SPARE)
    expect(hand.platform.windows.close(spare).dispatched, "it could not be asked for")
    hand.until("its end", lambda: not is_listed(hand, SPARE))
    expect(not hand.front_is(spare), "it is still in front")
    expect(not tells(hand, spare), "its elements are still told")


@promise("a screen that is locked is told", Capability.WINDOWS)
def locks_are_told(hand: Hand) -> None:
    hand.to_front()
    expect(not hand.platform.windows.locked(), "it is told though it is open")
    with hand.stage.lock_screen():
        hand.until("the lock", hand.platform.windows.locked)
    hand.until("the end of the lock", lambda: not hand.platform.windows.locked())


def is_listed(hand: Hand, title: str) -> bool:
    """Whether a window whose title holds `title` is there."""
    return any(title in window.title for window in hand.platform.windows.list())


def tells(hand: Hand, window: Window) -> bool:
    """Whether elements of a window that is gone are still read: of a frame with its title."""
    try:
        nodes = hand.platform.tree.read(window)
    except AppGone:
        return False
    return any(node.name == window.title for node in nodes)


@promise("a picture has three bytes a pixel of the region, cut to the screen", Capability.CAPTURE)
def pictures_are_whole(hand: Hand) -> None:
    screen = hand.platform.capture.size()
    expect(not screen.empty, "the screen has no size")
    for region in (None, Box(5, 7, 30, 20), Box(screen.width - 10, screen.height - 4, 100, 100), Box(-5, -5, 20, 20)):
        picture = hand.platform.capture.grab(region)
        wanted = screen if region is None else region.intersection(screen)
        expect(picture.box == wanted, f"of {region} came {picture.box}")
        expect(len(picture.rgb) == 3 * wanted.width * wanted.height, f"{len(picture.rgb)} bytes for {wanted}")
    expect(hand.platform.capture.grab(Box(-90, -90, 20, 20)).rgb == b"", "outside the screen are pixels")


@promise("a picture shows what is on the screen, each pixel at its place", Capability.CAPTURE)
def pictures_are_true(hand: Hand) -> None:
    hand.to_front()
    box = hand.window().box
    whole, part = hand.platform.capture.grab(), hand.platform.capture.grab(box)
    expect(len(set(whole.rgb[::997])) > 1, "the picture is empty")
    width = whole.box.width
    for row in (0, part.box.height // 2, part.box.height - 1):
        start = 3 * ((part.box.y + row) * width + part.box.x)
        wanted = whole.rgb[start : start + 3 * part.box.width]
        found = part.rgb[3 * row * part.box.width : 3 * (row + 1) * part.box.width]
        expect(found == wanted, f"row {row} of the window is not what the whole screen shows there")


CHECKS = (
    windows_are_listed, windows_come_to_front, nothing_is_outside, windows_are_closed, locks_are_told, pictures_are_whole,
    pictures_are_true,
)  # fmt: skip
