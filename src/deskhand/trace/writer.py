"""The trace of a run: a folder with one JSON-lines file and its pictures, private to the user."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from enum import Enum
from pathlib import Path

from PIL import Image

from deskhand.contracts.clock import Clock
from deskhand.contracts.tracer import Tracer
from deskhand.core import faults
from deskhand.core.element import Picture
from deskhand.core.errors import StoreFull
from deskhand.core.ids import RunId

FILE = "trace.jsonl"


class TraceWriter(Tracer):
    """Fulfils `contracts.tracer.Tracer`. Every line is on its way to the disk when `emit` returns."""

    def __init__(self, folder: Path, run: RunId, clock: Clock) -> None:
        self._folder = folder / run
        self._run = run
        self._clock = clock
        for each in (folder, self._folder):  # one by one, for the mode is only that of the last
            each.mkdir(mode=0o700, exist_ok=True)

    def emit(self, kind: str, fields: Mapping[str, object]) -> None:
        line = {"time": round(self._clock.wall(), 6), "run": self._run, "kind": kind, **fields}
        data = (json.dumps(line, default=plain, ensure_ascii=False) + "\n").encode()
        descriptor = os.open(self._folder / FILE, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        try:
            os.write(descriptor, data)
            faults.hit("trace.written")
        except OSError as error:
            raise StoreFull(f"the trace {self._folder / FILE} cannot be written: {error.strerror}; make room") from None
        finally:
            os.close(descriptor)

    def picture(self, name: str, picture: Picture) -> str:
        file = f"{name}.png"
        path = self._folder / file
        image = Image.frombytes("RGB", (picture.box.width, picture.box.height), picture.rgb)
        descriptor = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            image.save(out, "png", compress_level=1)
        self.emit("picture", {"file": file})
        return file


def plain(value: object) -> object:
    """A dataclass or enumeration as plain JSON data."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return str(value)
