"""LZ-string in base64, the packing of f-puzzles and SudokuPad links.

Like LZ78 over UTF-16 code units: a stream of codes whose width grows with the dictionary. Codes 0 and 1 announce a new
character of 8 or 16 bits, 2 ends the text; the numbers' bits come lowest first, packed six to a base64 character from
the highest bit. The packer writes what the JavaScript library of that name (pieroxy, 2013) unpacks, and the reverse.
"""

from __future__ import annotations

from cpsudoku.budget import READING, check_deadline
from cpsudoku.errors import NotationError
from cpsudoku.formats.source import characters

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SIX = {character: f"{value:06b}" for value, character in enumerate(_BASE64)}
_BYTE, _UNIT, _END = 0, 1, 2
MAX_TEXT = 1 << 20
"""Characters a packed text may unpack to; a link of a few bytes can claim far more."""


class _Bits:
    """The numbers in a packed text, one after another, lowest bit first."""

    def __init__(self, packed: str):
        odd = next((at for at, character in enumerate(packed) if character not in _SIX), None)
        if odd is not None:
            raise NotationError(f"{packed[odd]!r} at {odd + 1} is no character of a packed text")
        self._bits = "".join(map(_SIX.__getitem__, packed))
        self._at = 0

    def number(self, width: int) -> int:
        end = self._at + width
        if end > len(self._bits):
            raise NotationError("the packed text ends too early")
        found = self._bits[self._at : end]
        self._at = end
        return int(found[::-1], 2)


def unpack(packed: str) -> str:
    """The text in *packed* (padding and blanks are dropped). Raises NotationError, also beyond MAX_TEXT characters."""
    bits = _Bits("".join(packed.split()).rstrip("=").replace("%2B", "+"))
    words: list[str] = ["", "", ""]
    width, last = 2, ""
    parts: list[str] = []
    size = 0
    while True:
        check_deadline(READING)
        code = bits.number(width)
        if code == _END:
            return characters("".join(parts))
        if code in (_BYTE, _UNIT):
            word = chr(bits.number(8 if code == _BYTE else 16))
            words.append(word)
        elif code < len(words):
            word = words[code]
        elif code == len(words) and last:
            word = last + last[0]
        else:
            raise NotationError(f"code {code} of the packed text stands for nothing yet")
        if last:
            words.append(last + word[0])
        while len(words) >= 1 << width:
            width += 1
        parts.append(word)
        size += len(word)
        if size > MAX_TEXT:
            raise NotationError(f"the packed text is longer than {MAX_TEXT:,} characters")
        last = word


def pack(text: str) -> str:
    """*text* packed, with base64 padding."""
    raw = text.encode("utf-16-le", "surrogatepass")
    units = [chr(raw[i] | raw[i + 1] << 8) for i in range(0, len(raw), 2)]
    bits: list[str] = []
    numbers: dict[str, int] = {}
    fresh: set[str] = set()
    width, room = 2, 2  # room: how many more words before a number needs one more bit

    def put(value: int, count: int) -> None:
        bits.append(f"{value:0{count}b}"[::-1])

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    def emit(word: str) -> None:
        if word in fresh:
            fresh.discard(word)
            wide = ord(word) > 255
            put(_UNIT if wide else _BYTE, width)
            put(ord(word), 16 if wide else 8)
            grow()
        else:
            put(numbers[word], width)
        grow()

    word = ""
    for unit in units:
        if unit not in numbers:
            numbers[unit] = len(numbers) + 3
            fresh.add(unit)
        if word + unit in numbers:
            word += unit
            continue
        emit(word)
        numbers[word + unit] = len(numbers) + 3
        word = unit
    if word:
        emit(word)
    put(_END, width)
    stream = "".join(bits)
    stream += "0" * (6 - len(stream) % 6)
    packed = "".join(_BASE64[int(stream[start : start + 6], 2)] for start in range(0, len(stream), 6))
    return packed + "=" * (-len(packed) % 4)
