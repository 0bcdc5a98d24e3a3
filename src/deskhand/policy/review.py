"""Allow, ask or deny an action, and say why."""

from deskhand.core.action import Action, ActionKind
from deskhand.core.element import PASSWORD_ROLE
from deskhand.core.run import Permission, Review, Tier
from deskhand.policy.consequential import consequence


def review(action: Action, tier: Tier, attended: bool) -> Review:
    """Policy's answer. `attended` says whether a person is there to approve this one action."""
    element = action.locator.element
    if action.kind is ActionKind.TYPE and element is not None and element.role == PASSWORD_ROLE:
        return Review(Permission.DENY, "passwords are never typed")
    if tier is Tier.SHADOW:
        return Review(Permission.DENY, "this routine is only watched, not done")
    what = consequence(action)
    if what is None:
        return Review(Permission.ALLOW, f"nothing consequential, at the tier {tier.value}")
    if attended:
        return Review(Permission.ASK, f"it would {what}, so you are asked about this one action")
    return Review(Permission.DENY, f"it would {what}, and nobody is there to approve it")
