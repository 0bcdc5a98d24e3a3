"""`make bench`: ours beside a floor, in the same run.

Reading a window: all questions of a level in flight at once, beside the same walk with one question at a time, which is
what the usual bindings do. Capturing the screen: memory shared with the X server, beside pixels sent over its socket.
Both depend on the machine's load and on how busy the program is; the ratios less so.
"""

import statistics
import time
from collections.abc import Callable, Sequence

from PIL import Image
from Xlib import X

from deskhand.demo.desk import Desk
from deskhand.platforms.x11.bus import Bus, Call
from deskhand.platforms.x11.capture import X11Capture
from deskhand.platforms.x11.connection import open_display
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.tree import AtspiTree

ROUNDS = 7


class OneByOne(Bus):
    """Waits for every answer before the next question."""

    def ask_all(self, calls: Sequence[Call], timeout: float = 2.0) -> list[bytes | None]:
        return [answer for call in calls for answer in super(OneByOne, self).ask_all([call], timeout)]


def measure(name: str, act: Callable[[], object]) -> float:
    """The median of the seconds that `act` takes, printed."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - start)
    median = statistics.median(seconds)
    print(f"{name}: median {median * 1000:.1f} ms of {ROUNDS}")
    return median


def compare_readings(desk: Desk) -> None:
    """A file manager's window in both ways."""
    for number in range(60):
        (desk.documents / f"file-{number}.txt").write_text("x")
    desk.open("thunar", str(desk.documents))
    window = desk.person.window("Documents")
    medians = []
    for name, kind in (("pipelined", Bus), ("one question at a time", OneByOne)):
        tree = AtspiTree(kind.accessibility(desk.desktop.env), lambda: None)
        count = len(tree.read(window, 10.0))
        medians.append(measure(f"read {count} elements, {name}", lambda tree=tree: tree.read(window, 10.0)))
        tree.close()
    print(f"ratio: {medians[1] / medians[0]:.1f} times")


def compare_captures(desk: Desk) -> None:
    """The whole screen in both ways."""
    capture = X11Capture(desk.desktop.env)
    connection = open_display(desk.desktop.env)
    box, root = capture.size(), connection.screen().root

    def over_socket() -> bytes:
        answer = root.get_image(0, 0, box.width, box.height, X.ZPixmap, 0xFFFFFFFF)
        return Image.frombuffer("RGB", (box.width, box.height), answer.data, "raw", "BGRX").tobytes()

    ours = measure(f"capture {box.width}x{box.height}, shared memory", capture.grab)
    floor = measure(f"capture {box.width}x{box.height}, over the socket", over_socket)
    print(f"ratio: {floor / ours:.1f} times")
    capture.close()
    connection.close()


def main() -> None:
    """Everything on one private desktop."""
    with PrivateDesktop() as desktop:
        desk = Desk(desktop)
        compare_readings(desk)
        compare_captures(desk)
        desk.close()


if __name__ == "__main__":
    main()
