"""Words that name a secret, found without searching every place of a long text by a pattern."""

import re
from collections.abc import Iterator, Sequence


def find_named(text: str, low: str, starts: Sequence[str], pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Matches of a pattern, in order and apart from each other. Each begins with one of `starts` (lower case).

    `low` is the text in lower case, which many searches share.
    """
    if len(low) != len(text):  # a letter that becomes two in lower case
        yield from pattern.finditer(text)
        return
    done = 0
    for place in sorted({place for start in starts if start in low for place in _places(low, start)}):
        found = pattern.match(text, place) if place >= done else None
        if found is not None:
            done = found.end()
            yield found


def _places(text: str, word: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)
