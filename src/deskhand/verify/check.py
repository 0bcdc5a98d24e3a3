"""Read the world back and compare it with what was expected. The cheapest sufficient look comes first."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.platform import Platform
from deskhand.core.action import (
    Action,
    ActionKind,
    Effect,
    FileGone,
    FileHas,
    FocusIs,
    StateIs,
    TextIs,
    UrlIs,
    WindowIs,
)
from deskhand.core.element import Node
from deskhand.core.errors import PlatformError
from deskhand.core.locator import Locator
from deskhand.core.run import Evidence, Truth, Verdict
from deskhand.perceive.files import digest, read_text
from deskhand.perceive.resolve import Found, find_window, locate
from deskhand.perceive.text import normalise, same_text

POLL_SECONDS = 0.1
VERIFY_SECONDS = 3.0


def implied(action: Action) -> tuple[Effect, ...]:
    """What must be seen after an action whatever was learned: a field holds what was typed, a box is checked."""
    match action.kind:
        case ActionKind.TYPE:
            return (TextIs(action.locator, action.value),)
        case ActionKind.CHECK:
            return (StateIs(action.locator, "checked", action.value == "checked"),)
        case ActionKind.SWITCH:
            return (WindowIs(action.locator.app, action.locator.window),)
    return ()


def digests(effects: Sequence[Effect]) -> dict[str, str]:
    """The files that effects speak of, as they are now: path to SHA-256, "" when there is none."""
    return {effect.path: digest(Path(effect.path)) for effect in effects if isinstance(effect, FileHas | FileGone)}


def check(
    platform: Platform,
    clock: Clock,
    effects: Sequence[Effect],
    files_before: Mapping[str, str],
    seconds: float = VERIFY_SECONDS,
) -> Verdict:
    """The verdict on effects: looks until all are seen, or the time is over. No effects give no evidence: unknown."""
    if not effects:
        return Verdict(Truth.UNKNOWN, (), "nothing that follows it was ever seen, so nothing can prove it")
    deadline = Deadline(clock, seconds)
    while True:
        evidence = tuple(look(platform, effect, files_before) for effect in effects)
        if all(each.truth is Truth.VERIFIED for each in evidence) or deadline.over:
            return conclude(evidence)
        clock.sleep(POLL_SECONDS)


def conclude(evidence: tuple[Evidence, ...]) -> Verdict:
    """Refuted when anything was seen to be otherwise, unknown when anything could not be read, else verified."""
    for truth in (Truth.REFUTED, Truth.UNKNOWN):
        failed = [each for each in evidence if each.truth is truth]
        if failed:
            return Verdict(truth, evidence, f"expected that {describe_effect(failed[0].effect)}, but {failed[0].found}")
    return Verdict(Truth.VERIFIED, evidence, "; ".join(describe_effect(each.effect) for each in evidence))


def describe_effect(effect: Effect) -> str:
    """An effect in words."""
    match effect:
        case TextIs(locator, text):
            return f"{locator.describe()} says {text!r}"
        case StateIs(locator, state, on):
            return f"{locator.describe()} is {'' if on else 'not '}{state}"
        case FocusIs(locator):
            return f"{locator.describe()} has the focus"
        case WindowIs(app, title):
            return f"the window {title!r} of {app} is in front" if title else f"{app} is in front"
        case UrlIs(app, url):
            return f"{app} shows {url}"
        case FileHas(path, contains):
            what = " and ".join(map(repr, contains))
            return f"the file {path} was written" + (f" with {what}" if what else "")
        case FileGone(path):
            return f"the file {path} is gone"


def look(platform: Platform, effect: Effect, files_before: Mapping[str, str]) -> Evidence:
    """One look for one effect."""
    try:
        match effect:
            case TextIs():
                return look_text(platform, effect)
            case StateIs() | FocusIs():
                return look_state(platform, effect)
            case WindowIs():
                return look_window(platform, effect)
            case UrlIs():
                return look_url(platform, effect)
            case FileHas():
                return look_file(effect, files_before.get(effect.path, ""))
            case FileGone():
                return look_gone(effect, files_before.get(effect.path, ""))
    except PlatformError as error:
        return Evidence(effect, str(error), Truth.UNKNOWN)


def judge(effect: Effect, good: bool, found: str) -> Evidence:
    """Evidence that was read: verified or refuted."""
    return Evidence(effect, found, Truth.VERIFIED if good else Truth.REFUTED)


def find(platform: Platform, locator: Locator) -> Node | str:
    """The element of a locator as it is now, or why there is none."""
    window = find_window(locator, platform.windows.list())
    if window is None:
        return f"there is no window of {locator.app}"
    found = locate(platform, locator, window, platform.tree.read(window))
    return found.node if isinstance(found, Found) else found.reason


def look_text(platform: Platform, effect: TextIs) -> Evidence:
    node = find(platform, effect.locator)
    if isinstance(node, str):
        return Evidence(effect, node, Truth.UNKNOWN)
    said = node.value or ("" if effect.locator.element and effect.locator.element.name else node.name)
    return judge(effect, same_text(said, effect.text), f"it says {normalise(said)!r}")


def look_state(platform: Platform, effect: StateIs | FocusIs) -> Evidence:
    node = find(platform, effect.locator)
    if isinstance(node, str):
        return Evidence(effect, node, Truth.UNKNOWN)
    state, wanted = (effect.state, effect.on) if isinstance(effect, StateIs) else ("focused", True)
    on = any(each.value == state for each in node.states)
    return judge(effect, on == wanted, f"it is {'' if on else 'not '}{state}")


def look_window(platform: Platform, effect: WindowIs) -> Evidence:
    front = platform.windows.front()
    if front is None:
        return judge(effect, False, "no window is in front")
    good = front.app == effect.app and (
        not effect.title or normalise(front.title).strip("* ") == effect.title.strip("* ")
    )
    return judge(effect, good, f"the window {front.title!r} of {front.app} is in front")


def look_url(platform: Platform, effect: UrlIs) -> Evidence:
    own = [window for window in platform.windows.list() if window.app == effect.app]
    url = platform.tree.url(own[-1]) if own else None
    if url is None:
        return Evidence(effect, "its address cannot be read", Truth.UNKNOWN)
    return judge(effect, url == effect.url, f"it shows {url}")


def look_gone(effect: FileGone, before: str) -> Evidence:
    if Path(effect.path).exists():
        return judge(effect, False, "it is still there")
    return judge(effect, bool(before), "it is gone" if before else "there was no such file before")


def look_file(effect: FileHas, before: str) -> Evidence:
    path = Path(effect.path)
    now = digest(path)
    if not now:
        return judge(effect, False, "there is no such file")
    if now == before:
        return judge(effect, False, "the file is as it was before")
    if not effect.contains:
        return judge(effect, True, "the file was written")
    text = read_text(path)
    if text is None:
        return Evidence(effect, "the file cannot be read", Truth.UNKNOWN)
    missing = [wanted for wanted in effect.contains if normalise(wanted) not in normalise(text)]
    return judge(effect, not missing, f"the file lacks {missing[0]!r}" if missing else "the file holds it")
