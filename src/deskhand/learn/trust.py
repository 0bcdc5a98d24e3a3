"""Trust comes from the person: tiers are earned by what they made of a rule's runs."""

from collections.abc import Sequence

from deskhand.core.run import Reaction, Tier

ACCEPTS = 5
WINDOW = 10
REJECTIONS = 2
_RANK = {Tier.SHADOW: 0, Tier.SUPERVISED: 1, Tier.AUTONOMOUS: 2}


def earned(reactions: Sequence[Reaction]) -> Tier:
    """The tier that reactions (oldest first) earn: autonomous by five accepts and fewer than two rejections in the last
    ten that say something; an undo is a rejection, silence says nothing."""
    telling = [reaction for reaction in reactions if reaction is not Reaction.SILENT][-WINDOW:]
    accepts = telling.count(Reaction.ACCEPTED)
    rejections = len(telling) - accepts
    return Tier.AUTONOMOUS if accepts >= ACCEPTS and rejections < REJECTIONS else Tier.SUPERVISED


def capped(tier: Tier, cap: Tier) -> Tier:
    """The lower of a rule's tier and the global level."""
    return min(tier, cap, key=lambda each: _RANK[each])


def is_staged(reactions: Sequence[Reaction]) -> bool:
    """Whether the next run is shown before it is done: until the person has accepted one."""
    return Reaction.ACCEPTED not in reactions


def outcome_of_silence(was_present: bool, saw_notice: bool) -> Reaction:
    """What it means that the time to undo passed: an accept only when the person was there and could see it."""
    return Reaction.ACCEPTED if was_present and saw_notice else Reaction.SILENT
