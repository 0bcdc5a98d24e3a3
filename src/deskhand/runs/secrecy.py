"""What a run may not keep: secrets that stand on the screen while it acts, in pictures, in its journal and trace."""

from collections.abc import Iterable
from dataclasses import replace

from deskhand.core.element import Node
from deskhand.core.errors import PlatformError
from deskhand.core.geometry import Box
from deskhand.core.run import Prior, PriorText, Verdict
from deskhand.observe.redaction import Redactor, redact


def secret_boxes(nodes: Iterable[Node]) -> list[Box]:
    """Where a window shows a secret: hidden fields, fields named for one, and texts that hold one."""
    redactor = Redactor()
    return [
        node.box
        for node in nodes
        if node.box is not None
        and (node.secret or redactor.text(node.name)[1] or redactor.field(node.name, node.value)[1])
    ]


def check_prior(priors: tuple[Prior, ...], keep_phones: bool = False) -> None:
    """`PlatformError` when a field holds a secret: what may not be kept cannot be put back, so it is not overwritten."""
    if any(isinstance(prior, PriorText) and redact(prior.text, keep_phones)[1] for prior in priors):
        raise PlatformError("the field holds a secret, which is never kept and so could not be put back; it is yours")


def clean_verdict(verdict: Verdict) -> Verdict:
    """A verdict without secrets in what was found."""
    evidence = tuple(replace(each, found=redact(each.found)[0]) for each in verdict.evidence)
    return replace(verdict, evidence=evidence, reason=redact(verdict.reason)[0])
