"""No answer is no yes."""

from collections.abc import Callable, Mapping

import pytest

from deskhand.contracts.approver import Approval, Proposal
from deskhand.contracts.notifier import Notifier
from deskhand.core.action import Action, ActionKind
from deskhand.core.element import Element
from deskhand.core.locator import build_locator
from deskhand.jobs.approve import ANSWER_SECONDS, NoticeApprover
from deskhand.platforms.fake.clock import FakeClock

SEND = Action(ActionKind.CLICK, build_locator("mail", "", "", Element("button", "Send")))


class Notices(Notifier):
    """A service that is answered after a while, or never."""

    def __init__(self, clock: FakeClock, key: str, seconds: float, shown: bool = True) -> None:
        self._clock, self._key, self._seconds, self._shown = clock, key, seconds, shown
        self.body = ""

    def notify(
        self, title: str, body: str, buttons: Mapping[str, str] = {}, answer: Callable[[str], None] | None = None
    ) -> bool:
        self.body = body
        if answer is not None:
            self._clock.after(self._seconds, lambda: answer(self._key))
        return self._shown


@pytest.mark.parametrize(
    ("key", "seconds", "shown", "approval"),
    [
        ("yes", 5.0, True, Approval.YES),
        ("no", 5.0, True, Approval.NO),
        ("yes", ANSWER_SECONDS + 1, True, Approval.LATER),
        ("default", 5.0, True, Approval.LATER),
        ("yes", 5.0, False, Approval.LATER),
    ],
)
def test_the_answer_counts_when_it_comes_in_time(key: str, seconds: float, shown: bool, approval: Approval) -> None:
    clock = FakeClock()
    notices = Notices(clock, key, seconds, shown)
    told: list[str] = []
    approver = NoticeApprover(notices, clock, lambda kind, fields: told.append(kind))
    assert approver.ask(Proposal("Mail", "you began it", (SEND,), (0,))) is approval
    assert notices.body == "you began it\n! click button 'Send' in mail"
    assert told == ([] if shown else ["nobody asked"])
