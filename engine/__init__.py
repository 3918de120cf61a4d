"""The rules of the game as pure values: tiles, melds, rule profiles, hands, scores and tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lazy_imports import on_demand

if TYPE_CHECKING:
    from engine.hand.apply import MoveResult, apply, replay
    from engine.hand.deal import Deal, deal
    from engine.hand.empty_rack import (
        EmptyRack,
        EndingVerdict,
        judge_closing_tile,
        judge_empty_rack,
    )
    from engine.hand.events import Event, events_of
    from engine.hand.hand_file import HandRecord, RecordError, TeamRecord, parse_hand, read_hand
    from engine.hand.history import MoveHistory, Story, record_of
    from engine.hand.notation import parse_move, parse_moves
    from engine.hand.state import LaidMeld, Rack, TableState, TeamTable, Turn, dealt_table
    from engine.hand.taking_the_pozo import judge_pozo
    from engine.inference.moves_between_looks import Contradiction, explain
    from engine.inference.observation import Observation, SeenMeld, observe
    from engine.melds.changes import ChangeVerdict, judge_change
    from engine.melds.common_table import TableTurn, judge_table
    from engine.melds.melds import MeldVerdict, judge_meld
    from engine.melds.opening import OpeningVerdict, judge_opening
    from engine.placed_tile import PlacedTile, notation, parse_meld, parse_table, parse_tiles
    from engine.rules.profiles import DEFAULT_PROFILE, PROFILES, load_rules, profile_title
    from engine.rules.rule_headings import RULE_GROUPS, RuleGroup
    from engine.rules.rules import Origin, RuleLine, Rules, RulesError
    from engine.rules.verdict import Code, Violation
    from engine.scoring.score_sheets import HandScore, Problem, Reason, ScoreLine, ScoreSheet
    from engine.scoring.scoring import Audit, audit, score_hand
    from engine.sentences import TranslatableError
    from engine.simulation.simulate import SimulatedHand, simulate
    from engine.tiles import BAG, FACES, JOKER, Color, NotationError, Tile
    from engine.tournament.match import Match, MatchVerdict, PlayedHand, judge_match, next_starter
    from engine.tournament.pairings import Pairing, QualifiedPlayer, bracket, fixtures
    from engine.tournament.standings import (
        PlayedMatch,
        PointsAdjustment,
        Standing,
        TieStep,
        Zone,
        standings,
        standings_json,
        tie_steps,
    )
    from engine.tournament.standings_file import StandingsFile, read_standings
else:
    __getattr__ = on_demand(
        __name__,
        earlier_names={
            "Applied": "MoveResult",
            "Decision": "PointsAdjustment",
            "Placed": "PlacedTile",
            "Qualified": "QualifiedPlayer",
            "SpokenError": "TranslatableError",
        },
    )

__all__ = [
    "BAG",
    "DEFAULT_PROFILE",
    "FACES",
    "JOKER",
    "PROFILES",
    "RULE_GROUPS",
    "Audit",
    "ChangeVerdict",
    "Code",
    "Color",
    "Contradiction",
    "Deal",
    "EmptyRack",
    "EndingVerdict",
    "Event",
    "HandRecord",
    "HandScore",
    "LaidMeld",
    "Match",
    "MatchVerdict",
    "MeldVerdict",
    "MoveHistory",
    "MoveResult",
    "NotationError",
    "Observation",
    "OpeningVerdict",
    "Origin",
    "Pairing",
    "PlacedTile",
    "PlayedHand",
    "PlayedMatch",
    "PointsAdjustment",
    "Problem",
    "QualifiedPlayer",
    "Rack",
    "Reason",
    "RecordError",
    "RuleGroup",
    "RuleLine",
    "Rules",
    "RulesError",
    "ScoreLine",
    "ScoreSheet",
    "SeenMeld",
    "SimulatedHand",
    "Standing",
    "StandingsFile",
    "Story",
    "TableState",
    "TableTurn",
    "TeamRecord",
    "TeamTable",
    "TieStep",
    "Tile",
    "TranslatableError",
    "Turn",
    "Violation",
    "Zone",
    "apply",
    "audit",
    "bracket",
    "deal",
    "dealt_table",
    "events_of",
    "explain",
    "fixtures",
    "judge_change",
    "judge_closing_tile",
    "judge_empty_rack",
    "judge_match",
    "judge_meld",
    "judge_opening",
    "judge_pozo",
    "judge_table",
    "load_rules",
    "next_starter",
    "notation",
    "observe",
    "parse_hand",
    "parse_meld",
    "parse_move",
    "parse_moves",
    "parse_table",
    "parse_tiles",
    "profile_title",
    "read_hand",
    "read_standings",
    "record_of",
    "replay",
    "score_hand",
    "simulate",
    "standings",
    "standings_json",
    "tie_steps",
]
