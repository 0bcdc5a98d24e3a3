"""Keys, tokens and passwords that stand in a text: by how they are built, by where they stand, or by what names them."""

import math
import re
from collections import Counter
from itertools import pairwise

from deskhand.observe.naming import find_named

KEY, PASSWORD = "[key]", "[password]"
_MARK = re.compile(r"\[(?:card|account|identity|key|password|phone|private)\]")
_TOKENS = (
    (("-----BEGIN",), re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)")),
    (
        ("sk-", "sk_", "pk-", "pk_", "rk-", "rk_"),
        re.compile(r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_\-]{16,}"),
    ),
    (("gh", "glpat-"), re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w\-]{16,})")),
    (("AKIA", "ASIA"), re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b")),
    (("xox",), re.compile(r"\bxox[abeoprs]-[A-Za-z0-9\-]{10,}")),
    (("AIza",), re.compile(r"\bAIza[\w\-]{30,}")),
    (("whsec_", "npm_", "xapp-"), re.compile(r"\b(?:whsec_|npm_|xapp-)[\w\-]{16,}")),
    (("hooks.slack.com/",), re.compile(r"(?<=hooks\.slack\.com/)services/[\w/]{20,}")),
    (("eyJ",), re.compile(r"\beyJ[\w\-]{8,}\.[\w\-]{8,}\.[\w\-]*")),
)
"""(what every such text holds, what it looks like)"""
_PASSWORDS = (
    r"password|passphrase|passcode|passwort|passwd|pwd|pw|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|"
    r"api[ _\-]?key|access[ _\-]?key|secret[ _\-]?key|client[ _\-]?secret"
)
"""Words that name nothing but a secret."""
_CODES = (
    r"pin|tan|puk|otp|cvv2?|cvc2?|csc|"
    r"(?:verification|security|confirmation|authentication|login|sign-?in|access|sms|2fa|mfa|one[ \-]time|single[ \-]use)[ \-]?"
    r"(?:code|pin|passcode)|(?:sicherheits|best[äa]tigungs|einmal|pr[üu]f)-?(?:code|nummer|ziffer)|"
    r"code de (?:v[ée]rification|s[ée]curit[ée]|confirmation)|cryptogramme|c[óo]digo de (?:verificaci[óo]n|seguridad)"
)
"""Words of ordinary language that name a secret when digits follow."""
_WORDS = r"pass|secret|token|bearer"
"""Words of ordinary language that name a secret when something like one follows."""
_NAMED = re.compile(
    rf"(?i)(?<![A-Za-z0-9])(?:({_PASSWORDS})|({_CODES})|({_WORDS}))"
    r"([\"']?\s*[:=]\s*|\s+is\s+|\s+(?=\S*\d))(\"[^\"\n]+\"|'[^'\n]+'|\S+)"
)
_NAME = re.compile(rf"(?i)(?<![A-Za-z0-9])(?:({_PASSWORDS})|({_CODES})|({_WORDS}))(?![A-Za-z0-9])")
_STARTS = (
    "pass,pw,kennwort,mot de,contrase,senha,wachtwoord,api,access,secret,client,cvv,cvc,csc,pin,tan,puk,token,bearer,otp,"
    "verification,security,confirmation,authentication,login,sign in,sign-in,signin,sms,2fa,mfa,one time,one-time,single use,"
    "single-use,sicherheits,bestätigungs,bestatigungs,einmal,prüf,pruf,code de,cryptogramme,código,codigo"
).split(",")
"""How the words above begin."""
_BEARER = re.compile(r"(?i)(?<![A-Za-z0-9])(bearer\s+)([A-Za-z0-9+/_.~\-]{16,}=*)")
_SENT = re.compile(
    r"(?i)(?<![\w.])((?:[a-z]-)?\d{4,8})(?=\s+is\s+your\b[^.\n]{0,40}\b(?:code|otp|pin|passcode|password)\b)"
)
_CREDENTIALS = re.compile(r"(?i)\b([a-z][a-z0-9+.\-]*://)[^\s/@:]+:[^\s/@]+@")
_USER = re.compile(r"(?i)\b([a-z][a-z0-9+.\-]*://)([^\s/@:\[\]]+)@")
_QUERY = re.compile(
    r"(?i)([?&#;](?:([\w\-]*token|[\w\-]*api[_\-]?key|[\w\-]*secret|password|passwd|pwd|passphrase|[\w\-]*signature|"
    r"auth\w*|[\w\-]*credential|jwt|otp|assertion|saml\w*)|key|k|sig|code|state|nonce|ticket|hash|s?id|session\w*|invite|reset|confirm)"
    r"=)([^&#\s]+)"
)
_RUN = re.compile(r"(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{10,}|[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}")
"""What an address needs to hold to be a key rather than a name or a number: a long mixed run."""
_LONG = re.compile(r"(?<![\w+])[A-Za-z0-9+_]{32,}={0,2}(?![\w+])")
_WORDY = bytes(
    ord("a") if chr(char).isascii() and (chr(char).isalnum() or chr(char) in "+_") else 0x20 for char in range(256)
)
RANDOM_BITS = 4.0
"""Bits a character (Shannon): texts and names stay below 3.9, random base64 lies above 4.2 from 32 characters on."""
SHORTEST_CODE, SHORTEST = 3, 5
"""Characters of a numeric code, of anything else that a word of ordinary language can name."""


def cut_credentials(text: str) -> str:
    """The text without keys, tokens and passwords."""
    for hints, pattern in _TOKENS:
        if any(hint in text for hint in hints):
            text = pattern.sub(KEY, text)
    if "://" in text and "@" in text:
        text = _USER.sub(_cut_user, _CREDENTIALS.sub(rf"\1{PASSWORD}@", text))
    if "=" in text and any(sign in text for sign in "?&#"):
        text = _QUERY.sub(_cut_query, text)
    return _cut_all_named(text)


def _cut_all_named(text: str) -> str:
    low = text.lower()
    for found in reversed(list(find_named(text, low, _STARTS, _NAMED))):
        text = text[: found.start()] + _cut_named(found) + text[found.end() :]
    if " is your" in low:
        text = _SENT.sub(PASSWORD, text)
    if "bearer" in low:
        for found in reversed(list(find_named(text, text.lower(), ("bearer",), _BEARER))):
            if is_credential(found[2]):
                text = text[: found.start(2)] + KEY + text[found.end() :]
    return text


def cut_random(text: str) -> str:
    """The text without long words that look drawn at random."""
    if len(text) < 32 or b"a" * 32 not in text.encode("utf-8", "replace").translate(_WORDY):
        return text
    return _LONG.sub(lambda found: KEY if is_random(found[0]) else found[0], text)


def _cut_query(found: re.Match[str]) -> str:
    named, value = found[2], found[3]
    return found[1] + KEY if named or _RUN.search(value) else found[0]


def _cut_user(found: re.Match[str]) -> str:
    return f"{found[1]}{KEY}@" if is_strong(found[2]) else found[0]


def _cut_named(found: re.Match[str]) -> str:
    password, code, link, value = found[1], found[2], found[4], found[5]
    if _MARK.match(value.lstrip("\"'")):
        return found[0]
    if code:
        secret = is_code(value)
    elif not link.strip():
        secret = is_strong(value)
    elif password and link.strip() != "is":
        secret = not is_label(value)
    else:
        secret = is_credential(value)
    return found[0][: found.start(5) - found.start()] + PASSWORD if secret else found[0]


def is_named_secret(name: str, text: str) -> bool:
    """Whether a field called `name` holds a secret, though the program does not hide it."""
    found, text = _NAME.search(name), text.strip()
    if found is None or not text or "\n" in text or _MARK.match(text):
        return False
    if found[1]:
        return True
    return is_code(text) if found[2] else is_credential(text)


def is_label(text: str) -> bool:
    """Whether a word only names what comes after it."""
    return text.endswith(":") and text[:-1].isalpha()


def _core(text: str) -> str:
    return text.strip("\"'`.,;:!?()<>{}…")


def is_code(text: str) -> bool:
    """Whether a word is a numeric code."""
    core = _core(text)
    return core.isdigit() and len(core) >= SHORTEST_CODE


def is_credential(text: str) -> bool:
    """Whether a word looks like a credential rather than like language: mixed kinds of characters, or many digits."""
    core = _core(text)
    if len(core) < SHORTEST or " " in core:
        return False
    if core.isdigit():
        return len(core) > SHORTEST
    digits, letters = any(map(str.isdigit, core)), any(map(str.isalpha, core))
    signs = any(not letter.isalnum() and letter not in "-'’_./,&:" for letter in core)
    turns = sum(one.isupper() != other.isupper() for one, other in pairwise(core))
    return letters and (digits or signs or (core.isalpha() and turns > 4))


def is_strong(text: str) -> bool:
    """Whether a word can hardly be anything but a credential, where no sign says that one follows."""
    core = _core(text)
    if not is_credential(core) or core.isdigit():
        return False
    mixed = any(map(str.isupper, core)) and any(map(str.islower, core)) and any(map(str.isdigit, core))
    signs = any(letter in "!#$%&*?@" for letter in core) and any(map(str.isdigit, core))
    return mixed or signs or len(core) >= 16


def is_random(text: str) -> bool:
    """Whether a long word looks drawn at random: mixed kinds of characters and a high entropy."""
    kinds = sum(any(test(letter) for letter in text) for test in (str.isupper, str.islower, str.isdigit))
    counts = Counter(text)
    bits = -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())
    return kinds == 3 and bits > RANDOM_BITS
