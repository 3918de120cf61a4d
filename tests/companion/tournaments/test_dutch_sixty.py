"""The last round of a published tournament of sixty, in which colours decide, beside what is drawn without colours.

The tournament is that of bbpPairings' test `issue_7` (Dutch, round 15 of 15): ``dutch_sixty.txt`` has a line for each
player, and for each round the rival and what came of it, ``+`` and ``-`` where one of the two was not there. Its test
`issue_15` is of another system, Burstein's, and says nothing of this one.
"""

from __future__ import annotations

from pathlib import Path

from companion.tournaments.swiss import EntrantHistory, pair_round
from tests.companion.tournaments.dutch import Evening, Round, Way

PLAYED = Path(__file__).with_name("dutch_sixty.txt")
WORTH = {"1": 2, "=": 1, "0": 0}
PUBLISHED = """1 15, 3 2, 11 17, 7 10, 8 14, 4 6, 5 12, 9 16, 13 25, 24 22, 18 29, 20 23, 19 33, 21 38, 39 26, 28 36,
31 40, 37 35, 44 46, 30 32, 27 48, 47 42, 51 55, 34 50, 49 45, 53 58, 41 59, 56 43, 60 52, 54 57"""


def before_the_last_round() -> Round:
    """What is known after fourteen rounds."""
    lines = [line.split() for line in PLAYED.read_text("ascii").splitlines()]
    games = {who: list(zip(map(int, line[::2]), line[1::2], strict=True)) for who, line in enumerate(lines, 1)}
    evening = Evening(len(games), 0)
    for turn in range(14):
        results: dict[tuple[int, int], tuple[int, int] | None] = {}
        for who, played in games.items():
            rival, result = played[turn]
            if result == "+":
                results[who, 0] = None
            elif who < rival and result in WORTH:
                results[who, rival] = (WORTH[result], WORTH[games[rival][turn][1]])
        evening.score(_higher_first(evening, results))
    return evening.known(sorted(evening.points, key=lambda who: (-evening.points[who], who)))


def _higher_first(
    evening: Evening, results: dict[tuple[int, int], tuple[int, int] | None]
) -> dict[tuple[int, int], tuple[int, int] | None]:
    """The same with whoever has more points first, as an evening takes it."""
    return {
        pair[::-1] if result and evening.points[pair[1]] > evening.points[pair[0]] else pair:
            result[::-1] if result and evening.points[pair[1]] > evening.points[pair[0]] else result
        for pair, result in results.items()
    }  # fmt: skip


def in_order(known: Round, pairs: set[frozenset[int]]) -> Way:
    """Pairs as a way has them: the higher one first, the highest pair first."""
    place = {who: at for at, who in enumerate(known.points)}
    ordered = (sorted(pair, key=lambda who: place[who]) for pair in pairs)
    return tuple((pair[0], pair[1]) for pair in sorted(ordered, key=lambda pair: place[pair[0]]))


def test_without_colours_the_published_draw_is_no_better_by_any_criterion() -> None:
    """What differs comes after the colours (C10 to C13) in the order of the criteria: C15, and whom a half meets."""
    known = before_the_last_round()
    published = {frozenset(map(int, pair.split())) for pair in PUBLISHED.split(",")}
    past = {who: EntrantHistory(known.floats[who], known.missed[who]) for who in known.points}
    found = pair_round(list(known.points.items()), known.met, known.rested, past)
    assert found is not None
    drawn = {frozenset(pair) for pair in found[0]}
    assert len(drawn & published) == 16
    ours, theirs = (known.judged(in_order(known, pairs)) for pairs in (drawn, published))
    differing = {}
    for points, one, other in zip(sorted(set(known.points.values()), reverse=True), ours[1:], theirs[1:], strict=True):
        if names := [name for name in one if one[name] != other[name]]:
            differing[points] = names[0]
            assert [one[name] for name in names] < [other[name] for name in names]
    assert ours[0] == theirs[0]
    assert differing == {18: "C15", 16: "order", 13: "order", 12: "order", 10: "order"}
