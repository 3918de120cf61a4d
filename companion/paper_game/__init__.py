"""A whole game to print at home: tiles, racks, a mat for the table and a card of the rules, true to scale."""

from companion.paper_game.pages import asked_game, paper_game
from companion.paper_game.print_request import PARTS, GameOrder, game_order

__all__ = ["PARTS", "GameOrder", "asked_game", "game_order", "paper_game"]
