"""Texts that were put together of others: of their words, in their own or another case, with constants between."""

from collections.abc import Iterator, Sequence

from deskhand.core.source import CaseStyle, Constant, Joined, Part, PartRule, Recased, Source
from deskhand.learn.sources import cut_part, recase
from deskhand.learn.transforms import LONG_TEXT, SHORT

WORDS = (0, 1, -1)
"""The words of a text that are tried alone: the first, the second, the last."""
Base = tuple[float, Source, list[str]]
"""(cost, source, its text in every occurrence)"""


def words(cost: float, source: Source, texts: Sequence[str]) -> Iterator[Base]:
    """A text that varies, whole and by its words."""
    whole = [text.strip() for text in texts]
    yield cost, source, whole
    if all(len(text) <= LONG_TEXT and " " in text for text in whole):
        for place, index in enumerate(WORDS):
            cut = [cut_part(text, PartRule.TOKEN, " ", index) for text in whole]
            found = [word for word in cut if word]
            if len(found) == len(whole):
                yield cost + 0.3 + place / 100, Part(source, PartRule.TOKEN, " ", index), found


def cases(cost: float, source: Source, texts: Sequence[str]) -> Iterator[Base]:
    """A text as it is, and re-cased in every way that changes it."""
    yield cost, source, list(texts)
    for place, style in enumerate(CaseStyle):
        recased = [recase(text, style) for text in texts]
        if recased != list(texts):
            yield cost + 0.5 + place / 100, Recased(source, style), recased


def join(bases: Sequence[tuple[float, Source, list[str]]], wanted: Sequence[str]) -> Source | None:
    """Several known texts, or words of them, one after the other, in any case, with constants between them."""
    inside = [
        (cost, source, texts)
        for base in bases
        for word in words(*base)
        for cost, source, texts in cases(*word)
        if all(SHORT <= len(text) <= LONG_TEXT and text in want for text, want in zip(texts, wanted, strict=True))
    ]
    inside.sort(key=lambda base: (-len(base[2][0]), base[0]))
    parts = cover(wanted, [(source, texts) for _, source, texts in inside])
    return Joined(tuple(parts)) if parts else None


def cover(wanted: Sequence[str], bases: Sequence[tuple[Source, list[str]]]) -> list[Source]:
    """Sources and constants whose texts, joined, are the wanted ones; [] when there are none."""
    if all(not want for want in wanted):
        return []
    if len(set(wanted)) == 1:
        return [Constant(wanted[0])]
    for source, texts in bases:
        if not all(text in want for text, want in zip(texts, wanted, strict=True)) or len(set(texts)) == 1:
            continue
        before = [want.partition(text)[0] for text, want in zip(texts, wanted, strict=True)]
        after = [want.partition(text)[2] for text, want in zip(texts, wanted, strict=True)]
        left = cover(before, bases) if any(before) else None
        right = cover(after, bases) if any(after) else None
        if left != [] and right != []:
            return [*(left or []), source, *(right or [])]
    return []
