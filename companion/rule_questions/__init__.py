"""Answers about the rules without a table: melds, finished hands, rules, advice."""
