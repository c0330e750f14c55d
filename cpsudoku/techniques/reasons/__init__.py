"""Techniques for any board under any rules, whose steps state their reasons: a file each, in the order of `ladder`."""
