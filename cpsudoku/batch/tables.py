"""Arrays and tables in and out of the functions for many puzzles: numpy (N, 9, 9), pandas, Polars, Arrow.

In: an array (N, n, n) or (N, n*n) of digits, 0 for empty; a column (Series, ChunkedArray) of texts; a table with a
column of puzzles, named as in CSV files. Out: `verify_many` and its like give a `Many`: an iterator, which
also has all that is left as arrays or as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import CLASSIC, Geometry, square
from cpsudoku.errors import ExtraMissing, GeometryError, NotationError, UsageError
from cpsudoku.formats.reading import shown

T = TypeVar("T")
Columns = dict[str, Any]
"""Name -> numpy array, all of one length; grids are (N, n, n)."""


def texts_of(given: Any) -> Iterable[Any]:
    """The column of puzzles of a table or column of pandas, Polars or Arrow; anything else as it is.

    Raises UsageError for a table without such a column.
    """
    if type(given).__module__.partition(".")[0] not in ("pandas", "polars", "pyarrow"):
        return given  # type: ignore[no-any-return]
    names = getattr(given, "column_names", None) or getattr(given, "columns", None)
    if names is not None:
        from cpsudoku.formats.csv_table import PUZZLE_COLUMNS

        folded = {str(name).strip().lower(): name for name in names}
        found = next((folded[name] for name in PUZZLE_COLUMNS if name in folded), None)
        if found is None:
            raise UsageError(f"no column of puzzles; the table has: {shown(', '.join(map(str, names)), 200)}")
        given = given.column(found) if hasattr(given, "column_names") else given[found]
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(given, method):
            values: list[Any] = getattr(given, method)()
            return values
    return given  # type: ignore[no-any-return]


def is_array(given: Any) -> bool:
    """True for a numpy array of many puzzles: three dimensions, or two with n*n columns that are no board."""
    import sys

    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(given, numpy.ndarray) or given.dtype.kind not in "iuf":
        return False
    return bool(given.ndim == 3 or (given.ndim == 2 and given.shape[1] != given.shape[0] and given.shape[1] >= 16))


def boards_of(given: Any) -> tuple[bytes, Geometry, int]:
    """(cells of all, their board, how many) of an array of puzzles. Raises NotationError, naming the first bad cell."""
    import numpy as np

    side = given.shape[-1] if given.ndim == 3 else round(given.shape[1] ** 0.5)
    if given.shape[1:] not in ((side, side), (side * side,)):
        raise NotationError(f"an array of shape {given.shape}; accepted: (N, n, n) or (N, n*n), such as (N, 9, 9)")
    try:
        geometry = CLASSIC if side == CLASSIC.side else square(side)
    except GeometryError as error:
        raise NotationError(f"an array of shape {given.shape}: {error}") from None
    flat = given.reshape(len(given), side * side)
    bad = ~((flat >= 0) & (flat <= side)) | (flat != np.floor(flat))
    if bad.any():
        row, cell = (int(k[0]) for k in np.nonzero(bad))
        raise NotationError(
            f"puzzle {row + 1} of the array has {flat[row, cell]!s} in {geometry.name_of(cell)}; "
            f"accepted: 1 to {side}, 0 for empty"
        )
    return np.ascontiguousarray(flat, dtype=np.uint8).tobytes(), geometry, len(given)


class Many(Iterator[T], Generic[T]):
    """Answers, one after the other and lazily; or the remaining ones as arrays, or as a table.

    `arrays()` has grids as numpy (N, n, n), zeros where there is none; tables have them as text. Answers are computed
    on demand and only once: an answer that was taken is not in a later array or table.

    The answers come in blocks: *objects* makes the answers of blocks, *columns* arrays of answers, and *whole* those of
    a block without an object a puzzle, as long as no answer was taken.
    """

    def __init__(
        self,
        blocks: Iterator[Any],
        objects: Callable[[Iterator[Any]], Iterator[T]],
        columns: Callable[[Iterator[T]], Columns],
        whole: Callable[[Any], Columns] | None = None,
    ):
        self._blocks, self._whole = blocks, whole
        self._answers, self._columns = objects(blocks), columns
        self._begun = False

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        self._begun = True
        return next(self._answers)

    def close(self) -> None:
        """End the work under way."""
        close = getattr(self._answers, "close", None)
        if close is not None:
            close()

    def arrays(self) -> Columns:
        """The remaining answers, as numpy arrays by name. Raises UsageError where the boards are of several sizes."""
        if self._whole is None or self._begun:  # some of a block may have been handed out
            return self._columns(self._answers)
        self._begun = True
        parts = [*map(self._whole, self._blocks)]
        return _joined(parts) if parts else self._columns(self._answers)

    def to_pandas(self) -> Any:
        """The remaining answers, as a pandas DataFrame (extra `data`)."""
        return _library("pandas").DataFrame(self._flat())

    def to_polars(self) -> Any:
        """The remaining answers, as a Polars DataFrame (extra `data`)."""
        return _library("polars").DataFrame(self._flat())

    def to_arrow(self) -> Any:
        """The remaining answers, as an Arrow table (extra `data`)."""
        return _library("pyarrow").table(self._flat())

    def _flat(self) -> dict[str, list[Any]]:
        return {name: _column(values) for name, values in self.arrays().items()}


def _joined(parts: list[Columns]) -> Columns:
    """The arrays of several blocks as one each. Raises UsageError where boards are of several sizes."""
    import numpy as np

    found: Columns = {}
    for name in parts[0]:
        columns = [part[name] for part in parts]
        shapes = {column.shape[1:] for column in columns if column.ndim == 3 and column.any()}
        if len(shapes) > 1:
            raise UsageError(f"boards of {len(shapes)} sizes; arrays hold boards of one: take them apart first")
        if shapes:
            shape = shapes.pop()
            columns = [
                column if column.shape[1:] == shape else np.zeros((len(column), *shape), dtype=np.uint8)
                for column in columns
            ]
        found[name] = np.concatenate(columns)
    return found


def _library(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise ExtraMissing(f"a table of {name} needs it installed: pip install 'cpsudoku[data]'") from None


def _column(values: Any) -> list[Any]:
    """A column of a table: numbers and words as they are, grids as text, None for an empty one."""
    if values.ndim == 1:
        found: list[Any] = values.tolist()
        return found
    side = values.shape[1]
    text = DEFAULT.write(values.tobytes(), side) if side <= 35 else ""
    size = side * side
    given = values.reshape(len(values), size).any(1).tolist()
    if not text:
        return [
            " ".join(map(str, row)) if some else None for row, some in zip(values.reshape(-1, size).tolist(), given)
        ]
    return [text[k * size : k * size + size] if some else None for k, some in enumerate(given)]


def grids(cells: list[bytes]) -> Any:
    """Boards of n*n bytes each, empty where there is none, as an array (N, n, n). Raises UsageError."""
    import numpy as np

    sizes = set(map(len, cells)) - {0}
    if len(sizes) > 1:
        raise UsageError(f"boards of {len(sizes)} sizes; arrays hold boards of one: take them apart first")
    size = sizes.pop() if sizes else CLASSIC.size
    side = round(size**0.5)
    if side * side != size:
        raise UsageError(f"boards of {size} cells are not square; arrays hold square boards")
    none = bytes(size)
    joined = b"".join([board or none for board in cells])
    return np.frombuffer(joined, dtype=np.uint8).reshape(len(cells), side, side)


def words(values: Iterable[str]) -> Any:
    """Words as an array."""
    import numpy as np

    return np.array(list(values), dtype=object)
