"""Read the world back and compare it with what was expected. The cheapest sufficient look comes first."""

from collections.abc import Sequence

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
    WindowGone,
    WindowIs,
)
from deskhand.core.element import Node, Window, same_window
from deskhand.core.errors import PlatformError
from deskhand.core.locator import Locator
from deskhand.core.run import Evidence, Truth, Verdict
from deskhand.perceive.resolve import Found, find_window, locate
from deskhand.perceive.text import normalise, same_text
from deskhand.verify.before import Before, field_texts, spilt
from deskhand.verify.files import files_before, look_file, look_gone

POLL_SECONDS = 0.1
VERIFY_SECONDS = 3.0
SETS_STATE = frozenset({ActionKind.TYPE, ActionKind.CHECK, ActionKind.SWITCH, ActionKind.OPEN})
"""Actions that are good when the world is as they want it, whoever made it so. Of others something must come."""


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


def remember(
    platform: Platform,
    action: Action,
    effects: Sequence[Effect],
    node: Node | None,
    window: Window | None,
    nodes: Sequence[Node],
) -> Before:
    """What must be known before `action`, which goes to `node` of `window` with `nodes`, to judge it afterwards."""
    files = files_before(effects)
    if action.kind in SETS_STATE:
        fields = field_texts(nodes, node) if action.kind is ActionKind.TYPE else {}
        return Before(files, None, action.locator, fields)
    looks = [look(platform, effect, Before(files)) for effect in effects]
    so_already = frozenset(at for at, seen in enumerate(looks) if seen.truth is Truth.VERIFIED)
    return Before(files, so_already, window=window)


def check(
    platform: Platform, clock: Clock, effects: Sequence[Effect], before: Before, seconds: float = VERIFY_SECONDS
) -> Verdict:
    """The verdict on effects: looks until all are seen, or the time is over. No effects give no evidence: unknown."""
    if not effects:
        return Verdict(Truth.UNKNOWN, (), "nothing that follows it was ever seen, so nothing can prove it")
    deadline = Deadline(clock, seconds)
    while True:
        evidence = tuple(look(platform, effect, before) for effect in effects)
        if all(each.truth is Truth.VERIFIED for each in evidence):
            return doubt(platform, evidence, before) or conclude(evidence)
        if deadline.over:
            return conclude(evidence)
        clock.sleep(POLL_SECONDS)


def doubt(platform: Platform, evidence: tuple[Evidence, ...], before: Before) -> Verdict | None:
    """Why what was seen proves nothing after all; None when it does."""
    if before.so_already is not None and len(before.so_already) == len(evidence):
        return Verdict(Truth.UNKNOWN, evidence, "all of it was so before, so nothing shows that this did it")
    if before.place is None or not before.fields:
        return None
    window = find_window(before.place, platform.windows.list())
    now = field_texts(platform.tree.read(window)) if window is not None else {}
    text = next((each.effect.text for each in evidence if isinstance(each.effect, TextIs)), "")
    stray = spilt(before.fields, now, text)
    return Verdict(Truth.UNKNOWN, evidence, f"another field says {stray!r} now as well") if stray else None


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
        case WindowGone(app):
            return f"the window of {app} is closed"
        case UrlIs(app, url):
            return f"{app} shows {url}"
        case FileHas(path, contains):
            what = " and ".join(map(repr, contains))
            return f"the file {path} was written" + (f" with {what}" if what else "")
        case FileGone(path):
            return f"the file {path} is gone"


def look(platform: Platform, effect: Effect, before: Before) -> Evidence:
    """One look for one effect."""
    try:
        match effect:
            case TextIs():
                return look_text(platform, effect)
            case StateIs() | FocusIs():
                return look_state(platform, effect)
            case WindowIs():
                return look_window(platform, effect)
            case WindowGone():
                return look_gone_window(platform, effect, before.window)
            case UrlIs():
                return look_url(platform, effect)
            case FileHas():
                return look_file(effect, before.files)
            case FileGone():
                return look_gone(effect, before.files)
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


def look_gone_window(platform: Platform, effect: WindowGone, window: Window | None) -> Evidence:
    if window is None:
        return Evidence(effect, "which window it was is not known", Truth.UNKNOWN)
    there = any(same_window(window, each) for each in platform.windows.list())
    return judge(effect, not there, f"the window {window.title!r} is {'still open' if there else 'closed'}")


def look_url(platform: Platform, effect: UrlIs) -> Evidence:
    own = [window for window in platform.windows.list() if window.app == effect.app]
    url = platform.tree.url(own[-1]) if own else None
    if url is None:
        return Evidence(effect, "its address cannot be read", Truth.UNKNOWN)
    return judge(effect, url == effect.url, f"it shows {url}")
