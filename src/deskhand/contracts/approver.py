"""The person's yes or no."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from deskhand.core.action import Action


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would be done, with concrete values, and why."""

    title: str
    reason: str
    actions: tuple[Action, ...]
    consequential: tuple[int, ...] = ()
    """indexes of actions that buy, pay, send, publish, delete, sign, install or grant"""


class Approval(StrEnum):
    """The answer. No answer in time is LATER, never yes."""

    YES = "yes"
    NO = "no"
    LATER = "later"


class Approver(Protocol):
    """Asks the person."""

    def ask(self, proposal: Proposal) -> Approval: ...
