"""Parse written and spoken numbers in Spanish, English, Portuguese and Italian: ``1.245``, ``dos mil quince``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_MINUS = str.maketrans("−–—", "---")
_WRITTEN = re.compile(
    r"(?:(?<![\w+-])[+-]\s?|(?<!\w)(?<!\d[.,])(?<![+-]{2}))"
    r"(?:\d{1,3}(?:[.,'’ \u00a0\u2009\u202f]\d{3})+|\d+)(?!\d|[.,]\d)"
)
"""A whole number with or without thousands separators; does not match ``12.5`` or ``1.2450``."""

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
"""The value of each number word."""
_PORTUGUESE = {
    (0, 1): (
        "zero um|uma dois|duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze|catorze quinze "
        "dezesseis dezessete dezoito dezenove"
    ),
    (20, 10): "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    (100, 100): (
        "cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas "
        "seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas"
    ),
}
"""The words of Portuguese, by what the first is worth and by what each is worth more."""
_VALUES |= {
    word: first + at * more
    for (first, more), said in _PORTUGUESE.items()
    for at, words in enumerate(said.split(" "))
    for word in words.split("|")
}
_ITALIAN_UNITS = "uno due tre quattro cinque sei sette otto nove"
_ITALIAN_TEENS = "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove"
_ITALIAN_TENS = "vent trent quarant cinquant sessant settant ottant novant"
_EACH = {words: words.replace(" ", "|") for words in (_ITALIAN_UNITS, _ITALIAN_TEENS, _ITALIAN_TENS)}
_ITALIAN = re.compile(
    rf"(?:(?P<thousands>{_EACH[_ITALIAN_UNITS]})mila|(?P<mille>mille))?"
    rf"(?:(?P<hundreds>{_EACH[_ITALIAN_UNITS]})?(?P<cento>cento|cent(?=ott)))?"
    rf"(?:(?P<teens>{_EACH[_ITALIAN_TEENS]})"
    rf"|(?P<tens>{_EACH[_ITALIAN_TENS]})(?:(?<=vent)i|(?<!vent)a|(?=uno|otto))(?P<ones>{_EACH[_ITALIAN_UNITS]})?"
    rf"|(?P<units>{_EACH[_ITALIAN_UNITS]}))?"
)
"""A number that Italian writes in one word, as in *duecentoquarantacinque*."""
_TIMES = {"hundred": 100, "mil": 1000, "thousand": 1000}
_NOTHING_YET = 10_000
"""The state before the first number word."""
_AND, _MINUS_WORDS = ("y", "and", "e"), ("menos", "minus", "meno")


def number_said(words: Sequence[str]) -> tuple[int, int]:
    """The number at the beginning of ``words``, in plain letters or digits, and how many words it takes.

    (0, 0) where they do not begin with a number.
    """
    if words[:1] and words[0] in _MINUS_WORDS:
        value, used = number_said(words[1:])
        return (-value, used + 1) if used and value >= 0 else (0, 0)
    if words[:1] and words[0].removeprefix("-").isdecimal():
        return int(words[0]), 1
    total = part = used = 0
    last = _NOTHING_YET
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
        elif (worth := _worth(word)) is not None and _fits(last, worth):
            part += worth
            last = worth
        else:
            break
        used += 1
    return total + part, used


def digits_apart(text: str) -> list[str]:
    """Split a text into lower-case words without accents, whole numbers and punctuation."""
    plain = text.translate(_MINUS).lower()
    parts: list[str] = []
    end = 0
    for found in _WRITTEN.finditer(plain):
        parts += [*_words(plain[end : found.start()]), str(_value(found[0]))]
        end = found.end()
    return parts + _words(plain[end:])


def _fits(last: int, value: int) -> bool:
    """Whether a word may continue the same number: hundreds, then tens, then units."""
    if last >= 1000:
        room = 1000 if last % 1000 == 0 else 0
    elif last >= 100 and last % 100 == 0:
        room = 100
    else:
        room = 10 if last % 100 >= 20 and last % 10 == 0 else 0
    return 0 < value < room or last == _NOTHING_YET


def _goes_on(last: int, word: str) -> bool:
    value = _worth(word)
    return value is not None and value > 0 and _fits(last, value)


def _worth(word: str) -> int | None:
    """The value of a word in a number; None where it has none."""
    if word in _VALUES:
        return _VALUES[word]
    found = _ITALIAN.fullmatch(word) if word else None
    if not found:
        return None
    said = found.groupdict()
    thousands = 1 if said["mille"] else _at(said["thousands"], _ITALIAN_UNITS, 1)
    hundreds = (_at(said["hundreds"], _ITALIAN_UNITS, 1) or 1) if said["cento"] else 0
    teens, tens = _at(said["teens"], _ITALIAN_TEENS, 10), 10 * _at(said["tens"], _ITALIAN_TENS, 2)
    return 1000 * thousands + 100 * hundreds + teens + tens + _at(said["ones"] or said["units"], _ITALIAN_UNITS, 1)


def _at(word: str | None, words: str, first: int) -> int:
    """The number of a word in a list that begins with ``first``; 0 for an unknown word."""
    return words.split().index(word) + first if word else 0


def _value(written: str) -> int:
    return int(re.sub(r"[^\d-]", "", written))


def _letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def _words(text: str) -> list[str]:
    """Split a text into words, numbers, and the punctuation that ends a clause."""
    return re.findall(r"[^\W\d_]+(?:_[^\W\d_]+|_\d+)*|[+-]*\d(?:[\d.,]*\d)?|[,;.:\n]", _letters(text))
