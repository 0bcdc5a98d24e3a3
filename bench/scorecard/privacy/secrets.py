"""Secrets as people and programs write them, made from a seed, each with texts it stands in."""

import random
import string
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stdnum import iban, luhn, verhoeff
from stdnum.br import cpf
from stdnum.de import idnr
from stdnum.es import dni
from stdnum.fr import nir
from stdnum.it import codicefiscale
from stdnum.nl import bsn
from stdnum.pl import pesel

ALNUM = string.ascii_letters + string.digits


@dataclass(frozen=True, slots=True)
class Case:
    """A text that holds a secret; `hidden` are the pieces of it that may not be left."""

    kind: str
    text: str
    hidden: tuple[str, ...]
    field: str = ""
    """the name of the field whose whole content it is, "" for text among other text"""


def digits(chance: random.Random, count: int, first: str = "123456789") -> str:
    return chance.choice(first) + "".join(chance.choices(string.digits, k=count - 1))


def grouped(number: str, sizes: tuple[int, ...], gap: str) -> str:
    """The number in groups of `sizes`, the last size again and again."""
    parts, at, turn = [], 0, 0
    while at < len(number):
        size = sizes[min(turn, len(sizes) - 1)]
        parts.append(number[at : at + size])
        at, turn = at + size, turn + 1
    return gap.join(parts)


# -- cards and accounts ---------------------------------------------------------------------------------------------------

NETWORKS = {
    "Visa": (("4",), 16), "Visa (13)": (("4",), 13), "Mastercard": (("51", "52", "53", "54", "55"), 16),
    "Mastercard (2)": (("2221", "2500", "2720"), 16), "American Express": (("34", "37"), 15),
    "Discover": (("6011", "65", "644"), 16), "Diners": (("300", "305", "36", "38"), 14), "JCB": (("3528", "3589"), 16),
    "UnionPay": (("62",), 16), "UnionPay (19)": (("62",), 19), "Maestro": (("5018", "5020", "6304", "6759"), 16),
    "RuPay": (("6521", "6522", "60"), 16),
}  # fmt: skip
CARD_TEXTS = ("{}", "card {}", "Card number: {}, exp 04/29", "paid with {} today", "{};Ada;Lovelace", "<{}>")


def cards(chance: random.Random, count: int) -> Iterator[Case]:
    """Numbers of the big networks: plain, with spaces, dashes, dots and no-break spaces."""
    for at in range(count):
        network, (starts, length) = list(NETWORKS.items())[at % len(NETWORKS)]
        start = chance.choice(starts)
        body = start + "".join(chance.choices(string.digits, k=length - 1 - len(start)))
        number = body + luhn.calc_check_digit(body)
        gap = chance.choice(("", " ", "-", ".", "\u00a0"))
        sizes = (4, 6, 5) if length == 15 else (4,)
        yield Case(f"card {network}", chance.choice(CARD_TEXTS).format(grouped(number, sizes, gap)), (number,))


BANS = {
    "DE": "nnnnnnnnnnnnnnnnnn", "GB": "AAAAnnnnnnnnnnnnnn", "FR": "nnnnnnnnnnnnnnnnnnnnnnn", "NL": "AAAAnnnnnnnnnn",
    "ES": "nnnnnnnnnnnnnnnnnnnn", "IT": "Annnnnnnnnnnnnnnnnnnnnn", "BE": "nnnnnnnnnnnn", "AT": "nnnnnnnnnnnnnnnn",
    "CH": "nnnnnnnnnnnnnnnnn", "PL": "nnnnnnnnnnnnnnnnnnnnnnnn", "SE": "nnnnnnnnnnnnnnnnnnnn", "NO": "nnnnnnnnnnn",
    "DK": "nnnnnnnnnnnnnn", "FI": "nnnnnnnnnnnnnn", "IE": "AAAAnnnnnnnnnnnnnn", "PT": "nnnnnnnnnnnnnnnnnnnnn",
    "CZ": "nnnnnnnnnnnnnnnnnnnn", "LU": "nnnnnnnnnnnnnnnn", "GR": "nnnnnnnnnnnnnnnnnnnnnnn", "SA": "nnnnnnnnnnnnnnnnnnnn",
}  # fmt: skip


def accounts(chance: random.Random, count: int) -> Iterator[Case]:
    """IBANs of twenty countries, with and without spaces."""
    for at in range(count):
        country = list(BANS)[at % len(BANS)]
        letters = {"n": string.digits, "A": string.ascii_uppercase}
        ban = "".join(chance.choice(letters[each]) for each in BANS[country])
        number = country + iban.calc_check_digits(f"{country}00{ban}") + ban
        number = number.lower() if chance.random() < 0.1 else number
        written = grouped(number, (4,), chance.choice(("", " ", " ", "-")))
        text = chance.choice(("{}", "IBAN: {}", "to {} by Friday", "{} (Ada)", "Konto {}\nEUR 20")).format(written)
        yield Case(f"account {country}", text, (number[4:],))


# -- persons --------------------------------------------------------------------------------------------------------------


def make_idnr(chance: random.Random) -> str:
    while True:
        body = digits(chance, 10)
        for last in string.digits:
            if idnr.is_valid(body + last):
                return body + last


def searched(make: Callable[[random.Random], str], valid: Callable[[str], bool], chance: random.Random) -> str:
    """The first of many tries that is right."""
    while True:
        number = make(chance)
        if valid(number):
            return number


def make_cpf(chance: random.Random) -> str:
    body = digits(chance, 9)
    return body + cpf._calc_check_digits(body)


def make_nir(chance: random.Random) -> str:
    body = f"{chance.choice('12')}{chance.randrange(100):02d}{chance.randrange(1, 13):02d}{chance.randrange(1, 96):02d}"
    body += f"{chance.randrange(1, 990):03d}{chance.randrange(1, 999):03d}"
    return body + nir.calc_check_digits(body)


def make_dni(chance: random.Random) -> str:
    body = digits(chance, 8)
    return body + dni.calc_check_digit(body)


def make_nie(chance: random.Random) -> str:
    first, body = chance.choice("XYZ"), digits(chance, 7)
    return first + body + dni.calc_check_digit(str("XYZ".index(first)) + body)


def make_codice(chance: random.Random) -> str:
    letters = "".join(chance.choices("BCDFGLMNPRST", k=6))
    day = f"{chance.randrange(1, 29):02d}"
    body = f"{letters}{chance.randrange(100):02d}{chance.choice('ABCDEHLMPRST')}{day}{chance.choice('ABCDEFGHL')}{chance.randrange(100, 999)}"
    return body + codicefiscale.calc_check_digit(body)


def make_pesel(chance: random.Random) -> str:
    body = f"{chance.randrange(40, 100):02d}{chance.randrange(1, 13):02d}{chance.randrange(1, 29):02d}{chance.randrange(10000):04d}"
    return body + pesel.calc_check_digit(body)


def make_ssn(chance: random.Random) -> str:
    return f"{chance.choice([*range(1, 665), *range(667, 900)]):03d}-{chance.randrange(1, 100):02d}-{chance.randrange(1, 10000):04d}"


def make_nino(chance: random.Random) -> str:
    start = chance.choice("ABCEHJKLMPRSTWX") + chance.choice("ABCEHJKLMPRSTWX")
    return f"{start} {chance.randrange(100):02d} {chance.randrange(100):02d} {chance.randrange(100):02d} {chance.choice('ABCD')}"


def make_aadhaar(chance: random.Random) -> str:
    body = digits(chance, 11, "23456789")
    return body + verhoeff.calc_check_digit(body)


PERSONS: dict[str, tuple[Callable[[random.Random], str], tuple[str, ...]]] = {
    "US SSN": (make_ssn, ("{}", "SSN {}", "social security number: {}", "her number is {}, she says")),
    "UK NINO": (make_nino, ("{}", "NI number {}", "National Insurance number: {}")),
    "German IdNr": (
        make_idnr,
        ("Steuer-ID: {}", "IdNr. {}", "Steueridentifikationsnummer {}", "Meine Steuer-ID ist {}"),
    ),
    "French NIR": (make_nir, ("{}", "NIR : {}", "numéro de sécurité sociale {}")),
    "Spanish DNI": (make_dni, ("{}", "DNI: {}", "NIF {}")),
    "Spanish NIE": (make_nie, ("{}", "NIE: {}")),
    "Italian CF": (make_codice, ("{}", "codice fiscale {}", "CF: {}")),
    "Dutch BSN": (lambda c: searched(lambda d: digits(d, 9), bsn.is_valid, c), ("BSN {}", "burgerservicenummer: {}")),
    "Polish PESEL": (make_pesel, ("PESEL {}", "numer PESEL: {}")),
    "Brazilian CPF": (make_cpf, ("CPF {}", "CPF: {}", "CPF nº {}")),
    "Indian Aadhaar": (make_aadhaar, ("Aadhaar {}", "Aadhaar number: {}", "my Aadhaar is {}")),
}


def persons(chance: random.Random, count: int) -> Iterator[Case]:
    """Identity numbers; those that plain rows of digits look like stand where a word names them."""
    for at in range(count):
        kind = list(PERSONS)[at % len(PERSONS)]
        make, texts = PERSONS[kind]
        number = make(chance)
        written = number
        if kind == "Brazilian CPF" and chance.random() < 0.5:
            written = f"{number[:3]}.{number[3:6]}.{number[6:9]}-{number[9:]}"
        if kind in ("German IdNr", "Indian Aadhaar") and chance.random() < 0.5:
            written = grouped(number, (2, 3) if kind == "German IdNr" else (4,), " ")
        if chance.random() < 0.2:
            yield Case(kind, written, (bare(number),), texts[-1].format("").strip(" :"))
        else:
            yield Case(kind, chance.choice(texts).format(written), (bare(number),))


def bare(number: str) -> str:
    """A number without what stands between its characters."""
    return "".join(filter(str.isalnum, number))


# -- phones ---------------------------------------------------------------------------------------------------------------

PHONES: dict[str, tuple[str, ...]] = {
    "US": ("(415) 555-####", "212-555-####", "+1 415 555 ####", "+1415555####", "646.555.####"),
    "UK": ("020 7946 0###", "07700 900###", "+44 20 7946 0###", "+44 7700 900###", "0161 496 0###"),
    "DE": ("030 12####", "0171 12#####", "+49 30 12####", "089/12####", "+49 (0)171 12#####"),
    "FR": ("06 12 34 ## ##", "+33 6 12 34 ## ##", "01.42.68.##.##", "+33612####56"),
    "ES": ("612 34 ## ##", "+34 612 34 ## ##", "+34912#####1"),
    "IT": ("347 123 ####", "+39 347 123 ####", "06 1234 ####"),
    "NL": ("06-1234####", "+31 6 1234####", "020 123 ####"),
    "BE": ("0470 12 ## ##", "+32 470 12 ## ##", "02 123 ## ##"),
    "PL": ("+48 512 345 ###", "tel. 512 345 ###", "+4851234####"),
    "SE": ("070-123 ## ##", "+46 70 123 ## ##", "08-123 ### ##"),
    "DK": ("+45 12 34 ## ##", "tlf. 12 34 ## ##"),
    "NO": ("+47 412 34 ###", "412 34 ###"),
    "CH": ("044 123 ## ##", "+41 44 123 ## ##", "079 123 ## ##"),
    "AT": ("0664 123####", "+43 664 123####", "01 123 ####"),
    "BR": ("(11) 91234-####", "+55 11 91234-####"),
    "IN": ("98765 4####", "+91 98765 4####", "+9198765#####"),
    "CN": ("138 1234 ####", "+86 138 1234 ####"),
    "JP": ("03-1234-####", "090-1234-####", "+81 3 1234 ####"),
    "AU": ("0412 345 ###", "(02) 9374 ####", "+61 412 345 ###"),
    "MX": ("55 1234 ####", "+52 55 1234 ####"),
}  # fmt: skip
PHONE_TEXTS = ("{}", "Phone: {}", "call me at {} tomorrow", "Tel. {}", "{}, Ada", "Mobile {}")


def phones(chance: random.Random, count: int) -> Iterator[Case]:
    """Phone numbers of twenty countries in their usual ways of writing, bare or where a word or a field names them."""
    for at in range(count):
        country = list(PHONES)[at % len(PHONES)]
        form = chance.choice(PHONES[country])
        written = "".join(chance.choice(string.digits) if each == "#" else each for each in form)
        rest = "".join(filter(str.isdigit, written))[-6:]
        if chance.random() < 0.2:
            yield Case(f"phone {country}", written, (rest,), chance.choice(("Phone", "Mobile number", "Telefon")))
        else:
            yield Case(f"phone {country}", chance.choice(PHONE_TEXTS).format(written), (rest,))


# -- tokens ---------------------------------------------------------------------------------------------------------------


def letters(chance: random.Random, count: int, of: str = ALNUM) -> str:
    return "".join(chance.choices(of, k=count))


def make_jwt(chance: random.Random) -> str:
    parts = (b'{"alg":"HS256","typ":"JWT"}', f'{{"sub":"{chance.randrange(10**9)}"}}'.encode(), chance.randbytes(32))
    return ".".join(urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def make_pem(chance: random.Random) -> str:
    body = "\n".join(b64encode(chance.randbytes(48)).decode() for _ in range(4))
    kind = chance.choice(("RSA ", "", "EC ", "OPENSSH "))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{body}\n-----END {kind}PRIVATE KEY-----"


ANYWHERE = ("{}", "here: {}", "key {} works", "export KEY={}", "https://h.example/x?k={}", '"{}",')
TOKENS: dict[str, tuple[Callable[[random.Random], str], tuple[str, ...]]] = {
    "GitHub": (lambda c: f"gh{c.choice('pousr')}_{letters(c, 36)}", ANYWHERE),
    "GitHub (fine)": (lambda c: f"github_pat_{letters(c, 22)}_{letters(c, 59)}", ANYWHERE),
    "GitLab": (lambda c: f"glpat-{letters(c, 20)}", ANYWHERE),
    "AWS": (lambda c: f"{c.choice(('AKIA', 'ASIA'))}{letters(c, 16, string.ascii_uppercase + '234567')}", ANYWHERE),
    "AWS secret": (lambda c: letters(c, 40, ALNUM + "+/"), ("aws_secret_access_key = {}", "Secret access key: {}")),
    "Slack": (lambda c: f"xox{c.choice('bp')}-{digits(c, 12)}-{digits(c, 12)}-{letters(c, 24)}", ANYWHERE),
    "Slack hook": (
        lambda c: f"https://hooks.slack.com/services/T{letters(c, 8).upper()}/B{letters(c, 8).upper()}/{letters(c, 24)}",
        ("{}", "post to {}"),
    ),
    "Stripe": (lambda c: f"{c.choice(('sk', 'rk', 'pk'))}_{c.choice(('live', 'test'))}_{letters(c, 24)}", ANYWHERE),
    "Stripe hook": (lambda c: f"whsec_{letters(c, 32)}", ANYWHERE),
    "model key": (lambda c: f"sk-{c.choice(('proj-', 'ant-api03-', ''))}{letters(c, 48, ALNUM + '_-')}", ANYWHERE),
    "Google": (lambda c: f"AIza{letters(c, 35, ALNUM + '_-')}", ANYWHERE),
    "npm": (lambda c: f"npm_{letters(c, 36)}", ANYWHERE),
    "JWT": (make_jwt, ANYWHERE),
    "PEM": (make_pem, ("{}", "key:\n{}\nend")),
    "bearer": (
        lambda c: letters(c, c.choice((24, 32, 40)), ALNUM + "._-"),
        ("Authorization: Bearer {}", "curl -H 'Authorization: Bearer {}'", "bearer {}"),
    ),
    "generic": (
        lambda c: letters(c, c.choice((16, 20, 24, 32))),
        ("password: {}", "token={}", "secret: {}", "token {}", "Your password is {}", "API_KEY={}", "the secret {} is new",
         '{{"client_secret": "{}"}}', "access token: {}", "Passwort: {}", "mot de passe : {}"),
    ),
    "password": (
        lambda c: f"{c.choice(('Sommer', 'tiger', 'Blue'))}{c.choice('!#$%-_')}{digits(c, 3)}{letters(c, 2)}",
        ("password: {}", "pw: {}", "Password is {}", "pass={}", "login ada / password {}", "Kennwort: {}"),
    ),
    "one-time code": (
        lambda c: digits(c, 6),
        ("Your verification code is {}", "OTP: {}", "{} is your verification code", "Security code: {}", "G-{} is your code",
         "one-time code: {}", "Bestätigungscode: {}", "PIN: {}"),
    ),
}  # fmt: skip


def tokens(chance: random.Random, count: int) -> Iterator[Case]:
    """Keys, tokens, passwords and codes, each in texts it usually stands in."""
    for at in range(count):
        kind = list(TOKENS)[at % len(TOKENS)]
        make, texts = TOKENS[kind]
        token = make(chance)
        hidden = tuple(line for line in token.splitlines() if not line.startswith("-----"))
        yield Case(kind, chance.choice(texts).format(token), hidden)
