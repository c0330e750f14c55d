"""The steps of a rating in a certificate."""

from .retracing import retrace

__all__ = ["retrace"]
