"""Times and figures in words: three digits and a unit."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """Three digits and a unit: `38.2 us`, `1.05 ms`, `12.3 s`."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale * 0.9995:
            return f"{three_digits(seconds / scale)} {unit}"
    return f"{three_digits(seconds * 1e6)} us"


def figure(value: float) -> str:
    """A count or rate: three digits below 1000, whole numbers with thousands separated above."""
    return f"{value:,.0f}" if value >= 999.5 or value == int(value) else three_digits(value)


def three_digits(value: float) -> str:
    """`12.3`, `1.23`, `123`, `0.12`."""
    return f"{value:.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"
