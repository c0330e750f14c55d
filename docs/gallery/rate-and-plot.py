# %% [markdown]
# # Rate and plot
#
# `rate` gives the rating of Sudoku Explainer: the number of the hardest step that a human solver needs. `rate_many`
# rates a whole list and converts to arrays, which plot directly.

# %%
from cpsudoku import rate, rate_many
from cpsudoku.samples import path_of

lines = path_of("minimal").read_text().split()[:400]
ratings = rate_many(lines).arrays()
print(len(ratings["er"]), "puzzles, from", ratings["er"].min(), "to", ratings["er"].max())

# %% tags=["varies"]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(7, 3))
axes.hist(ratings["er"], bins=[1 + step / 2 for step in range(18)], color="#4477aa", edgecolor="white")
axes.set(xlabel="rating (ER)", ylabel="puzzles", title="Random minimal puzzles")
plt.show()

# %% [markdown]
# Most random puzzles are easy. The hardest of these 400, with its hardest step:

# %%
hardest = lines[ratings["er"].argmax()]
rating = rate(hardest)
print(rating)
max(rating.steps, key=lambda step: step.rating)

# %% [markdown]
# The rating of a puzzle step by step shows where the difficulty is.

# %% tags=["varies"]
figure, axes = plt.subplots(figsize=(7, 3))
axes.step(range(1, len(rating.steps) + 1), [step.rating for step in rating.steps], where="mid", color="#4477aa")
axes.set(
    xlabel="step", ylabel="rating of the step", title=f"The {len(rating.steps)} steps of a puzzle rated {rating.er}"
)
plt.show()
