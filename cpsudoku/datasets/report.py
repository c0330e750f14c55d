"""An audit as text, and as one page of HTML that loads nothing: what is wrong, then what the collection is like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from cpsudoku.datasets import plots

if TYPE_CHECKING:
    from cpsudoku.datasets.front import Audit

MOST = 30
"""Boards, and kinds of rule, in a picture."""
SHOWN = 25
"""Findings of a kind on the page; `--jsonl` has them all."""

STYLE = """
.audit{--ink:#1b2430;--soft:#5b6878;--line:#dfe4ea;--bar:#3b6ea5;--mark:#d1652c;--bad:#b3261e;--good:#2b7a4b;
--page:#fff;--card:#f6f8fa;font:15px/1.5 system-ui,sans-serif;color:var(--ink);
background:var(--page);max-width:1040px;margin:0 auto;
padding:24px}
@media (prefers-color-scheme:dark){.audit{--ink:#e6e9ee;--soft:#9aa6b5;--line:#333c47;--bar:#6ea3dc;--mark:#f0935f;
--bad:#ff8a80;--good:#7bd49d;--page:#14191f;--card:#1c232b}body.audit-page{background:#14191f}}
.audit h1{font-size:26px;margin:0 0 4px}.audit h2{font-size:18px;margin:32px 0 8px}.audit p{margin:4px 0 10px}
.audit .soft{color:var(--soft)}.audit .cards{display:grid;
grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:10px}
.audit .card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:10px 14px}
.audit .card b{display:block;font-size:24px;font-variant-numeric:tabular-nums}
.audit .card.bad b{color:var(--bad)}.audit .card.good b{color:var(--good)}
.audit .card span{color:var(--soft);font-size:13px;display:block;line-height:1.35}
.audit .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(400px,1fr));gap:18px}
.audit figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px}
.audit figcaption{font-size:14px;margin-bottom:6px}.audit figcaption span{color:var(--soft)}
.audit svg{width:100%;height:auto;display:block}.audit svg .bar{fill:var(--bar)}
.audit svg .grid{stroke:var(--line);stroke-width:1}.audit svg .mark{stroke:var(--mark);stroke-width:2;fill:none}
.audit svg .whisker{stroke:var(--ink);stroke-width:1.4}.audit svg text{fill:var(--ink);font:11px system-ui,sans-serif}
.audit svg .tick{fill:var(--soft)}.audit .scroll{overflow-x:auto}
.audit table{border-collapse:collapse;width:100%;font-size:13px}
.audit th,.audit td{text-align:left;padding:4px 10px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
.audit td.n,.audit th.n{text-align:right;font-variant-numeric:tabular-nums}
.audit code{font:12px ui-monospace,monospace;word-break:break-all}
"""
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


def page(audit: Audit) -> str:
    """The whole page."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Audit: {escape(_where(audit))}</title></head>"
        f'<body class="audit-page" style="margin:0">{fragment(audit, findings=SHOWN)}</body></html>\n'
    )


def fragment(audit: Audit, findings: int = 3) -> str:
    """The page's content, for notebooks with fewer findings."""
    return f'<style>{STYLE}</style><main class="audit">' + "".join(_content(audit, findings)) + "</main>"


def _where(audit: Audit) -> str:
    names = list(audit.files)
    return names[0] if len(names) == 1 else f"{len(names)} files"


def _content(audit: Audit, findings: int) -> Iterator[str]:
    s = audit.summary
    yield f"<h1>Audit of {escape(_where(audit))}</h1>"
    yield f'<p class="soft">{s["rows"]:,} rows; cpsudoku {escape(str(s["version"]))}</p>'
    yield '<div class="cards">'
    yield _card(s["unique"], "puzzles with exactly one solution", "good" if s["unique"] == s["rows"] else "")
    for name, meaning in MEANINGS.items():
        if name in s:
            yield _card(s[name], meaning, "bad" if s[name] else "good")
    yield "</div>"
    yield from _splits(audit)
    yield from _like(audit)
    yield from _difficulty(audit.difficulty)
    yield from _findings(audit, findings)
    yield "<h2>What was looked at</h2>"
    yield _table(("check", "how"), audit.checks.items())
    if len(audit.files) > 1:
        yield _table(("file", "rows"), audit.files.items(), (1,))


def _card(number: int, meaning: str, kind: str) -> str:
    return f'<div class="card {kind}"><b>{number:,}</b><span>{escape(meaning)}</span></div>'


def _splits(audit: Audit) -> Iterator[str]:
    if not audit.splits:
        return
    yield "<h2>Splits</h2>"
    rows = []
    for name, count in audit.splits.items():
        between = {other: n for (split, other), n in audit.leaks_between.items() if split == name}
        leaks = ", ".join(f"{n:,} also in {other}" for other, n in sorted(between.items()))
        rows.append((name, count, leaks or ("the split to train on" if name == audit.summary["train"] else "none")))
    yield _table(("split", "rows", "leaks: moved and renamed, the puzzle is also in another split"), rows, (1,))


def _like(audit: Audit) -> Iterator[str]:
    s = audit.summary
    yield "<h2>What the puzzles are like</h2><div class='cards'>"
    if "classes" in s:
        yield _card(s["classes"], "essentially different puzzles", "")
    if "minimal" in s:
        yield _card(s["minimal"], "minimal: no clue can go", "")
    if "grids" in s:
        yield _card(s["grids"], "different solutions", "")
        yield _card(s["shared_grids"], "rows, duplicates apart, whose solution an earlier row has", "")
    symmetric = sum(n for k, n in audit.symmetry.get("automorphisms", {}).items() if k != "1")
    if "automorphisms" in audit.symmetry:
        yield _card(symmetric, "puzzles that some move and renaming leaves as they are", "")
    yield "</div><div class='plots' style='margin-top:18px'>"
    if audit.clues:
        total = sum(audit.clues.values())
        mean = sum(k * n for k, n in audit.clues.items()) / total
        spread = {str(k): audit.clues.get(k, 0) for k in range(min(audit.clues), max(audit.clues) + 1)}
        yield _figure(f"Clues <span>mean {mean:.2f}</span>", plots.bars(spread, title="puzzles by number of clues"))
    patterns = audit.symmetry.get("patterns", {})
    if patterns and s["unique"]:
        shares = {name: n / s["unique"] for name, n in patterns.items()}
        yield _figure(
            "Symmetry of the clues' places", plots.rows(shares, title="share of puzzles by symmetry of their clues")
        )
    if audit.bias is not None:
        b = audit.bias
        word = "as of uniform grids" if b.p > 0.001 else "far from uniform grids"
        observed = {str(k + 1): float(n) for k, n in enumerate(b.observed)}
        yield _figure(
            f"First bands of {b.grids:,} solutions, by class <span>{word}: chi-square {b.chi_square:.1f}, "
            f"{b.freedom} degrees, p = {b.p:.2g}; marks: exact frequencies</span>",
            plots.bars(observed, title="bands by class", expected=b.expected),
        )
    for title, counts in (("Boards", audit.boards), ("Rules beyond houses", audit.rules)):
        if len(counts) > 1 or (counts and title != "Boards"):
            most = sorted(counts.items(), key=lambda item: -item[1])[:MOST]
            said = f"{title} <span>puzzles that have them{f', the first {MOST}' if len(counts) > MOST else ''}</span>"
            yield _figure(said, plots.rows(dict(most), title=title, shares=False))
    yield "</div>"


def _figure(caption: str, picture: str) -> str:
    return f"<figure><figcaption>{caption}</figcaption>{picture}</figure>" if picture else ""


def _difficulty(found: Mapping[str, Any]) -> Iterator[str]:
    if not found or not found.get("rated"):
        return
    of = f"all {found['of']:,} unique puzzles"
    if found["sample"]:
        of = f"a fair sample of {found['rated']:,} of {found['of']:,} unique puzzles; whiskers and brackets: 95 %"
    yield f"<h2>Difficulty</h2><p class='soft'>Sudoku Explainer ratings of {of}.</p>"
    rows = []
    meanings = {"er": "ER, the hardest step", "ep": "EP, up to the first digit placed", "ed": "ED, the first step"}
    for name, meaning in meanings.items():
        spread = found[name]
        cells = [meaning, f"{spread['min']:.1f}"]
        for key, digits in (("median", 1), ("mean", 2), ("p95", 1)):
            text = f"{spread[key]:.{digits}f}"
            if f"{key}_interval" in spread:
                low, high = spread[f"{key}_interval"]
                text += f" [{low:.{digits}f}, {high:.{digits}f}]"
            cells.append(text)
        rows.append((*cells, f"{spread['max']:.1f}"))
    yield _table(("", "least", "median", "mean", "95th percentile", "most"), rows, (1, 2, 3, 4, 5))
    yield "<div class='plots' style='margin-top:18px'>"
    for name in ("er", "ep", "ed"):
        histogram = found[name]["histogram"]
        yield _figure(name.upper(), plots.bars(histogram, title=f"puzzles by {name.upper()}"))
    for key, caption in (
        ("levels", "Levels"),
        ("hardest", "Technique of the hardest step"),
        ("techniques", "Techniques needed <span>share of puzzles whose path has a step of it</span>"),
    ):
        if key in found:
            entries = dict(islice(found[key].items(), 20))
            shares = {name: entry["share"] for name, entry in entries.items()}
            intervals = {name: tuple(entry["interval"]) for name, entry in entries.items() if "interval" in entry}
            yield _figure(caption, plots.rows(shares, title=key, intervals=intervals))
    yield "</div>"


def _findings(audit: Audit, most: int) -> Iterator[str]:
    if audit.ok:
        yield "<h2>Findings</h2><p>Nothing wrong was found.</p>"
        return
    yield f"<h2>Findings</h2><p class='soft'>The first {most} of each kind; <code>--jsonl</code> writes every one.</p>"
    rows = []
    for finding in (finding for kind in KINDS for finding in islice(audit.findings(kind), most)):
        same = ""
        if "same_as" in finding:
            same = f"as {finding['same_file']}, line {finding['same_line']}"
            same += f" ({finding['other']})" if "other" in finding else ""
        place = f"{finding['file']}, line {finding['line']}"
        text = _Code(str(finding.get("puzzle") or finding.get("text") or "")[:200])
        rows.append((finding["finding"].replace("_", " "), place, finding.get("message") or same, text))
    yield _table(("finding", "where", "why", "text"), rows)


class _Code(str):
    """Text shown as code."""


def _table(head: Iterable[str], rows: Iterable[Iterable[Any]], numbers: tuple[int, ...] = ()) -> str:
    def cell(place: int, value: Any, tag: str) -> str:
        text = f"{value:,}" if isinstance(value, int) else escape(str(value))
        if isinstance(value, _Code) and value:
            text = f"<code>{text}</code>"
        return f'<{tag} class="n">{text}</{tag}>' if place in numbers else f"<{tag}>{text}</{tag}>"

    lines = ["<tr>" + "".join(cell(k, name, "th") for k, name in enumerate(head)) + "</tr>"]
    lines += ["<tr>" + "".join(cell(k, value, "td") for k, value in enumerate(row)) + "</tr>" for row in rows]
    return '<div class="scroll"><table>' + "".join(lines) + "</table></div>"


def summary_text(audit: Audit) -> str:
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
    lines += _difficulty_line(audit.difficulty)
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


def _difficulty_line(found: Any) -> list[str]:
    if not found or not found.get("rated"):
        return []
    er = found["er"]
    of = "all" if not found["sample"] else f"a sample of {found['rated']:,}"
    mean = f"{er['mean']:.2f}" + ("" if not found["sample"] else " ({:.2f} to {:.2f})".format(*er["mean_interval"]))
    levels = ", ".join(f"{word} {entry['share']:.0%}" for word, entry in found["levels"].items())
    return [
        f"difficulty ({of}): ER {er['min']:.1f} to {er['max']:.1f}, mean {mean}, median {er['median']:.1f}; {levels}"
    ]
