"""How each role looks. Colours are Okabe and Ito's where two must be told apart; shape or line style differs, too."""

from __future__ import annotations

from typing import NamedTuple


class Look(NamedTuple):
    """`fill` and `stroke` are #rrggbb or empty; `width` and `dash` are in points; `weight` is a font's."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    weight: str = "normal"


REGIONS = ("#ffffff", "#eaf2fb", "#fdf3dc", "#e9f6ec", "#f8ebf3", "#eeeeee")
"""Tints of jigsaw regions; six are enough for neighbours to differ."""
GROUPS = ("#fde8e8", "#fdf1dc", "#f8f8d8", "#e6f5e1", "#ddf3f1", "#dfeafb", "#e9e4fb", "#f8e2f2", "#eeeeee")
"""Tints of disjoint groups."""
BRANCHES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#444444", "#7f3c8d", "#a0522d")
"""Colours of a chain's branches."""

LINES = {
    "thermo": ("#c9ccd1", 0.3),
    "slow_thermo": ("#b9d3e4", 0.3),
    "arrow": ("#8f959c", 0.045),
    "value_indexing": ("#8f959c", 0.045),
    "double_arrow": ("#8f959c", 0.05),
    "between": ("#a9aeb5", 0.08),
    "lockout": ("#7fa6d6", 0.06),
    "whisper": ("#7cc983", 0.2),
    "renban": ("#e6bdf0", 0.25),
    "palindrome": ("#c4c4c4", 0.16),
    "region_sum_line": ("#8fc1ec", 0.13),
    "equal_sum": ("#a7d0e6", 0.16),
    "sum_line": ("#f0c9a4", 0.2),
    "entropic": ("#f7bb8b", 0.2),
    "modular": ("#6fc2be", 0.12),
    "nabner": ("#f2e292", 0.26),
    "zipper": ("#b1a3ea", 0.12),
    "pairwise": ("#d5c9b4", 0.16),
    "regex": ("#cfd6b8", 0.16),
    "diagonal": ("#b9c3d0", 0.05),
    "other": ("#c4c4c4", 0.12),
}
"""Lines of rules beyond houses: colour, and width in cells. Widths differ, too: in print colours may be grey."""
SHADES = {
    "even": "#cfd2d6",
    "odd": "#cfd2d6",
    "clone": "#d3dbe6",
    "extra_region": "#dde5d5",
    "windoku": "#e3e6ea",
    "same_values": "#efe3cf",
    "maximum": "#e6e8eb",
    "minimum": "#e6e8eb",
    "indexing-col": "#f4dada",
    "indexing-row": "#dae4f4",
    "indexing-box": "#e3f0da",
}
"""Grounds of cells that a rule is about."""


class Roles(dict[str, Look]):
    """Role -> look; a role of `own` has its own colour."""

    def __missing__(self, role: str) -> Look:
        prefix, _, colour = role.rpartition("-")
        if prefix not in ("own-text", "own-fill", "own-stroke"):
            raise KeyError(role)
        return Look(stroke=f"#{colour}", width=1.2) if prefix == "own-stroke" else Look(fill=f"#{colour}")


def own(part: str, colour: str) -> str:
    """The role of what has a colour of its own, #rrggbb, as its "text", "fill" or "stroke"."""
    return f"own-{part}-{colour[1:]}"


ROLES = Roles(
    {
        "paper": Look(fill="#ffffff"),
        "thin": Look(stroke="#9aa0a6", width=0.7),
        "thick": Look(stroke="#202124", width=2.0),
        "clue": Look(fill="#111111", weight="bold"),
        "digit": Look(fill="#1a56b0"),
        "candidate": Look(fill="#474b50"),
        "marked": Look(fill="#111111"),
        "label": Look(fill="#5f6368"),
        "heading": Look(fill="#111111", weight="bold"),
        "caption": Look(fill="#3c4043"),
        "running": Look(fill="#5f6368"),
        "aside": Look(fill="#5f6368"),
        "link": Look(),
        "crop": Look(stroke="#000000", width=0.25),
        "guide": Look(stroke="#5f6368", width=0.4, dash=(3.0, 2.0)),
        "extra": Look(fill="#e3e6ea"),
        "diagonal": Look(stroke="#c9ced6", width=2.5),
        "base": Look(fill="#fff4cc"),
        "cover": Look(fill="#dcebfd"),
        "cell": Look(fill="#ffe08a"),
        "conflict": Look(fill="#ffc9c9"),
        "differs": Look(fill="#ffe0b8"),
        "pattern": Look(fill="#8ed6ad"),
        "target": Look(fill="#4ac26b"),
        "removed": Look(fill="#ff9c94"),
        "goal": Look(stroke="#c2185b"),
        "set": Look(stroke="#1b7f4d"),
        "fact": Look(stroke="#5b3fa6"),
        "minus": Look(stroke="#8a6d00"),
        "bubble": Look(fill="#ffffff", weight="bold"),
        "low": Look(fill="#cfe3ff"),
        "high": Look(fill="#ffd8b8"),
        "strike": Look(stroke="#a40e26", width=1.2),
        "on": Look(fill="#9ecbff", stroke="#0a58ca", width=0.8),
        "cage": Look(stroke="#333333"),
        "cage-sum": Look(fill="#111111"),
        "outside": Look(fill="#222222"),
        "note": Look(fill="#3c4043"),
        "sign": Look(stroke="#333333"),
        "chevron": Look(stroke="#7a7f86"),
        "capsule": Look(stroke="#ffffff"),
        "dot-rim": Look(fill="#111111"),
        "dot-white": Look(fill="#ffffff"),
        "dot-black": Look(fill="#111111"),
        "dot-text": Look(fill="#111111", weight="bold"),
        "dot-text-light": Look(fill="#ffffff", weight="bold"),
        "shade": Look(fill="#e3e6ea"),
        "fog": Look(fill="#d5d8dd"),
        **{f"shade-{name}": Look(fill=colour) for name, colour in SHADES.items()},
        **{f"line-{name}": Look(stroke=colour) for name, (colour, _) in LINES.items()},
        **{f"line-{name}-fill": Look(fill=colour) for name, (colour, _) in LINES.items()},
        "off": Look(stroke="#b35900", width=1.0, dash=(1.6, 1.2)),
        **{f"region-{k}": Look(fill=colour) for k, colour in enumerate(REGIONS)},
        **{f"group-{k}": Look(fill=colour) for k, colour in enumerate(GROUPS)},
        **{f"strong-{k}": Look(stroke=colour, width=1.3) for k, colour in enumerate(BRANCHES)},
        **{f"weak-{k}": Look(stroke=colour, width=1.1, dash=(3.2, 2.4)) for k, colour in enumerate(BRANCHES)},
    }
)
HEAD = 5.0
"""Length of an arrow's head, in points."""
DARK = 0.55
"""What is darker than this grey becomes black where only black is printed: screened text and hair lines look ragged."""
PALE = 0.62
"""Shapes with colours of their own are no darker than this grey there."""


def grey(colour: str) -> float:
    """How light #rrggbb looks, from 0, black, to 1, white."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def in_black(role: str) -> Look:
    """How a role looks where there is no other ink than black: darker colours are black, tints are grey.

    The lines between cells are black, too, and thinner. Shapes with a colour of their own are no darker than `PALE`, as
    digits may stand on them.
    """
    look = ROLES[role]

    def ink(colour: str) -> str:
        light = grey(colour) if colour else 0.0
        light = max(light, PALE) if role.startswith(("own-fill", "own-stroke")) else light
        return f"#{f'{round(255 * light):02x}' * 3}" if colour and light > DARK else "#000000" if colour else ""

    if role == "thin":
        return look._replace(stroke="#000000", width=0.35)
    return look._replace(fill=ink(look.fill), stroke=ink(look.stroke))
