"""What somebody who learns is told of the end of a hand: canastas, the muerto, closing, and what counts."""

from __future__ import annotations

from engine.rules.rules import Rules

Said = tuple[str, str]
"""A sentence in Spanish and in English."""


def canasta(rules: Rules) -> Said:
    """What a canasta is worth."""
    length, pure, impure = rules.canasta_len, rules.canasta_pure, rules.canasta_impure
    return (
        f"Un juego de {length} fichas o más es una canasta: pura, sin comodín, suma {pure}; impura, {impure}.",
        f"A meld of {length} tiles or more is a canasta: pure, without a wild, it scores {pure}; impure, {impure}.",
    )


def muerto(rules: Rules) -> Said:
    """When the muerto is taken, and what it costs not to."""
    size, bonus, penalty = rules.muerto_size, rules.muerto_taken_bonus, rules.muerto_untaken_penalty
    gains = (f", y sumás {bonus}", f", and score {bonus}") if bonus else ("", "")
    costs = (
        (f" Quien no lo compra pierde {penalty}.", f" Who does not take it loses {penalty}.") if penalty else ("", "")
    )
    return (
        f"Cuando te quedás sin fichas comprás el muerto, {size} fichas más{gains[0]}.{costs[0]}",
        f"When you run out of tiles you take the muerto, {size} more tiles{gains[1]}.{costs[1]}",
    )


def close(rules: Rules) -> Said:
    """How a hand is won."""
    if not (rules.close_needs_canasta or rules.close_needs_muerto):
        return ("Gana la mano quien se queda primero sin fichas.", "Whoever runs out of tiles first wins the hand.")
    count = rules.canastas_to_close
    pure = ("pura", "pure ") if rules.close_needs_pura else ("", "")
    canastas = ("una canasta", f"a {pure[1]}canasta") if count == 1 else (f"{count} canastas", f"{count} canastas")
    if pure[0]:
        canastas = f"{canastas[0]} {pure[0]}" if count == 1 else f"{canastas[0]}, una pura", canastas[1]
    muerto = ("el muerto", "the muerto")
    needs = [*([muerto] if rules.close_needs_muerto else []), *([canastas] if rules.close_needs_canasta else [])]
    by = (", tirando la última", ", throwing the last one") if rules.close_by == ("discard",) else ("", "")
    bonus = (f", y sumás {rules.close_bonus}", f", and score {rules.close_bonus}") if rules.close_bonus else ("", "")
    return (
        f"Con {' y '.join(one[0] for one in needs)} se cierra: quedate sin fichas{by[0]}{bonus[0]}.",
        f"With {' and '.join(one[1] for one in needs)} you close: run out of tiles{by[1]}{bonus[1]}.",
    )


def count(rules: Rules, is_english: bool) -> Said:
    """What counts at the end of a hand, and how far one plays; numbers as English or Spanish writes them."""
    if rules.rack_counts == "losers" and rules.winner_takes_sum:
        told = (
            "Quien ganó suma lo que les quedó a los demás en el atril, y ellos lo pierden.",
            "The winner scores what the others were left with on their racks, and they lose it.",
        )
    elif rules.rack_counts == "losers":
        told = (
            "Cada uno anota lo que le quedó en el atril; quien ganó, nada.",
            "Each notes what was left on the rack; the winner nothing.",
        )
    else:
        told = (
            "Suman las fichas bajadas y las canastas, y restan las que quedaron en el atril.",
            "Tiles laid and canastas count for you, tiles left on the rack against you.",
        )
    without = _without_canasta(rules)
    goal = _goal(rules, is_english)
    return f"{told[0]}{without[0]} {goal[0]}", f"{told[1]}{without[1]} {goal[1]}"


def _without_canasta(rules: Rules) -> Said:
    pure = (" pura", "pure ") if rules.laid_needs_pura else ("", "")
    return {
        "positive": ("", ""),
        "zero": (
            f" Sin canasta{pure[0]} lo bajado no cuenta.",
            f" Without a {pure[1]}canasta, laid tiles count nothing.",
        ),
        "negative": (
            f" Sin canasta{pure[0]} lo bajado resta.",
            f" Without a {pure[1]}canasta, laid tiles count against you.",
        ),
    }[rules.no_canasta]


def _goal(rules: Rules, is_english: bool) -> Said:
    if rules.hands and rules.target_kind == "points_low":
        return (
            f"Son {rules.hands} manos, y gana quien menos suma.",
            f"In {rules.hands} hands the fewest points win.",
        )
    if rules.hands:
        return f"Son {rules.hands} manos.", f"There are {rules.hands} hands."
    if rules.target is None:
        return "", ""
    target = f"{rules.target:,}" if is_english else f"{rules.target:,}".replace(",", ".")
    return f"Se juega a {target}.", f"The game is to {target}."
