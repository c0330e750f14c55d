"""Which clues and constraints force the solution, conflict with each other, or can go: oracles, and loops over them."""
