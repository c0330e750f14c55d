"""Options that are numbers: one way to say their range, which lets no other number through, nor nan or infinity."""

from __future__ import annotations

from math import isfinite
from typing import Any

import typer

MOST = 1_000_000_000
"""The largest whole number an option takes unless it says otherwise: what kernels hold in 32 bits."""


def number(
    *flags: str,
    help: str,
    least: float = 0,
    above: float | None = None,
    most: float = MOST,
    metavar: str | None = None,
    panel: str | None = None,
) -> Any:
    """An option whose value is finite, at least *least* (or more than *above*) and at most *most*.

    *panel* is its group in the help.
    """
    floor = f"more than {above:g}" if above is not None else f"at least {least:g}"

    def checked(value: float | None) -> float | None:
        if value is None:
            return None
        if not (isfinite(value) and (value > above if above is not None else value >= least) and value <= most):
            raise typer.BadParameter(f"{value} is out of range: {floor} and at most {most:,.20g}")
        return value

    checked.in_range = True  # type: ignore[attr-defined]  # a test looks for it at every numeric option
    return typer.Option(*flags, help=help, callback=checked, metavar=metavar, rich_help_panel=panel)
