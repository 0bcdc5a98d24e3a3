"""One routine of the demo, from the first demonstration to the undo, told while it happens."""

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from deskhand.core.errors import PlatformError
from deskhand.demo.desk import Desk
from deskhand.demo.routine import Routine
from deskhand.platforms.x11.capture import X11Capture
from deskhand.platforms.x11.desktop import PrivateDesktop

DEMONSTRATIONS = 3
LEARN_SECONDS = 30.0
RUN_SECONDS = 60.0
DATABASE = "deskhand.db"

Message = Mapping[str, object]
Say = Callable[[str], None]


@dataclass(slots=True)
class Tale:
    """What became of one routine; `problems` says what was not as it must be."""

    routine: str
    learned: Message = field(default_factory=dict)
    run: Message = field(default_factory=dict)
    undo: Message = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def answer(self) -> dict[str, object]:
        """The one object that `deskhand demo --json` prints for it."""
        actions = self.run.get("actions")
        steps, parameters = self.learned.get("steps"), self.learned.get("parameters")
        return {
            "routine": self.routine,
            "demonstrations": DEMONSTRATIONS,
            "learned": {
                "steps": len(steps) if isinstance(steps, list) else 0,
                "parameters": len(parameters) if isinstance(parameters, list) else 0,
            },
            "run": {
                "outcome": self.run.get("outcome"),
                "summary": self.run.get("summary"),
                "actions": [
                    {"action": each["action"], "verdict": each["verdict"]}
                    for each in (actions if isinstance(actions, list) else [])
                ],
                "seconds": self.run.get("seconds"),
            },
            "undo": {"restored": self.undo.get("restored"), "of": self.undo.get("of")},
            "problems": self.problems,
            "ok": not self.problems,
        }


class Watching:
    """A `deskhand watch` of its own, as a person would start it, and what it says."""

    def __init__(self, desktop: PrivateDesktop, folder: Path) -> None:
        self.folder = folder
        self._said: queue.Queue[Message] = queue.Queue()
        self._log = (folder / "watch.log").open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "deskhand.cli", "watch", "--auto-approve", "--json", "--db", str(folder / DATABASE)],
            env={**desktop.env, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=desktop.home,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.put(json.loads(line))

    def wait(self, kind: str, seconds: float, tell: Callable[[Message], None] = lambda message: None) -> Message:
        """The next message of a kind; `tell` hears the others. `PlatformError` when it does not come."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = self._said.get(timeout=min(left, 0.5))
            except queue.Empty:
                if self._process.poll() is not None:
                    raise PlatformError(f"the watcher ended with status {self._process.returncode}") from None
                continue
            if message["kind"] == kind:
                return message
            tell(message)
        raise PlatformError(f"the watcher said nothing of {kind!r} for {seconds:.0f} s")

    def end(self) -> int:
        """Stop it as Ctrl-C would; its exit status."""
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._reader.join(2)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._log.close()


def tell_tale(routine: Routine, folder: Path, say: Say, lie: Callable[[], None] | None = None) -> Tale:
    """Play a routine on a private desktop; everything it leaves is in `folder`. `lie` makes its programs lie."""
    tale = Tale(routine.name)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with PrivateDesktop() as desktop, ExitStack() as stack:
            desk = Desk(desktop)
            stack.callback(desk.close)
            say(f"\n{routine.title}  ({', '.join(routine.programs)})")
            routine.prepare(desk, stack)
            watching = Watching(desktop, folder)
            stack.callback(watching.end)
            play(tale, routine, desk, watching, say, lie)
    except PlatformError as error:
        tale.problems.append(str(error))
    for problem in tale.problems:
        say(f"  PROBLEM: {problem}")
    return tale


def play(
    tale: Tale, routine: Routine, desk: Desk, watching: Watching, say: Say, lie: Callable[[], None] | None
) -> None:
    """The demonstrations, the run, the undo."""
    folder = watching.folder
    watching.wait("watching", LEARN_SECONDS)
    for index in range(DEMONSTRATIONS):
        say(f"  a person does it, time {index + 1} of {DEMONSTRATIONS}, with data of its own")
        routine.demonstrate(desk, index)
        say("  ... and does something else")
        routine.distract(desk, index)
    tale.learned = watching.wait("learned", LEARN_SECONDS)
    say(f"  Deskhand has learned: when {tale.learned['when']}\n    then {tale.learned['then']}")
    if lie:
        lie()
        say("  from now on the program says that it saved, and does not")
    take_picture(desk, folder / "before.png")
    say("  the person begins a fourth time, and stops")
    routine.begin(desk, DEMONSTRATIONS)
    tale.run = watching.wait("finished", RUN_SECONDS, lambda message: tell_step(message, say))
    take_picture(desk, folder / "after.png")
    tell_run(tale.run, say)
    if lie:
        judge_lie(tale)
        return
    tale.problems += routine.problems(desk, DEMONSTRATIONS)
    judge_run(tale)
    tale.undo = undo(desk, folder)
    say(f"  undo: {tale.undo.get('restored')} of {tale.undo.get('of')} restored, each read back")
    tale.problems += routine.problems_undone(desk, DEMONSTRATIONS)
    judge_undo(tale)
    take_picture(desk, folder / "undone.png")


def tell_step(message: Message, say: Say) -> None:
    """One thing that the watcher said during a run."""
    if message["kind"] == "decision":
        say(f"  why: {message['reason']}")
    elif message["kind"] == "step":
        say(f"    does: {message['action']}")


def tell_run(run: Message, say: Say) -> None:
    """How a run ended."""
    actions = run.get("actions")
    for action in actions if isinstance(actions, list) else []:
        say(f"    {action['verdict']}: {action['reason']}")
    say(f"  {run['outcome']}: {run['summary']}")


def judge_run(tale: Tale) -> None:
    """A good run is done, and every verdict is verified."""
    actions = tale.run.get("actions")
    if tale.run.get("outcome") != "done":
        tale.problems.append(f"the run ended as {tale.run.get('outcome')}: {tale.run.get('summary')}")
    if not isinstance(actions, list) or not actions or any(each["verdict"] != "verified" for each in actions):
        tale.problems.append("not every action was verified")


def judge_lie(tale: Tale) -> None:
    """A lie is caught: refuted, and nothing is called done."""
    actions = tale.run.get("actions")
    verdicts = [each["verdict"] for each in actions] if isinstance(actions, list) else []
    if tale.run.get("outcome") != "not achieved" or "refuted" not in verdicts:
        tale.problems.append(f"the lie was not caught: {tale.run.get('outcome')}, {verdicts}")


def judge_undo(tale: Tale) -> None:
    """A good undo restores everything."""
    if not tale.undo.get("of") or tale.undo.get("restored") != tale.undo.get("of"):
        tale.problems.append(
            f"undo restored {tale.undo.get('restored')} of {tale.undo.get('of')}: {tale.undo.get('steps')}"
        )


def undo(desk: Desk, folder: Path) -> Message:
    """`deskhand undo`, as a person would type it."""
    answer = subprocess.run(
        [sys.executable, "-m", "deskhand.cli", "undo", "--json", "--db", str(folder / DATABASE)],
        env=desk.desktop.env,
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
        check=False,
    )
    try:
        told = json.loads(answer.stdout)
    except json.JSONDecodeError:
        raise PlatformError(f"undo failed: {answer.stderr.strip()}") from None
    assert isinstance(told, dict)
    return told


def take_picture(desk: Desk, path: Path) -> None:
    """The whole desktop as a PNG file."""
    capture = X11Capture(desk.desktop.env)
    try:
        picture = capture.grab()
    finally:
        capture.close()
    Image.frombytes("RGB", (picture.box.width, picture.box.height), picture.rgb).save(path)
    path.chmod(0o600)
