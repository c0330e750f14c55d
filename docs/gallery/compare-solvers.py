# %% [markdown]
# # Compare solvers
#
# `compare` runs engines over the same puzzles, alternating between them, and checks that their answers agree. Times
# are CPU time per puzzle.

# %% tags=["varies"]
from cpsudoku import compare
from cpsudoku.samples import path_of

puzzles = {name: path_of(name).read_text().split()[:12] for name in ("minimal", "hardest")}
table = compare(puzzles, engines=["sat", "cp-sat", "bitmask", "recursive:native", "dlx:native"], timeout=5)
table

# %%
print("wrong answers:", sum(row.wrong for row in table.rows))

# %% [markdown]
# The cactus plot shows how many puzzles each engine solves within a time.

# %% tags=["varies"]
from IPython.display import SVG

from cpsudoku.comparison.plots import cactus, svg

SVG(svg(cactus(table), "cactus"))

# %% [markdown]
# An engine can be combined with an encoding. Each encoding gets its full formula, so the table also compares their
# sizes.

# %% tags=["varies"]
compare({"hardest": puzzles["hardest"]}, engines="sat", encodings=["minimal", "extended", "triad"])
