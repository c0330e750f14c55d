# %% [markdown]
# # A killer from nothing
#
# A maker draws cages on a random grid. Then clues and cages are removed, one by one, until none can go. What remains
# has one solution, and every cage is needed. With `clues=0` there are no given digits at all. `largest` bounds the
# difficulty: the largest step of `explain` needs at most 12 reasons.

# %%
from cpsudoku import candidates, explain, generate, verify

record = generate(makers="killer", clues=0, largest=(1, 12), seed=2)
print(record.clues, "clues,", len(record.puzzle.constraints), "cages, minimal:", record.minimal)
record.puzzle

# %%
verify(record.puzzle).solution

# %% [markdown]
# `explain` solves it as a person would: each step follows from a small set of reasons. These are the first step and
# the largest one.

# %%
path = explain(record.puzzle)
print(len(path.steps), "steps; the largest has", path.largest, "reasons")
path.steps[0]

# %%
max(path.steps, key=lambda step: step.size)

# %% [markdown]
# Without its first cage the puzzle has several solutions. The true candidates are the digits that each cell has in
# some solution:

# %%
from dataclasses import replace

loose = replace(record.puzzle, constraints=record.puzzle.constraints[1:])
candidates(loose)
