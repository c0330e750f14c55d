"""The version, which every record states."""

__version__ = "0.2.0"
