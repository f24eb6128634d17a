"""One YAML file to one typed value: reads, checks, and tells all faults at once."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from pytest_uibench.constants import SPEC_FAULTS_SHOWN, SPECS_KEPT

from .consistency import check_document, check_references
from .document import DOCUMENT, FORMAT, Document, Spec
from .lint import lint
from .shapes import Enough, Reader
from .yaml import Node, Place, SpecError, parse_yaml, read_text

GATES_KEY = "gates"


def read_spec(path: Path, *, trusted: bool = True, check_files: bool = True) -> Spec:
    """Read one spec; the same text of the same file is read once per process.

    Raises:
        SpecError: all faults of the file, up to 20, the first one first.
    """
    return _read(path, read_text(path), trusted, check_files)


@lru_cache(maxsize=SPECS_KEPT)
def _read(path: Path, text: str, trusted: bool, check_files: bool) -> Spec:
    data = parse_yaml(text, str(path))
    if not isinstance(data, Node):
        raise SpecError(f"{path}:1:1: a spec is a mapping that starts with 'uibench: {FORMAT}'")
    if "uibench" not in data:
        raise SpecError(
            f"{data.place}: uibench: None: this version reads format {FORMAT}; start with 'uibench: {FORMAT}'"
        )
    warnings: list[tuple[Place, str]] = []
    if not trusted and GATES_KEY in data:
        warnings.append((data.keys_at[GATES_KEY], "gates: an app's own uibench.yaml sets none; they are left out"))
        data = _without_gates(data)
    reader = Reader(base=path.parent, trusted=trusted, check_files=check_files)
    document = checked(data, reader)
    lines = tuple(text.splitlines())
    warnings += lint(document, lines)
    given: dict[str, Any] = dict(vars(document))
    given["task"] = document.task or path.stem
    return Spec(
        **given,
        path=path,
        trusted=trusted,
        warnings=tuple(f"{at}: {message}" for at, message in sorted(warnings, key=_position)),
        lines=lines,
    )


def checked(data: Node, reader: Reader) -> Document:
    """Read a spec's mapping and check that its parts fit together.

    Raises:
        SpecError: all faults.
    """
    document = None
    with suppress(Enough):
        read = DOCUMENT.read(data, data.place, reader, "spec")
        document = read if isinstance(read, Document) else None
        check_references(data, document, reader)
        if document is not None:
            check_document(document, reader)
    if reader.faults or document is None:
        raise spec_error(reader.faults)
    return document


def spec_error(faults: Iterable[tuple[Place, str]]) -> SpecError:
    """One error with all faults in the order of the file, a line each."""
    told = [f"{at}: {message}" for at, message in sorted(faults, key=_position)]
    rest = len(told) - SPEC_FAULTS_SHOWN
    return SpecError("\n".join(told[:SPEC_FAULTS_SHOWN] + ([f"… and {rest} more"] if rest > 0 else [])))


def _position(found: tuple[Place, str]) -> tuple[int, int]:
    return found[0].line, found[0].column


def _without_gates(data: Node) -> Node:
    kept = {name: data[name] for name in data if name != GATES_KEY}
    return Node(kept, data.place, data.keys_at, data.values_at)
