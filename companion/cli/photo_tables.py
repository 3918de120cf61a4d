"""Format a photograph's result as a table for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion.cli.text_tables import kind_text, tiles_text, verdict_text
from companion.phrases.wording import say, spoken_names
from companion.recognition.interpret import OPTIONS_TOLD
from companion.view_models import UNSURE, PhotoScore, RowView, TileView
from vision.wording import SENTENCES, sentence


def photo_table(score: PhotoScore, language: str) -> RenderableType:
    """A photograph's rows with their verdicts, its loose tiles, doubts and points."""
    heading = Text(f"{score.image}  {score.size[0]} × {score.size[1]}  {score.rules}", style="bold")
    wrong = [Text(f"{flaw.message} {flaw.advice}", style="bold yellow") for flaw in score.retake]
    if not score.tiles:
        return Group(heading, Text(say(language, "no tiles")), *wrong)
    lines: list[RenderableType] = [heading, *([_rows_table(score, language)] if score.rows else [])]
    if score.loose:
        loose = tiles_text(score.tiles[tile].face for tile in score.loose)
        lines.append(Text.assemble(f"{say(language, 'loose')}: ", loose))
    offers = [offer for row in score.rows for offer in row.offers]
    lines += [Text.assemble(tiles_text(offer.meld.split()), f": {offer.message}", style="cyan") for offer in offers]
    lines += [_doubt_text(tile, language) for tile in score.tiles if tile.face == UNSURE]
    lines += [Text(sentence(SENTENCES[code], language), style="yellow") for code in score.unseen]
    return Group(*lines, *wrong, Text(f"{say(language, 'total')}: {score.points}", style="bold"))


def _rows_table(score: PhotoScore, language: str) -> Table:
    table = Table(*(say(language, column) for column in ("meld", "kind", "verdict")))
    table.add_column(say(language, "points"), justify="right")
    for row in score.rows:
        written = row.meld.split() if row.meld else [score.tiles[tile].face for tile in row.tiles]
        table.add_row(tiles_text(written), _kind(row, language), _verdict(row, language), str(row.points))
    return table


def _verdict(row: RowView, language: str) -> Text:
    """Lawful or not; an unread row is neither, and its options are listed below the table."""
    reasons = [f"{said.message} [{said.rule.article}]" for said in row.violations if said.code != "unread_tile"]
    if row.meld is None:
        return Text(
            ": ".join([say(language, "to be read"), *([" · ".join(reasons)] if reasons else [])]), style="yellow"
        )
    return verdict_text(row.lawful, reasons, language)


def _kind(row: RowView, language: str) -> str:
    notes = [*([row.canasta] if row.canasta else []), *(["repaired"] if row.repaired else [])]
    return say(language, "unknown") if row.meld is None else kind_text(row.kind, notes, language)


def _doubt_text(tile: TileView, language: str) -> Text:
    likeliest = [name for name in (tile.seen, *(name for name, _ in tile.alternatives)) if name != UNSURE]
    options = spoken_names(likeliest[:OPTIONS_TOLD], language)
    return Text(f"{say(language, 'in doubt')}: " + say(language, "may be", seen=f"#{tile.id}", options=options))
