"""`deskhand pause` and `deskhand resume`."""

from pathlib import Path

import click

from deskhand.cli.options import database_option, settings_for
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.settings import Switches


@click.command()
@database_option
def pause(database: Path | None) -> int:
    """Stop recording at once; nothing is stored until `deskhand resume`."""
    with Database.open(settings_for(database).database) as opened:
        Switches(opened, SystemClock()).pause(True)
    click.echo("recording is paused; 'deskhand resume' goes on")
    return 0


@click.command()
@database_option
def resume(database: Path | None) -> int:
    """Record again."""
    with Database.open(settings_for(database).database) as opened:
        Switches(opened, SystemClock()).pause(False)
    click.echo("recording again")
    return 0
