"""`deskhand erase`: take what was recorded away, so that no byte of it is left in Deskhand's files."""

import os
import re
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import click

from deskhand.cli.options import database_option, json_option, print_json, settings_for
from deskhand.config import Settings
from deskhand.core.errors import BadInput, Refused
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.erase import Folder, Plan, finish_unfinished, plan_erasure
from deskhand.store.erase import erase as erase_from
from deskhand.store.erasure import Erasure, program_digest
from deskhand.store.lock import desktop_lock

EVER = 1e12
"""Seconds since 1970 that no event reaches."""
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")


def read_length(text: str) -> float:
    """The seconds that "90s", "30m", "1h", "2d" or "1w" says."""
    found = _LENGTH.fullmatch(text.strip().lower())
    if found is None:
        raise BadInput(f"--last takes a length such as 30m, 1h or 2d, not {text!r}")
    return float(found[1]) * UNITS[found[2]]


def read_time(text: str, option: str) -> float:
    """The moment that a local date and time says."""
    try:
        return datetime.fromisoformat(text).astimezone().timestamp()
    except (ValueError, OverflowError):
        raise BadInput(f"{option} takes a date and time such as 2026-12-01T14:30, not {text!r}") from None


def choose(chosen: Mapping[str, str | None], everything: bool, now: float) -> Erasure:
    """What the options name. `BadInput` when they name nothing, or too much."""
    last, since, until, app = (chosen[name] for name in ("last", "since", "until", "app"))
    if everything and any(chosen.values()):
        raise BadInput("--all takes everything; leave the other choices out")
    if last and (since or until):
        raise BadInput("--last names a stretch of time by itself; leave --since and --until out")
    if not everything and not any(chosen.values()):
        raise BadInput("say what to erase: --last 1h, --since TIME, --until TIME, --app NAME, or --all")
    start = now - read_length(last) if last else read_time(since, "--since") if since else 0.0
    end = read_time(until, "--until") if until else EVER if everything else now
    if start > end:
        raise BadInput("--since must be before --until")
    return Erasure(-EVER if everything else start, end, program_digest(app) if app else "")


def describe(plan: Plan) -> dict[str, int]:
    """What goes, in numbers."""
    return {
        "events": len(plan.events),
        "events_trimmed": len(plan.trimmed),
        "routines": len(plan.rules),
        "runs": len(plan.runs),
        "decisions": len(plan.decisions),
        "files": len(plan.files),
    }


def tell(counts: Mapping[str, int]) -> str:
    """What goes, in words."""
    return ", ".join(
        f"{count} {name.replace('_trimmed', ' that show it').replace('_', ' ')}"
        for name, count in counts.items()
        if count
    )


@click.command()
@click.option("--last", metavar="LENGTH", help="The last 30m, 1h, 2d ...")
@click.option("--since", metavar="TIME", help="From this local time on (2026-12-01T14:30).")
@click.option("--until", metavar="TIME", help="Up to this local time.")
@click.option("--app", metavar="NAME", help="Only what happened in this program (mousepad).")
@click.option("--all", "everything", is_flag=True, help="Everything that was ever recorded, learned and done.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would go, and erase nothing.")
@database_option
@json_option
def erase(
    everything: bool, yes: bool, dry_run: bool, database: Path | None, as_json: bool, **chosen: str | None
) -> int:
    """Erase what was recorded, and what was learned or done from it: routines, runs with their undo, traces, copies.

    It works while `deskhand watch` runs. Status 0 when nothing of it is left, 1 when something could not be erased.
    """
    now = SystemClock().wall()
    erasure = choose(chosen, everything, now)
    settings = settings_for(database)
    if not settings.database.exists():
        raise BadInput(f"there is no data file {settings.database}, so there is nothing to erase")
    folder = Folder(settings.database, settings.traces, settings.backups)
    with Database.open(settings.database) as opened:
        if desktop_lock(os.environ).another_acts:
            raise Refused("Deskhand is in the middle of a run; erase when it has ended, or stop it first")
        if not dry_run:
            finish_unfinished(opened, folder, now)
        plan = plan_erasure(opened, erasure, folder)
        counts = describe(plan)
        if dry_run or plan.empty:
            answer(as_json, "would erase" if not plan.empty else "nothing to erase", counts, ())
            return 0
        if not yes:
            confirm(settings, counts)
        done = erase_from(opened, erasure, folder, now)
    answer(as_json, "erased", describe(done.plan), done.left)
    return 1 if done.left else 0


def confirm(settings: Settings, counts: Mapping[str, int]) -> None:
    """Ask. `Refused` without a yes."""
    click.echo(f"This erases for good, in {settings.data}: {tell(counts)}.", err=True)
    if not sys.stdin.isatty():
        raise Refused("nothing was erased: there is nobody to ask; say --yes")
    if not click.confirm("Erase it?", err=True):
        raise Refused("nothing was erased, for you said no")


def answer(as_json: bool, what: str, counts: Mapping[str, int], left: tuple[str, ...]) -> None:
    """Say what was done and what was not."""
    if as_json:
        print_json({"result": what, **counts, "left": list(left)})
        return
    click.echo(f"{what}: {tell(counts)}" if any(counts.values()) else what)
    for sentence in left:
        click.echo(f"not erased: {sentence}", err=True)
    if left:
        click.echo("not all of it is gone; mend that and erase again", err=True)
