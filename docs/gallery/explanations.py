# %% [markdown]
# # Explanations
#
# `rate` explains with the techniques of Sudoku Explainer, on classic boards. `explain` uses no list of techniques:
# each step is a small set of clues, rules and houses that together force something. It works under any rules.

# %%
from cpsudoku import Geometry, Puzzle, explain, rate, why
from cpsudoku.constraints import Arrow, Thermometer

puzzle = ".3.......84.3.19......2...59..4.8.2....1.3..9......1....76.....58...7...6..9..4.."
rating = rate(puzzle)
print(rating)
for step in rating.steps[:5]:
    print(step)

# %% [markdown]
# The hardest step is a chain. A solid arrow is a strong link, a dashed arrow a weak one.

# %%
max(rating.steps, key=lambda step: step.rating)

# %% [markdown]
# A small board without any clue: two thermometers and an arrow.

# %%
rules = [Thermometer("r4c4-r4c2"), Thermometer("r2c4 r2c3 r1c3"), Arrow("r1c4", "r2c3 r3c3")]
small = Puzzle(bytes(16), Geometry(2, 2), constraints=rules)
small

# %%
path = explain(small)
for step in path.steps:
    print(step)

# %% [markdown]
# `why` explains a single digit, here from the clues and rules alone.

# %%
why(small, "r1c3")
