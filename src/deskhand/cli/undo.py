"""`deskhand undo` and `deskhand keep`: what the person makes of a run."""

import os
from pathlib import Path

import click

from deskhand.cli.options import database_option, json_option, print_json, settings_for
from deskhand.core.errors import BadInput
from deskhand.core.run import Reaction
from deskhand.learn.trust import earned
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.outcomes import StoredOutcomes
from deskhand.store.runs import StoredJournal
from deskhand.wiring import undo_run


@click.command()
@click.argument("run", default="last")
@database_option
@json_option
def undo(run: str, database: Path | None, as_json: bool) -> int:
    """Take RUN back (the last one when none is named), the last action first, each read back.

    Status 0 when everything is as it was, 1 when something could not be restored.
    """
    taken, restorations = undo_run(settings_for(database), os.environ, run)
    restored = sum(each.result.restores for each in restorations)
    if as_json:
        steps = [
            {"action": each.action.describe(), "result": each.result.value, "detail": each.detail}
            for each in restorations
        ]
        print_json({"run": taken.id, "restored": restored, "of": len(restorations), "steps": steps})
    else:
        for each in restorations:
            click.echo(f"{each.result.value}: {each.action.describe()}\n    {each.detail}")
        click.echo(f"{restored} of {len(restorations)} restored" if restorations else "there was nothing to take back")
    return 0 if restored == len(restorations) else 1


@click.command()
@click.argument("run", default="last")
@database_option
@json_option
def keep(run: str, database: Path | None, as_json: bool) -> int:
    """Say that RUN was right. Five such make its routine autonomous."""
    with Database.open(settings_for(database).database) as opened:
        found = StoredJournal(opened, SystemClock()).find(run)
        if found.rule_id is None:
            raise BadInput(f"{found.id} belongs to no routine, so there is nothing to trust more")
        tier = StoredOutcomes(opened, earned).react(found.id, found.rule_id, Reaction.ACCEPTED, SystemClock().wall())
    if as_json:
        print_json({"run": found.id, "tier": tier.value})
    else:
        click.echo(f"kept; its routine is {tier.value}")
    return 0
