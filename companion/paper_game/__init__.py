"""A complete printable game, true to scale: tiles, racks, a table mat and a rule card."""

from companion.paper_game.pages import asked_game, paper_game
from companion.paper_game.print_request import PARTS, PaperGameOptions, game_order

__all__ = ["PARTS", "PaperGameOptions", "asked_game", "game_order", "paper_game"]
