"""Every adapter keeps the contract, and an adapter that does not is found out."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from deskhand.contracts.platform import Capability
from deskhand.contracts.signals import ButtonPressed, KeyPressed, Signal, TextChanged
from deskhand.core.element import PASSWORD_ROLE, Node, Picture, Window
from deskhand.core.geometry import Box, Point
from deskhand.core.run import Receipt, Route
from deskhand.platforms.conformance import CHECKS, Check, Result, run_check
from deskhand.platforms.conformance.whole import USES
from deskhand.platforms.fake import stage as fake
from deskhand.platforms.fake.capture import FakeCapture
from deskhand.platforms.fake.clipboard import FakeClipboard
from deskhand.platforms.fake.elements import FakeElements
from deskhand.platforms.fake.events import FakeEventSource
from deskhand.platforms.fake.input import FakeInput
from deskhand.platforms.fake.launcher import FakeLauncher
from deskhand.platforms.fake.platform import FakePlatform
from deskhand.platforms.fake.stage import FakeStage, build_world
from deskhand.platforms.fake.tree import FakeTree
from deskhand.platforms.fake.windows import FakeWindows
from deskhand.platforms.fake.world import FakeWorld, Lie, Means
from deskhand.platforms.x11 import stage as x11
from deskhand.platforms.x11.stage import X11Stage

NAMES = [check.run.__name__ for check in CHECKS]
BY_NAME = dict(zip(NAMES, CHECKS, strict=True))
ONLY_ON_POORER_DESKTOPS = "missing_capabilities_are_named"
RECEIPT = Receipt(Route.NONE, True)


@pytest.fixture(scope="module")
def desktop() -> Iterator[X11Stage]:
    with x11.open_stage() as stage:
        yield stage


@pytest.fixture
def stage(tmp_path: Path) -> FakeStage:
    return FakeStage(FakePlatform(build_world()), tmp_path)


@pytest.mark.parametrize("check", CHECKS, ids=NAMES)
def test_the_scripted_world_keeps_the_contract(check: Check) -> None:
    with fake.open_stage() as stage:
        result = run_check(check, stage, "fake")
    wanted = Result.SKIPPED if check.run.__name__ == ONLY_ON_POORER_DESKTOPS else Result.OK
    assert result.result is wanted, result.reason


@pytest.mark.desktop
@pytest.mark.parametrize("check", CHECKS, ids=NAMES)
def test_the_real_desktop_keeps_the_contract(check: Check, desktop: X11Stage) -> None:
    result = run_check(check, desktop, "x11")
    wanted = Result.SKIPPED if check.run.__name__ == ONLY_ON_POORER_DESKTOPS else Result.OK
    assert result.result is wanted, result.reason


@pytest.mark.parametrize("capability", sorted(Capability))
def test_a_poorer_desktop_skips_what_it_does_not_declare_and_keeps_the_rest(
    capability: Capability, tmp_path: Path
) -> None:
    stage = FakeStage(FakePlatform(build_world(), frozenset(Capability) - {capability}), tmp_path)
    results = {check.run.__name__: run_check(check, stage, "fake") for check in CHECKS}
    skipped = {name for name, each in results.items() if each.result is Result.SKIPPED}
    assert [each for each in results.values() if each.result is Result.FAILED] == []
    assert skipped - {ONLY_ON_POORER_DESKTOPS} == {check.run.__name__ for check in CHECKS if capability in check.needs}
    assert all(capability.value in results[name].reason for name in skipped - {ONLY_ON_POORER_DESKTOPS})
    assert (ONLY_ON_POORER_DESKTOPS in skipped) is (capability not in USES)


def failing(stage: FakeStage) -> set[str]:
    """The checks that a stage fails."""
    return {check.run.__name__ for check in CHECKS if run_check(check, stage, "fake").result is Result.FAILED}


@pytest.mark.parametrize(
    ("key", "lie", "means", "found_by"),
    [
        ("mail", Lie.NOTHING, Means.SET_TEXT, {"texts_are_set"}),
        ("mail", Lie.ELSEWHERE, Means.SET_TEXT, {"texts_are_set"}),
        ("name", Lie.NOTHING, Means.KEYS, {"texts_are_typed", "buttons_are_pressed", "buttons_are_clicked"}),
        ("name", Lie.TWICE, Means.KEYS, {"texts_are_typed", "texts_are_replaced"}),
        ("greet", Lie.NOTHING, Means.PRESS, {"buttons_are_pressed"}),
        ("greet", Lie.TWICE, Means.PRESS, {"buttons_are_pressed"}),
        ("greet", Lie.TWICE, Means.CLICK, {"buttons_are_clicked", "stops_leave_nothing_down"}),
        ("greet", Lie.NOTHING, Means.CLICK, {"buttons_are_clicked", "stops_leave_nothing_down"}),
        ("mail", Lie.NOTHING, Means.FOCUS, {"focus_is_told"}),
    ],
)
def test_a_desktop_that_lies_is_found_out(
    stage: FakeStage, key: str, lie: Lie, means: Means, found_by: set[str]
) -> None:
    element = stage.platform.world.find(key)
    element.lie, element.lies_to, element.victim = lie, frozenset({means}), "name" if key != "name" else "mail"
    assert found_by <= failing(stage)


Method = Callable[..., object]


def keep_down(self: FakeInput) -> None:
    """Forget to let go."""


def send_twice(self: FakeInput, key: str) -> None:
    self._guard()
    self._world.down(key)
    self._world.down(key)
    self._down.append(key)


def send_unguarded(self: FakeInput, key: str) -> None:
    self._down.append(key)
    self._world.down(key)


def type_on(self: FakeInput, text: str) -> Receipt:
    for letter in text:
        self._world.down(letter)
        self._world.up(letter)
    return RECEIPT


def aim_at_nothing(self: FakeInput, window: Window, popups: bool = False) -> AbstractContextManager[None]:
    return nullcontext()


@contextmanager
def aim_past_everything(self: FakeInput, window: Window, popups: bool = False) -> Iterator[None]:
    self._aim = replace(window, id=-1)
    yield
    self._aim = None


def read_twice(self: FakeTree, window: Window, budget: float = 1.0, showing_only: bool = True) -> tuple[Node, ...]:
    found = self._find(window)
    return self._world.nodes(found) * 2 if found is not None else ()


def read_password(self: FakeWorld, window: object, element: object, index: int) -> Node:
    node = MAKE_NODE(self, window, element, index)  # type: ignore[arg-type]
    return replace(node, value=element.value) if node.role == PASSWORD_ROLE else node  # type: ignore[attr-defined]


def hear(change: Callable[[Signal], Signal | None]) -> Method:
    """A source that changes what it tells, or tells nothing of it."""

    def start(
        self: FakeEventSource, sink: Callable[[Signal], None], at_once: Callable[[Signal], None] = lambda signal: None
    ) -> None:
        def told(signal: Signal) -> None:
            changed = change(signal)
            if changed is not None:
                at_once(changed)
                sink(changed)

        self._world.listener = told

    return start


def hear_late(self: FakeEventSource, sink: Callable[[Signal], None], at_once: Callable[[Signal], None]) -> None:
    def told(signal: Signal) -> None:
        sink(signal)
        at_once(signal)

    self._world.listener = told


def disown(signal: Signal) -> Signal:
    return replace(signal, own=False) if isinstance(signal, KeyPressed | ButtonPressed) else signal


def own_up(signal: Signal) -> Signal:
    return replace(signal, own=True) if isinstance(signal, KeyPressed | ButtonPressed) else signal


def miss_texts(signal: Signal) -> Signal | None:
    return None if isinstance(signal, TextChanged) else signal


def miss_hits(signal: Signal) -> Signal:
    return replace(signal, node=None) if isinstance(signal, ButtonPressed) else signal


def grab_black(self: FakeCapture, region: Box | None = None) -> Picture:
    box = self.size() if region is None else region.intersection(self.size())
    return Picture(box, bytes(3 * box.width * box.height))


def grab_uncut(self: FakeCapture, region: Box | None = None) -> Picture:
    box = region or self.size()
    return Picture(box, bytes(range(256)) * (3 * box.width * box.height // 256 + 1))


MAKE_NODE = FakeWorld._node


@pytest.mark.parametrize(
    ("kind", "method", "broken", "found_by"),
    [
        (FakeElements, "set_text", lambda self, node, text: RECEIPT, {"texts_are_set", "passwords_stay_hidden"}),
        (FakeElements, "press", lambda self, node: RECEIPT, {"buttons_are_pressed", "what_cannot_be_pressed_says_so"}),
        (FakeElements, "focus", lambda self, node: RECEIPT, {"focus_is_told"}),
        (FakeInput, "release_all", keep_down, {"stops_leave_nothing_down"}),
        (FakeInput, "_send", send_twice, {"texts_are_typed"}),
        (FakeInput, "_send", send_unguarded, {"guards_come_first"}),
        (FakeInput, "type", type_on, {"stops_are_clean", "tabs_move_on", "guards_come_first"}),
        (FakeInput, "press", lambda self, chord: RECEIPT, {"nonsense_is_refused", "texts_are_replaced"}),
        (FakeInput, "click", lambda self, point, button="left", count=1: RECEIPT, {"buttons_are_clicked"}),
        (FakeInput, "aimed", aim_at_nothing, {"aimed_keys_stay", "aimed_clicks_stay"}),
        (FakeInput, "aimed", aim_past_everything, {"aimed_input_arrives"}),
        (FakeInput, "position", lambda self: Point(1, 1), {"buttons_are_clicked"}),
        (FakeTree, "read", read_twice, {"readings_are_told", "readings_are_unambiguous"}),
        (FakeTree, "refresh", lambda self, node: node, {"elements_are_refreshed"}),
        (FakeTree, "at", lambda self, window, point: self.read(window)[0], {"points_are_resolved"}),
        (FakeTree, "focused", lambda self: None, {"focus_is_told"}),
        (FakeTree, "url", lambda self, window: "https://elsewhere.example/", {"addresses_are_told"}),
        (FakeTree, "cell", lambda self, table, row, column: table, {"cells_are_found"}),
        (FakeWorld, "_node", read_password, {"passwords_stay_hidden", "passwords_are_not_told"}),
        (FakeWindows, "list", lambda self: (), {"windows_are_listed", "windows_come_to_front"}),
        (FakeWindows, "activate", lambda self, window: RECEIPT, {"windows_come_to_front"}),
        (FakeWindows, "close", lambda self, window: RECEIPT, {"windows_are_closed"}),
        (FakeWindows, "at", lambda self, point: self.front(), {"nothing_is_outside"}),
        (FakeCapture, "grab", grab_black, {"pictures_are_true"}),
        (FakeCapture, "grab", grab_uncut, {"pictures_are_whole"}),
        (FakeClipboard, "write", lambda self, text: RECEIPT, {"clipboard_is_kept", "own_copies_are_told"}),
        (FakeLauncher, "open_app", lambda self, name, arguments=(): RECEIPT, {"nothing_strange_is_opened"}),
        (FakeLauncher, "open_url", lambda self, url: RECEIPT, {"nothing_strange_is_opened"}),
        (FakeEventSource, "start", hear(disown), {"own_input_is_told"}),
        (FakeEventSource, "start", hear(own_up), {"person_input_is_told"}),
        (FakeEventSource, "start", hear(miss_hits), {"person_input_is_told"}),
        (FakeEventSource, "start", hear(miss_texts), {"texts_are_told"}),
        (FakeEventSource, "start", hear_late, {"input_is_told_at_once"}),
        (FakeEventSource, "start", lambda self, sink: None, {"focus_moves_are_told", "documents_are_told"}),
        (FakeEventSource, "close", lambda self: None, {"closed_sources_are_silent"}),
        (FakePlatform, "close", lambda self: 1 / 0, {"closing_is_safe"}),
    ],
)
def test_an_adapter_that_breaks_a_promise_is_found_out(
    stage: FakeStage, monkeypatch: pytest.MonkeyPatch, kind: type, method: str, broken: Method, found_by: set[str]
) -> None:
    monkeypatch.setattr(kind, method, broken)
    results = {name: run_check(BY_NAME[name], stage, "fake") for name in found_by}
    assert {name for name, each in results.items() if each.result is not Result.FAILED} == set()
    assert all(each.reason for each in results.values())


def test_an_adapter_that_does_more_than_it_declares_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform = FakePlatform(build_world(), frozenset(Capability) - {Capability.CLIPBOARD})
    monkeypatch.setattr(FakePlatform, "_need", lambda self, capability: None)
    result = run_check(BY_NAME[ONLY_ON_POORER_DESKTOPS], FakeStage(platform, tmp_path), "fake")
    assert result.result is Result.FAILED
    assert "clipboard" in result.reason


def test_every_promise_can_be_broken() -> None:
    """Every check of the suite is named by a test above that makes it fail."""
    told = Path(__file__).read_text()
    assert [name for name in NAMES if f'"{name}"' not in told] == []
