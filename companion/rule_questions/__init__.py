"""Rule queries without a table: melds, finished hands, rules, advice."""
