"""Freeing what PySAT holds in C, once, whatever signal comes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


def free_once(holder: Any) -> None:
    """Free the C object that *holder* (one of PySAT's solvers or totalizers) owns; nothing where that is done already.

    PySAT's `delete` frees the object and forgets the pointer afterwards. An exception between the two, such as the one
    that Ctrl-C raises, would have PySAT's `__del__` free it a second time, which crashes. So the holder forgets
    everything first, and PySAT's own `delete` works on a copy that has no `__del__`. In the worst case memory is lost.
    """
    type(holder).delete(forgotten(holder))


def forgotten(holder: Any) -> SimpleNamespace:
    """What *holder* owned: it forgets everything, and frees nothing any more."""
    owned = SimpleNamespace(**vars(holder))
    vars(holder).update(dict.fromkeys(vars(holder)))  # one call of C: no signal is heard within it
    return owned
