"""A whole game to print at home: tiles, racks, a mat for the table and a card of the rules, true to scale."""

from companion.paper_game.order import PARTS, GameOrder, game_order
from companion.paper_game.pages import paper_game

__all__ = ["PARTS", "GameOrder", "game_order", "paper_game"]
