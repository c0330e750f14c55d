# %% [markdown]
# # A puzzle to order
#
# `generate` makes puzzles that meet your wishes: rating, number of clues, symmetry, technique. Each has one solution,
# which SAT confirms. The same seed gives the same puzzle on every machine.

# %%
from cpsudoku import generate, generate_many, rate

record = generate(rating=(7.0, 7.4), clues=(24, 26), symmetry="rot180", seed=7)
record

# %%
rating = rate(record.puzzle)
print(rating)
max(rating.steps, key=lambda step: step.rating)

# %% [markdown]
# A puzzle that needs an X-wing and nothing harder. `minimal` says that no clue can be removed.

# %%
fish = generate(requires="x-wing", hardest="x-wing", seed=3)
print(fish.minimal, fish.tries, "tries")
next(step for step in rate(fish.puzzle).steps if step.name == "X-wing")

# %% [markdown]
# Five easy puzzles with a diagonal symmetry, as a list:

# %%
for easy in generate_many(5, difficulty="easy", symmetry="diagonal", seed=1):
    print(easy.puzzle.line(), easy.puzzle.clue_count, easy.rating.er)
