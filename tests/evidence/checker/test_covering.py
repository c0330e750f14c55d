"""Trees over sets that few cells do not meet: made where that is so, checked, and refused where anything is changed."""

from __future__ import annotations

import copy
import json
import random
from itertools import combinations

import pytest

from cpsudoku import Solution, fewest
from cpsudoku.errors import UsageError
from cpsudoku.evidence.certificate import covering_tree
from cpsudoku.evidence.checker import Rejected, check_certificate
from cpsudoku.evidence.checker.covering import check_tree

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NAMES = {f"c{i}": i for i in range(9)}


def least(sets: list[list[int]]) -> int:
    """The fewest cells that meet all sets, by trying."""
    return next(
        k for k in range(10) if any(all(set(s) & set(cells) for s in sets) for cells in combinations(range(9), k))
    )


@pytest.mark.parametrize("seed", range(40))
def test_exactly_where_no_few_cells_meet_all(seed: int) -> None:
    """A tree for every number below the least, none for the least; a number more is refused by the checker."""
    rng = random.Random(seed)
    sets = [rng.sample(range(9), rng.randint(1, 5)) for _ in range(rng.randint(1, 25))]
    fewest_cells = least(sets)
    for clues in range(fewest_cells):
        tree = covering_tree(sets, 9, clues, list(NAMES), 1000)
        assert tree is not None
        check_tree(json.loads(json.dumps(tree)), sets, NAMES, clues)
        with pytest.raises(Rejected):
            check_tree(tree, sets, NAMES, fewest_cells)
    assert covering_tree(sets, 9, fewest_cells, list(NAMES), 1000) is None


def test_changed_trees_prove_nothing_false() -> None:
    """Whatever is changed in a tree, the checker accepts no bound that does not hold."""
    rng = random.Random(5)
    kept = 0
    for _ in range(60):
        sets = [rng.sample(range(9), rng.randint(2, 4)) for _ in range(12)]
        fewest_cells = least(sets)
        tree = covering_tree(sets, 9, fewest_cells - 1, list(NAMES), 1000)
        assert tree is not None
        for _ in range(40):
            forged = copy.deepcopy(tree)
            for _ in range(rng.randint(1, 3)):
                node = rng.choice(forged)
                what = rng.randrange(4)
                if what == 0:
                    node["weights"].append([rng.randrange(12), rng.choice([1, 10_000, 50_000])])
                elif what == 1:
                    node["cell"] = f"c{rng.randrange(9)}"
                elif what == 2:
                    node.pop("cell", None)
                else:
                    forged.insert(rng.randrange(len(forged)), copy.deepcopy(rng.choice(forged)))
            try:
                check_tree(forged, sets, NAMES, fewest_cells)
            except Rejected:
                kept += 1
            else:
                pytest.fail(f"{forged} over {sets}")
    assert kept == 60 * 40


def test_what_is_no_tree() -> None:
    """Each thing that is wrong is named."""
    sets = [[0, 1], [2, 3], [1, 2]]
    good = [{"weights": [[0, 1], [1, 1]]}]
    check_tree(good, sets, NAMES, 1)
    for tree, words in (
        ({}, "no list of nodes"),
        ([], "ends before"),
        ([{}], "no weights"),
        ([{"weights": {}}], "no list"),
        ([{"weights": [[0]]}], "not a rival's number"),
        ([{"weights": [[3, 1]]}], "weight 1 on rival 3"),
        ([{"weights": [[9, 1]]}], "weight 1 on rival 9"),
        ([{"weights": [[-1, 1]]}], "weight 1 on rival -1"),
        ([{"weights": [[0, 0]]}], "weight 0 on rival 0"),
        ([{"weights": [[0, -1]]}], "weight -1"),
        ([{"weights": [[0, True]]}], "not a rival's number"),
        ([{"weights": [], "cell": "r1c1"}], "no cell of the board"),
        ([{"weights": [[0, 1]]}], "not closed"),
        (good * 2, "no place"),
        ([{"weights": [], "cell": "c0"}, {"weights": [[0, 1]]}], "which is met"),
        ([{"weights": [], "cell": "c0"}, {"weights": [], "cell": "c0"}], "not open"),
    ):
        with pytest.raises(Rejected, match=words):
            check_tree(tree, sets, NAMES, 1)


def test_bounds_of_a_classic_grid() -> None:
    """A bound that exhaustive search found gets a certificate by a tree; forged, it is refused."""
    found = fewest(GRID, at_most=11)
    assert found.at_least == 12
    data = json.loads(found.certificate().line())
    assert check_certificate(data).message.startswith("fewest: every puzzle of this grid has at least 12 clues")
    for changed in (
        {"clues": 18},
        {"rivals": data["rivals"][1:]},
        {"tree": data["tree"][:-1]},
        {"cnf": "", "drat": ""},
    ):
        with pytest.raises(Rejected):
            check_certificate({**data, **changed})
    with pytest.raises(Rejected, match="no tree, and no cnf or drat"):
        check_certificate({key: value for key, value in data.items() if key != "tree"})


def test_no_bound_no_certificate() -> None:
    """Nothing to prove, or nothing that has a short proof."""
    found = fewest(GRID, at_most=0)
    assert found.certificate().data["clues"] == 1
    with pytest.raises(UsageError, match="no bound"):
        type(found)(found.puzzle, Solution.parse(GRID), 0).certificate()
