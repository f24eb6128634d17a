"""Logs of installs and builds become failures with a class, a place and a way out."""

from .build import diagnose_build, warnings_in
from .install import diagnose_install
from .limits import diagnose_limit
from .runtime import runtime_code
from .scaffold import attribute_differences, attribute_scaffold, scaffold_differences
from .text import redact
from .types import diagnose_types

__all__ = [
    "attribute_differences",
    "attribute_scaffold",
    "diagnose_build",
    "diagnose_install",
    "diagnose_limit",
    "diagnose_types",
    "redact",
    "runtime_code",
    "scaffold_differences",
    "warnings_in",
]
