"""Puzzles to order: the search for a puzzle of a wanted rating or technique."""
