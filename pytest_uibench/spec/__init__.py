"""Rank 1: YAML specs (SPEC.md) to typed, frozen values.

A file is read by :func:`load_spec` into a :class:`Spec`. Each mapping of the language is one dataclass, whose fields
carry shape and meaning (``records.key``); the same table writes the JSON Schema (:mod:`.schema`).

=====================  ================================================================================
module                 what it holds
=====================  ================================================================================
``document``           ``Spec``: the whole file
``screens``            ``Screen``
``navigation``         ``NavigationEntry``, ``External``
``interactions``       ``InteractionItem``, ``Feature``; families and scopes
``entries``            ``Entry``: what both share (marks, skip, xfail, only_if, parametrize, before)
``targets``            ``Target``
``steps``              one dataclass per verb, ``Step`` is any of them
``on_elements``        expectations about elements
``on_pages``           expectations about the page and about remembered values
``expectations``       ``persists``, ``any_of``, ``all_of``, ``not``; ``Expectation`` is any
``conditions``         ``TextTest``, ``NumberTest``, ``CountTest`` with ``holds(…)``
``matching``           ``Pattern``, ``normalise``: how strings match
``routes``             ``RoutePattern``: how addresses match
``fidelity`` ``gates`` ``reference`` ``subject``  the rest of the file
``benchmark``          ``Benchmark``: ``--uibench-bench`` files
=====================  ================================================================================
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .load import find_spec, load_spec, load_specs
from .yaml import Place, SpecError

if TYPE_CHECKING:
    from .benchmark import Benchmark, BenchmarkRun, load_benchmark
    from .document import Spec
    from .entries import Entry
    from .expectations import Expectation
    from .fidelity import Fidelity, Thresholds
    from .gates import Gates
    from .interactions import Feature, InteractionItem
    from .matching import Pattern, normalise
    from .navigation import External, NavigationEntry
    from .reference import Reference
    from .routes import RoutePattern
    from .screens import Screen
    from .steps import Step
    from .targets import Target

_HOMES = {
    "benchmark": ("Benchmark", "BenchmarkRun", "load_benchmark"),
    "document": ("Spec",),
    "entries": ("Entry",),
    "expectations": ("Expectation",),
    "fidelity": ("Fidelity", "Thresholds"),
    "gates": ("Gates",),
    "interactions": ("Feature", "InteractionItem"),
    "matching": ("Pattern", "normalise"),
    "navigation": ("External", "NavigationEntry"),
    "reference": ("Reference",),
    "routes": ("RoutePattern",),
    "screens": ("Screen",),
    "steps": ("Step",),
    "targets": ("Target",),
}
"""Modules of the names below: loaded on first use, since a session without an app must not wait for them."""

__all__ = [
    "Benchmark",
    "BenchmarkRun",
    "Entry",
    "Expectation",
    "External",
    "Feature",
    "Fidelity",
    "Gates",
    "InteractionItem",
    "NavigationEntry",
    "Pattern",
    "Place",
    "Reference",
    "RoutePattern",
    "Screen",
    "Spec",
    "SpecError",
    "Step",
    "Target",
    "Thresholds",
    "find_spec",
    "load_benchmark",
    "load_spec",
    "load_specs",
    "normalise",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
