"""`make scorecard`: measure every promise there is a row for and write one file of figures.

`python -m bench.scorecard [ID ...]` measures some rows and leaves the others' figures as they were. Every module in `rows`
has one `ROWS`. The exit status is 1 when a promise is not kept.
"""

import argparse
import importlib
import json
import os
import pkgutil
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import Progress as Bar

from bench.scorecard import rows
from bench.scorecard.row import Measured, Row

FIGURES = Path(__file__).parents[1] / "baselines" / "scorecard.json"


def find_rows() -> dict[str, Row]:
    """Every row by its id, in the order of ids."""
    found: dict[str, Row] = {}
    for module in pkgutil.iter_modules(rows.__path__):
        for row in importlib.import_module(f"{rows.__name__}.{module.name}").ROWS:
            if row.id in found:
                raise SystemExit(f"two rows are called {row.id}")
            found[row.id] = row
    return dict(sorted(found.items(), key=lambda each: sort_key(each[0])))


def sort_key(name: str) -> tuple[str, int]:
    """D2 before D10."""
    return name[0], int("".join(filter(str.isdigit, name)) or 0)


def measure(row: Row, bar: Bar) -> tuple[Measured, float]:
    """Measure one row, with a bar; the seconds it took."""
    task = bar.add_task(f"{row.id} {row.claim}", total=None)
    start = time.monotonic()
    measured = row.measure(lambda done, of: bar.update(task, completed=done, total=of))
    bar.remove_task(task)
    return measured, time.monotonic() - start


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.scorecard", description="Measure what Deskhand promises.")
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--list", action="store_true", help="list the rows and measure nothing")
    asked = parser.parse_args()
    known = find_rows()
    if unknown := [name for name in asked.ids if name not in known]:
        parser.error(f"there is no row {unknown[0]}; --list lists them")
    console = Console(stderr=True)
    if asked.list:
        for row in known.values():
            print(f"{row.id:4} {row.claim}: {row.target}")
        return 0
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    missed = False
    with Bar(console=console) as bar:
        for name in asked.ids or known:
            row = known[name]
            measured, seconds = measure(row, bar)
            word = {True: "kept", False: "MISSED", None: "not measured"}[measured.reached]
            said = ", ".join(f"{key} {value}" for key, value in measured.figures.items())
            bar.console.print(
                f"{row.id:4} {word:12} {row.claim}: {said} (target: {row.target}) {measured.note}", highlight=False
            )
            missed = missed or measured.reached is False
            figures[row.id] = {
                "claim": row.claim,
                "target": row.target,
                "reached": measured.reached,
                "figures": dict(measured.figures),
                "note": measured.note,
                "seconds": round(seconds, 1),
                "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
                "machine": f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}",
            }
            ordered = dict(sorted(figures.items(), key=lambda each: sort_key(each[0])))
            FIGURES.parent.mkdir(exist_ok=True)
            FIGURES.write_text(json.dumps(ordered, indent=2, ensure_ascii=False) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
