"""Rules of the whole board, under which the grid is drawn."""

from __future__ import annotations

from cpsudoku.constraints.board_rules import AntiKing, AntiKnight
from cpsudoku.constraints.different import Diagonal, DisjointGroups
from cpsudoku.constraints.pairs import NonConsecutive
from cpsudoku.generation.makers.sketch import Maker

MAKERS = {
    "anti-knight": Maker("no two equal digits a knight's move apart", rules=(AntiKnight(),), keeps="any"),
    "anti-king": Maker("no two equal digits diagonally next to each other", rules=(AntiKing(),), keeps="any"),
    "non-consecutive": Maker("no two neighbours that differ by 1", rules=(NonConsecutive(),), keeps="reflection"),
    "diagonal": Maker("no digit twice on either diagonal", rules=(Diagonal("+"), Diagonal("-")), keeps="any"),
    "disjoint-groups": Maker("different digits in the same place of all boxes", rules=(DisjointGroups(),), keeps="any"),
}
