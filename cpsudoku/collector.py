"""Python's garbage collector, paused while many objects are made."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage collection meanwhile: a million new lists would be walked again and again (5x the time at 25x25)."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    except BaseException as error:
        traceback.clear_frames(error.__traceback__)  # else they are walked once before they go
        raise
    finally:
        if running:
            gc.enable()
