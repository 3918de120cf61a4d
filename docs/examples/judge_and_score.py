"""Asks the law: is a meld lawful, is a change of it, and what is a finished hand worth?

python docs/examples/judge_and_score.py
"""

from engine import judge_change, judge_meld, load_rules, parse_hand, parse_meld, score_hand

rules = load_rules("clasico", ["max_wilds=1"])
verdict = judge_meld(parse_meld("5r 6r J 8r"), rules)
print("lawful" if verdict.lawful else [fault.code for fault in verdict.violations], verdict.points)

change = judge_change(parse_meld("5r J 7r"), parse_meld("5r 6r 7r J"), rules)
print("the joker may move" if change.lawful else [fault.code for fault in change.violations])

hand = parse_hand(
    {
        "closed_by": "nosotros",
        "teams": {
            "nosotros": {
                "melds": ["4r 5r 6r 7r 8r 9r 10r", "4b 5b 6b 7b 8b 9b 10b", "4k 5k 6k 7k 8k 9k 10k", "11r 11b 11k"],
                "racks": [""],
                "muerto": "played",
            },
            "ellos": {"melds": ["9b 9k 9y"], "racks": ["3b J 1r 1b 2y 5y 6y 12k 13k"], "muerto": "untaken"},
        },
    }
)
score = score_hand(hand, rules)
print(*(problem.sentence("en") for problem in score.impossible))
for sheet in score.sheets:
    print(sheet.team, sheet.total, [(str(line.reason), line.points) for line in sheet.lines])
