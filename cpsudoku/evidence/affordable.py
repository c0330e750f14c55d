"""Whether checking a certificate stays within the checker's bound, which depends on its size (`checker.work`).

The work is bounded from above, in a small part of the time that checking takes: rules are counted as they are written,
grids are checked, chains are counted by their statements, and propagation passes each clause at most once a lemma. Only
where that is more than the size allows is the certificate checked as a whole, which counts exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cpsudoku.budget import check_deadline
from cpsudoku.errors import CertificateError
from cpsudoku.evidence.checker import Rejected, TooCostly, board_of, check_certificate
from cpsudoku.evidence.checker.board import grid_of
from cpsudoku.evidence.checker.certificate import size_of
from cpsudoku.evidence.checker.propagation import LONG
from cpsudoku.evidence.checker.rating.nodes import PATTERN
from cpsudoku.evidence.checker.work import STEPS_PER_SECOND, Work, bounded

STEPS_OF = {"bug": 1_000_000, "aligned-pair": 1_200, "aligned-triplet": 11_000}
"""Technique -> the most steps (`work`) that the checker takes over it, where that is more than `STEP`."""
STEP = 200


class Count(Work):
    """Counts what the checker does, without a bound; `peak`: the most bytes that were held together.

    Raises BudgetSpent at a deadline (see `budget.until`).
    """

    def __init__(self) -> None:
        super().__init__(0)
        self.peak = 0

    def spend(self, steps: int, held: int = 0) -> None:
        """Count them."""
        check_deadline("the certificate was checked")
        self.steps += steps
        self.held += held
        self.peak = max(self.peak, self.held)

    def proof(self, variables: int, clauses: Sequence[Sequence[int]], drat: str) -> None:
        """Count at most what the proof takes, whose lemmas follow from *clauses* by propagation."""
        self.spend(variables, held=300 * variables)
        one = variables + sum(_passed(length) * number for length, number in Counter(map(len, clauses)).items())
        pairs = Counter(x for clause in clauses if len(clause) == 2 for x in clause) if "d" in drat else Counter()
        partners = max(pairs.values(), default=0)
        total = one  # what follows for good, in all
        for line in drat.splitlines():
            if line[0] == "d":
                one += 2 - _passed(line.count(" ") - 1)  # each watch meets it once more
                total += 1 + partners // 8
            else:
                length = line.count(" ")
                total += one
                one += _passed(length)
                partners += length == 2
        self.spend(int(total))


GRACE = STEPS_PER_SECOND // 5
"""Steps of bounding the work that are taken whatever the time: a proof that was just in time is not lost."""


class _Deadlined(Work):
    """The checker's bound, which also checks the deadline beyond so many *undisturbed* steps."""

    def __init__(self, size: int, undisturbed: int = 0) -> None:
        super().__init__(size)
        self.undisturbed = undisturbed

    def spend(self, steps: int, held: int = 0) -> None:
        if self.steps + steps >= self.undisturbed:
            check_deadline("the certificate was checked")
        super().spend(steps, held)


def why_too_costly(data: Mapping[str, Any], count: Count | None = None) -> str:
    """In the checker's words why it would not check this certificate; "" where it would.

    *count*: what writing the rules and checking the proof take at most; without it the certificate is checked at once.
    Raises BudgetSpent at a deadline (see `budget.until`), and CertificateError where checking rejects it.
    """
    size = size_of(dict(data))
    if count is not None and _within(data, count, _Deadlined(size, count.steps + GRACE)):
        return ""
    try:
        check_certificate(data, work=_Deadlined(size))
    except TooCostly as why:
        return str(why)
    except Rejected as why:
        raise CertificateError(f"the checker rejects the certificate that was made: {why}") from None
    return ""


def _within(data: Mapping[str, Any], count: Count, work: Work) -> bool:
    """Whether at most this much work is certainly enough."""
    try:
        with bounded(work):
            work.spend(count.steps, held=count.peak)
            _check_grids(data)
            for step in data.get("rating", {}).get("steps", ()):
                steps, held = _chain(step)
                work.spend(STEP + STEPS_OF.get(step["technique"], 0) + steps, held)
    except TooCostly:
        return False
    return True


def _check_grids(data: Mapping[str, Any]) -> None:
    """Hold every grid of the certificate to the rules, as the checker does."""
    board = board_of(data["board"])
    stated = [data[key] for key in ("solution", "second") if key in data]
    for text in (*stated, *data.get("witnesses", {}).values(), *data.get("rivals", ())):
        grid_of(text, board, True)
    for k, text in enumerate(data.get("needed", ())):
        others = [*board.constraints[:k], *board.constraints[k + 1 :]]
        board.broken(grid_of(text, board, True, others), board.constraints[k : k + 1])


def _passed(length: int) -> float:
    """Steps at most of one propagation over a clause: it is met by each literal once, a long one searched each time."""
    if length == 2:
        return 0.5
    return length + (length * length / 8 if length > LONG else 0)


def _chain(stated: Mapping[str, Any]) -> tuple[int, int]:
    """(steps, bytes) at most of a chain: its statements followed, its branches walked three times each, and the chains
    inside it once for each statement that they give."""
    nodes = stated.get("nodes", ())
    inside = [_chain(chain) for chain in stated.get("inner", ())]
    walks = 3 * len(stated.get("targets", ()))
    links = sum(len(node.get("from", ())) + len(node.get("besides", ())) for node in nodes)
    steps = (30 + PATTERN) * len(nodes) + 2 * links + walks * (4 * len(nodes) + links)
    held = 200 * (1 + walks) * len(nodes)
    for node in nodes:
        if "inner" in node:
            more = inside[node["inner"]]
            steps, held = steps + more[0], held + more[1]
    return steps, held
