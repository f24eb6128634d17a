"""The contract of results.json, read off the dataclasses: a check with JSON paths, and a JSON Schema."""

from __future__ import annotations

import ast
import dataclasses
import difflib
import functools
import inspect
import itertools
import json
import textwrap
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_uibench.model import Scorecard

_SCALARS: Mapping[Any, tuple[str, str]] = {
    str: ("string", "a string"),
    bool: ("boolean", "true or false"),
    int: ("integer", "an integer"),
    float: ("number", "a number"),
}


def faults(kind: Any, data: Any, path: str = "") -> Iterator[str]:
    """Yield what keeps ``data`` (from JSON) from being a ``kind``, each with its JSON path; unknown keys are fine."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is object or kind is Any:
        return
    if origin in (typing.Union, types.UnionType):
        if data is not None or type(None) not in arguments:
            yield from faults(_inner(arguments), data, path)
    elif origin is typing.Literal:
        if data not in arguments:
            yield f"{path}: {_found(data)} is not one of {', '.join(map(str, arguments))}{_nearest(data, arguments)}"
    elif origin is tuple:
        yield from (_each(arguments[0], enumerate(data), path) if isinstance(data, list) else _no(path, "a list", data))
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield from (_each(arguments[1], data.items(), path) if isinstance(data, dict) else _no(path, "an object", data))
    elif dataclasses.is_dataclass(kind):
        yield from _fields(kind, data, path) if isinstance(data, dict) else _no(path, "an object", data)
    elif not _is_scalar(kind, data):
        yield from _no(path, _SCALARS[kind][1], data)


def schema(kind: type = Scorecard) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of ``kind``; descriptions are the docstrings under the fields."""
    definitions: dict[str, Any] = {}
    root = _schema(kind, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pytest-uibench results.json",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """Return :func:`schema` as it is shipped in ``assets/results.schema.json``."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _fields(kind: Any, data: dict[str, Any], path: str) -> Iterator[str]:
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        where = f"{path}.{field.name}" if path else field.name
        if field.name in data:
            yield from faults(hints[field.name], data[field.name], where)
        elif _required(field):
            yield f"{where}: missing"


def _each(kind: Any, entries: Any, path: str) -> Iterator[str]:
    for key, value in entries:
        yield from faults(kind, value, f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}")


def _no(path: str, need: str, data: Any) -> Iterator[str]:
    yield f"{path or 'the file'}: expected {need}, found {_found(data)}"


def _found(data: Any) -> str:
    if isinstance(data, dict):
        return "an object"
    if isinstance(data, list):
        return "a list"
    return "null" if data is None else repr(data) if len(repr(data)) <= 80 else f"{repr(data)[:80]}…"


def _nearest(data: Any, allowed: tuple[Any, ...]) -> str:
    close = difflib.get_close_matches(str(data), [str(value) for value in allowed], n=1)
    return f". Did you mean {close[0]!r}?" if close else ""


def _is_scalar(kind: Any, data: Any) -> bool:
    if kind in (int, float):
        return isinstance(data, (int, kind)) and not isinstance(data, bool)
    return isinstance(data, kind)


def _required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _inner(arguments: tuple[Any, ...]) -> Any:
    return next(argument for argument in arguments if argument is not type(None))


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is object or kind is Any:
        return {}
    if origin in (typing.Union, types.UnionType):
        inner = _schema(_inner(arguments), definitions)
        if type(None) not in arguments:
            return inner
        return {**inner, "type": [inner["type"], "null"]} if "type" in inner else {"anyOf": [inner, {"type": "null"}]}
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}
            definitions[kind.__name__] = _record(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    return {"type": _SCALARS[kind][0]}


def _record(kind: type, definitions: dict[str, Any]) -> dict[str, Any]:
    hints, notes = typing.get_type_hints(kind), _docstrings(kind)
    fields = dataclasses.fields(kind)
    properties = {}
    for field in fields:
        described = {"description": notes[field.name]} if field.name in notes else {}
        properties[field.name] = {**_schema(hints[field.name], definitions), **described}
    record = {"type": "object", "description": inspect.getdoc(kind), "properties": properties}
    required = [field.name for field in fields if _required(field)]
    return {**record, "required": required} if required else record


@functools.cache
def _docstrings(kind: type) -> dict[str, str]:
    """The string under each field, which Python itself does not keep."""
    body = typing.cast(ast.ClassDef, ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]).body
    return {
        before.target.id: inspect.cleandoc(after.value.value)
        for before, after in itertools.pairwise(body)
        if isinstance(before, ast.AnnAssign)
        and isinstance(before.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
        and isinstance(after.value.value, str)
    }
