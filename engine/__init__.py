"""The game as pure values: tiles, melds, rules and scores."""

from engine.changes import ChangeVerdict, OpeningVerdict, judge_change, judge_opening
from engine.melds import MeldVerdict, judge_meld
from engine.placed import Placed, notation, parse_meld, parse_table, parse_tiles
from engine.profiles import DEFAULT_PROFILE, PROFILES, load_rules, profile_title
from engine.records import HandRecord, RecordError, TeamRecord, parse_hand, read_hand
from engine.rules import Origin, RuleLine, Rules, RulesError
from engine.scoring import Audit, audit, score_hand
from engine.sheets import HandScore, Problem, Reason, ScoreLine, ScoreSheet
from engine.tiles import BAG, FACES, JOKER, Color, NotationError, Tile
from engine.verdict import Code, Violation

__all__ = [
    "BAG",
    "DEFAULT_PROFILE",
    "FACES",
    "JOKER",
    "PROFILES",
    "Audit",
    "ChangeVerdict",
    "Code",
    "Color",
    "HandRecord",
    "HandScore",
    "MeldVerdict",
    "NotationError",
    "OpeningVerdict",
    "Origin",
    "Placed",
    "Problem",
    "Reason",
    "RecordError",
    "RuleLine",
    "Rules",
    "RulesError",
    "ScoreLine",
    "ScoreSheet",
    "TeamRecord",
    "Tile",
    "Violation",
    "audit",
    "judge_change",
    "judge_meld",
    "judge_opening",
    "load_rules",
    "notation",
    "parse_hand",
    "parse_meld",
    "parse_table",
    "parse_tiles",
    "profile_title",
    "read_hand",
    "score_hand",
]
