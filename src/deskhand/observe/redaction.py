"""The only place that turns raw text into storable text: secrets are cut out before anything leaves the recorder."""

from collections.abc import Sequence
from dataclasses import replace

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event, EventKind
from deskhand.observe.credentials import PASSWORD, cut_credentials, cut_random, is_named_secret
from deskhand.observe.numbers import IDENTITY, cut_numbers, is_named_number
from deskhand.observe.phones import PHONE, cut_phones, is_named_phone
from deskhand.observe.reading import LONGEST

PRIVATE = "[private]"
"""In the place of a text that came from where nothing is kept."""
MOST_SECRETS = 200
SHORTEST_SECRET = 4
MOST_CLEANED = 1000
"""Texts whose cleaned form is kept, for most are read again and again."""
FIELD_KINDS = frozenset({EventKind.TYPE, EventKind.PASTE, EventKind.FOCUS, EventKind.COPY})
"""Kinds whose value is the content of their element."""


def redact(text: str, keep_phones: bool = False) -> tuple[str, bool]:
    """(storable text, whether something was cut out). Doing it twice changes nothing more."""
    clean, last = _cut(text, keep_phones), text
    while clean != last:  # what was cut may have brought others together
        clean, last = _cut(clean, keep_phones), clean
    return clean, clean != text


def _cut(text: str, keep_phones: bool) -> str:
    clean = cut_random(cut_numbers(cut_credentials(text)))
    return clean if keep_phones else cut_phones(clean)


class Redactor:
    """Cleans whole events. It remembers, in memory only, which texts are secrets wherever they show up."""

    def __init__(self, keep_phones: bool = False) -> None:
        self._keep_phones = keep_phones
        self._secrets: dict[str, str] = {}
        self._cleaned: dict[str, str] = {}

    def remember(self, secret: str, mark: str = PASSWORD) -> None:
        """A text that was seen to be a secret, and what to put in its place. The newest are kept."""
        for text in dict.fromkeys((secret, secret.strip())):
            if len(text.strip()) >= SHORTEST_SECRET:
                self._secrets.pop(text, None)
                self._secrets[text] = mark
                self._cleaned.clear()
        while len(self._secrets) > MOST_SECRETS:
            del self._secrets[next(iter(self._secrets))]

    def text(self, text: str, also: Sequence[str] = ()) -> tuple[str, bool]:
        """As `redact`, and without remembered secrets, nor those of `also`."""
        if not text:
            return text, False
        if also:
            clean, _ = redact(
                self._cut_known(
                    text, {**self._secrets, **{each: PASSWORD for each in also if len(each) >= SHORTEST_SECRET}}
                ),
                self._keep_phones,
            )
            return clean, clean != text
        known = self._cleaned.get(text)
        if known is None:
            known, _ = redact(self._cut_known(text, self._secrets), self._keep_phones)
            if len(self._cleaned) >= MOST_CLEANED:
                del self._cleaned[next(iter(self._cleaned))]
            self._cleaned[text] = known
        return known, known != text

    @staticmethod
    def _cut_known(text: str, secrets: dict[str, str]) -> str:
        present = [secret for secret in secrets if secret in text]
        cut = text
        for secret in sorted(present, key=len, reverse=True):
            cut = cut.replace(secret, secrets[secret])
        if len(text) >= LONGEST:  # a reading that was cut off may hold the beginning of one
            for secret, mark in secrets.items():
                cut = cut_tail(cut, secret, mark)
        return cut

    def field(self, name: str, text: str, also: Sequence[str] = ()) -> tuple[str, bool]:
        """The content of a field called `name`, which may tell that all of it is a secret."""
        if name and text and text != name:
            if is_named_secret(name, text):
                return PASSWORD, True
            if is_named_number(name, text):
                return IDENTITY, True
            if not self._keep_phones and is_named_phone(name, text):
                return PHONE, True
        return self.text(text, also)

    def event(self, event: Event, also: Sequence[str] = ()) -> Event:
        """The event with every text of it cleaned, also of secrets that are just being typed (`also`).

        It counts as redacted when a text of its own was cut; what was cut out of texts around it (`seen`) is only gone
        from there, for a card number somewhere on the screen says nothing against the act.
        """
        name = event.element.name if event.element is not None and event.kind in FIELD_KINDS else ""
        clean = replace(
            event,
            window=self.text(event.window, also)[0],
            url=self.text(event.url, also)[0],
            element=self._element(event.element, also) if event.element else None,
            value=self.field(name, event.value, also)[0],
            detail=self.field(name, event.detail, also)[0],
        )
        seen = tuple(self._reading(reading, also) for reading in event.seen)
        return replace(clean, seen=seen, redacted=event.redacted or clean != event)

    def _reading(self, reading: Reading, also: Sequence[str]) -> Reading:
        return replace(
            reading,
            element=self._element(reading.element, also),
            text=self.field(reading.element.name, reading.text, also)[0],
            window=self.text(reading.window, also)[0],
        )

    def _element(self, element: Element, also: Sequence[str]) -> Element:
        """An element whose name and path are storable."""
        return replace(
            element,
            name=self.text(element.name, also)[0],
            path=tuple(self.text(part, also)[0] for part in element.path),
            identifier=self.text(element.identifier, also)[0],
        )


def cut_tail(text: str, secret: str, mark: str) -> str:
    """The text without the beginning of a secret that it ends with."""
    place = text.find(secret[:SHORTEST_SECRET], max(0, len(text) - len(secret)))
    while place >= 0:
        if secret.startswith(text[place:]):
            return text[:place] + mark
        place = text.find(secret[:SHORTEST_SECRET], place + 1)
    return text
