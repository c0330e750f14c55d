"""One small change to a certificate at a time, for tests of the checker."""

from __future__ import annotations

import copy
import random
from typing import Any

Certificate = dict[str, Any]


def mutant(certificate: Certificate, rng: random.Random) -> tuple[str, Certificate]:
    """(what was changed, a copy of *certificate* with it changed)."""
    made = copy.deepcopy(certificate)
    kinds = [kind for kind, keys in NEEDS.items() if all(key in made for key in keys)]
    kind = rng.choice(kinds)
    CHANGES[kind](made, rng)
    return kind, made


def _altered_text(text: str, rng: random.Random, places: list[int], symbols: str) -> str:
    at = rng.choice(places)
    return text[:at] + rng.choice([s for s in symbols if s != text[at]]) + text[at + 1 :]


def _clue_altered(made: Certificate, rng: random.Random) -> None:
    clues = [i for i, c in enumerate(made["puzzle"]) if c != "."]
    made["puzzle"] = _altered_text(made["puzzle"], rng, clues, "123456789")


def _clue_dropped(made: Certificate, rng: random.Random) -> None:
    clues = [i for i, c in enumerate(made["puzzle"]) if c != "."]
    made["puzzle"] = _altered_text(made["puzzle"], rng, clues, ".")


def _clue_added(made: Certificate, rng: random.Random) -> None:
    empty = [i for i, c in enumerate(made["puzzle"]) if c == "."]
    made["puzzle"] = _altered_text(made["puzzle"], rng, empty, "123456789")


def _solution_altered(made: Certificate, rng: random.Random) -> None:
    made["solution"] = _altered_text(made["solution"], rng, list(range(len(made["solution"]))), "123456789.")


def _witness_altered(made: Certificate, rng: random.Random) -> None:
    name = rng.choice(sorted(made["witnesses"]))
    text = made["witnesses"][name]
    made["witnesses"][name] = _altered_text(text, rng, list(range(len(text))), "123456789.")


def _witness_dropped(made: Certificate, rng: random.Random) -> None:
    del made["witnesses"][rng.choice(sorted(made["witnesses"]))]


def _line_dropped(key: str) -> Any:
    def change(made: Certificate, rng: random.Random) -> None:
        lines = made[key].splitlines()
        del lines[rng.randrange(len(lines))]
        made[key] = "".join(line + "\n" for line in lines)

    return change


def _number_altered(key: str) -> Any:
    def change(made: Certificate, rng: random.Random) -> None:
        lines = made[key].splitlines()
        at = rng.randrange(len(lines))
        words = lines[at].split()
        k = rng.choice([k for k, word in enumerate(words) if word.lstrip("-").isdecimal()])
        old = int(words[k])
        new = rng.choice([-old, old + 1, old - 1, rng.randrange(1, 700), -rng.randrange(1, 700)])
        words[k] = str(new if new != old else old + 1)
        lines[at] = " ".join(words)
        made[key] = "".join(line + "\n" for line in lines)

    return change


def _step_dropped(made: Certificate, rng: random.Random) -> None:
    del made["rating"]["steps"][rng.randrange(len(made["rating"]["steps"]))]


def _step_altered(made: Certificate, rng: random.Random) -> None:
    step = rng.choice(made["rating"]["steps"])
    key = rng.choice([key for key in ("place", "remove", "rating", "technique") if step[key]])
    if key == "rating":
        step[key] = round(step[key] + rng.choice([-0.1, 0.1, 0.5]), 1)
    elif key == "technique":
        step[key] = rng.choice([t for t in ("naked-single", "x-wing", "bug", "nishio") if t != step[key]])
    else:
        places = [i for i, symbol in enumerate(step[key]) if symbol.isdecimal()]
        step[key] = _altered_text(step[key], rng, places, "123456789")


def still_true_steps(rating: dict[str, Any], solution: str) -> bool:
    """Every conclusion agrees with the solution, every cell is reached, and er, ep, ed are those of the steps."""
    numbers = [step["rating"] for step in rating["steps"]]
    placing = [bool(step["place"]) for step in rating["steps"]].index(True)
    for step in rating["steps"]:
        for word in [step["place"], *step["remove"].split()]:
            if word:
                digit = solution[9 * int(word[1]) + int(word[3]) - 10]
                if ("=" in word) != (digit in word[5:]):
                    return False
    return (rating["er"], rating["ep"], rating["ed"]) == (max(numbers), max(numbers[: placing + 1]), numbers[0])


CHANGES: dict[str, Any] = {
    "clue altered": _clue_altered,
    "clue dropped": _clue_dropped,
    "clue added": _clue_added,
    "solution altered": _solution_altered,
    "witness altered": _witness_altered,
    "witness dropped": _witness_dropped,
    "lemma dropped": _line_dropped("drat"),
    "lemma altered": _number_altered("drat"),
    "LRAT step dropped": _line_dropped("lrat"),
    "LRAT step altered": _number_altered("lrat"),
    "step dropped": _step_dropped,
    "step altered": _step_altered,
    "clause dropped": _line_dropped("cnf"),
    "clause altered": _number_altered("cnf"),
}
NEEDED = {"witness": "witnesses", "LRAT": "lrat", "solution": "solution", "step": "rating"}
NEEDS = {kind: [key for word, key in NEEDED.items() if word in kind.split()] for kind in CHANGES}
NEEDS |= {kind: ["lrat"] for kind in CHANGES if "LRAT" in kind}
"""The keys a certificate must have for a change."""
