"""Places in served code traced back to the lines that a person wrote."""

from .locate import SourcePlace, locate
from .loops import state_set_while_rendering

__all__ = ["SourcePlace", "locate", "state_set_while_rendering"]
