"""What is asked of the law without a table: melds, finished hands, rules, advice."""
