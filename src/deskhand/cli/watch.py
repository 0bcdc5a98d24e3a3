"""`deskhand watch`: observe this desktop, learn, and act."""

import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import FrameType

import click

from deskhand.cli.options import database_option, json_option, print_json, settings_for
from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.contracts.clock import Deadline
from deskhand.core.errors import BadInput
from deskhand.platforms.clock import SystemClock
from deskhand.wiring import open_watcher

FOREVER = 100 * 365 * 86400.0


class AutomaticApprover(Approver):
    """Says yes to everything, for trials."""

    def ask(self, proposal: Proposal) -> Approval:
        return Approval.YES


class TerminalApprover(Approver):
    """Asks in the terminal; without an answer nothing is done."""

    def ask(self, proposal: Proposal) -> Approval:
        click.echo(f"\n{proposal.title}\n  because {proposal.reason}", err=True)
        for number, action in enumerate(proposal.actions):
            mark = "!" if number in proposal.consequential else " "
            click.echo(f"  {mark} {number + 1}. {action.describe()}", err=True)
        try:
            return Approval.YES if click.confirm("Do it?", err=True) else Approval.NO
        except click.Abort:
            return Approval.LATER


def tell_person(kind: str, fields: Mapping[str, object]) -> None:
    """One or a few readable lines."""
    match kind:
        case "watching":
            click.echo("watching; Ctrl-C ends it, 'deskhand pause' stops recording")
        case "paused":
            click.echo("recording is paused; 'deskhand resume' goes on" if fields["on"] else "recording again")
        case "learned":
            word = "learned" if fields["new"] else "learned more of"
            click.echo(f"{word}: {fields['name']} (seen {fields['observations']} times)")
            click.echo(f"  when {fields['when']}\n  then {fields['then']}")
        case "decision":
            click.echo(f"  {fields['reason']}")
        case "staged":
            actions = fields["actions"]
            if isinstance(actions, list):
                click.echo("would do:" + "".join(f"\n  - {action}" for action in actions))
        case "step":
            click.echo(f"  doing: {fields['action']}")
        case "finished":
            click.echo(f"{fields['outcome']}: {fields['summary']} ({fields['run']})")
        case _:
            click.echo(f"{kind}: {fields.get('reason', fields.get('rule', ''))}")


def tell_json(kind: str, fields: Mapping[str, object]) -> None:
    """One JSON object a line."""
    print_json({"kind": kind, "time": round(time.time(), 3), **fields})
    sys.stdout.flush()


@click.command()
@database_option
@click.option("--for", "seconds", type=float, help="End after this many seconds.")
@click.option("--auto-approve", is_flag=True, help="Approve everything without asking; for trials.")
@json_option
def watch(database: Path | None, seconds: float | None, auto_approve: bool, as_json: bool) -> int:
    """Observe this desktop, learn routines, and do them when their moment comes.

    The first time a routine would be done it is shown to you, with its concrete values, and you are asked: in the
    terminal, or by a notice of the desktop where there is no terminal.
    """
    if seconds is not None and not 0 < seconds <= FOREVER:
        raise BadInput("--for takes a number of seconds greater than 0")
    approver: Approver | None = None  # by notices
    if auto_approve:
        approver = AutomaticApprover()
    elif sys.stdin.isatty():
        approver = TerminalApprover()
    interrupted = False
    with open_watcher(settings_for(database), os.environ, approver, tell_json if as_json else tell_person) as watcher:

        def end(number: int, frame: FrameType | None) -> None:
            nonlocal interrupted
            interrupted = True
            watcher.stop()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, end)
        watcher.run(Deadline(SystemClock(), seconds or FOREVER))
    return 130 if interrupted else 0
