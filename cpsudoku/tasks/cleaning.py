"""Takes the markup off a model's text: LaTeX, HTML, Markdown, box-drawing characters, digits of other scripts."""

from __future__ import annotations

import re
import unicodedata

_BEGIN = re.compile(
    r"\\(?:begin|end)\s*\{[^{}\n]{0,40}\}(?:\s*\{[^{}\n]{0,80}\})?|\\(?:cline|(?:text)?color)\s*\{[^{}\n]{0,20}\}"
)
_BREAK = re.compile(r"\\\\(?:\[[^\]\n]{0,12}\])?|\\r?\\?n(?![a-z])")
_COMMAND = re.compile(r"\\(?!boxed)[a-zA-Z]+")
_TABLE_CELL = re.compile(r"(?i)<t[dh](?:\s[^<>\n]{0,200})?>")
_TABLE_ROW = re.compile(r"(?i)</tr\s*>")
_BREAK_TAG = re.compile(r"(?i)<br\s*/?>|</(?:p|div|li|table)\s*>")
_TAG = re.compile(r"(?i)<(?!/?(?:answer|think|thinking)\s*>)/?[a-z][^<>\n]{0,200}>")
_EMPTY_WORDS = ("null", "none", "nan", "empty", "blank")
_EMPTY = re.compile(rf"(?i)\b(?:{'|'.join(_EMPTY_WORDS)})\b")
_EMPHASIS = re.compile(r"(?<![\w.*])[*_]([0-9A-Za-z]{1,2})[*_](?![\w.*])")
_FLOAT = re.compile(r"(?<![\w.])(\d{1,2})\.0(?![\w.])")
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}m")
_VERTICAL = "│┃║┆┇┊┋╎╏‖¦"
_NUMERALS = "〇一二三四五六七八九"
_SQUARES = "□⬜◻▢☐○◌∙•∅◯"


def cleaned(text: str) -> str:
    """The text with cells, separators and line breaks in ASCII; what has no such form stays."""
    if not text.isascii():
        text = text.translate({ord(character): _plain(character) for character in set(text) if character > "\x7f"})
    if "\\" in text:
        text = _COMMAND.sub(" ", _BREAK.sub("\n", _BEGIN.sub(" ", text)))
    if "<" in text:
        text = _TAG.sub("", _BREAK_TAG.sub("\n", _TABLE_ROW.sub("|\n", _TABLE_CELL.sub("|", text))))
    if "\x1b" in text:
        text = _COLOUR.sub("", text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(r"\1", text.replace("**", ""))
    text = text.replace("->", "→").replace("=>", "→")
    if ".0" in text:
        text = _FLOAT.sub(r"\1", text)
    lowered = text.lower()
    return _EMPTY.sub(".", text) if any(word in lowered for word in _EMPTY_WORDS) else text


def _plain(character: str) -> str:
    code = ord(character)
    if character in _VERTICAL:
        return "|"
    if character in _NUMERALS:
        return str(_NUMERALS.index(character))
    if 0x2500 <= code <= 0x257F:
        return "-" if character in "─━┄┅┈┉╌╍═" else "+"
    if character in _SQUARES:
        return "."
    if code in (0xFE0F, 0x20E3, 0x200B, 0xFEFF):  # parts of keycap digits; no width
        return ""
    if character in "、，":
        return ","
    if character in "–—−":
        return "-"
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    plain = unicodedata.normalize("NFKC", character)
    if character.isspace():
        return " " if character != "\u2028" else "\n"
    return plain if len(plain) == 1 and plain.isascii() else character
