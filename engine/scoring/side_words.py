"""Parse one side's counted score from words: ``dos puras, una impura, muerto, fichas 245, atril 35``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.hand.hand_file import MuertoState
from engine.number_words import digits_apart, number_said
from engine.scoring.paper_sheet import CANASTAS, SideSum
from engine.sentences import TranslatableError

MOST_CANASTAS, MOST_POINTS = 15, 9999
_WORDS: Mapping[str, str] = {
    "CANASTA_PURE": "pura puras limpia limpias pure clean",
    "CANASTA_IMPURE": "impura impuras sucia sucias impure dirty",
    "SEMI_PURA": "semipura semipuras semi halfpure",
    "CANASTA_REAL": "real reales royal royals",
    "laid": "fichas ficha bajado bajada bajadas bajamos mesa tiles tile laid table",
    "left": "atril atriles quedo quedaron sobraron contra rack racks left against",
    "closed": "cierre cerro cerramos cerraron cerrada corte corto cortamos closed close closing",
    "muerto": "muerto",
    "unplayed": "jugar unplayed",
    "played": "jugado played",
    "not": "sin no ni ningun ninguna without not",
    "canasta": "canasta canastas",
    "nothing": "de del la las los el lo con en y por nos les puntos comprado comprada compro "
    "compramos a and the of with for to on taken points",
}
_ITALIAN: Mapping[str, str] = {
    "CANASTA_PURE": "pulito puliti pulita pulite",
    "CANASTA_IMPURE": "sporco sporchi sporca sporche",
    "SEMI_PURA": "semipulito semipuliti",
    "CANASTA_REAL": "reale reali",
    "laid": "tessera tessere calato calata calate calati tavolo",
    "left": "leggio leggii rimasto rimasta rimaste contro",
    "closed": "chiusura chiuso chiude chiudiamo",
    "muerto": "pozzetto pozzetti",
    "unplayed": "giocare",
    "played": "giocato",
    "not": "non senza ne nessun nessuno nessuna",
    "canasta": "burraco burrachi",
    "nothing": "di del dei delle il lo i gli e per ha hanno abbiamo preso presa punti",
}
_PORTUGUESE: Mapping[str, str] = {
    "CANASTA_PURE": "limpa limpas",
    "CANASTA_IMPURE": "suja sujas",
    "SEMI_PURA": "semilimpa semilimpas",
    "CANASTA_REAL": "reais",
    "laid": "pedra pedras baixado baixada baixadas baixamos",
    "left": "suporte suportes ficou ficaram",
    "closed": "batida bateu batemos bateram",
    "muerto": "morto",
    "unplayed": "jogar",
    "played": "jogado",
    "not": "sem nao nem nenhum nenhuma",
    "canasta": "canastra canastras",
    "nothing": "do da das os as com e em por pontos pego pegou pegamos pegaram",
}
_MEANS = {
    word: meaning
    for said in (_WORDS, _ITALIAN, _PORTUGUESE)
    for meaning, words in said.items()
    for word in words.split()
} | {reason.lower(): str(reason) for reason in CANASTAS}
_KINDS = frozenset(map(str, CANASTAS))
_COUNTED = _KINDS | {"laid", "left"}
_ENDS = frozenset(",;.:\n")


class WordsError(TranslatableError):
    """A text that is not understood as a side's score; its sentence names the word."""


def parse_side(text: str) -> SideSum:
    """Parse the text of one side's score, in any language of the program, with or without commas. Raises WordsError.

    A number stands before or after its word; alone it is the laid points or, if negative, the rack's. A negation stands
    before its word or ends the clause.
    """
    said = _ParsedSide()
    for clause in _clauses(digits_apart(text)):
        _hear(clause, said)
    canastas = tuple((reason, said.numbers[str(reason)]) for reason in CANASTAS if said.numbers.get(str(reason)))
    return SideSum(
        canastas=canastas,
        muerto=said.muerto,
        laid=said.numbers.get("laid", 0),
        left=said.numbers.get("left", 0),
        closed=said.closed,
    )


def side_notation(side: SideSum) -> str:
    """The same side as one line that `parse_side` reads back."""
    parts = [f"{count} {reason.lower()}" for reason, count in side.canastas if count]
    parts += ["cierre"] if side.closed else []
    parts += {"untaken": [], "played": ["muerto"], "unplayed": ["muerto sin jugar"]}[side.muerto]
    parts += [f"fichas {side.laid}"] if side.laid else []
    parts += [f"atril {side.left}"] if side.left else []
    return ", ".join(parts)


@dataclass(slots=True)
class _ParsedSide:
    """The values parsed so far."""

    numbers: dict[str, int] = field(default_factory=dict)
    muerto: MuertoState = "untaken"
    closed: bool = False

    def hear(self, word: str, *, denied: bool) -> None:
        """Take a word that needs no number: the close, or the state of the muerto."""
        meaning = _MEANS.get(word)
        if meaning == "closed":
            self.closed = self.closed or not denied
        elif meaning == "unplayed" or (meaning == "played" and denied):
            self.muerto = "unplayed"
        elif meaning == "muerto" and self.muerto != "unplayed":
            self.muerto = "untaken" if denied else "played"
        elif meaning not in ("muerto", "played"):
            raise WordsError("no_such_word", word=word)

    def count(self, meaning: str, number: int) -> None:
        """Assign a number to its item; reject impossible and repeated values."""
        most = MOST_POINTS if meaning in ("laid", "left") else MOST_CANASTAS
        if meaning == "left":
            number = self.numbers.get("left", 0) + abs(number)
        elif meaning in self.numbers:
            raise WordsError("said_twice", number=number)
        if abs(number) > most or (number < 0 and meaning != "laid"):
            raise WordsError("too_much", number=number, most=most)
        self.numbers[meaning] = number


def _clauses(parts: Sequence[str]) -> Iterator[list[str]]:
    """The words between commas; a number in words becomes one word, in digits."""
    clause: list[str] = []
    at = 0
    while at < len(parts):
        number, used = number_said(parts[at:])
        clause += [str(number)] if used else [] if parts[at] in _ENDS else [parts[at]]
        if parts[at] in _ENDS:
            yield clause
            clause = []
        at += used or 1
    yield clause


def _hear(clause: Sequence[str], heard: _ParsedSide) -> None:
    """Parse the words between two commas."""
    pending: int | None = None
    words = _with_denials([word for word, after in pairwise([*clause, ""]) if not _is_nothing(word, after)])
    at = 0
    while at < len(words):
        word, denial = words[at]
        meaning = _MEANS.get(word, "")
        at += 1
        if _is_number(word):
            if denial or pending is not None:
                raise WordsError("number_alone", number=word if denial else pending)
            pending = int(word)
        elif meaning not in _COUNTED:
            heard.hear(word, denied=bool(denial))
        elif denial:
            heard.count(meaning, 0)
        else:
            if pending is None and at < len(words) and _is_number(words[at][0]):
                pending = int(words[at][0])
                at += 1
            if pending is None and meaning in ("laid", "left"):
                raise WordsError("how_much", word=word)
            heard.count(meaning, 1 if pending is None else pending)
            pending = None
    if pending is not None:
        heard.count("left" if pending < 0 else "laid", pending)


def _with_denials(words: Sequence[str]) -> list[tuple[str, str]]:
    """Each meaningful word with its negation, which stands before it or ends the clause."""
    found: list[tuple[str, str]] = []
    denial = ""
    for at, word in enumerate(words):
        meaning = _MEANS.get(word)
        if meaning == "not":
            denial = word
        elif meaning != "canasta":
            found.append((word, denial))
            denial = ""
        elif _MEANS.get(next(iter(words[at + 1 :]), "")) not in _KINDS:
            denial = ""
    if denial and not found:
        raise WordsError("no_such_word", word=denial)
    if denial:
        found[-1] = (found[-1][0], denial)
    return found


def _is_nothing(word: str, after: str) -> bool:
    """Whether a word has no meaning in a score; *o* is an article in *o morto*, and *or* in Spanish and Italian."""
    return _MEANS.get(word) == "nothing" or (word, after) == ("o", "morto")


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal()
