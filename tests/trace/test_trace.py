"""A trace is read back as it was written, also when a crash cut its last line."""

from pathlib import Path

from deskhand.core.element import Picture
from deskhand.core.geometry import Box
from deskhand.core.ids import RunId
from deskhand.platforms.fake.clock import FakeClock
from deskhand.trace.reader import read_trace
from deskhand.trace.writer import FILE, TraceWriter


def test_lines_come_back_in_order_with_time_and_run(tmp_path: Path) -> None:
    clock = FakeClock(100.0)
    writer = TraceWriter(tmp_path, RunId("run_1"), clock)
    writer.emit("intent", {"action": Box(1, 2, 3, 4)})
    clock.sleep(1.5)
    writer.emit("finish", {"outcome": "done"})
    lines = read_trace(tmp_path, RunId("run_1"))
    assert [(line["time"], line["kind"], line["run"]) for line in lines] == [
        (100.0, "intent", "run_1"),
        (101.5, "finish", "run_1"),
    ]
    assert lines[0]["action"] == {"x": 1, "y": 2, "width": 3, "height": 4}


def test_a_line_that_a_crash_cut_is_left_out(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path, RunId("run_1"), FakeClock())
    writer.emit("intent", {})
    with (tmp_path / "run_1" / FILE).open("a") as file:
        file.write('{"kind": "rece')
    assert [line["kind"] for line in read_trace(tmp_path, RunId("run_1"))] == ["intent"]
    assert read_trace(tmp_path, RunId("run_2")) == []


def test_all_of_it_is_private(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path, RunId("run_1"), FakeClock())
    writer.emit("intent", {})
    writer.picture("before", Picture(Box(0, 0, 2, 1), b"\x00" * 6))
    folder = tmp_path / "run_1"
    assert folder.stat().st_mode & 0o077 == 0
    assert len(list(folder.iterdir())) == 2
    assert all(file.stat().st_mode & 0o077 == 0 for file in folder.iterdir())
