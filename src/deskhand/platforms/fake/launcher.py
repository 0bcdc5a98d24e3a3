"""Opening programs and pages of a scripted world."""

from urllib.parse import urlsplit

from deskhand.contracts.platform import Launcher
from deskhand.core.errors import BadInput
from deskhand.core.run import Receipt, Route
from deskhand.platforms.fake.world import FakeWorld


class FakeLauncher(Launcher):
    """Fulfils `contracts.platform.Launcher`."""

    def __init__(self, world: FakeWorld) -> None:
        self._world = world

    def open_app(self, name: str, arguments: tuple[str, ...] = ()) -> Receipt:
        effect = self._world.programs.get(name)
        if effect is None:
            raise BadInput(f"there is no program {name!r} on this machine")
        return self._open(" ".join((name, *arguments)), name)

    def open_url(self, url: str) -> Receipt:
        if urlsplit(url).scheme not in ("http", "https", "file"):
            raise BadInput(f"{url!r} is no http, https or file address")
        return self._open(url, url)

    def _open(self, what: str, key: str) -> Receipt:
        self._world.received("open", "", what)
        effect = self._world.programs.get(key)
        if effect is not None:
            effect(self._world)
        return Receipt(Route.LAUNCHER, True, f"started {what}")
