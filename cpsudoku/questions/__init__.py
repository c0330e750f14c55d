"""Questions about one puzzle: has it one solution, which, why not, which clues it needs."""
