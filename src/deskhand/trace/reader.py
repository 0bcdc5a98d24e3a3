"""Read a trace back, also one that was cut in its last line by a crash."""

import json
from pathlib import Path

from deskhand.core.ids import RunId
from deskhand.trace.writer import FILE


def read_trace(folder: Path, run: RunId) -> list[dict[str, object]]:
    """The lines of a run's trace; [] when there is none."""
    path = folder / run / FILE
    if not path.exists():
        return []
    lines = []
    for line in path.read_text("utf-8", "replace").splitlines():
        try:
            found = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(found, dict):
            lines.append(found)
    return lines
