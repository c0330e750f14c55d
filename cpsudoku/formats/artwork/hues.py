"""Names of colours: of codes such as #67f067 (green), and of the words of a text."""

from __future__ import annotations

import colorsys
import re

_HEX = re.compile(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")
_RGB = re.compile(r"rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)\s*(?:[,/\s]+([\d.]+%?)\s*)?\)$")
_NAMED = {"white": "white", "black": "black", "grey": "grey", "gray": "grey", "red": "red", "green": "green",
          "blue": "blue", "yellow": "yellow", "orange": "orange", "purple": "purple"}  # fmt: skip
_BANDS = ((15, "red"), (42, "orange"), (68, "yellow"), (168, "green"), (252, "blue"), (335, "purple"), (361, "red"))
WORDS = {
    "grey": ("grey",), "gray": ("grey",), "silver": ("grey",), "black": ("black",), "white": ("white",),
    "red": ("red",), "orange": ("orange",), "peach": ("orange",), "brown": ("orange",), "tan": ("orange",),
    "yellow": ("yellow",), "gold": ("yellow", "orange"), "golden": ("yellow", "orange"),
    "green": ("green",), "lime": ("green",), "teal": ("green", "blue"), "turquoise": ("green", "blue"),
    "blue": ("blue",), "cyan": ("blue", "green"), "aqua": ("blue", "green"),
    "purple": ("purple",), "lavender": ("purple",), "violet": ("purple",), "pink": ("purple", "red"),
    "magenta": ("purple",), "mauve": ("purple",),
}  # fmt: skip
"""Word for a colour -> hues."""


def hue(colour: object) -> str:
    """The name of a colour; "" for none, for what cannot be seen and for what is no colour."""
    text = colour.strip().lower() if isinstance(colour, str) else ""
    if text in _NAMED:
        return _NAMED[text]
    numbers = _numbers(text)
    if numbers is None:
        return ""
    angle, light, strength = colorsys.rgb_to_hls(*(value / 255 for value in numbers))
    if light > 0.97 or (light > 0.93 and strength < 0.2):
        return "white"
    if light < 0.12:
        return "black"
    if strength < 0.16 or max(numbers) - min(numbers) < 14:
        return "grey"
    degrees = angle * 360
    if light > 0.85 and 230 <= degrees < 252:  # lavender
        return "purple"
    return next(name for end, name in _BANDS if degrees < end)


def named(sentence: str) -> set[str]:
    """The hues that a sentence names."""
    return {found for word in re.findall(r"[a-z]+", sentence) for found in WORDS.get(word, ())}


def _numbers(text: str) -> list[float] | None:
    match = _RGB.match(text)
    if match:
        alpha = match[4] or "1"
        if float(alpha.rstrip("%") or 0) < 0.05:
            return None
        return [min(float(match[part]), 255) for part in (1, 2, 3)]
    found = _HEX.match(text)
    if not found:
        return None
    digits = found[1]
    if len(digits) < 5:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) == 8 and int(digits[6:], 16) < 12:
        return None
    return [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
