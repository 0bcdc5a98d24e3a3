"""Options that several commands share."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from deskhand.config import Settings, load_settings

Command = TypeVar("Command", bound=Callable[..., Any])


def database_option(command: Command) -> Command:
    """`--db FILE`."""
    kind = click.Path(path_type=Path, dir_okay=True)
    return click.option("--db", "database", type=kind, help="The data file, instead of your own.")(command)


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(command)


def settings_for(database: Path | None) -> Settings:
    """The settings, with the data file that was asked for."""
    return load_settings(os.environ, database)


def print_json(answer: object) -> None:
    """One JSON object on one line."""
    click.echo(json.dumps(answer, ensure_ascii=False))
