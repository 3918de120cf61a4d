"""From a reading to what it means: which readings may be claimed, whose a row is, what the law decides."""
