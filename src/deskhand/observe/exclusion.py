"""Programs and sites of which nothing at all is kept."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from deskhand.core.address import split_address
from deskhand.core.element import PRIVATE_ADDRESS

PASSWORD_MANAGERS = frozenset(
    {"keepassxc", "org.keepassxc.keepassxc", "keepass2", "keepassx", "bitwarden", "com.bitwarden.desktop", "1password",
     "seahorse", "org.gnome.seahorse.application", "secrets", "org.gnome.world.secrets", "gnome-passwordsafe", "lastpass",
     "enpass", "dashlane", "proton pass", "protonpass", "buttercup", "qtpass", "pass-gui", "gcr-prompter", "gcr-viewer",
     "pinentry", "pinentry-gtk-2", "pinentry-gtk", "pinentry-gnome3", "pinentry-qt", "pinentry-qt5", "ssh-askpass",
     "ksshaskpass", "polkit-gnome-authentication-agent-1", "lxpolkit", "xfce-polkit", "polkit-kde-authentication-agent-1",
     "polkit-mate-authentication-agent-1", "kwalletmanager", "kwalletmanager5", "kwalletd5", "kwalletd6"}
)  # fmt: skip
LOCK_SCREENS = frozenset(
    {"i3lock", "slock", "xsecurelock", "xlock", "xtrlock", "xscreensaver", "light-locker", "gnome-screensaver",
     "gnome-screensaver-dialog", "mate-screensaver", "mate-screensaver-dialog", "xfce4-screensaver",
     "xfce4-screensaver-dialog", "cinnamon-screensaver", "kscreenlocker_greet", "lightdm-gtk-greeter"}
)  # fmt: skip
NEVER = PASSWORD_MANAGERS | LOCK_SCREENS


@dataclass(frozen=True, slots=True)
class Exclusion:
    """`apps` are program names as windows tell them, in lower case; `sites` are hosts, their subdomains included."""

    apps: frozenset[str] = NEVER
    sites: frozenset[str] = field(default=frozenset())

    @classmethod
    def adding(cls, apps: Iterable[str], sites: Iterable[str]) -> "Exclusion":
        """The usual exclusions and the person's own."""
        return cls(NEVER | {app.lower() for app in apps}, frozenset(site.lower() for site in sites))

    def covers(self, app: str, url: str) -> bool:
        """Whether nothing of this program or page may be kept."""
        if app.lower() in self.apps or url == PRIVATE_ADDRESS:
            return True
        host = split_address(url).host if self.sites else ""
        return any(host == site or host.endswith("." + site) for site in self.sites)
