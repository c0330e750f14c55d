"""Small plots as SVG, for a page that loads nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 460, 190
LEFT, BOTTOM, TOP = 46, 30, 12


def bars(
    values: Mapping[str, float],
    *,
    title: str,
    expected: Sequence[float] = (),
    intervals: Mapping[str, tuple[float, float]] | None = None,
    labels: int = 12,
) -> str:
    """A bar a key. *expected* are marks to compare with, *intervals* whiskers; about so many *labels* are written."""
    if not values:
        return ""
    ends = [high for _, high in (intervals or {}).values()]
    highest = max([*values.values(), *expected, *ends, 1e-9])
    tick = _tick(highest / 4)
    most = tick * ceil(highest / tick)
    step = (WIDTH - LEFT - 8) / len(values)
    high = HEIGHT - TOP - BOTTOM
    parts = [_head(HEIGHT, title)]
    for k in range(round(most / tick) + 1):
        y = TOP + high - k * tick / most * high
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(
            f'<text class="tick" x="{LEFT - 6}" y="{y + 3.5:.1f}" text-anchor="end">{_short(tick * k, most)}</text>'
        )
    every = max(1, -(-len(values) // labels))
    for k, (name, value) in enumerate(values.items()):
        x = LEFT + k * step
        tall = value / most * high
        wide = max(1.0, step * 0.82)
        where = f'x="{x + (step - wide) / 2:.1f}" y="{TOP + high - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect class="bar" {where}><title>{escape(name)}: {_short(value, most, True)}</title></rect>')
        middle = x + step / 2
        if intervals and name in intervals:
            low, top = (TOP + high - end / most * high for end in intervals[name])
            parts.append(f'<path class="whisker" d="M{middle:.1f} {low:.1f}V{top:.1f}"/>')
        if expected:
            y = TOP + high - expected[k] / most * high
            parts.append(f'<path class="mark" d="M{x:.1f} {y:.1f}h{step:.1f}"/>')
        if k % every == 0:
            parts.append(_word(middle, HEIGHT - BOTTOM + 16, "middle", name))
    return "".join([*parts, "</svg>"])


def rows(
    values: Mapping[str, float],
    *,
    title: str,
    intervals: Mapping[str, tuple[float, float]] | None = None,
    shares: bool = True,
) -> str:
    """A lying bar a key, with its name on the left; values are *shares*, written as per cent, or counts."""
    if not values:
        return ""
    names, line = 170, 20
    height = line * len(values) + 10
    most = max([*values.values(), *(high for _, high in (intervals or {}).values()), 1e-9])
    parts = [_head(height, title)]
    room = WIDTH - names - 58
    for k, (name, value) in enumerate(values.items()):
        y = 5 + line * k
        parts.append(f'<text class="name" x="{names - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        parts.append(
            f'<rect class="bar" x="{names}" y="{y + 3}" width="{value / most * room:.1f}" height="14" rx="2"/>'
        )
        end = value
        if intervals and name in intervals:
            low, end = intervals[name]
            a, b = names + low / most * room, names + end / most * room
            parts.append(f'<path class="whisker" d="M{a:.1f} {y + 10}H{b:.1f}"/>')
        x = names + max(value, end) / most * room + 6
        parts.append(_word(x, y + 14, "start", _share(value) if shares else f"{value:,.0f}"))
    return "".join([*parts, "</svg>"])


def _head(height: int, title: str) -> str:
    name = escape(title)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}"><title>{name}</title>'


def _share(value: float) -> str:
    """As per cent; what there is, however rare, is not written as none."""
    return "< 0.1 %" if 0 < value < 0.0005 else f"{100 * value:.1f} %"


def _tick(least: float) -> float:
    """The first of 1, 2, 5, 10, 20 ... (or 0.1, 0.2, 0.5 ...) that is as large."""
    size = 10.0 ** floor(log10(least))
    return next((k * size for k in (1, 2, 5) if k * size >= least), 10 * size)


def _word(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(value: float, most: float, whole: bool = False) -> str:
    if whole:
        return f"{value:,.0f}" if most >= 10 else f"{value:.3g}"
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if most >= 10 * size or value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"
