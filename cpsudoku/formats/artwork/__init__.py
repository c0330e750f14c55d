"""Guesses which rules the drawings and the prose of a file mean; every guess is reported as one."""
