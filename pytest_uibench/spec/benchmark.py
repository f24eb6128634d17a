"""Benchmark files (``--uibench-bench=bench.yaml``): many apps, tasks, models and generations."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

from pytest_uibench.constants import COUNT_LIMIT, SCOPE_WEIGHTS, SPECS_KEPT

from .document import FORMAT, Format
from .files import PathTo
from .read import spec_error
from .records import Placed, Record, key
from .rules import Rule, SomeOf
from .scalars import Number, Text
from .shapes import Enough, ListOf, NumberOrText, Reader
from .yaml import Node, SpecError, parse_yaml, read_text

FROM_PATH: Final = "from-path"
"""Value of ``model`` and ``generation``: the part of an app's path that a ``*`` of ``apps`` stands for."""
_SPEC: Final = PathTo("file")
_GENERATION: Final = NumberOrText(Number(low=0, high=COUNT_LIMIT, whole=True), Text(FROM_PATH, FROM_PATH))
_APPS: Final = ListOf(Text("a folder or a pattern such as runs/*/shop"), least=1, single=True)
_WEIGHT: Final = Number(above=0, high=COUNT_LIMIT)


@dataclass(frozen=True, kw_only=True)
class RunDefaults(Placed):
    """What runs have that name nothing else."""

    task: Path | None = field(default=None, metadata=key(_SPEC, "Spec of the apps, relative to this file."))
    model: str | None = field(
        default=None, metadata=key(Text(), "Name of the model, or from-path: taken from each app's path.")
    )
    generation: int | Literal["from-path"] | None = field(
        default=None, metadata=key(_GENERATION, "Number of the generation, or from-path.")
    )


@dataclass(frozen=True, kw_only=True)
class BenchmarkRun(RunDefaults):
    """Apps of one task, by one or several models."""

    apps: tuple[str, ...] = field(
        metadata=key(_APPS, "Folders with a generated app, or patterns, relative to this file; each match is an app.")
    )


@dataclass(frozen=True, kw_only=True)
class Weights(Placed):
    """Weights of the scopes in the interaction score, in place of 1, 2, 3 (METRICS section 5)."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf(("S1", "S2", "S3")),)
    s1: float = field(default=SCOPE_WEIGHTS["S1"], metadata=key(_WEIGHT, "Weight of scope S1.", name="S1"))
    s2: float = field(default=SCOPE_WEIGHTS["S2"], metadata=key(_WEIGHT, "Weight of scope S2.", name="S2"))
    s3: float = field(default=SCOPE_WEIGHTS["S3"], metadata=key(_WEIGHT, "Weight of scope S3.", name="S3"))

    def of(self, scope: str) -> float:
        """Weight of ``S1``, ``S2`` or ``S3``."""
        weights: Mapping[str, float] = {"S1": self.s1, "S2": self.s2, "S3": self.s3}
        return weights[scope]


@dataclass(frozen=True, kw_only=True)
class Benchmark(Placed):
    """A benchmark: which apps of which models are judged against which tasks."""

    format: int = field(default=FORMAT, metadata=key(Format(), "Version of the format.", name="uibench"))
    title: str | None = field(default=None, metadata=key(Text(), "One line for people."))
    runs: tuple[BenchmarkRun, ...] = field(
        metadata=key(ListOf(Record(BenchmarkRun, "a run", "run"), least=1), "Apps and what they are judged against.")
    )
    defaults: RunDefaults | None = field(
        default=None,
        metadata=key(Record(RunDefaults, "defaults", "defaults"), "What runs have that name nothing else."),
    )
    scaffold: Path | None = field(
        default=None, metadata=key(PathTo("folder"), "Project that all apps started from, relative to this file.")
    )
    weights: Weights | None = field(
        default=None, metadata=key(Record(Weights, "weights", "weights"), "Weights of the scopes.")
    )
    path: Path = Path()
    """The file."""


BENCHMARK: Final = Record(Benchmark, "a benchmark", "benchmark")


def load_benchmark(path: Path) -> Benchmark:
    """Load one benchmark file; its runs have the defaults filled in. A benchmark is named by the user, so trusted.

    Raises:
        SpecError: all faults of the file, up to 20, a line each.
    """
    return _load(path, read_text(path))


@lru_cache(maxsize=SPECS_KEPT)
def _load(path: Path, text: str) -> Benchmark:
    data = parse_yaml(text, str(path))
    if not isinstance(data, Node):
        raise SpecError(f"{path}:1:1: a benchmark is a mapping with runs:")
    reader = Reader(base=path.parent)
    made: Any = None
    with suppress(Enough):
        made = BENCHMARK.read(data, data.place, reader, "benchmark")
    if reader.faults or not isinstance(made, Benchmark):
        raise spec_error(reader.faults)
    runs = tuple(_filled(run, made.defaults, reader) for run in made.runs)
    if reader.faults:
        raise spec_error(reader.faults)
    return replace(made, runs=runs, path=path)


def _filled(run: BenchmarkRun, defaults: RunDefaults | None, reader: Reader) -> BenchmarkRun:
    """The run with what ``defaults`` gives; stars of its patterns must suffice for what is taken from the path."""
    if defaults is not None:
        run = replace(
            run,
            task=run.task or defaults.task,
            model=run.model or defaults.model,
            generation=defaults.generation if run.generation is None else run.generation,
        )
    wanted = (run.model == FROM_PATH) + (run.generation == FROM_PATH)
    for apps in run.apps:
        stars = sum("*" in part or "?" in part or "[" in part for part in Path(apps).parts)
        if stars < wanted:
            names = " and ".join(n for n, v in (("model", run.model), ("generation", run.generation)) if v == FROM_PATH)
            reader.fault(
                run.place,
                f"apps: {apps!r} has {stars} parts with a '*'; taking {names} from the path needs {wanted}",
            )
    return run
