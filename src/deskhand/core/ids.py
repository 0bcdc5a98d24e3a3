"""Typed, prefixed, sortable identities: `run_018f…`, time first, so that text order is time order."""

import secrets
from typing import NewType

EventId = NewType("EventId", str)
SessionId = NewType("SessionId", str)
RuleId = NewType("RuleId", str)
SkillId = NewType("SkillId", str)
RunId = NewType("RunId", str)
ActionId = NewType("ActionId", str)
DecisionId = NewType("DecisionId", str)


def build_id(prefix: str, time: float) -> str:
    """`prefix_` + 12 hex digits of milliseconds since 1970 UTC + 6 random hex digits."""
    return f"{prefix}_{int(time * 1000):012x}{secrets.token_hex(3)}"
