"""Ordinary text: sentences and screens of public data sets, and the numbers and names that work is full of."""

import json
import random
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path

from deskhand.perceive.files import decode

DATA = Path(__file__).parents[3] / "data"
"""Where public data sets may lie; what is missing is left out and said."""
WORDS = "report budget invoice meeting draft team plan summer launch notes client order stock review".split()


def number(chance: random.Random, count: int) -> str:
    return str(chance.randrange(10 ** (count - 1), 10**count))


def isbn(chance: random.Random) -> str:
    body = f"978{chance.randrange(10**9):09d}"
    check = (10 - sum(int(each) * (3 if at % 2 else 1) for at, each in enumerate(body))) % 10
    return f"{body[:3]}-{body[3]}-{body[4:8]}-{body[8:]}-{check}"


KINDS: dict[str, Callable[[random.Random], str]] = {
    "order number": lambda c: c.choice(("A-{}", "ORD-2026-{}", "#{}", "order {}", "PO {}", "{}")).format(number(c, c.randrange(4, 9))),
    "long number": lambda c: number(c, c.choice((10, 11, 12, 13))),
    "invoice number": lambda c: c.choice(("INV-{}", "invoice 2026/{}", "RE{}", "Rechnung Nr. {}", "No. {}")).format(number(c, 6)),
    "date": lambda c: c.choice(("{2}-{1:02d}-{0:02d}", "{0:02d}.{1:02d}.{2}", "{0:02d}/{1:02d}/{2}", "{0} Dec {2}", "{2}{1:02d}{0:02d}")).format(c.randrange(1, 29), c.randrange(1, 13), c.randrange(1990, 2030)),
    "date and time": lambda c: f"{c.randrange(1, 29):02d}{c.choice('.-/')}{c.randrange(1, 13):02d}.{c.randrange(1990, 2030)} {c.randrange(24):02d}:{c.randrange(60):02d}:{c.randrange(60):02d}",
    "timestamp": lambda c: f"{c.randrange(2000, 2030)}-{c.randrange(1, 13):02d}-{c.randrange(1, 29):02d}T{c.randrange(24):02d}:{c.randrange(60):02d}:00+02:00",
    "amount": lambda c: c.choice(("{:,.2f} EUR", "${:,.2f}", "total {:.2f}", "{:,.0f}", "-{:.2f}")).format(c.random() * 10 ** c.randrange(1, 8)),
    "grouped amount": lambda c: f"{c.randrange(10**6, 10**9):,}".replace(",", c.choice((" ", ".", "'"))),
    "time": lambda c: f"{c.randrange(24):02d}:{c.randrange(60):02d}",
    "product code": lambda c: f"{''.join(c.choices(string.ascii_uppercase, k=c.randrange(2, 5)))}-{number(c, c.randrange(3, 6))}{c.choice(('', '-B', '/2', 'X'))}",
    "version": lambda c: f"{c.choice(('v', 'version ', ''))}{c.randrange(20)}.{c.randrange(60)}.{c.randrange(200)}{c.choice(('', '-rc1', '+build.7', '.dev3'))}",
    "file name": lambda c: f"{c.choice(WORDS)}_{c.choice(WORDS)}_{number(c, c.randrange(1, 9))}.{c.choice(('pdf', 'ods', 'txt', 'jpg'))}",
    "path": lambda c: f"/home/ada/{c.choice(WORDS).title()}/{number(c, 4)}-{c.choice(WORDS)}/{c.choice(WORDS)}.txt",
    "address of a page": lambda c: f"https://{c.choice(WORDS)}.example/{c.choice(WORDS)}/{number(c, c.randrange(2, 9))}?{c.choice(('page', 'q', 'id', 'code', 'key'))}={c.choice(WORDS)}-{number(c, 3)}",
    "ISBN": isbn,
    "cell": lambda c: c.choice(("{}", "{}%", "{} kg", "-{}", "{} pcs")).format(number(c, c.randrange(1, 8))),
    "network address": lambda c: ".".join(str(c.randrange(256)) for _ in range(4)),
    "size": lambda c: f"{c.randrange(100, 4000)} x {c.randrange(100, 4000)} mm",
    "postal address": lambda c: f"{c.randrange(1, 300)} {c.choice(WORDS).title()} Street, {number(c, 5)} {c.choice(WORDS).title()}",
    "mail address": lambda c: f"{c.choice(WORDS)}.{c.choice(WORDS)}{c.randrange(100)}@{c.choice(WORDS)}.example",
    "digest": lambda c: f"{c.getrandbits(c.choice((28, 128, 160))):07x}",
    "UUID": lambda c: re.sub(r"(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", f"{c.getrandbits(128):032x}"),
    "sentence with a telling word": lambda c: c.choice((
        "the password was changed on {}", "forgot your password? ask room {}", "the secret of page {} is out", "token ring, chapter {}",
        "tests pass: {}, fail: 3", "pin the note to board {}", "security code of conduct, {} pages", "call for papers {}",
        "phone shop, {} items", "the key is under mat {}", "mobile version {} is out", "zip code {}", "error code {}",
    )).format(number(c, c.randrange(1, 5))),
}  # fmt: skip


def made(chance: random.Random, count: int) -> Iterator[tuple[str, str]]:
    """(kind, text) of the numbers and names of work."""
    for at in range(count):
        kind = list(KINDS)[at % len(KINDS)]
        yield kind, KINDS[kind](chance)


def sentences(text: str) -> Iterator[str]:
    for line in re.split(r"(?<=[.!?])\s+|\n+|\|", text):
        words = " ".join(line.split())
        if 15 <= len(words) <= 400:
            yield words


def read_public(folder: Path) -> Iterator[tuple[str, str]]:
    """(data set, text) of what people wrote, as far as the sets lie in a folder."""
    for path in sorted(folder.glob("readability_pages/*/expected.html")):
        for each in sentences(re.sub(r"<[^>]+>", "\n", decode(path.read_bytes()))):
            yield "web pages", each
    for line in read_lines(folder / "bipia" / "email_train.jsonl"):
        for each in sentences(str(json.loads(line)["context"])):
            yield "e-mails", each
    for line in read_lines(folder / "rico_screen_items_qa" / "screen_annotation.csv")[1:]:
        for each in re.findall(r"(?:TEXT|BUTTON|LABEL) (.+?)(?: \d+){4}", line):
            yield "screens", each
    for line in read_lines(folder / "rpm_uilogs_leno" / "cpn" / "log1_segmented.csv")[1:2000]:
        for each in line.split(","):
            yield "logs of work", each.strip('"')


def read_lines(path: Path) -> list[str]:
    return decode(path.read_bytes()).splitlines() if path.exists() else []
