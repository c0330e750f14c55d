"""Ways to say "at most one of these", and "exactly one", in clauses.

Each method takes literals and a source of fresh variables, and returns clauses. Projected on the
literals their models are exactly: none true, or one true. Adding a method: a function here
(or in a file of its own) and a line in AT_MOST_ONE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from itertools import pairwise as neighbours
from math import isqrt

Literal = int
Clause = list[int]
Fresh = Callable[[], int]
"""Hands out one unused variable a call."""


def pairwise(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one: not both of any two. n(n-1)/2 clauses, no auxiliary variable."""
    return list(map(list, combinations([-x for x in literals], 2)))


def sequential(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one, by a running "seen one already" counter.

    For n >= 2 literals: 3n - 4 clauses, n - 1 auxiliary variables. Source: Sinz, CP 2005.
    """
    seen = [fresh() for _ in literals[1:]]
    clauses = [[-x, s] for x, s in zip(literals, seen)]
    clauses += [[-s, later] for s, later in neighbours(seen)]
    clauses += [[-s, -x] for s, x in zip(seen, literals[1:])]
    return clauses


def ladder(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one, as the place where a descending row of variables steps down.

    For n >= 2 literals: 4n clauses, n + 1 auxiliary variables (both ends of the row are free, so it
    need not step at all). Source: Gent and Nightingale, A new encoding of AllDifferent into SAT, 2004.
    """
    if len(literals) < 2:
        return []
    rungs = [fresh() for _ in range(len(literals) + 1)]
    clauses = []
    for x, upper, lower in zip(literals, rungs, rungs[1:]):
        clauses += [[-lower, upper], [-x, upper], [-x, -lower], [x, -upper, lower]]
    return clauses


def bitwise(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one: each literal demands its own binary number.

    For n >= 2 literals: n * ceil(lg n) clauses, ceil(lg n) auxiliary variables.
    Source: Frisch, Peugniez, Doggett and Nightingale, IJCAI 2001.
    """
    bits = [fresh() for _ in range(_bits(len(literals)))]
    return [[-x, bit if k >> b & 1 else -bit] for k, x in enumerate(literals) for b, bit in enumerate(bits)]


def product(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one: the literals on a p x q grid, at most one row and one column of it in use.

    For n >= 2 literals, p = ceil(sqrt n), q = ceil(n/p): 2n + p(p-1)/2 + q(q-1)/2 clauses, p + q
    auxiliary variables. Source: Chen, ModRef 2010 (one level; the sides pairwise).
    """
    if len(literals) < 2:
        return []
    p = _root(len(literals))
    q = -(-len(literals) // p)
    rows, columns = [fresh() for _ in range(p)], [fresh() for _ in range(q)]
    clauses = [clause for k, x in enumerate(literals) for clause in ([-x, rows[k // q]], [-x, columns[k % q]])]
    return clauses + pairwise(rows, fresh) + pairwise(columns, fresh)


def commander(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one: groups pairwise, a commander a group that is true with any of it, commanders pairwise.

    For n >= 2 literals in groups of g = ceil(sqrt n): a commander a group, and one clause a literal
    on top of the pairs within groups and between commanders; n = b*b gives b*b(b-1)/2 + n + b(b-1)/2
    clauses. Source: Klieber and Kwon, CFV 2007 (one level; without the clause "a commander has a
    true member", which at-most-one does not need).
    """
    if len(literals) < 2:
        return []
    clauses, commanders = [], []
    for group in _slices(literals, _root(len(literals))):
        commanders.append(fresh())
        clauses += pairwise(group, fresh) + [[-x, commanders[-1]] for x in group]
    return clauses + pairwise(commanders, fresh)


def bimander(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one: groups pairwise, and each literal demands the binary number of its group.

    For n >= 2 literals in m = ceil(sqrt n) groups: ceil(lg m) auxiliary variables, n * ceil(lg m)
    clauses and the pairs within groups. Source: Nguyen and Mai, SoICT 2015.
    """
    groups = _slices(literals, -(-len(literals) // _root(len(literals)))) if literals else []
    bits = [fresh() for _ in range(_bits(len(groups)))]
    clauses = []
    for number, group in enumerate(groups):
        clauses += pairwise(group, fresh)
        clauses += [[-x, bit if number >> b & 1 else -bit] for x in group for b, bit in enumerate(bits)]
    return clauses


def totalizer(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one, by a tree of unary sums. Source: Bailleux and Boufkhad, CP 2003 (PySAT's encoder)."""
    return _from_pysat("totalizer", literals, fresh)


def cardinality_network(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """At most one, by a sorting network cut to two outputs.

    Source: Asin, Nieuwenhuis, Oliveras and Rodriguez-Carbonell, SAT 2009 (PySAT's encoder).
    """
    return _from_pysat("cardnetwrk", literals, fresh)


AT_MOST_ONE: dict[str, Callable[[Sequence[Literal], Fresh], list[Clause]]] = {
    "pairwise": pairwise,
    "sequential": sequential,
    "ladder": ladder,
    "bitwise": bitwise,
    "product": product,
    "commander": commander,
    "bimander": bimander,
    "totalizer": totalizer,
    "cardinality-network": cardinality_network,
}
"""Method by the word definitions use."""

NATIVE = "native"
"""Not a method: the constraint is handed to a solver that knows "at most k" itself (minicard, gluecard)."""


def naive(literals: Sequence[Literal]) -> list[Clause]:
    """One of them, and not both of any two: 1 + n(n-1)/2 clauses."""
    return [list(literals), *pairwise(literals, int)]


def binary_tree(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """Exactly one, by pairs that stand for what is below them until five or fewer are left.

    4n - 9 clauses: 27 for 9 literals, 55 for 16, 91 for 25; one more where literals left over on their
    levels leave three at the top, as 81 do. Source: a table by "Mathimagics", New Sudoku Players' Forum, 2017.
    """
    return _tree(literals, fresh, 2, 5)


def ternary_tree(literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    """Exactly one, by groups of three until four or fewer are left: 25 clauses for 9 literals, 51 for 16, 119 for 36.

    Source: as `binary_tree`.
    """
    return _tree(literals, fresh, 3, 4)


def _tree(literals: Sequence[Literal], fresh: Fresh, width: int, top: int) -> list[Clause]:
    """Level by level: a variable for each full group, which is true exactly where one of the group is."""
    level, clauses = list(literals), []
    while len(level) > top:
        full = len(level) - len(level) % width
        above = []
        for at in range(0, full, width):
            group, node = level[at : at + width], fresh()
            clauses += [*pairwise(group, fresh), *([-x, node] for x in group), [-node, *group]]
            above.append(node)
        level = above + level[full:]
    return clauses + naive(level)


EXACTLY_ONE: dict[str, Callable[[Sequence[Literal], Fresh], list[Clause]]] = {
    "binary-tree": binary_tree,
    "ternary-tree": ternary_tree,
}
"""Methods that say "exactly one" at a stroke, in place of a clause and an at-most-one method."""


def hitting_clauses(sets: Iterable[Sequence[int]], cells: int, most: int) -> tuple[int, list[list[int]]]:
    """(variables, clauses): at most *most* of the cells 0 .. cells - 1 are chosen, one of each set at least.

    Variable cell + 1 says the cell is chosen; cells + cell * most + j says that at least j of the cells up to this
    one are. Source: Sinz, CP 2005 (sequential counter).
    """
    clauses = [[cell + 1 for cell in members] for members in sets]
    if not most:
        return cells, clauses + [[-(cell + 1)] for cell in range(cells)]
    for cell in range(cells):
        chosen, row, above = cell + 1, cells + cell * most, cells + (cell - 1) * most
        clauses.append([-chosen, row + 1])
        if cell:
            clauses += [[-(above + j), row + j] for j in range(1, most + 1)]
            clauses += [[-chosen, -(above + j - 1), row + j] for j in range(2, most + 1)]
            clauses.append([-chosen, -(above + most)])
    return cells + cells * most, clauses


def _root(n: int) -> int:
    """ceil(sqrt n) for n >= 1."""
    return isqrt(n - 1) + 1


def _bits(n: int) -> int:
    """ceil(lg n), 0 for n <= 1."""
    return max(n - 1, 0).bit_length()


def _slices(literals: Sequence[Literal], size: int) -> list[Sequence[Literal]]:
    return [literals[k : k + size] for k in range(0, len(literals), size)]


@lru_cache(maxsize=256)
def _pysat_template(encoder: str, n: int) -> tuple[int, list[Clause]]:
    """PySAT's clauses over literals 1 .. n, and the number of auxiliary variables behind them."""
    from pysat.card import CardEnc, EncType

    encoded = CardEnc.atmost(list(range(1, n + 1)), bound=1, top_id=n, encoding=getattr(EncType, encoder))
    return max(encoded.nv - n, 0), encoded.clauses


def _from_pysat(encoder: str, literals: Sequence[Literal], fresh: Fresh) -> list[Clause]:
    if len(literals) < 2:
        return []
    auxiliaries, clauses = _pysat_template(encoder, len(literals))
    image = [0, *literals, *(fresh() for _ in range(auxiliaries))]
    return [[image[x] if x > 0 else -image[-x] for x in clause] for clause in clauses]
