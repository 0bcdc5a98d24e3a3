"""From pages of a web application into a text file."""

from contextlib import ExitStack

from deskhand.demo.desk import Desk
from deskhand.demo.routine import Routine
from deskhand.demo.server import Office

ORDERS = (
    ("A-1041", "Miller Ltd", "350.00"),
    ("A-1057", "Olsen & Co", "1280.40"),
    ("A-1063", "Cafe d'Or", "95.10"),
    ("A-1088", "Novák s.r.o.", "412.90"),
    ("A-1090", "Hansen AS", "77.00"),
)
PAGE, LOG = "Orders", "orders.txt"


class PageToFile(Routine):
    """The next order is called up, and a line about it is written into a log and saved."""

    name = "page-to-file"
    title = "a page of a web application into a text file"
    programs = ("Chromium", "Mousepad")

    def prepare(self, desk: Desk, stack: ExitStack) -> None:
        office = stack.enter_context(Office(desk.documents / "unused.csv", (("A-1040", "Start", "0.00"), *ORDERS)))
        (desk.documents / LOG).write_text("Orders of this week\n", "utf-8")
        desk.open_browser(f"{office.url}/orders/0")
        desk.open("mousepad", str(desk.documents / LOG))
        person = desk.person
        person.place(PAGE, 0, 24, 620, 500)
        person.place(LOG, 640, 24, 630, 400)
        person.see(PAGE, "link", "Next order")

    def demonstrate(self, desk: Desk, index: int) -> None:
        self.begin(desk, index)
        person = desk.person
        number, customer, total = ORDERS[index]
        person.see(PAGE, "label", holds=number)
        person.click_text(LOG)
        person.press("ctrl+End")
        person.type(f"{number}; {customer}; {total}")
        person.press("Return", "ctrl+s")
        person.wait("the saved log", lambda: not self.problems(desk, index))

    def begin(self, desk: Desk, index: int) -> None:
        desk.person.click(PAGE, "link", "Next order")
        desk.person.see(PAGE, "label", holds=ORDERS[index][0])

    def distract(self, desk: Desk, index: int) -> None:
        person = desk.person
        person.point(PAGE)
        if index % 2 == 0:
            person.click_text(LOG)
            person.press("Up", "Home")

    def problems(self, desk: Desk, index: int) -> list[str]:
        lines = (desk.documents / LOG).read_text("utf-8").splitlines()
        wanted = ["Orders of this week", *("; ".join(order) for order in ORDERS[: index + 1])]
        return [] if lines == wanted else [f"the log says {lines}"]

    def problems_undone(self, desk: Desk, index: int) -> list[str]:
        return self.problems(desk, index - 1)
