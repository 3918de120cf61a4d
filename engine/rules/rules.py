"""`Rules`: every rule that a table agrees on before the first draw, as one field of a frozen dataclass.

The sentence of each field, in Spanish and English, is in ``wording/rules.toml``; the values are in ``profiles/*.toml``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NewType

from engine.rule_and_tile_words import rule_sentence
from engine.sentences import TranslatableError
from engine.tiles import Tile, bag_of

Basis = Literal["text", "example", "sibling", "none", "house"]
"""Why a rule holds: the source says so, its own example does, a kindred source does, no source objects, or we chose."""
PerPlayers = tuple[tuple[int, int], ...]
"""Pairs of (number of players, a count for that many)."""
Points = NewType("Points", int)
ByPoints = tuple[tuple[Points, int], ...]
"""Pairs of (points, what holds from so many points on)."""
TOLD = frozenset(
    (
        *("stock_piles", "direction", "touch_rules", "both_over", "time_checked"),
        *("stages", "turn_seconds", "penalty_tiles"),
    )
)
"""Rules that are only displayed: players enforce them, and nothing is judged by them."""


class RulesError(TranslatableError):
    """An unusable rule profile; its sentence names the file and the line or key."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the value of one rule comes from: ``source`` as ``000:39`` (text and line) or the file that set it."""

    basis: Basis
    source: str


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule as ``burako rules`` prints it."""

    key: str
    value: object
    sentence: str
    origin: Origin

    @property
    def written(self) -> str:
        """Its value as ``--set`` reads it."""
        return _written(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Reglamento: all rules that vary between tables. ``None`` means no such limit or bonus."""

    name: str
    origins: tuple[tuple[str, Origin], ...] = field(default=(), compare=False, repr=False)

    # The game and the deal
    game: Literal["burako", "rummy"]
    players: tuple[int, ...]
    sides: int | None
    deal: PerPlayers
    muertos: int
    muerto_size: int
    stock_piles: tuple[tuple[int, str], ...]
    closing_tile: bool
    jokers: int
    copies: int
    pozo_start: int

    # The turn
    direction: Literal["left", "right"]
    first_starter: Literal["chosen", "dealer", "die", "anyone"]
    next_starter: Literal["rotate", "winner", "loser"]
    first_player_redraw: bool
    draw_sources: tuple[Literal["stock", "pozo"], ...]
    draw_required: bool
    draw_or_play: bool
    pozo_take: Literal["whole", "top", "never"]
    pozo_min_total: int
    pozo_display: Literal["open", "covered", "none"]
    pozo_use_required: bool
    pozo_top_use: Literal["free", "lay", "with_two"]
    pozo_single_discard: bool
    discard_ends_turn: bool
    touch_rules: bool
    turn_seconds: int | None
    penalty_tiles: int

    # Melds
    min_meld_len: int
    ace_low: bool
    ace_high: bool
    ace_both_ends: bool
    wraparound: bool
    piernas_allowed: tuple[int, ...]
    pierna_distinct_colours: bool
    pierna_max_len: int | None
    pierna_of_twos: Literal["natural", "forbidden"]
    same_number_twice_per_side: bool
    merge_melds: bool
    split_melds: bool
    meld_owner: Literal["side", "table"]
    first_meld_min: int
    first_meld_scope: Literal["side", "player"]
    first_meld_counts: Literal["tile_values", "numbers"]
    first_meld_by_total: ByPoints
    first_meld_then_table: bool

    # Wilds
    twos_wild: bool
    two_on_own_place_is_natural: bool
    natural_two_lock: bool
    max_wilds: int
    naturals_per_wild: int
    min_naturals: int
    wilds_adjacent: bool
    wild_move: Literal["swap_to_end", "end_to_end", "free", "rummy"]
    wild_withdraw: Literal["never", "same_turn"]
    joker_swap_from_pierna_of_3: bool
    joker_needs_exchange: bool
    placement_policy: Literal["lenient", "strict"]
    purity_reading: Literal["as_placed", "best"]

    # Canastas and values
    canasta_len: int | None
    canasta_pure: int
    canasta_impure: int
    semi_pura: int | None
    canasta_real: int | None
    canasta_real_14: int | None
    canasta_ocho: int | None
    canasta_of_twos: int | None
    canasta_mark: Literal["none", "stacked_tile"]
    tile_values: tuple[int, ...]
    joker_value: int | None
    joker_on_rack: int

    # The muerto
    muerto_modes: tuple[Literal["direct", "indirect"], ...]
    muerto_taken_bonus: int
    muerto_untaken_penalty: int
    muerto_unplayed: Literal["count_tiles", "flat_100_no_tiles"]
    unplayed_scope: Literal["both", "closers"]
    show_rack_to_take_muerto: bool

    # Closing and counting
    close_by: tuple[Literal["meld_out", "discard"], ...]
    close_needs_canasta: bool
    canastas_to_close: int
    close_needs_pura: bool
    close_needs_muerto: bool
    close_discard_may_be_wild: bool
    leftover_on_close: int
    must_keep_one_if_cannot_close: bool
    consult_partner: bool
    close_bonus: int
    rack_counts: Literal["all", "losers"]
    winner_takes_sum: bool
    no_canasta: Literal["positive", "zero", "negative"]
    laid_needs_pura: bool
    stock_reserve: int
    muerto_becomes_stock: bool
    stock_out_when: Literal["end_of_turn", "next_cannot_draw"]
    stock_out_none_has_canasta: Literal["score", "replay", "count_racks"]
    stock_out_close_bonus: int
    bad_meld: Literal["return", "set_aside", "frozen"]
    replay_starter: Literal["same", "next"]

    # The match
    hands: int | None
    victory_points: ByPoints
    target: int | None
    target_kind: Literal["points_high", "points_low"]
    both_over: Literal["higher"]
    tie: Literal["extra_hand", "shared"]
    negative_totals: bool
    time_limit_min: int | None
    time_checked: Literal["hand_end"]
    void_hand_after_time: Literal["replay", "decide"]

    # The tournament
    stages: tuple[Literal["zones", "single_elimination"], ...]
    zone_size: int
    qualifiers: int
    win_points: int
    walkover_points: int
    tiebreak_two: Literal["head_to_head", "none"]
    tiebreak_many: tuple[Literal["difference", "points_for", "lots"], ...]
    tiebreak_many_only_complete: bool
    restart_head_to_head: bool

    def __hash__(self) -> int:
        return hash(self.name)

    def dealt(self, players: int) -> int:
        """The number of tiles dealt to each of ``players``; 0 when the game is not for so many."""
        return dict(self.deal).get(players, 0)

    @property
    def bag(self) -> tuple[Tile, ...]:
        """Every tile of the set."""
        return bag_of(self.copies, self.jokers)

    def most_of(self, tile: Tile) -> int:
        """The number of copies of ``tile`` in the set."""
        return self.jokers if tile.is_joker else self.copies

    def _in_effect(self, key: str) -> object:
        """The value of the rule ``key``; of canastas 0 where closing needs none, however many were inherited."""
        return 0 if key == "canastas_to_close" and not self.close_needs_canasta else getattr(self, key)

    def lines(self, language: str) -> tuple[RuleLine, ...]:
        """Every rule with its value, its sentence in ``language`` and its source, in field order."""
        return tuple(
            RuleLine(key, self._in_effect(key), rule_sentence(key, language), origin) for key, origin in self.origins
        )


def _written(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case tuple() if value and isinstance(value[0], tuple):
            return f"{{ {', '.join(f'{players} = {_quoted(part)}' for players, part in value)} }}"
        case tuple():
            return f"[{', '.join(map(_quoted, value))}]"
        case _:
            return str(value)


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
