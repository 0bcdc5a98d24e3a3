"""Programs and sites of which nothing at all is kept."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

PASSWORD_MANAGERS = frozenset(
    {"keepassxc", "keepass2", "keepassx", "bitwarden", "1password", "seahorse", "lastpass", "enpass", "gcr-prompter",
     "pinentry", "pinentry-gtk-2", "polkit-gnome-authentication-agent-1", "kwalletmanager5", "kwalletd5"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Exclusion:
    """`apps` are program names as windows tell them, in lower case; `sites` are hosts, their subdomains included."""

    apps: frozenset[str] = PASSWORD_MANAGERS
    sites: frozenset[str] = field(default=frozenset())

    @classmethod
    def adding(cls, apps: Iterable[str], sites: Iterable[str]) -> "Exclusion":
        """The usual exclusions and the person's own."""
        return cls(PASSWORD_MANAGERS | {app.lower() for app in apps}, frozenset(site.lower() for site in sites))

    def covers(self, app: str, url: str) -> bool:
        """Whether nothing of this program or page may be kept."""
        if app.lower() in self.apps:
            return True
        host = (urlsplit(url).hostname or "").lower() if url and self.sites else ""
        return any(host == site or host.endswith("." + site) for site in self.sites)
