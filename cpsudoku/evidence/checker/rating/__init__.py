"""The steps of a rating in a certificate: `retrace` says what they show.

`board`, `grid`, `claim` (the format); a file a family of techniques; `nodes`, `forcing` (chains); `retracing` (a path).
"""

from .retracing import retrace

__all__ = ["retrace"]
