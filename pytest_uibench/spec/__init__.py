"""Rank 1: YAML specs (SPEC.md) to values."""

from .load import Spec, find_spec, load_spec, load_specs
from .yaml import SpecError

__all__ = ["Spec", "SpecError", "find_spec", "load_spec", "load_specs"]
