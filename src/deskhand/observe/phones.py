"""Phone numbers: written in a way that only they are, or where a word names them. Text in, text without them out."""

import re

from deskhand.observe.numbers import Shape

PHONE = "[phone]"
REACH = 40
"""Characters before a number in which a word names it."""
_GAP = r"[\s.\-\u00a0\u2009\u2010-\u2013]"
_START, _END = r"(?<![\w+.,:/#\-])", r"(?![\w]|[.,:\-/]\d)"
_DATE = rf"(?!\d\d{_GAP}\d\d{_GAP}(?:19|20)\d\d)"
_FORMS = re.compile(
    _START
    + r"(?:"
    + "|".join(
        (
            rf"\+[1-9]\d{{0,2}}(?:{_GAP}?\(\d{{1,4}}\))?(?:{_GAP}?\d){{6,12}}",  # with the country's code
            rf"00[1-9]\d{{0,2}}(?:{_GAP}\d{{1,4}}){{2,5}}",
            rf"\(0?\d{{2,4}}\){_GAP}?\d{{3,5}}{_GAP}?\d{{3,4}}",  # the area in brackets
            r"[2-9]\d\d([.\-])[2-9]\d\d\1\d{4}",
            r"[1-9]\d\d \d{3} \d{4}",
            r"0[1-9]\d{0,3}/\d{5,8}",
            rf"{_DATE}0[1-9]\d{{0,3}}[ -]\d{{5,8}}",  # a leading zero for the area, and what follows in groups
            rf"{_DATE}0[1-9]\d{{0,3}}[ -]\d{{2,4}}(?:[ -]\d{{2,4}}){{1,3}}",
            r"0[1-9](?:\.\d\d){4}",
            r"[6-9]\d\d \d\d \d\d \d\d",  # groups that numbers of other things do not come in
            r"[6-9]\d{4} \d{5}",
            r"1[3-9]\d \d{4} \d{4}",
            r"[2-9]\d \d{4} \d{4}",
            r"[49]\d\d \d\d \d{3}",
        )
    )
    + r")"
    + _END
)
_STRETCH = re.compile(r"[+(]?\d(?:[\s.\-/()\u2010-\u2013]{0,3}\d){6,}")
"""What may hold one at all."""
_WORDS = (
    r"phone|telephone|tele?f[oó]n[oe]?|t[ée]l[ée]phone|t[ée]l|tlf|telefoon|telefonnummer|mobile?|m[óo]vil|handy|cell(?:ulare|phone)?"
    r"|portable|fax|whatsapp|call|dial|ring|sms"
)
_NAMED = re.compile(
    rf"(?i)(?<![^\W\d_])(?:{_WORDS})(?![^\W\d_])([^\d\n+(]{{0,24}})(\+?\(?\d(?:[ .\-/()\u00a0]{{0,2}}\d){{7,13}}){_END}"
)
_FIELD = re.compile(rf"(?i)(?<![^\W\d_])(?:{_WORDS})(?![^\W\d_])")
_NUMBER = re.compile(r"\+?\(?\d(?:[ .\-/()\u00a0]{0,2}\d){5,14}")


def cut_phones(text: str) -> str:
    """The text without phone numbers."""
    if b"0" * 6 not in Shape(text).joined:
        return text
    for stretch in reversed(list(_STRETCH.finditer(text))):
        end = min(len(text), stretch.end() + 2)
        for found in reversed(list(_FORMS.finditer(text, stretch.start(), end))):
            text = text[: found.start()] + PHONE + text[found.end() :]
        named = _NAMED.search(text, max(0, stretch.start() - REACH), end)
        if named is not None:
            text = text[: named.start(2)] + PHONE + text[named.end() :]
    return text


def is_named_phone(name: str, text: str) -> bool:
    """Whether a field called `name` holds a phone number."""
    return _FIELD.search(name) is not None and _NUMBER.fullmatch(text.strip()) is not None
