"""`deskhand demo`: the five-minute proof."""

import json
import tempfile
from pathlib import Path

import click

from deskhand.core.errors import BadInput
from deskhand.demo.catalogue import LYING, ROUTINES, build_routine
from deskhand.demo.story import tell_tale


@click.command()
@click.option("--routine", help=f"One of {', '.join(routine.name for routine in ROUTINES)}; all when none is named.")
@click.option("--break", "lie", is_flag=True, help="An effect lies: the program says it saved, and did not.")
@click.option("--keep", type=click.Path(path_type=Path), help="Keep data file, traces and pictures in this folder.")
@click.option("--json", "as_json", is_flag=True, help="As its last line one JSON object a routine.")
def demo(routine: str | None, lie: bool, keep: Path | None, as_json: bool) -> int:
    """A scripted person does a routine three times in real programs, begins a fourth, and Deskhand does the rest.

    It runs on a private virtual desktop and touches nothing of yours. Status 0 when all went as it must.
    """
    names = [routine] if routine else [LYING.name] if lie else [each.name for each in ROUTINES]
    if lie and names != [LYING.name]:
        raise BadInput(f"the lie is planned for {LYING.name} only")
    if keep is not None and keep.exists() and not keep.is_dir():
        raise BadInput(f"{keep} is a file; --keep takes a folder")
    taken = [name for name in names if keep is not None and (keep / name).exists()]
    if taken:
        raise BadInput(f"{keep} holds {taken[0]} of an earlier demo; name another folder with --keep")
    with tempfile.TemporaryDirectory(prefix="deskhand-demo-") as temporary:
        folder = (keep or Path(temporary)).absolute()
        tales = []

        def say(text: str) -> None:
            click.echo(text, err=as_json)

        for name in names:
            liar = LYING() if lie else None
            played = liar or build_routine(name)
            tale = tell_tale(played, folder / name, say, liar.lie if liar else None)
            tales.append(tale)
            if as_json:
                click.echo(json.dumps(tale.answer, ensure_ascii=False))
    good = all(not tale.problems for tale in tales)
    if not as_json:
        what = "the lie was caught and nothing was called done" if lie else "learned, done, read back and taken back"
        click.echo(f"\n{what}" if good else "\nNOT as it must be, see above")
        if keep:
            click.echo(f"pictures and traces are in {folder}")
    return 0 if good else 1
