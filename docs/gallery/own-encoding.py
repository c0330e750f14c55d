# %% [markdown]
# # Your own encoding
#
# An encoding is a TOML file: which variables, which rules, and how "at most one" is stated. This one has the minimal
# rules, with a sequential counter.

# %%
from pathlib import Path
from tempfile import mkdtemp

from cpsudoku import compare, verify
from cpsudoku.formula import catalog
from cpsudoku.samples import path_of

path = Path(mkdtemp()) / "mine.toml"
path.write_text("""
[encoding]
name = "mine"
summary = "the minimal rules, at most one by a sequential counter"
source = "own"
target = "cnf"
variables = "direct"
rules = ["cell: at-least-one", "house: at-most-one"]
at_most_one = "sequential"
""")
verify("..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5.", encoding=path)

# %% [markdown]
# The catalog has the published encodings. The first eight:

# %%
for name in catalog.names()[:8]:
    print(f"{name:24} {catalog.load(name).summary}")

# %% [markdown]
# Are more clauses better? The table has the size of each formula and the time for uniqueness.

# %% tags=["varies"]
compare({"hardest": path_of("hardest").read_text().split()[:12]}, engines="sat", encodings=["extended", "triad", path])
