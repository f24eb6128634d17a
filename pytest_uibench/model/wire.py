"""Dataclasses to plain builtins and back: only plain builtins cross a process boundary."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def to_wire(value: object) -> Any:
    """Return ``value`` as plain builtins (dict, list, str, int, float, bool, None), safe for JSON and execnet.

    Raises:
        TypeError: for anything that is not a dataclass, mapping, tuple, list or plain scalar.
    """
    if value is None or type(value) in (str, int, float, bool):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_wire(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_wire(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_wire(item) for item in value]
    raise TypeError(f"{type(value).__name__} does not go over the wire: {value!r}")


def from_wire(kind: type[T], data: Any) -> T:
    """Rebuild a ``kind`` from what :func:`to_wire` gave. Unknown keys are ignored (newer writers)."""
    return typing.cast(T, _build(kind, data))


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _build(kind: Any, data: Any) -> Any:
    origin = typing.get_origin(kind)
    arguments = typing.get_args(kind)
    if data is None or kind in (Any, object):
        return data
    if origin in (typing.Union, types.UnionType):
        inner = [a for a in arguments if a is not type(None)]
        return _build(inner[0], data) if len(inner) == 1 else data
    if origin is tuple:
        return tuple(_build(arguments[0], item) for item in data)
    if origin is list:
        return [_build(arguments[0], item) for item in data]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: _build(arguments[1], item) for key, item in data.items()}
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return typing.cast(typing.Any, kind)(*data)  # a NamedTuple, written as a list
    if dataclasses.is_dataclass(kind):
        hints = _hints(typing.cast(type, kind))
        names = [f.name for f in dataclasses.fields(kind) if f.name in data]
        return typing.cast(type, kind)(**{n: _build(hints[n], data[n]) for n in names})
    return data
