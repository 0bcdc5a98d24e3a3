"""Ask the person by a notice, where no terminal is at hand."""

from collections.abc import Callable, Mapping

from deskhand.contracts.approver import Approval, Approver, Proposal
from deskhand.contracts.clock import Clock, Deadline
from deskhand.contracts.notifier import Notifier

BUTTONS = {"yes": "Do it", "no": "No"}
ANSWER_SECONDS = 60.0
POLL_SECONDS = 0.1


class NoticeApprover(Approver):
    """Shows what would be done, with its concrete values. No answer in time is no yes."""

    def __init__(self, notifier: Notifier, clock: Clock, tell: Callable[[str, Mapping[str, object]], None]) -> None:
        self._notifier = notifier
        self._clock = clock
        self._tell = tell

    def ask(self, proposal: Proposal) -> Approval:
        answers: list[str] = []
        marks = ["! " if number in proposal.consequential else "" for number in range(len(proposal.actions))]
        lines = [f"{mark}{action.describe()}" for mark, action in zip(marks, proposal.actions, strict=True)]
        body = "\n".join([proposal.reason, *lines])
        if not self._notifier.notify(f"Shall Deskhand do this? {proposal.title}", body, BUTTONS, answers.append):
            self._tell("nobody asked", {"reason": "there is no notification service and no terminal to ask in"})
            return Approval.LATER
        deadline = Deadline(self._clock, ANSWER_SECONDS)
        while not answers and not deadline.over:
            self._clock.sleep(POLL_SECONDS)
        return {"yes": Approval.YES, "no": Approval.NO}.get(answers[0] if answers else "", Approval.LATER)
