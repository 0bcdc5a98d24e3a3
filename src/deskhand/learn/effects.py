"""What must be seen after a step: what followed it every time it was done, and can be told beforehand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from deskhand.core.action import Effect, FileGone, FileHas, TextIs, UrlIs, WindowGone, WindowIs
from deskhand.core.event import Event, EventKind
from deskhand.core.locator import build_locator
from deskhand.core.skill import Slot
from deskhand.core.source import Constant, Joined, Observed, Source, Unknown
from deskhand.learn.evidence import bare_title, common_title
from deskhand.learn.parameters import Explainer
from deskhand.learn.pattern import Pattern
from deskhand.learn.symbols import ANSWER_SECONDS, element_key

FileText = Callable[[Event], str | None]
"""The text of the file that a SAVE event names; None when it cannot be read."""
SHORTEST = 2


def expected(
    pattern: Pattern, position: int, explainer: Explainer, file_text: FileText
) -> tuple[tuple[Effect, ...], tuple[Slot, ...]]:
    """The effects of the act at `position`, and what varies in them."""
    effects: list[Effect] = []
    slots: list[Slot] = []
    answers = [occurrence.answers[position] for occurrence in pattern.occurrences]
    for key in [key for key in map(answer_key, answers[-1]) if key is not None]:
        told = [last_of(key, each) for each in answers]
        if key in seen_keys(slots) or any(event is None for event in told):
            continue
        present = [event for event in told if event is not None]
        made = build_effect(present, position, explainer, file_text, pattern)
        if made is None or any(made[0] == effect for effect in effects):
            continue
        slots += [replace(slot, field=f"expect.{len(effects)}.{slot.field}") for slot in made[1]]
        effects.append(made[0])
    return tuple(effects), tuple(slots)


def seen_keys(slots: Sequence[Slot]) -> frozenset[str]:
    """Names already taken."""
    return frozenset(slot.name for slot in slots)


def answer_key(event: Event) -> str | None:
    """What an answer is about, so that it can be found again among the answers of another occurrence."""
    match event.kind:
        case EventKind.SAVE:
            return f"save|{event.detail}|{event.value.rpartition('.')[2]}"
        case EventKind.CHANGE:
            return f"change|{event.app}|{event.element and event.element.path}|{element_key(event.element)}"
        case EventKind.SWITCH | EventKind.CLOSE:
            return f"{event.kind.value}|{event.app}"
        case EventKind.NAVIGATE:
            return f"navigate|{event.app}"
    return None


def last_of(key: str, answers: Sequence[Event]) -> Event | None:
    """The last of the answers that is about `key`."""
    return next((event for event in reversed(answers) if answer_key(event) == key), None)


def build_effect(
    events: Sequence[Event], position: int, explainer: Explainer, file_text: FileText, pattern: Pattern
) -> tuple[Effect, list[Slot]] | None:
    """The effect that the answers of all occurrences show; None when it cannot be told beforehand what it will be."""
    last = events[-1]
    if any(event.redacted for event in events):
        return None
    # never explained by what stands on the screen: an effect that is read where it is checked would prove itself
    value = explainer.explain(position + 1, [event.value for event in events], from_screen=False)
    after = isinstance(value, Unknown)
    match last.kind:
        case EventKind.SAVE if not after:
            slots = vary("path", "file", value)
            if last.detail == "gone":
                return FileGone(last.value), slots
            text = file_text(last) or ""
            contained, line = contained_values(pattern, position, text), record_line(pattern, position, text)
            effect = FileHas(last.value, tuple(text for _, text in contained), (line[1],) if line else ())
            slots += [Slot(f"contains.{n}", f"text {n + 1}", source) for n, (source, _) in enumerate(contained)]
            slots += [Slot("lines.0", "line", line[0])] if line else []
            return effect, slots
        case EventKind.CHANGE if isinstance(value, Constant) and is_caption(value.text, pattern):
            return None
        case EventKind.CHANGE if not after and last.element is not None:
            locator = build_locator(last.app, common_title(events), "", replace(last.element, name=""))
            return TextIs(locator, last.value), vary("text", "message", value)
        case EventKind.SWITCH if opened_window(events, pattern, position):
            title = last.value if len({event.value for event in events}) == 1 else ""
            return WindowIs(last.app, title), []
        case EventKind.CLOSE if closed_window(events, pattern, position):
            return WindowGone(last.app), []
        case EventKind.NAVIGATE if not after:
            return UrlIs(last.app, last.value), vary("url", "address", value)
    return None


def is_caption(text: str, pattern: Pattern) -> bool:
    """Whether a text is only the name of something that is used: pages tell such names anew when they are laid out."""
    acts = [event for occurrence in pattern.occurrences for event in occurrence.events]
    return any(event is not None and event.element is not None and event.element.name == text for event in acts)


def vary(field: str, name: str, source: Source) -> list[Slot]:
    """The slot of a part that varies; none for one that does not."""
    return [] if isinstance(source, Constant) else [Slot(field, name, source)]


def opened_window(events: Sequence[Event], pattern: Pattern, position: int) -> bool:
    """Whether a window came up within a second of the act: its answer, and not the person's own switch."""
    for event, occurrence in zip(events, pattern.occurrences, strict=True):
        act = occurrence.events[position]
        if act is None or event.time - act.time > 1.0 or event.app != act.app or event.value == act.window:
            return False
    return True


def closed_window(events: Sequence[Event], pattern: Pattern, position: int) -> bool:
    """Whether the window of the act closed at once, every time."""
    for event, occurrence in zip(events, pattern.occurrences, strict=True):
        act = occurrence.events[position]
        if act is None or event.time - act.time > ANSWER_SECONDS:
            return False
        # a window that closes under the click may have told its title no more
        if event.app != act.app or (act.window and bare_title(event.value) != bare_title(act.window)):
            return False
    return True


def contained_values(pattern: Pattern, position: int, text: str) -> list[tuple[Source, str]]:
    """What was filled in up to `position` and stands in the saved file: (where it comes from, the text last time)."""
    found: list[tuple[Source, str]] = []
    last = pattern.occurrences[-1]
    for earlier in range(position + 1):
        event = last.events[earlier]
        if event is None or not is_filled(event):
            continue
        value = event.value.strip()
        if len(value) >= SHORTEST and value in text:
            found.append((Observed(earlier), value))
    return found


def record_line(pattern: Pattern, position: int, text: str) -> tuple[Source, str] | None:
    """The line that each time was written of what was filled in: (how it is made, the line last time).

    None unless every occurrence has one line with all its values, and all these lines are made alike.
    """
    made = {}
    for occurrence in pattern.occurrences:
        values = {
            at: event.value.strip()
            for at, event in enumerate(occurrence.events[: position + 1])
            if event is not None and is_filled(event)
        }
        lines = {line for line in text.splitlines() if values and all(value in line for value in values.values())}
        if len(lines) != 1:
            return None
        line = lines.pop()
        made[split_line(line, values)] = line
    if len(made) != 1:
        return None
    [(parts, line)] = made.items()
    sources = tuple(Observed(part) if isinstance(part, int) else Constant(part) for part in parts)
    return Joined(sources), line


def is_filled(event: Event) -> bool:
    """Whether an event put a text into a field that may be looked for again."""
    return event.kind in (EventKind.TYPE, EventKind.PASTE) and not event.redacted and bool(event.value.strip())


def split_line(line: str, values: Mapping[int, str]) -> tuple[int | str, ...]:
    """A line as what stands around the values and the positions they come from."""
    parts: list[int | str] = [line]
    for at, value in sorted(values.items(), key=lambda each: -len(each[1])):
        for place, part in enumerate(parts):
            if isinstance(part, str) and value in part:
                before, _, after = part.partition(value)
                parts[place : place + 1] = [each for each in (before, at, after) if each != ""]
                break
    return tuple(parts)
