"""A browser's private window is told from ordinary ones, also in the same place; where it cannot be, both count as private."""

from contextlib import closing

import pytest

from deskhand.core.element import PRIVATE_ADDRESS, Window
from deskhand.demo.desk import Desk
from deskhand.platforms.x11.bus import Bus
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.tree import AtspiTree, is_called
from deskhand.platforms.x11.windows import X11Windows


@pytest.mark.parametrize(
    ("name", "title", "called"),
    [
        ("Shop - Chromium", "Shop - Chromium", True),
        ("Shop - Chromium (Incognito)", "Shop - Chromium", True),
        ("Shop - Chromium (Incognito)", "News - Chromium", False),
        ("Shop - Chromium", "Shop", False),
    ],
)
def test_an_object_is_called_like_its_window_or_private_besides(name: str, title: str, called: bool) -> None:
    assert is_called(name, title) is called


@pytest.mark.desktop
def test_a_private_window_over_an_ordinary_one_tells_no_address_even_with_the_same_page() -> None:
    with PrivateDesktop() as desktop, closing(Desk(desktop)) as desk, closing(open_display(desktop.env)) as display:
        windows = X11Windows(display)
        addresses = {}
        for title in ("Shop", "News"):
            page = desktop.home / f"{title}.html"
            page.write_text(f"<title>{title}</title><p>hello")
            addresses[title] = f"file://{page}"

        def newest(title: str, count: int) -> Window | None:
            found = [window for window in windows.list() if window.title == title]
            return max(found, key=lambda each: each.id) if len(found) == count else None

        with closing(AtspiTree(Bus.accessibility(desktop.env), windows.front)) as tree:

            def tells(title: str, count: int, told: str) -> bool:
                window = newest(title, count)
                return window is not None and tree.url(window) == told

            desk.open_browser(addresses["Shop"])
            assert desk.person.wait("the ordinary one", lambda: tells("Shop", 1, addresses["Shop"]))
            desk.open_browser(addresses["News"], "--incognito")
            assert desk.person.wait("the private one", lambda: tells("News", 1, PRIVATE_ADDRESS))
            assert tells("Shop", 1, addresses["Shop"])
            desk.open_browser(addresses["Shop"], "--incognito")
            assert desk.person.wait("the private one with that page", lambda: tells("Shop", 2, PRIVATE_ADDRESS))
