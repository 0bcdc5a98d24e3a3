"""`make bench`: ours beside a floor, in the same run.

Reading a window: all questions of a level in flight at once, beside the same walk with one question at a time, which is
what the usual bindings do. It depends on the machine's load and on how busy the program is; the ratio less so.
"""

import statistics
import time
from collections.abc import Sequence

from deskhand.demo.desk import Desk
from deskhand.platforms.x11.bus import Bus, Call
from deskhand.platforms.x11.desktop import PrivateDesktop
from deskhand.platforms.x11.tree import AtspiTree

ROUNDS = 7


class OneByOne(Bus):
    """Waits for every answer before the next question."""

    def ask_all(self, calls: Sequence[Call], timeout: float = 2.0) -> list[bytes | None]:
        return [answer for call in calls for answer in super(OneByOne, self).ask_all([call], timeout)]


def main() -> None:
    """Read a file manager's window in both ways."""
    with PrivateDesktop() as desktop:
        desk = Desk(desktop)
        for number in range(60):
            (desk.documents / f"file-{number}.txt").write_text("x")
        desk.open("thunar", str(desk.documents))
        window = desk.person.window("Documents")
        medians = {}
        for name, kind in (("pipelined", Bus), ("one by one", OneByOne)):
            tree = AtspiTree(kind.accessibility(desktop.env), lambda: None)
            seconds = []
            for _ in range(ROUNDS):
                start = time.perf_counter()
                count = len(tree.read(window, 10.0))
                seconds.append(time.perf_counter() - start)
            medians[name] = statistics.median(seconds)
            print(f"read {count} elements, {name}: median {medians[name] * 1000:.1f} ms of {ROUNDS}")
            tree.close()
        print(f"ratio: {medians['one by one'] / medians['pipelined']:.1f} times")
        desk.close()


if __name__ == "__main__":
    main()
