"""Opening programs, files and URLs: detached processes that outlive us."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from deskhand.contracts.platform import Launcher
from deskhand.core.errors import BadInput
from deskhand.core.run import Receipt, Route

BROWSERS = ("xdg-open", "x-www-browser", "chromium", "firefox-esr", "firefox", "google-chrome")


class X11Launcher(Launcher):
    """Fulfils `contracts.platform.Launcher`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = dict(environ)

    def open_app(self, name: str, arguments: tuple[str, ...] = ()) -> Receipt:
        program = shutil.which(name, path=self._environ.get("PATH"))
        if program is None:
            raise BadInput(f"there is no program {name!r} on this machine")
        return self._spawn([program, *arguments])

    def open_url(self, url: str) -> Receipt:
        if urlsplit(url).scheme not in ("http", "https", "file"):
            raise BadInput(f"{url!r} is no http, https or file address")
        for browser in BROWSERS:
            program = shutil.which(browser, path=self._environ.get("PATH"))
            if program is not None:
                return self._spawn([program, url])
        raise BadInput("there is no browser on this machine")

    def _spawn(self, command: Sequence[str]) -> Receipt:
        subprocess.Popen(
            command, env=self._environ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        return Receipt(Route.LAUNCHER, True, f"started {' '.join(command)}")
