"""`deskhand runs` and `deskhand show`: what was done."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from deskhand.cli.options import database_option, json_option, print_json, settings_for
from deskhand.core.run import ActionRecord, Restoration, Run
from deskhand.platforms.clock import SystemClock
from deskhand.store.database import Database
from deskhand.store.lock import is_watched
from deskhand.store.outcomes import StoredDecisions
from deskhand.store.runs import StoredJournal
from deskhand.trace.reader import read_trace
from deskhand.verify.check import describe_effect

CUT_OFF = "Deskhand ended in the middle of it; what was under way may or may not have happened"


def describe_run(run: Run, watched: bool) -> Mapping[str, object]:
    """A run as plain fields; times are UTC. One without an end is under way only while somebody is `watched` to do it."""
    under_way = ("under way", run.summary) if watched else ("unknown", CUT_OFF)
    outcome, summary = (run.outcome.value, run.summary) if run.outcome else under_way
    seconds = round(run.ended_at - run.started_at, 2) if run.ended_at is not None else None
    return {
        "run": run.id,
        "started": datetime.fromtimestamp(run.started_at, UTC).isoformat(timespec="seconds"),
        "seconds": seconds,
        "outcome": outcome,
        "cause": run.cause,
        "summary": summary,
        "tier": run.tier.value,
    }


def describe_action(record: ActionRecord, restoration: Restoration | None) -> Mapping[str, object]:
    """An action as plain fields."""
    verdict = record.verdict
    return {
        "action": record.action.describe(),
        "review": f"{record.review.permission.value}: {record.review.reason}",
        "sent": record.receipt.detail if record.receipt else None,
        "route": record.receipt.route.value if record.receipt else None,
        "expected": [describe_effect(effect) for effect in record.expect],
        "found": [evidence.found for evidence in verdict.evidence] if verdict else [],
        "verdict": verdict.truth.value if verdict else "unknown",
        "reason": verdict.reason if verdict else "it was never settled",
        "undoable": record.undo.undoability.value if record.undo else "cannot be undone",
        "undone": restoration.result.value if restoration else None,
    }


@click.command()
@database_option
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 10_000), help="How many.")
@json_option
def runs(database: Path | None, limit: int, as_json: bool) -> int:
    """List what was done, the newest first."""
    settings = settings_for(database)
    with Database.open(settings.database) as opened:
        watched = is_watched(settings.database)
        found = [describe_run(run, watched) for run in StoredJournal(opened, SystemClock()).runs(limit)]
    if as_json:
        print_json({"runs": found})
        return 0
    if not found:
        click.echo("Nothing was done yet.")
    for run in found:
        click.echo(f"{run['run']}  {run['started']}  {run['outcome']}: {run['summary']}")
    return 0


@click.command()
@click.argument("run", default="last")
@database_option
@click.option("--trace", "with_trace", is_flag=True, help="Every line of its trace, too.")
@json_option
def show(run: str, database: Path | None, with_trace: bool, as_json: bool) -> int:
    """Show RUN (the last one when none is named): why, every step, what was expected, what was read back."""
    settings = settings_for(database)
    with Database.open(settings.database) as opened:
        journal = StoredJournal(opened, SystemClock())
        found = journal.find(run)
        undone = {each.action_id: each for each in journal.restorations(found.id)}
        actions = [describe_action(record, undone.get(record.id)) for record in journal.actions(found.id)]
        decision = StoredDecisions(opened).find(found.decision_id) if found.decision_id else None
    answer = {
        **describe_run(found, is_watched(settings.database)),
        "confidence": round(decision.confidence, 3) if decision else None,
        "actions": actions,
        "trace": str(settings.traces / found.id),
        **({"lines": read_trace(settings.traces, found.id)} if with_trace else {}),
    }
    if as_json:
        print_json(answer)
        return 0
    click.echo(f"{found.id}: {answer['outcome']}\n  why: {found.cause}\n  {answer['summary']}")
    for number, action in enumerate(actions, 1):
        click.echo(f"  {number}. {action['action']}\n     {action['verdict']}: {action['reason']}")
        if action["undone"]:
            click.echo(f"     undo: {action['undone']}")
    click.echo(f"  trace: {answer['trace']}")
    for line in read_trace(settings.traces, found.id) if with_trace else []:
        click.echo(f"    {json.dumps(line, ensure_ascii=False)}")
    return 0
