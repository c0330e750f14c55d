"""Ways to say "exactly one of these" at a stroke, in place of a clause and an at-most-one method.

As in `at_most_one`: a method takes literals and a source of fresh variables and returns clauses whose models, projected
on the literals, have exactly one true. Adding a method: a function here and a line in METHODS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cpsudoku.formula.at_most_one import Clause, Fresh, Literal, pairwise


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


METHODS: dict[str, Callable[[Sequence[Literal], Fresh], list[Clause]]] = {
    "binary-tree": binary_tree,
    "ternary-tree": ternary_tree,
}
