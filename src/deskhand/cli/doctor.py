"""`deskhand doctor`: what this machine can and cannot do, and the exact mend."""

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

import click
from rich.console import Console
from rich.table import Table

from deskhand.config import load_settings
from deskhand.core.errors import DeskhandError
from deskhand.platforms.conformance import Result
from deskhand.platforms.x11.connection import close_display, open_display
from deskhand.platforms.x11.desktop import missing_packages
from deskhand.platforms.x11.input_method import find_input_method
from deskhand.platforms.x11.platform import X11Platform
from deskhand.store.database import Database
from deskhand.wiring import check_contracts


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at; `mend` is what to do when it is not `good`."""

    name: str
    good: bool
    detail: str
    mend: str = ""


def look(name: str, probe: Callable[[], str], mend: str) -> Finding:
    """The finding of a probe that answers with a detail or raises."""
    try:
        return Finding(name, True, probe())
    except (DeskhandError, OSError) as error:
        return Finding(name, False, str(error), mend)


def read_display(environ: Mapping[str, str]) -> str:
    """Open the desktop and count what it shows; raises when there is none, or none that can be read."""
    platform = X11Platform.open(environ)
    try:
        windows = platform.windows.list()
        lacking = "" if len(platform.capabilities) else " (nothing declared)"
        return f"{len(windows)} windows, {len(platform.capabilities)} capabilities{lacking}"
    finally:
        platform.close()


def read_input_method(environ: Mapping[str, str]) -> str:
    """That no input method takes part in typing; raises naming the one that does."""
    connection = open_display(environ)
    try:
        name = find_input_method(environ, connection)
    finally:
        close_display(connection)
    if name:
        raise OSError(f"{name} takes part in what is typed")
    return "none"


def read_store() -> str:
    """Open the data file as `watch` would."""
    settings = load_settings(os.environ)
    with Database.open(settings.database):
        return str(settings.database)


def find_packages() -> str:
    """Whether a private desktop can be started; raises naming what is missing."""
    missing = missing_packages()
    if missing:
        raise OSError(f"missing: {' '.join(missing)}")
    return "Xvfb, openbox, dbus, at-spi2-core"


def examine(environ: Mapping[str, str]) -> tuple[Finding, ...]:
    """Everything `doctor` looks at."""
    packages = " ".join(missing_packages()) or "xvfb openbox dbus at-spi2-core x11-xkb-utils"
    return (
        Finding("python", sys.version_info >= (3, 11), sys.version.split()[0], "install Python 3.11 or newer"),
        Finding(
            "sqlite", sqlite3.sqlite_version_info >= (3, 35), sqlite3.sqlite_version, "install SQLite 3.35 or newer"
        ),
        look("data file", read_store, "choose another place with --db, or mend its permissions"),
        look(
            "this desktop",
            lambda: read_display(environ),
            "start it inside an X11 session with accessibility on: "
            "gsettings set org.gnome.desktop.interface toolkit-accessibility true, then log in again",
        ),
        look(
            "input method",
            lambda: read_input_method(environ),
            "switch it to plain keys while Deskhand works: one that composes (Chinese, Japanese) changes what is typed",
        ),
        look("private desktop", find_packages, f"apt-get install --no-install-recommends {packages}"),
    )


def print_contract(as_json: bool) -> int:
    """Run the conformance suite on every adapter that can be set up here; status 1 when one fails it."""
    results = check_contracts()
    good = all(result.result is not Result.FAILED for result in results)
    if as_json:
        click.echo(json.dumps({"ok": good, "checks": [asdict(result) for result in results]}))
        return 0 if good else 1
    for result in results:
        reason = f" ({result.reason})" if result.reason else ""
        click.echo(f"{result.result.value:8}{result.adapter:5} {result.check}{reason}")
    return 0 if good else 1


@click.command()
@click.option("--contract", is_flag=True, help="Run the conformance suite on every desktop adapter, on private stages.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def doctor(contract: bool, as_json: bool) -> int:
    """Say what this machine can and cannot do, and the exact mend. Status 1 when something is missing."""
    if contract:
        return print_contract(as_json)
    findings = examine(os.environ)
    good = all(finding.good for finding in findings)
    if as_json:
        click.echo(json.dumps({"ok": good, "findings": [asdict(f) for f in findings]}))
        return 0 if good else 1
    table = Table(box=None)
    for column in ("", "what", "found", "mend"):
        table.add_column(column)
    for finding in findings:
        table.add_row("ok" if finding.good else "no", finding.name, finding.detail, finding.mend)
    Console().print(table)
    return 0 if good else 1
