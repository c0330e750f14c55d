# %% [markdown]
# # A book
#
# Twelve puzzles with their ratings, six per page, and the solutions at the end. Each page is a picture; `write` binds
# them into one PDF.

# %%
from pathlib import Path
from tempfile import mkdtemp

from cpsudoku import generate_many
from cpsudoku.drawing import write
from cpsudoku.drawing.book import Book, Entry

records = list(generate_many(12, difficulty="hard", symmetry="rot180", seed=4))
entries = [Entry(record.puzzle, f"ER {record.rating.er}", record.solution.cells) for record in records]
pages = list(Book(per_page=6, title="Twelve hard ones", paper="A5", cover=True).pages(entries))
print(len(pages), "pages")
pages[1]

# %%
pages[-1]

# %%
path = Path(mkdtemp()) / "book.pdf"
write(pages, path, title="Twelve hard ones", author="A. Setter")
path.read_bytes()[:5]

# %% [markdown]
# On the command line, `cpsudoku draw puzzles.txt --per-page 6 --rating --solutions-at-end -o book.pdf` makes such a
# book of a file. [Draw puzzles and books](../../how-to/draw) describes paper, bleed, crop marks and books of several
# sections.
