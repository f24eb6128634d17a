"""``results.json``: written in one step, read back with errors that name the place (DESIGN, "results.json")."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn, cast

from pytest_uibench.model import Scorecard, UibenchError, from_wire, to_wire

from . import contract

SCHEMA_VERSION = cast(int, next(f.default for f in dataclasses.fields(Scorecard) if f.name == "schema_version"))
RESULTS = "results.json"
_SHOWN = 5


def write_results(card: Scorecard, path: Path) -> Path:
    """Write ``card`` to ``path`` (its folder is made) and return it; a reader sees the old file or the new one.

    UTF-8, two blanks of indent, fields in the order of the dataclasses, keys of free mappings sorted. A number that
    JSON cannot hold (NaN, infinity) becomes null: not measured.

    Raises:
        OSError: when the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, dumps(card))
    return path


def dumps(card: Scorecard) -> bytes:
    """Return the bytes of results.json for ``card``."""
    text = json.dumps({"schema_version": card.schema_version, **_ordered(card)}, ensure_ascii=False, indent=2)
    # A lone surrogate is no UTF-8; spelled \udxxx it is JSON and comes back the same.
    return f"{text}\n".encode("utf-8", "backslashreplace")


def load_results(path: str | Path) -> Scorecard:
    """Read ``path``, a results.json or the output directory that holds one.

    Raises:
        UibenchError: no such file, not JSON (with line and column), another or a newer format, a wrong type or value
            (with its JSON path).
    """
    file = Path(path)
    file = file / RESULTS if file.is_dir() else file
    data = _parse(file, _read(file))
    if not isinstance(data, dict) or "schema_version" not in data:
        _refuse(file, "no results of pytest-uibench: schema_version is missing", "Name a results.json or its folder.")
    version = data["schema_version"]
    if type(version) is int and version > SCHEMA_VERSION:
        _refuse(
            file,
            f"schema_version {version} is newer than {SCHEMA_VERSION}, the newest that this version reads",
            "Upgrade: pip install -U pytest-uibench.",
        )
    found = list(itertools.islice(contract.faults(Scorecard, data), _SHOWN + 1))
    if found:
        lines = [f"  {fault}" for fault in found[:_SHOWN]] + (["  …"] if len(found) > _SHOWN else [])
        _refuse(file, "\n".join(["not what results.json holds:", *lines]), "Run again, or undo the edit.")
    return from_wire(Scorecard, data)


def replace_file(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` in one step, so that a reader or a crash never meets half a file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def _ordered(value: object) -> Any:
    """As ``to_wire``, with the keys of free mappings sorted: who filled them in which order does not show."""
    if dataclasses.is_dataclass(value):
        return {field.name: _ordered(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _ordered(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, (tuple, list)):
        return [_ordered(entry) for entry in value]
    return None if isinstance(value, float) and not math.isfinite(value) else to_wire(value)


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        _refuse(file, "no such file", "pytest --uibench-app=DIR writes it to uibench-report/results.json.")
    except UnicodeDecodeError as error:
        _refuse(file, f"not UTF-8 at byte {error.start}", "Name a results.json.")
    except OSError as error:
        _refuse(file, f"cannot be read: {error.strerror or error}", "Check the path and its permissions.")


def _parse(file: Path, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        _refuse(file, f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}", "Name a results.json.")
    except (RecursionError, ValueError) as error:
        _refuse(file, f"not JSON: {error}", "Name a results.json.")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _refuse(file: Path, what: str, way_out: str) -> NoReturn:
    raise UibenchError(f"{file}: {what}\n{way_out}") from None
