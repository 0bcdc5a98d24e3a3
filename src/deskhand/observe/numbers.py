"""Numbers that are secrets: of cards, of bank accounts, and of persons. Text in, text without them out.

`Shape` tells cheaply what a text can hold at all; most texts hold none of it and are not searched further.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from stdnum import iban, luhn, numdb
from stdnum.be import nn
from stdnum.br import cpf
from stdnum.ca import sin
from stdnum.ch import ssn as ahv
from stdnum.de import idnr
from stdnum.dk import cpr
from stdnum.es import dni, nie
from stdnum.fi import hetu
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.in_ import aadhaar
from stdnum.it import codicefiscale
from stdnum.nl import bsn
from stdnum.no import fodselsnummer
from stdnum.pl import pesel
from stdnum.se import personnummer
from stdnum.us import itin, ssn

from deskhand.observe.naming import find_named

CARD, ACCOUNT, IDENTITY = "[card]", "[account]", "[identity]"
_GAP = r"[\s.\-_/|·•\u00ad\u2010-\u2015\u2212\u200b\u2060]"
"""What people and programs put between the digits of one number."""
_RUN = re.compile(rf"[0-9](?:{_GAP}{{0,3}}[0-9]){{5,}}")
"""Digits that may be one number; the shortest of those below has 6."""
_IBAN = re.compile(rf"(?<![A-Za-z0-9])[A-Za-z]{{2}}[0-9]{{2}}(?:{_GAP}{{0,3}}[A-Za-z0-9]){{11,30}}")
_ISSUERS = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|6\d{15,18}|5[06-8]\d{11,17}"
)
_BEFORE, _AFTER, _REACH = 24, 40, 80
"""Characters before and after a naming word in which its number begins, and within which it ends."""


def _plain(char: int) -> str:
    """The shape of one byte: 0 for a digit, a for a letter, ~ beyond ASCII, signs as they are, # for the rest."""
    letter = chr(char)
    if char > 127:
        return "~"
    if letter.isalnum():
        return "0" if letter.isdigit() else "a"
    return "-" if letter == "+" else letter if re.fullmatch(_GAP, letter) else "#"


_SHAPE = "".join(map(_plain, range(256))).encode()
_GAPS = bytes(char for char in range(256) if char > 127 or re.fullmatch(_GAP, chr(char)))


class Shape:
    """What kinds of characters follow each other in a text; `joined` is without gaps."""

    def __init__(self, text: str) -> None:
        raw = text.encode("utf-8", "replace")
        self.spaced = raw.translate(_SHAPE)
        self.joined = raw.translate(_SHAPE, _GAPS)


def cut_numbers(text: str) -> str:
    """The text without numbers of cards, accounts and persons."""
    if not any(digit in text for digit in "0123456789"):
        return text
    shape = Shape(text)
    if b"0" * 13 in shape.joined:
        text = _RUN.sub(lambda found: cut_cards(found[0]), text)
    if b"aa00" in shape.spaced:
        text = cut_accounts(text)
    for mark, pattern, valid in _DISTINCT:
        if mark in shape.spaced:
            text = _cut_distinct(text, pattern, valid)
    return cut_named_numbers(text) if b"0" * 6 in shape.joined else text


def cut_cards(run: str) -> str:
    """A run of digits and gaps without the card numbers in it (ISO/IEC 7812: issuer, length, and Luhn's check)."""
    places = [place for place, letter in enumerate(run) if letter.isdigit()]
    digits = "".join(run[place] for place in places)
    kept, start, done = "", 0, 0
    while start < len(digits) - 12:
        size = _card_length(digits, start)
        if size:
            kept += run[done : places[start]] + CARD
            done = places[start + size - 1] + 1
        start += size or 1
    return kept + run[done:]


def _card_length(digits: str, start: int) -> int:
    """How many digits from `start` are a card's number; 0 for none."""
    if digits[start] not in "23456":
        return 0
    for size in range(min(19, len(digits) - start), 12, -1):
        number = digits[start : start + size]
        if _ISSUERS.fullmatch(number) and luhn.is_valid(number):
            return size
    return 0


def cut_accounts(text: str) -> str:
    """The text without IBANs: in either case, in groups, and whatever follows them."""
    kept, done, start = "", 0, 0
    while (found := _IBAN.search(text, start)) is not None:
        places = [place for place in range(found.start(), found.end()) if text[place].isalnum()]
        number = "".join(text[place] for place in places).upper()
        length = _account_length(number[:2])
        if 0 < length <= len(number) and iban.is_valid(number[:length], check_country=False):
            kept += text[done : found.start()] + ACCOUNT
            done = start = places[length - 1] + 1
        else:
            start = found.start() + 1
    return kept + text[done:]


@cache
def _account_length(country: str) -> int:
    """Characters of an IBAN of a country; 0 where there is none."""
    parts = numdb.get("iban").info(country + "00")
    structure = parts[0][1].get("bban", "") if parts else ""
    sizes = re.findall(r"(\d+)!", structure)
    return 4 + sum(map(int, sizes)) if sizes else 0


# -- persons ------------------------------------------------------------------------------------------------------------


def _distinct(
    shape: str, look: str, valid: Callable[[str], bool]
) -> tuple[bytes, re.Pattern[str], Callable[[str], bool]]:
    return shape.encode(), re.compile(rf"(?<![A-Za-z0-9])(?:{look})(?![A-Za-z0-9])"), valid


_DISTINCT = (
    _distinct("000-00-0000", r"\d{3}-\d{2}-\d{4}", ssn.is_valid),
    _distinct("000 00 0000", r"\d{3} \d{2} \d{4}", lambda text: ssn.is_valid(text.replace(" ", "-"))),
    _distinct("aaaaaa00a00a000a", r"[A-Za-z]{6}\d\d[A-Za-z]\d\d[A-Za-z]\d{3}[A-Za-z]", codicefiscale.is_valid),
    _distinct("00000000a", r"\d{8}[A-Za-z]", dni.is_valid),
    _distinct("00000000-a", r"\d{8}-[A-Za-z]", dni.is_valid),
    _distinct("a0000000a", r"[XYZxyz]\d{7}[A-Za-z]", nie.is_valid),
    _distinct("000000-0000", r"(?:19|20)?\d{6}[-+]\d{4}", personnummer.is_valid),
    _distinct("000000-000", r"\d{6}[-+]\d{3}[0-9A-Z]", hetu.is_valid),
    _distinct("000000a000", r"\d{6}A\d{3}[0-9A-Z]", hetu.is_valid),
    _distinct("000.0000.0000.00", r"756\.\d{4}\.\d{4}\.\d{2}", ahv.is_valid),
    _distinct("000.000.000-00", r"\d{3}\.\d{3}\.\d{3}-\d{2}", cpf.is_valid),
    _distinct("00.00.00-000.00", r"\d\d\.\d\d\.\d\d-\d{3}\.\d\d", nn.is_valid),
    _distinct("0 00 00 00 000 000 00", r"[12] \d\d \d\d \d\d \d{3} \d{3} \d\d", nir.is_valid),
    _distinct("0" * 15, r"[12]\d{14}", nir.is_valid),
    _distinct("aa 00 00 00 a", r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] \d\d \d\d \d\d [A-D]", bool),
)
"""Numbers that are recognised wherever they stand: (their shape, what they look like, whether one is right)."""


def _cut_distinct(text: str, pattern: re.Pattern[str], valid: Callable[[str], bool]) -> str:
    return pattern.sub(lambda found: IDENTITY if valid(found[0]) else found[0], text)


@dataclass(frozen=True, slots=True)
class Named:
    """Numbers that many others look like, so that a word near by must name them.

    `starts`: how those words begin. `valid`: whether a number is right (None: it cannot be told). `look`: their form.
    """

    starts: tuple[str, ...]
    words: re.Pattern[str]
    look: re.Pattern[str]
    valid: Callable[[str], bool] | None


def _name(
    starts: str, words: str, counts: tuple[int, ...], valid: Callable[[str], bool] | None, letters: str = ""
) -> Named:
    """`counts` of digits, the longest first; `letters`: "around" or "after" the digits."""
    head = r"[A-Za-z]{1,2}" + _GAP + "?" if letters == "around" else ""
    tail = _GAP + "?[A-Za-z]" if letters else ""
    looks = (rf"{head}[0-9](?:{_GAP}{{0,2}}[0-9]){{{count - 1}}}{tail}" for count in counts)
    look = rf"(?<![A-Za-z0-9])(?:{'|'.join(looks)})(?![A-Za-z0-9])"
    named = re.compile(rf"(?i)(?<![^\W\d_])(?:{words})(?![^\W\d_])")
    return Named(tuple(starts.split()), named, re.compile(look), valid)


_NAMED = (
    _name("bsn burgerservice sofi", r"bsn|burgerservicenummer|sofi-?nummer", (9,), bsn.is_valid),
    _name("ssn social itin", r"ssn|social security|itin", (9,), lambda text: ssn.is_valid(text) or itin.is_valid(text)),
    _name(
        "steuer identifikations idnr tax",
        r"steuer-?id(?:-?nr|-?nummer)?|(?:steuer-?)?identifikations-?(?:nr|nummer)|idnr|tax id",
        (11,),
        idnr.is_valid,
    ),
    _name("steuer", r"steuer-?(?:nr|nummer)", (13, 12, 11, 10), None),
    _name("pesel", r"pesel", (11,), pesel.is_valid),
    _name("cpf", r"cpf", (11,), cpf.is_valid),
    _name("social", r"social insurance", (9,), sin.is_valid),
    _name("aadh", r"aadhaar|aadhar", (12,), aadhaar.is_valid),
    _name("rijksreg registre insz niss", r"rijksregister(?:nummer)?|registre national|insz|niss", (11,), nn.is_valid),
    _name("personnummer", r"personnummer", (12, 10), personnummer.is_valid),
    _name("cpr", r"cpr(?:-?nr|-?nummer)?", (10,), cpr.is_valid),
    _name("fødsel fodsel", r"f[øo]dselsnummer", (11,), fodselsnummer.is_valid),
    _name("ahv avs svnr sozialvers", r"(?:ahv|sozialversicherungs)-?(?:nr|nummer)?|avs|svnr", (13, 10), None),
    _name("nhs", r"nhs", (10,), nhs.is_valid),
    _name("nir sécu secu insee", r"nir|s[ée]curit[ée] sociale|insee", (15, 13), nir.is_valid),
    _name("dni nif", r"dni|nif", (8,), dni.is_valid, "after"),
    _name("nie", r"nie", (7,), nie.is_valid, "around"),
    _name("nino national", r"nino|national insurance", (6,), None, "around"),
)


def cut_named_numbers(text: str) -> str:
    """The text without numbers of persons that a word near by names."""
    near = "\n".join(text[max(0, run.start() - _REACH) : run.end() + _REACH] for run in _RUN.finditer(text)).lower()
    for named in _NAMED:
        if any(start in near for start in named.starts):
            text = _cut_named(text, named)
    return text


def _cut_named(text: str, named: Named) -> str:
    """Cut the numbers that a word names: the next after it, and right ones a little further on or just before."""
    for word in reversed(list(find_named(text, text.lower(), named.starts, named.words))):
        for start, end, direct in reversed(list(_near(text, word.start(), word.end(), named.look))):
            if direct or (named.valid is not None and named.valid(text[start:end])):
                text = text[:start] + IDENTITY + text[end:]
    return text


def _near(text: str, start: int, end: int, look: re.Pattern[str]) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether nothing but words lies between) of numbers before and after the word at a place."""
    for found in look.finditer(text, max(0, start - _BEFORE), start):
        yield found.start(), found.end(), False
    for found in look.finditer(text, end, end + _REACH):
        if found.start() <= end + _AFTER:
            between = text[end : found.start()]
            yield found.start(), found.end(), "[" not in between and not any(map(str.isdigit, between))


def is_named_number(name: str, text: str) -> bool:
    """Whether a field called `name` holds the number of a person."""
    return any(named.words.search(name) and named.look.fullmatch(text.strip()) for named in _NAMED)
