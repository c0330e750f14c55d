# %% [markdown]
# # Audit a data set
#
# Before a model is trained on a collection of puzzles: which rows are faulty, and do puzzles of the test set leak
# from the training set? Here the training set is clean. The test set has faulty rows, and a puzzle of the training
# set in disguise: its cells in reverse order and its digits renamed.

# %%
from cpsudoku import audit
from cpsudoku.samples import path_of

training = path_of("17-clue").read_text().split()[:300]
disguised = training[5][::-1].translate(str.maketrans("123456789", "987654321"))
test = [*path_of("broken").read_text().split()[55:65], disguised]
result = audit({"train": training, "test": test}, rate=100)
result

# %%
print("rows:", result.summary["rows"], " one solution:", result.summary["unique"], " leaks:", result.summary["leaks"])
for finding in result.findings("leak"):
    print(
        f"row {finding['row']} ({finding['file']}) is an isomorph of row {finding['same_as']} ({finding['same_file']})"
    )

# %% [markdown]
# On the command line, `cpsudoku audit train.csv test.csv --fix clean.csv` writes the set without its faults. [Data
# sets](../../how-to/data-sets) describes every check.
