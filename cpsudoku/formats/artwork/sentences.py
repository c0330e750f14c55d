"""Rules in prose, sentence by sentence: which kinds of rules each may state."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cpsudoku.constraints.artwork import NAME, Drawn
from cpsudoku.constraints.keys import keys_of
from cpsudoku.constraints.registry import ALIASES, FAMILIES

_MOST = 20_000
"""Most characters of prose that are read."""
LONGEST = 400
"""Characters of a sentence that is understood: expressions take time by the square of it. The longest of 3,529
sentences of public files has 248."""
_HOUSES = (
    r"(each |every )?rows?,? (each |every )?columns?,? (and|or|&) (each |every )?"
    r"(marked |outlined |(bold|thickly) outlined )?(3 ?x ?3 )?(box|region|subgrid|block)"
)
_USUAL = (
    r"(the )?(normal|standard|classic|classical|regular|usual|ordinary|basic) ((\(?\d+ ?(x|by) ?\d+\)?|irregular) )*"
    r"sudoku( rules?)?( apply| applies)?",
    r"(the )?(normal|standard|classic|classical|regular|usual|ordinary|basic) rules( of sudoku)?( apply)?",
    r"(place|put|enter|write|fill in) (the )?(digits|numbers) (from )?1 ?(to|-) ?\d+ (once each |exactly once |once )?"
    r"(in|into) (every|each) row,? (every |each )?column,? (and|&) (every |each |marked |outlined |bold )*"
    r"(\d ?x ?\d )?(box|region|subgrid|block)( (exactly )?once)?",
    r"fill (in )?the grid (with (the )?(digits|numbers) (from )?1 ?(to|-) ?\d+ )?so that (every|each) row,? "
    r"(every |each )?column,? (and|&) (every |each )?(\d ?x ?\d )?(box|region|subgrid|block) contains? "
    r"(all )?(of )?(the )?(digits|numbers) (from )?1 ?(to|-) ?\d+( (exactly )?once)?",
    r"(\+ )?((normal|default|standard|irregular) )?(sudoku )?(rules )?(apply )?(\W )?(in )?(each|every|all) rows?,? "
    r"(each |every )?columns?,? (and|&) (each |every |marked |outlined )*(3 ?x ?3 |9-cell )?(box|region)(es|s)? "
    r"((must |have to )?contains?|all|the) ((?!and |diagonal)[\w-]+ ?)*",
    r"(apply )?(the )?(normal|default|standard|usual) (sudoku rules|rules (apply )?for sudoku)( apply)?",
    r"(place|put) (the )?(digits|numbers) 1 (to|through) \d+ in (each|every) (empty )?cell",
    r"digits (must|may|can) ?not repeat (with)?in (the same|any|a) row, column,? (and|or) (box|region)",
    r"some (digits|numbers) are (already )?given",
    r"(digits|numbers) (may|can) repeat (along|on) (an? |the |such an? )?(arrows?|diagonals?|lines?)",
    r"1-\d+ (must )?appear in (each|every) row, column and (box|region)",
    r"\(?(have fun|good luck|enjoy|and that'?s it|that'?s it)\)?",
    r"not (all|every) (the |of the )?(possible )?[\w', &+]+ (are|is|may be|have been) "
    r"(necessarily )?(given|shown|marked)( \(.*\))?",
    r"\(?(there is |there's )?(no|without) negative constraints?\b.*",
    r"\(?(the |these |such )?digits? (may|can) repeat( (along|on|in) [\w ]+)?,? "
    r"(if allowed by|as long as|provided) .*",
    r"\(?(for (example|instance)|e\.?g\b).*",
    r"(also,? )?(the )?normal sudoku rules apply( here| as usual|,? and that's it)?",
    r"(place|put|enter|write) (a|the) (digits?|numbers?) (from )?1 ?(to|-) ?\d+ (in|into) (each|every) (empty )?"
    r"(cell|(row|column),? (row|column),? (and|&) (box|region))"
    rf"( (such|so) that (no (digits|numbers) repeat in {_HOUSES}s?"
    rf"|every (digit|number) appears (exactly once )?in {_HOUSES}"
    rf"|{_HOUSES} contains (each|every) (digit|number)( (exactly )?once)?))?",
    r"\(?(the )?(digits|numbers|they) (may|can) repeat( (along|on|in|within) (an? |the |such an? |grey |gray )?\w+)?"
    r"( (if|as long as) they follow (the )?(normal )?(sudoku )?rules"
    r"| and (don't|do not|need not) (have to )?be in any (particular )?order)?",
    r"\(?(january|february|march|april|may|june|july|august|september|october|november|december) \d+, \d{4}",
)
_BINDS = re.compile(
    r"\b(must|shall|should|cannot|can't|can not|never|always|only|but|except|unless|exactly|least|most|all|every|each"
    r"|no|differ|sum|rise|increase|contain the)\b"
)
"""Words of a sentence that states a rule."""
_NONE = "no rules provided for this puzzle"
"""What SudokuPad writes where there is no text."""
_PLAIN = re.compile("|".join(f"(?:{text})" for text in _USUAL))
_CUT = re.compile(r"[.!;\n\u2022]+(?:\s|$)|\n|(?<=\))\s+(?=[A-Z])")


def cut(text: str) -> list[str]:
    """The sentences of a text as they stand."""
    return [part for piece in _CUT.split(text[:_MOST]) if (part := " ".join(piece.split()).strip(" .,;:*-"))]


def plain(sentence: str) -> str:
    """A sentence in lower case, its marks those of a keyboard."""
    text = sentence.lower().replace("\u00d7", "x").replace("\u2019", "'").replace("\u2018", "'")
    return " ".join(text.split()).strip(" .!,;:*-")


def usual(sentence: str) -> bool:
    """Whether a plain sentence only repeats the rules of every Sudoku, or only permits something."""
    if "may or may not" in sentence and not _BINDS.search(sentence):
        return True
    sentence = sentence.removesuffix(")") if sentence.startswith("(") else sentence
    parts = [sentence] if _PLAIN.fullmatch(sentence) else re.split(r":\s*", sentence)
    return all(not part or _PLAIN.fullmatch(part) for part in parts)


def drawn_keys() -> dict[str, Drawn]:
    """Word -> how its kind is drawn and described."""
    return {cls.word: key for cls, key in keys_of(NAME).values() if isinstance(key, Drawn)}


@dataclass(frozen=True)
class Said:
    """A sentence: as it stands, in plain words, and the kinds of rule that it may state."""

    text: str
    plain: str
    words: tuple[str, ...]


def read(text: str) -> list[Said]:
    """The sentences of a text that say more than the usual rules."""
    if text.lower().startswith(_NONE):
        return []
    keys = drawn_keys()
    found = []
    for sentence in cut(text):
        words = plain(sentence)
        if len(words) > LONGEST:
            found.append(Said(sentence, words, ()))
        elif not usual(words):
            spoken = [word for word, key in keys.items() if key.speaks(words)]
            found.append(Said(sentence, words, tuple(dict.fromkeys([*spoken, *_titles(words, keys)]))))
    return found


def _titles(sentence: str, keys: Iterable[str]) -> list[str]:
    """The kinds that a heading or a list names: "arrows", "killer, odd, even"."""
    pieces = [piece.strip() for piece in re.split(r"[,/&+]| and ", sentence)]
    if not all(len(piece.split()) < 4 for piece in pieces):
        return []
    names = {piece.removeprefix("normal ").removeprefix("standard ").removesuffix("s") for piece in pieces}
    called = {**{name: (word,) for name, word in ALIASES.items()}, **FAMILIES}
    also = {word for name, words in called.items() if name.replace("_", " ") in names for word in words}
    return [
        word
        for word in keys
        if word in also or word.replace("_", " ") in names or f"{word.replace('_', ' ')} line" in names
    ]


def unread(said: Iterable[Said], words: Iterable[str]) -> list[str]:
    """The sentences that none of the kinds in *words* accounts for."""
    kinds = set(words)
    return [one.text for one in said if not kinds & set(one.words)]
