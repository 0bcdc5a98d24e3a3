"""Imported once by the process that agents are born from, so that each of them need not begin with that."""

import tempfile
from pathlib import Path

from bench.scorecard.durability.crashes import prepare

with tempfile.TemporaryDirectory() as folder:
    prepare(Path(folder), 3)
