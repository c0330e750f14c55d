# %% [markdown]
# # Why is a puzzle broken?
#
# A puzzle copied from a newspaper has no solution. `diagnose` finds a smallest set of clues that contradict each
# other, and the digit that looks mistyped.

# %%
from cpsudoku import diagnose

copied = "....9..5.........3.96.........84....8.....32.52..6...1..3...2..61.47......7.1..9."
broken = diagnose(copied)
broken

# %%
name = broken.puzzle.geometry.name_of
print("these clues conflict:", *(name(cell) for cell in broken.conflict.cells))
for repair in broken.repairs:
    print(f"{name(repair.cell)} is perhaps {repair.digit}: then the puzzle has one solution")

# %% [markdown]
# The other fault is a puzzle with several solutions. The diagnosis counts them and names the fewest clues that would
# leave one.

# %%
ambiguous = diagnose("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6........................8")
ambiguous

# %% [markdown]
# A sound puzzle can have a fault of style: clues that nobody needs.

# %%
diagnose("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
