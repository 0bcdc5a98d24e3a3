"""The command `deskhand`. Commands are imported when they are called, so that help is quick."""

import importlib
import sys

import click

from deskhand import __version__
from deskhand.core.errors import DeskhandError

COMMANDS = {
    "watch": ("deskhand.cli.watch", "Observe this desktop, learn routines, do them when their moment comes."),
    "learned": ("deskhand.cli.learned", "List what was learned, why, and from how many observations."),
    "runs": ("deskhand.cli.runs", "List what was done."),
    "show": ("deskhand.cli.runs", "Show one run: every step, what was expected, what was read back."),
    "undo": ("deskhand.cli.undo", "Take a finished run back, step by step, and read back what was restored."),
    "keep": ("deskhand.cli.undo", "Say that a run was right; five such make a routine autonomous."),
    "pause": ("deskhand.cli.pause", "Stop recording at once; nothing is stored until `resume`."),
    "resume": ("deskhand.cli.pause", "Record again."),
    "erase": ("deskhand.cli.erase", "Erase an hour, a program or everything, so that no byte of it is left."),
    "doctor": ("deskhand.cli.doctor", "Say what this machine can and cannot do, and the exact mend."),
    "desktop": ("deskhand.cli.desktop", "Run a command on a private virtual desktop."),
    "demo": ("deskhand.cli.demo", "The five-minute proof, with real programs on a private virtual desktop."),
}
"""Command name to (module that holds it, its one-line help)."""


class LazyGroup(click.Group):
    """A group whose commands live in modules that are imported on use."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(COMMANDS[name][0]), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Deskhand watches how you work, learns your routines, and does them for you: verified and undoable.

    Exit status: 0 done, 1 not achieved, 2 bad input, 3 refused, 4 unknown, 130 stopped.
    """


def main() -> None:
    """Run the command line; every expected error is one sentence on standard error and its exit status."""
    try:
        status = cli(standalone_mode=False)
    except DeskhandError as error:
        click.echo(f"deskhand: {error}", err=True)
        sys.exit(error.exit_status)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)
