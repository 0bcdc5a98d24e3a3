"""Which window is in front, at which address, and whether anything of a window may be kept."""

from collections.abc import Callable
from dataclasses import dataclass

from deskhand.core.element import PRIVATE_ADDRESS, Window, says_private
from deskhand.core.errors import PlatformError
from deskhand.observe.exclusion import Exclusion


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happens: the program, its window's title, and the address in it ("" for none)."""

    app: str = ""
    window: str = ""
    url: str = ""


class Front:
    """`read_url` asks a window for its address; it may fail with `PlatformError`.

    A browser that was at an address and does not tell one now counts as excluded while any site is: better a gap.
    """

    def __init__(self, read_url: Callable[[Window], str | None], exclusion: Exclusion) -> None:
        self._read_url = read_url
        self._exclusion = exclusion
        self._urls: dict[int, str] = {}
        self._silent: set[int] = set()
        self._private: set[int] = set()
        self._asked: set[int] = set()
        self._hidden_titles: dict[int, str] = {}
        self.stale = False
        """whether the address in the window in front must be asked for before anything is recorded"""
        self.window: Window | None = None
        self.url = ""

    @property
    def place(self) -> Place:
        return self.place_of(self.window) if self.window is not None else Place()

    def place_of(self, window: Window) -> Place:
        """Where things in a window happen; without its title while that is still the one of an excluded page."""
        if self._is_private(window):
            return Place(window.app, "", PRIVATE_ADDRESS)
        hidden = self._hidden_titles.get(window.id) == window.title
        return Place(window.app, "" if hidden else window.title, self.last_url(window))

    @property
    def excluded(self) -> bool:
        """Whether nothing of the window in front may be kept."""
        return self.window is not None and self._covers(self.window, self.url)

    @property
    def silent(self) -> bool:
        """Whether the window in front should tell its address, which decides what may be kept, and did not."""
        return self.guards_sites and self.window is not None and self.window.id in self._silent

    @property
    def guards_sites(self) -> bool:
        """Whether addresses decide what may be kept, so that they are worth asking for again."""
        return bool(self._exclusion.sites)

    def is_front(self, window: Window | None) -> bool:
        return window is not None and self.window is not None and self.window.id == window.id

    def activate(self, window: Window | None) -> None:
        """Another window came to the front."""
        self.follow(window)
        self.renew()

    def follow(self, window: Window | None) -> None:
        """Another window came to the front, or changed its title; its address is asked for later, by `renew`."""
        if window is None or not self.is_front(window):
            self.url = self._urls.get(window.id, "") if window is not None else ""
        self.window, self.stale = window, True

    def retitle(self, window: Window) -> None:
        """The window in front has another title, and with it perhaps another page."""
        self.window = window
        if self.url or self.guards_sites:
            self.renew()
        self._note_title(window)

    def _note_title(self, window: Window) -> None:
        """A page may be gone before its title is."""
        if self._covers(window, self.last_url(window)):
            self._hidden_titles[window.id] = window.title

    def renew(self) -> None:
        """Ask the window in front for its address again."""
        self.stale = False
        if self.window is not None:
            self.url = self.ask(self.window) or ("" if self.window.id not in self._silent else self.url)
            self._note_title(self.window)

    def ask(self, window: Window) -> str:
        """The address in a window now; "" for none. A program of which nothing is kept is not asked."""
        if self._exclusion.covers(window.app, "") or self._is_private(window):
            return ""
        self._asked.add(window.id)
        try:
            url = self._read_url(window) or ""
        except PlatformError:
            url = ""
        if url == PRIVATE_ADDRESS:
            self._private.add(window.id)
            return ""
        if url:
            self.tell(window, url)
        elif window.id in self._urls:
            self._silent.add(window.id)
        return url

    def tell(self, window: Window, url: str) -> None:
        """A window is at an address."""
        self._urls[window.id] = url
        self._silent.discard(window.id)
        if self.is_front(window):
            self.url, self.stale = url, False
        self._note_title(window)

    def url_of(self, window: Window) -> str:
        """The address in a window, asked for where it decides whether the window may be read."""
        if self.guards_sites or window.id not in self._asked:
            self.ask(window)
        return self.last_url(window)

    def last_url(self, window: Window) -> str:
        """The address in a window as last told."""
        return self.url if self.is_front(window) else self._urls.get(window.id, "")

    def allows(self, window: Window) -> bool:
        """Whether a window may be read now, at the address it tells now."""
        return not self._covers(window, self.url_of(window))

    def allows_place(self, place: Place) -> bool:
        """Whether what happened at a place may be kept."""
        return not self._exclusion.covers(place.app, place.url)

    def _covers(self, window: Window, url: str) -> bool:
        if self._is_private(window):
            return True
        return self._exclusion.covers(window.app, url) or (self.guards_sites and window.id in self._silent)

    def _is_private(self, window: Window) -> bool:
        """Whether the browser keeps nothing of a window, so that neither does Deskhand."""
        return window.id in self._private or says_private(window.title)
