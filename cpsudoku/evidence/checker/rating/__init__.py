"""The steps of a rating in a certificate: `retrace` says what they show.

`board`, `claim` (the format); `patterns`, `uniqueness` (techniques); `nodes`, `forcing` (chains);
`retracing` (a path).
"""

from .retracing import retrace

__all__ = ["retrace"]
