"""Grade the rule verdicts on a picture: missed offences, doubted lawful melds, errors without a warning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.evaluation.box_matching import Matching
from companion.evaluation.counts import Proportion, Tally
from companion.evaluation.labelled_pictures import TruePicture
from companion.evaluation.tile_grading import is_right
from companion.view_models import UNSURE, PhotoScore, RowView
from engine.melds.melds import judge_meld, parse_meld
from engine.rules.rules import Rules
from vision.belief import BACK


def right_verdicts(truth: TruePicture, matching: Matching, score: PhotoScore, rules: Rules) -> Tally:
    """The counts over labelled rows with colours; ``score`` was judged under the same ``rules``.

    A labelled row is compared with the row of the picture that holds most of its tiles.
    """
    place_of = dict(matching.pairs)
    tally = Tally()
    for row in truth.rows:
        names = [truth.tiles[label].name for label in row]
        if BACK in names or any(name.isdigit() for name in names):
            continue
        lawful = judge_meld(parse_meld(" ".join(names)), rules).lawful
        seen = _row_of([place_of[label] for label in row if label in place_of], len(row), score)
        if lawful:
            tally += Tally(doubted=Proportion(int(seen is None or _asks(seen, score) or not seen.lawful), 1))
        else:
            tally += Tally(hidden=Proportion(int(seen is not None and seen.lawful), 1))
    return tally


def is_silently_wrong(truth: TruePicture, matching: Matching, score: PhotoScore) -> bool:
    """Whether tiles are shown wrongly without a question, or missed without a warning of hidden ones."""
    shown = [tile.face for tile in score.tiles]
    if not shown or UNSURE in shown:
        return False
    is_wrong = not all(is_right(truth.tiles[label].name, shown[at]) for label, at in matching.pairs)
    return is_wrong or bool(matching.invented) or (bool(matching.missed) and not score.unseen)


def _row_of(places: list[int], wanted: int, score: PhotoScore) -> RowView | None:
    """The row that holds most of the tiles in ``places``, if that is more than half of those ``wanted``."""
    rows: Mapping[int, RowView] = {tile: row for row in score.rows for tile in row.tiles}
    held = Counter(rows[place].tiles for place in places if place in rows)
    if not held:
        return None
    tiles, count = held.most_common(1)[0]
    return rows[tiles[0]] if 2 * count > wanted else None


def _asks(row: RowView, score: PhotoScore) -> bool:
    return any(score.tiles[tile].face == UNSURE for tile in row.tiles)
