"""Where mazo, muertos and pozo lie."""
