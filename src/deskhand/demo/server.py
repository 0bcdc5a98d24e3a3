"""A small office web application on loopback: a form that keeps records in a file, and pages of orders."""

import csv
import io
import os
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Self
from urllib.parse import parse_qs

from deskhand.core.errors import BadInput

FIELDS = ("name", "mail", "amount")


class Office:
    """Serves until closed. With `lies` it says that it saved, and does not."""

    def __init__(self, records: Path, orders: Sequence[tuple[str, str, str]] = ()) -> None:
        self.records = records
        self.orders = orders
        self.lies = False
        office = self

        class Handler(BaseHTTPRequestHandler):
            """Answers for this office."""

            def do_GET(self) -> None:
                self._answer(*office.get(self.path))

            def do_POST(self) -> None:
                size = min(int(self.headers.get("Content-Length", 0)), 100_000)
                form = parse_qs(self.rfile.read(size).decode(), keep_blank_values=True)
                self._answer(200, "text/plain", office.save([form.get(field, [""])[0] for field in FIELDS]))

            def _answer(self, status: int, kind: str, text: str) -> None:
                body = text.encode()
                self.send_response(status)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *arguments: object) -> None:
                """Quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, name="office", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def get(self, path: str) -> tuple[int, str, str]:
        """Status, type and text of a page."""
        pages = files("deskhand.demo") / "pages"
        if path == "/":
            return 200, "text/html", (pages / "form.html").read_text("utf-8")
        try:
            number, customer, total = self.orders[int(path.removeprefix("/orders/"))]
        except (ValueError, IndexError):
            return 404, "text/plain", "not found"
        following = int(path.removeprefix("/orders/")) + 1
        page = Template((pages / "order.html").read_text("utf-8"))
        return 200, "text/html", page.substitute(number=number, customer=customer, total=total, next=following)

    def save(self, record: Sequence[str]) -> str:
        """Add a record to the file, and say so."""
        if not self.lies:
            line = io.StringIO()
            csv.writer(line).writerow(record)
            with self.records.open("a", encoding="utf-8") as file:
                file.write(line.getvalue())
                file.flush()
                os.fsync(file.fileno())
        return f"Saved {record[0]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def read_records(file: Path) -> list[list[str]]:
    """The records in a file; `BadInput` when it is no such file."""
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            return list(csv.reader(opened))
    except UnicodeDecodeError:
        raise BadInput(f"{file} holds no records") from None
