"""Numbers as people write and say them, in Spanish and English: ``1.245``, ``−35``, ``doscientos cuarenta y cinco``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_MINUS = str.maketrans("−–—", "---")
_WRITTEN = re.compile(
    r"(?:(?<![\w+-])[+-]\s?|(?<!\w)(?<!\d[.,])(?<![+-]{2}))"
    r"(?:\d{1,3}(?:[.,'’ \u00a0\u2009\u202f]\d{3})+|\d+)(?!\d|[.,]\d)"
)
"""A whole number, its thousands apart or not; nothing of ``12.5``, nor of ``1.2450``."""

_UNITS = (
    "cero|zero uno|una|un|one dos|two tres|three cuatro|four cinco|five seis|six siete|seven ocho|eight nueve|nine "
    "diez|ten once|eleven doce|twelve trece|thirteen catorce|fourteen quince|fifteen dieciseis|sixteen "
    "diecisiete|seventeen dieciocho|eighteen diecinueve|nineteen veinte|twenty veintiuno|veintiun|veintiuna veintidos "
    "veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve"
)
_TENS = "treinta|thirty cuarenta|forty cincuenta|fifty sesenta|sixty setenta|seventy ochenta|eighty noventa|ninety"
_HUNDREDS = (
    "cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas "
    "seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas"
)
_VALUES = (
    {word: value for value, words in enumerate(_UNITS.split(" ")) for word in words.split("|")}
    | {word: 10 * (at + 3) for at, words in enumerate(_TENS.split(" ")) for word in words.split("|")}
    | {word: 100 * (at + 1) for at, words in enumerate(_HUNDREDS.split(" ")) for word in words.split("|")}
)
"""What each word of a number is worth."""
_TIMES = {"hundred": 100, "mil": 1000, "thousand": 1000}
_AND, _MINUS_WORDS = ("y", "and"), ("menos", "minus")


def number_said(words: Sequence[str]) -> tuple[int, int]:
    """The number with which ``words`` begin, in plain letters or in digits, and how many of them it takes; 0 and 0
    where they begin with none."""
    if words[:1] and words[0] in _MINUS_WORDS:
        value, used = number_said(words[1:])
        return (-value, used + 1) if used and value >= 0 else (0, 0)
    if words[:1] and words[0].removeprefix("-").isdecimal():
        return int(words[0]), 1
    total = part = used = 0
    last = 10_000
    while used < len(words):
        word = words[used]
        if word in _AND and 0 < used < len(words) - 1 and _goes_on(last, words[used + 1]):
            used += 1
            continue
        if word in _TIMES and (used or word == "mil"):
            times = _TIMES[word]
            part = (part or 1) * times
            total, part = (total + part, 0) if times > 100 else (total, part)
            last = times
        elif word in _VALUES and _fits(last, _VALUES[word]):
            part += _VALUES[word]
            last = _VALUES[word]
        else:
            break
        used += 1
    return total + part, used


def digits_apart(text: str) -> list[str]:
    """The words and the numbers of a text in lower case and plain letters, each number whole, punctuation apart."""
    plain = text.translate(_MINUS).lower()
    parts: list[str] = []
    end = 0
    for found in _WRITTEN.finditer(plain):
        parts += [*_words(plain[end : found.start()]), str(_value(found[0]))]
        end = found.end()
    return parts + _words(plain[end:])


def _fits(last: int, value: int) -> bool:
    """Whether a word may follow in the same number: hundreds, then tens, then ones."""
    room = 1000 if last >= 1000 else 100 if last >= 100 else 10 if last >= 20 and last % 10 == 0 else 0
    return 0 < value < room or last > 1000


def _goes_on(last: int, word: str) -> bool:
    return word in _VALUES and _VALUES[word] > 0 and _fits(last, _VALUES[word])


def _value(written: str) -> int:
    return int(re.sub(r"[^\d-]", "", written))


def _letters(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))


def _words(text: str) -> list[str]:
    """Words, what begins like a number and is none, and what ends a clause."""
    return re.findall(r"[^\W\d_]+(?:_[^\W\d_]+|_\d+)*|[+-]*\d(?:[\d.,]*\d)?|[,;.:\n]", _letters(text))
