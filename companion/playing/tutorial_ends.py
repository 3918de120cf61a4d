"""Tutorial sentences about the end of a hand: canastas, the muerto, closing, and scoring."""

from __future__ import annotations

from functools import reduce

from companion.naming import points_said
from companion.playing.tutorial_words import say
from engine.rules.rules import Rules


def canasta(rules: Rules, language: str) -> str:
    """The bonus of canastas, in words."""
    worth = {"pure": rules.canasta_pure, "impure": rules.canasta_impure}
    return say(language, "canasta", length=rules.canasta_len, **worth)


def muerto(rules: Rules, language: str) -> str:
    """The lesson on when the muerto is taken, and the penalty for not taking it."""
    bonus, penalty = rules.muerto_taken_bonus, rules.muerto_untaken_penalty
    return say(
        language,
        "muerto",
        size=rules.muerto_size,
        gains=say(language, "scoring", points=bonus) if bonus else "",
        costs=say(language, "untaken", points=penalty) if penalty else "",
    )


def close(rules: Rules, language: str) -> str:
    """The lesson on how a hand is closed."""
    needs = [
        *([say(language, "the muerto")] if rules.close_needs_muerto else []),
        *([_canastas(rules, language)] if rules.close_needs_canasta else []),
    ]
    if not needs:
        return say(language, "first out")
    return say(
        language,
        "close",
        needs=reduce(lambda so_far, other: say(language, "and", one=so_far, other=other), needs),
        by=say(language, "throwing") if rules.close_by == ("discard",) else "",
        gains=say(language, "scoring", points=rules.close_bonus) if rules.close_bonus else "",
    )


def _canastas(rules: Rules, language: str) -> str:
    if rules.canastas_to_close == 1:
        return say(language, "a pure canasta" if rules.close_needs_pura else "a canasta")
    key = "canastas, one pure" if rules.close_needs_pura else "canastas"
    return say(language, key, count=rules.canastas_to_close)


def count(rules: Rules, language: str) -> str:
    """The scoring at the end of a hand and the target, in words."""
    if rules.rack_counts == "losers":
        words = say(language, "winner takes" if rules.winner_takes_sum else "losers note")
    else:
        words = say(language, "laid less left")
    pure = " pure" if rules.laid_needs_pura else ""
    without = "" if rules.no_canasta == "positive" else say(language, f"without {rules.no_canasta}{pure}")
    return f"{words}{without} {_goal(rules, language)}"


def _goal(rules: Rules, language: str) -> str:
    if rules.hands:
        is_low = rules.target_kind == "points_low"
        return say(language, "hands, fewest" if is_low else "hands", hands=rules.hands)
    return "" if rules.target is None else say(language, "target", target=points_said(rules.target, language))
