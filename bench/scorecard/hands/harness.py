"""Run cua-auto-harness, unmodified and in an environment of its own, against our pointer and keyboard."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections import Counter
from pathlib import Path

from bench.scorecard.row import Measured, Progress

PACKAGE = "cua-auto-harness==0.5.0"
ROOT = Path(__file__).parents[3]
SECONDS = 1800
EXPLAINED = {
    "caps_lock_roundtrip": "it expects Caps Lock to change what is typed; here a text arrives as it is, whatever is locked"
}
"""Entries that ask for the contrary of what the contract promises."""


def measure_harness(progress: Progress) -> Measured:
    missing = [package for program, package in {"curl": "curl", "xset": "x11-xserver-utils", "xdotool": "xdotool"}.items()
               if shutil.which(program) is None]  # fmt: skip
    if subprocess.run(["/usr/bin/python3", "-c", "import tkinter, Xlib"], capture_output=True, check=False).returncode:
        missing.append("python3-tk python3-xlib")
    if missing:
        return Measured({}, None, f"install {' '.join(missing)} to measure this")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(f"{folder}/venv", with_pip=True)
        python = f"{folder}/venv/bin/python"
        got = subprocess.run([python, "-m", "pip", "install", "-q", PACKAGE], capture_output=True, check=False)
        if got.returncode:
            return Measured({}, None, f"{PACKAGE} could not be installed")
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT), sysconfig.get_path("purelib")])
        command = [python, "-m", "autoharness", "test", "--no-tui", "--reps", "1", "--out", f"{folder}/out", "--adapter",
                   f"{ROOT}/bench/scorecard/hands/cua_binding.py:deskhand"]  # fmt: skip
        ran = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": path}, cwd=folder, capture_output=True, text=True,
            timeout=SECONDS, check=False,
        )  # fmt: skip
        reports = list(Path(folder).rglob("report.json"))
        if not reports:
            return Measured({}, False, (ran.stderr or ran.stdout)[-400:])
        report = json.loads(reports[0].read_text())
    progress(1, 1)
    totals = report["totals"]
    reasons = Counter(each["reason"] for each in report["not_measurable"])
    failed = [each["entry_id"] for each in report["entries"] if each["final"] != "pass"]
    figures = {"entries": totals["entries"], "passed": totals["pass"], "not expressible": totals["not_measurable"]}
    said = [f"{name}: {EXPLAINED.get(name, 'FAILED')}" for name in failed]
    said += [f"{many} x {why}" for why, many in reasons.items()]
    return Measured(figures, bool(totals["entries"]) and set(failed) <= set(EXPLAINED), "; ".join(said))


if __name__ == "__main__":
    sys.stdout.write(f"{measure_harness(lambda done, of: None)}\n")
