"""Places in served code traced back to the lines that a person wrote."""

from .locate import SourcePlace, locate

__all__ = ["SourcePlace", "locate"]
