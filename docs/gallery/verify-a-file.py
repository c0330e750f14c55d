# %% [markdown]
# # Verify a file
#
# A file holds one puzzle per line. Which of them have exactly one solution? `path_of` names a file that is shipped
# with the package: 160 faulty puzzles. Any file of yours works in the same way.

# %%
from collections import Counter

from cpsudoku import Multiple, verify, verify_many
from cpsudoku.samples import path_of

lines = path_of("broken").read_text().split()
verdicts = list(verify_many(lines))
Counter(verdict.word for verdict in verdicts)

# %% [markdown]
# Each verdict has its evidence. For several solutions these are two of them; the cells where they differ are marked.

# %%
ambiguous = next(verdict for verdict in verdicts if isinstance(verdict, Multiple))
ambiguous

# %% [markdown]
# For no solution, the evidence is a set of clues that contradict each other.

# %%
impossible = next(verdict for verdict in verdicts if verdict.word == "impossible")
impossible

# %% [markdown]
# A sound puzzle has one solution.

# %%
verify("..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5.")

# %% [markdown]
# On the command line, `cpsudoku verify FILE` prints the rows that are not unique and a line of totals, and `--jobs 4`
# uses four processes. [Verify many puzzles](../../how-to/verify-many) has the rest.
