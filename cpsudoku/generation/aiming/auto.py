"""Method `auto`: chosen by the target.

Minimal puzzles of most ratings turn up among samples; where they do not, the best samples start a vicinity search.
Puzzles that need not be minimal are dug by their rating, with samples in between. Other boards are sampled.
"""

from __future__ import annotations

from cpsudoku.generation.aiming import rating_guided, sampling, vicinity
from cpsudoku.generation.aiming.judge import Judged
from cpsudoku.generation.aiming.search import Draft, Search

SAMPLES = 4096
"""Samples before the vicinity of the best of them is searched."""
HARD_SAMPLES = 512
"""The same for hard targets, which samples seldom hit, and where each costs much."""
PATTERN_SAMPLES = 16
"""The same on a pattern, where each takes long to make."""


def run(search: Search) -> None:
    """Until Enough."""
    if search.recipe.minimal is False and rating_guided.suits(search):
        while True:
            for _ in range(8):
                rating_guided.dig(search)
            sampling.sample(search, 64)
    if not vicinity.suits(search):
        sampling.run(search)
    wanted, batch = SAMPLES, sampling.BATCH
    if search.recipe.pattern is not None:
        wanted = batch = PATTERN_SAMPLES
    elif search.aim.sought[0] >= vicinity.HARD:
        wanted = HARD_SAMPLES
    begun: list[tuple[Judged, Draft]] = []
    for _ in range(wanted // batch):
        begun += sampling.sample(search, batch)
    vicinity.run(search, begun)
