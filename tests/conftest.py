"""Every test runs with a home, data folder and environment of its own, and without a display."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("default", max_examples=50, deadline=None)
settings.load_profile("default")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and so would children


@pytest.fixture(autouse=True)
def isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the person's session is reachable from a test."""
    for name in ("DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
