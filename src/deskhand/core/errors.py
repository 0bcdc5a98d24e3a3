"""The error tree. Expected failures are values (Deny, Verdict, Reason); these are broken promises.

DeskhandError                     anything we raise on purpose; its text is one sentence for a person
├── BadInput                      the request names something that does not exist or makes no sense (exit 2)
├── Refused                       policy or the person said no (exit 3)
├── Stopped                       the person took over, pressed Esc, or slammed the corner (exit 130)
├── PlatformError                 the desktop did not do what its contract promises
│   ├── NoDisplay                 there is no display to work on
│   ├── AccessibilityOff          the display has no accessibility bus, or it is switched off
│   ├── MissingCapability         this platform declared that it cannot do this
│   ├── AppGone                   the program behind an element ended or stopped answering
│   └── StaleElement              the element is no longer the one that was read
└── StoreError                    the data file could not be used
    ├── StoreLocked               another process holds it
    ├── StoreExposed              others could read, change or replace it
    ├── StoreReadOnly             it, or its folder, cannot be written
    ├── StoreDamaged              it is not a database, or fails its check
    ├── StoreForeign              it is a database of another program
    ├── StoreNewer                a newer version of Deskhand wrote it
    └── StoreFull                 the disk has no room
"""


class DeskhandError(Exception):
    """Base of everything raised on purpose. `str(error)` is one sentence that names the thing and the mend."""

    exit_status = 1


class BadInput(DeskhandError):
    """The request cannot be carried out as given."""

    exit_status = 2


class Refused(DeskhandError):
    """Policy or the person said no."""

    exit_status = 3


class Stopped(DeskhandError):
    """The person stopped the run; `str` says how."""

    exit_status = 130


class PlatformError(DeskhandError):
    """The desktop did not do what its contract promises."""


class NoDisplay(PlatformError):
    """There is no display to work on."""

    exit_status = 2


class AccessibilityOff(PlatformError):
    """The display has no accessibility bus, or it is switched off."""

    exit_status = 2


class MissingCapability(PlatformError):
    """This platform declared that it cannot do this."""

    exit_status = 2


class AppGone(PlatformError):
    """The program behind an element ended or stopped answering."""


class StaleElement(PlatformError):
    """The element is no longer the one that was read."""


class StoreError(DeskhandError):
    """The data file could not be used."""

    exit_status = 2


class StoreLocked(StoreError):
    """Another process holds the data file."""


class StoreExposed(StoreError):
    """Other users could read, change or replace the data file."""


class StoreReadOnly(StoreError):
    """The data file or its folder cannot be written."""


class StoreDamaged(StoreError):
    """The data file is not a database, or fails its check."""


class StoreForeign(StoreError):
    """The data file is a database of another program."""


class StoreNewer(StoreError):
    """A newer version of Deskhand wrote the data file."""


class StoreFull(StoreError):
    """The disk has no room."""
