"""Routes of a subject as its source declares them; nothing of the subject is run."""

from .concrete import make_concrete, matches, optional_variants, specificity
from .discover import discover
from .values import candidate_values

__all__ = ["candidate_values", "discover", "make_concrete", "matches", "optional_variants", "specificity"]
