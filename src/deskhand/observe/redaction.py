"""The only place that turns raw text into storable text: secrets are cut out before anything leaves the recorder."""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from stdnum import iban, luhn
from stdnum.us import ssn

from deskhand.core.element import Element, Reading
from deskhand.core.event import Event

CARD, ACCOUNT, IDENTITY, KEY, PASSWORD = "[card]", "[account]", "[identity]", "[key]", "[password]"
_GAP = r"[ \t\u00a0\u2007\u2009\u202f.\-_/\n]"
_DIGITS = re.compile(rf"\d(?:{_GAP}{{0,3}}\d){{12,}}")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]){11,30}\b")
_SSN = re.compile(r"(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)")
_TOKENS = (
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"),
    re.compile(r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_\-]{16,}"),
    re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w\-]{16,})"),
    re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
    re.compile(r"\bxox[abeoprs]-[A-Za-z0-9\-]{10,}"),
    re.compile(r"\bAIza[\w\-]{30,}"),
    re.compile(r"\beyJ[\w\-]{8,}\.[\w\-]{8,}\.[\w\-]*"),
)
_NAMED = re.compile(
    r"(?i)\b(pass(?:word|phrase|wort|wd)?|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|api[ _\-]?key|"
    r"secret|token|access[ _\-]?key|bearer|pin|cvv|cvc|tan)(\s*[:=]\s*|\s+is\s+)(\S+)"
)
_CREDENTIALS = re.compile(r"(?i)\b([a-z][a-z0-9+.\-]*://)[^\s/@:]+:[^\s/@]+@")
_QUERY = re.compile(
    r"(?i)([?&#](?:[\w\-]*token|key|apikey|api_key|secret|password|sig|signature|code|session\w*)=)[^&#\s]+"
)
_LONG = re.compile(r"(?<![\w+])[A-Za-z0-9+_]{32,}={0,2}(?![\w+])")
_ISSUERS = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|6\d{15,18}|5[06-8]\d{11,17}"
)
RANDOM_BITS = 4.0
"""Bits a character (Shannon): texts and names stay below 3.9, random base64 lies above 4.2 from 32 characters on."""


def redact(text: str) -> tuple[str, bool]:
    """(storable text, whether something was cut out). Doing it twice changes nothing more."""
    clean = text
    for pattern in _TOKENS:
        clean = pattern.sub(KEY, clean)
    clean = _CREDENTIALS.sub(rf"\1{PASSWORD}@", clean)
    clean = _QUERY.sub(rf"\1{KEY}", clean)
    clean = _NAMED.sub(lambda found: found[0] if found[3].startswith("[") else f"{found[1]}{found[2]}{PASSWORD}", clean)
    clean = _DIGITS.sub(lambda found: cut_cards(found[0]), clean)
    clean = _IBAN.sub(lambda found: ACCOUNT if iban.is_valid(found[0]) else found[0], clean)
    clean = _SSN.sub(lambda found: IDENTITY if ssn.is_valid(found[0].replace(" ", "-")) else found[0], clean)
    clean = _LONG.sub(lambda found: KEY if is_random(found[0]) else found[0], clean)
    return clean, clean != text


def cut_cards(run: str) -> str:
    """A run of digits and gaps without the card numbers in it (ISO/IEC 7812: issuer, length, and Luhn's check)."""
    places = [place for place, letter in enumerate(run) if letter.isdigit()]
    digits = "".join(run[place] for place in places)
    for start in range(len(digits) - 12):
        for size in range(min(19, len(digits) - start), 12, -1):
            number = digits[start : start + size]
            if _ISSUERS.fullmatch(number) and luhn.is_valid(number):
                end = places[start + size - 1] + 1
                return run[: places[start]] + CARD + cut_cards(run[end:])
    return run


def is_random(text: str) -> bool:
    """Whether a long word looks drawn at random: mixed kinds of characters and a high entropy."""
    kinds = sum(any(test(letter) for letter in text) for test in (str.isupper, str.islower, str.isdigit))
    counts = Counter(text)
    bits = -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())
    return kinds == 3 and bits > RANDOM_BITS


class Redactor:
    """Cleans whole events. It remembers, in memory only, which texts are secrets wherever they show up."""

    def __init__(self) -> None:
        self._secrets: set[str] = set()

    def remember(self, secret: str) -> None:
        """A text that was seen to be a secret (typed into a password field)."""
        if len(secret) >= 4:
            self._secrets.add(secret)

    def text(self, text: str) -> tuple[str, bool]:
        """As `redact`, and without remembered secrets."""
        cut = text
        for secret in self._secrets:
            cut = cut.replace(secret, PASSWORD)
        clean, _ = redact(cut)
        return clean, clean != text

    def event(self, event: Event) -> Event:
        """The event with every text of it cleaned."""
        value, cut_value = self.text(event.value)
        detail, cut_detail = self.text(event.detail)
        return replace(
            event,
            window=self.text(event.window)[0],
            url=self.text(event.url)[0],
            element=clean_element(event.element, self.text) if event.element else None,
            value=value,
            detail=detail,
            seen=tuple(self._reading(reading) for reading in event.seen),
            redacted=event.redacted or cut_value or cut_detail,
        )

    def _reading(self, reading: Reading) -> Reading:
        return replace(
            reading,
            element=clean_element(reading.element, self.text),
            text=self.text(reading.text)[0],
            window=self.text(reading.window)[0],
        )


def clean_element(element: Element, clean: Callable[[str], tuple[str, bool]]) -> Element:
    """An element whose name and path are storable."""
    return replace(
        element,
        name=clean(element.name)[0],
        path=tuple(clean(part)[0] for part in element.path),
        identifier=clean(element.identifier)[0],
    )
