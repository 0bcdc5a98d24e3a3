"""Read files back: what a file gained since the action began, and lost."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from deskhand.core.action import Effect, FileGone, FileHas
from deskhand.core.run import Evidence, Truth
from deskhand.perceive.files import OFFICE, digest, read_text
from deskhand.perceive.text import normalise

ALIKE = 0.5
"""A line that is gone became the line it is like from this similarity on (difflib's ratio)."""


@dataclass(frozen=True, slots=True)
class FileBefore:
    """A file before an action: its SHA-256 ("" when there was none) and text (None when it could not be read)."""

    digest: str = ""
    text: str | None = ""


def files_before(effects: Iterable[Effect]) -> dict[str, FileBefore]:
    """The files that effects speak of, as they are now, by path."""
    found = {}
    for effect in effects:
        if isinstance(effect, FileHas | FileGone):
            now = digest(Path(effect.path))
            found[effect.path] = FileBefore(now, read_text(Path(effect.path)) if now else "")
    return found


def look_file(effect: FileHas, files: Mapping[str, FileBefore]) -> Evidence:
    """Whether a file was written, holds each text once more than before, and lost nothing else."""
    before = files.get(effect.path, FileBefore())
    path = Path(effect.path)
    now = digest(path)
    if not now:
        return Evidence(effect, "there is no such file", Truth.REFUTED)
    if now == before.digest:
        return Evidence(effect, "the file is as it was before", Truth.REFUTED)
    if not effect.contains and not effect.lines:
        return Evidence(effect, "the file was written", Truth.VERIFIED)
    text = read_text(path)
    if text is None:
        return Evidence(effect, "the file cannot be read", Truth.UNKNOWN)
    return compare(effect, before.text or "", text, path.suffix.lower() not in OFFICE)


def compare(effect: FileHas, before: str, after: str, in_lines: bool) -> Evidence:
    """What a file's text says of an effect; `in_lines` where a line of the text is a line of the document."""
    for wanted in effect.contains:
        now = count(wanted, after)
        gained, due = now - count(wanted, before), sum(count(wanted, other) for other in effect.contains)
        if now == 0:
            return Evidence(effect, f"the file lacks {wanted!r}", Truth.REFUTED)
        if gained < due:
            return Evidence(effect, f"{wanted!r} stood in the file before", Truth.UNKNOWN)
        if gained > due:
            return Evidence(effect, f"{wanted!r} was written {gained} times, not {due}", Truth.UNKNOWN)
    if effect.lines and (wrong := wrong_lines(effect, before, after)):
        return Evidence(effect, wrong, Truth.UNKNOWN)
    if in_lines and (gone := lost(before, after, effect.contains)):
        return Evidence(effect, f"the file no longer has {gone!r}", Truth.UNKNOWN)
    return Evidence(effect, "the file holds it", Truth.VERIFIED)


def wrong_lines(effect: FileHas, before: str, after: str) -> str:
    """What is wrong with the lines that a file gained; "" when they are the expected ones."""
    gained = count_lines(after) - count_lines(before)
    due = count_lines("\n".join(effect.lines))
    if missing := due - gained:
        return f"the file did not gain the line {next(iter(missing))!r}"
    if more := gained - due:
        return f"the file gained {next(iter(more))!r} as well"
    return ""


def count_lines(text: str) -> Counter[str]:
    """The lines of a text that say something, and how often each stands there."""
    return Counter(line for line in map(normalise, text.splitlines()) if line)


def count(wanted: str, text: str) -> int:
    """How often a text stands in another as words of its own."""
    wanted = normalise(wanted)
    return len(re.findall(rf"(?<!\w){re.escape(wanted)}(?!\w)", normalise(text))) if wanted else 0


def lost(before: str, after: str, written: Sequence[str]) -> str:
    """A line that is gone and did not become one of those that were written; "" for none, and for a file made anew."""
    old, new = count_lines(before), count_lines(after)
    if not old & new:
        return ""
    changed = [line for line in new - old if any(count(part, line) for text in written for part in text.splitlines())]
    for line in old - new:
        if not any(SequenceMatcher(None, line, other).ratio() >= ALIKE for other in changed):
            return line
    return ""


def look_gone(effect: FileGone, files: Mapping[str, FileBefore]) -> Evidence:
    """Whether a file that was there is gone."""
    if Path(effect.path).exists():
        return Evidence(effect, "it is still there", Truth.REFUTED)
    if not files.get(effect.path, FileBefore()).digest:
        return Evidence(effect, "there was no such file before", Truth.REFUTED)
    return Evidence(effect, "it is gone", Truth.VERIFIED)
