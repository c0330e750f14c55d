"""An audit in words, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpsudoku.datasets.front import Audit

KINDS = ("unreadable", "multiple", "impossible", "unknown", "wrong_solution", "leak", "duplicate", "isomorph")
"""Kinds of findings, in the order in which people are shown them."""
MEANINGS = {
    "unreadable": "rows that are no puzzle",
    "multiple": "puzzles with more than one solution",
    "impossible": "puzzles without a solution",
    "unknown": "puzzles left open by a limit",
    "wrong_solution": "wrong solution columns",
    "duplicates": "rows whose puzzle came before, as it is",
    "isomorphs": "rows whose puzzle came before, moved and renamed",
    "leaks": "rows of other splits that are, moved and renamed, in another split too",
}


def told(audit: Audit) -> str:
    """Some lines: what is wrong first, then what the collection is like."""
    s = audit.summary
    files = len(audit.files)
    where = next(iter(audit.files)) if files == 1 else f"{files} files"
    lines = [f"{s['rows']:,} rows of {where}: {s['unique']:,} puzzles with exactly one solution"]
    lines += [f"  {s[name]:>10,}  {meaning}" for name, meaning in MEANINGS.items() if s.get(name)]
    if audit.ok:
        lines.append("  nothing wrong was found")
    if audit.splits:
        lines.append("splits: " + ", ".join(f"{name} {rows:,}" for name, rows in audit.splits.items()))
    for (split, other), rows in sorted(audit.leaks_between.items()):
        lines.append(f"  {rows:,} of {split} are in {other} too")
    if "classes" in s:
        lines.append(f"{s['classes']:,} essentially different puzzles, {s['different']:,} as they are written")
    if "minimal" in s:
        lines.append(f"{s['minimal']:,} of {s['unique']:,} unique puzzles are minimal (no clue can go)")
    if audit.clues:
        total = sum(audit.clues.values())
        mean = sum(k * n for k, n in audit.clues.items()) / total
        lines.append(f"clues: {min(audit.clues)} to {max(audit.clues)}, mean {mean:.2f}")
    if s.get("shared_grids"):
        lines.append(f"{s['shared_grids']:,} rows share their solution with an earlier one ({s['grids']:,} grids)")
    lines += _difficulty(audit.difficulty)
    if audit.bias is not None:
        b = audit.bias
        word = "as uniform grids have them" if b.p > 0.001 else "far from uniform grids"
        lines.append(f"grids: first bands {word} (chi-square {b.chi_square:.1f}, {b.freedom} degrees, p = {b.p:.2g})")
    forms = {k: n for k, n in audit.symmetry.get("automorphisms", {}).items() if k != "1"}
    if forms:
        lines.append(f"{sum(forms.values()):,} puzzles map to themselves by some move of the board and renaming")
    if len(audit.boards) > 1:
        lines.append("boards: " + ", ".join(f"{name} ({rows:,})" for name, rows in audit.boards.items()))
    if audit.rules:
        lines.append("rules: " + ", ".join(f"{name} ({rows:,})" for name, rows in audit.rules.items()))
    lines.append("checks: " + "; ".join(f"{name}: {word}" for name, word in audit.checks.items()))
    return "\n".join(lines)


def _difficulty(found: Any) -> list[str]:
    if not found or not found.get("rated"):
        return []
    er = found["er"]
    of = "all" if not found["sample"] else f"a sample of {found['rated']:,}"
    mean = f"{er['mean']:.2f}" + ("" if not found["sample"] else " ({:.2f} to {:.2f})".format(*er["mean_interval"]))
    levels = ", ".join(f"{word} {entry['share']:.0%}" for word, entry in found["levels"].items())
    return [
        f"difficulty ({of}): ER {er['min']:.1f} to {er['max']:.1f}, mean {mean}, median {er['median']:.1f}; {levels}"
    ]
