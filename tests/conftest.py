"""Every test runs with a home, data folder and environment of its own, and without a display."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("default", max_examples=50, deadline=None)
settings.load_profile("default")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and so would children


def constants() -> dict[str, float | str]:
    """Every number and text that a loaded module of ours names in capitals."""
    modules = [(name, module) for name, module in sys.modules.items() if name.startswith("deskhand.")]
    return {
        f"{module_name}.{name}": value
        for module_name, module in modules
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, float | str)
    }


@pytest.fixture(autouse=True)
def nothing_left_changed() -> Iterator[None]:
    """No test depends on the ones before it: a constant that one changes is put back by it."""
    before = constants()
    yield
    after = constants()
    assert {name: after[name] for name in before} == before


@pytest.fixture(autouse=True)
def isolated(nothing_left_changed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the person's session is reachable from a test."""
    for name in ("DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
