"""Parse lines of lists copied from messengers: numbering, bullets, emoji, a club in brackets, family name first."""

from __future__ import annotations

import re
import unicodedata

from companion.naming import one_line, without_accents

_DAY, _TIME = r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}", r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
_MESSAGE = re.compile(rf"^\[?(?:{_DAY},? {_TIME}|{_TIME},? {_DAY})\]?\s*(?:-\s*)?[^:]{{1,40}}:\s*")
"""The prefix of a copied messenger line: day and time in either order, and the author."""
_PHONE = re.compile(r"[\s,;:/-]+\(?\+?\d(?:[\s().-]*\d){6,14}$")
"""A telephone number after a name, which is removed since names are public."""
_NUMBER = re.compile(r"^\(?#?\s*\d{1,4}\s*(?:[.)°º:/-]+\s*|\s(?=\S)|$)")
"""A number before a name; where nothing but a space parts them, only before a capital."""
_BULLET = re.compile(r"^[\s\-–—*•·●▪‣>+~_.]+")
_END = re.compile(r"[\s\-–—*•·_;.,]+$")
_STRUCK = re.compile(r"~[^~]+~")
"""Text that a messenger shows crossed out."""
_LOOKS = re.compile(r"(?<!\w)[*_~]+|[*_~]+(?!\w)")
"""Signs around words by which messengers make them bold, slanted or crossed out."""
_SENT = re.compile(
    r"<[^<>]*(?:omit|omess|ocult)\w*>|(?:imagen|foto|video|audio|sticker|gif|documento|image|document|contact card)"
    r" (?:omit|omess|ocult)\w*|"
    r"(?:eliminaste|se elimino|this message was|you deleted|mensagem apagada|messaggio elimin).*",
    re.IGNORECASE,
)
"""Placeholders for pictures and deleted messages."""
_BRACKETS = re.compile(r"^(?P<name>.+?)\s*[(\[](?P<club>[^()\[\]]+)[)\]]$")
_DASHED = re.compile(r"^(?P<name>.+?)\s+[-–—]\s+(?P<club>.+)$")
_TURNED = re.compile(r"^(?P<last>[^,]+?)\s*,\s*(?P<first>[^,]+)$")
_PARTICLES = frozenset(
    ["de", "del", "la", "las", "los", "da", "das", "do", "dos", "di", "van", "von", "der", "y", "e", "mc"]
)


def as_compared(line: str) -> str:
    """The line for comparison: lower case, without accents, words separated by one space."""
    return " ".join(re.sub(r"[^\w]+", " ", without_accents(line)).split())


def has_letters(line: str) -> bool:
    """Whether a line has a letter."""
    return any(sign.isalpha() for sign in line)


def is_struck(line: str) -> bool:
    """Whether a line is marked as crossed out, as messengers mark it."""
    return _STRUCK.search(line) is not None


def is_of_messenger(line: str) -> bool:
    """Whether a line is a messenger's placeholder for an omitted picture or a deleted message."""
    return _SENT.fullmatch(without_accents(_plain(line))) is not None


def number_of(line: str) -> int | None:
    """The number at the beginning of a line; None without one."""
    found = re.match(r"[(#]*\s*(\d{1,4})(?=\D)", _BULLET.sub("", _plain(line)))
    return int(found[1]) if found else None


def entrant_line(line: str) -> tuple[str, str]:
    """The name in a line, and the club in brackets or after a dash; an empty club where there is none.

    >>> entrant_line("12) Ana Núñez (Lobos)")
    ('Ana Núñez', 'Lobos')
    """
    plain = _LOOKS.sub("", _plain(line))
    before = None
    while before != plain:
        before = plain
        plain = _without_number(_BULLET.sub("", plain))
    plain = _END.sub("", _PHONE.sub("", plain)) if has_letters(plain) else ""
    found = _BRACKETS.match(plain) or _DASHED.match(plain)
    return (_PHONE.sub("", found["name"]), found["club"].strip()) if found else (plain, "")


def _plain(line: str) -> str:
    """A line without pictures, and without what a messenger puts before it."""
    return one_line(_MESSAGE.sub("", "".join(sign for sign in line if not _is_emoji(sign))))


def _without_number(plain: str) -> str:
    found = _NUMBER.match(plain)
    if found is None or (found[0][-1:] == " " and found[0].strip().isdigit() and plain[found.end() :][:1].islower()):
        return plain
    return plain[found.end() :]


def unturned(name: str) -> str:
    """The name in natural order where it is written «family name, first name»; any other unchanged.

    >>> unturned("Muñoz, José")
    'José Muñoz'
    """
    found = _TURNED.match(name)
    if not found or not all(_is_proper(word) for word in f"{found['last']} {found['first']}".split()):
        return name
    return f"{found['first']} {found['last']}"


def _is_proper(word: str) -> bool:
    """Whether a word can be part of a name."""
    bare = word.strip("\"'«»“”()")
    return bare[:1].isupper() or bare.casefold() in _PARTICLES


def _is_emoji(sign: str) -> bool:
    """Pictures, and the invisible signs that change them; hearts and stars among them, letters of any script not."""
    return unicodedata.category(sign) in ("So", "Sk", "Cf", "Cs", "Co", "Me") or "\ufe00" <= sign <= "\ufe0f"
