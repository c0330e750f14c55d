"""Clauses in flat rows of integers: sheets of one shape, automata and sums written on them, formulas made of them."""
