"""Is a JSON value what a type of the model says? Names the key that is not, for files that people edit."""

from __future__ import annotations

import dataclasses
import functools
import math
import types
import typing
from collections.abc import Mapping, Set
from typing import Any

from pytest_uibench.model import ScreenCapture, from_wire

Shape = Any
"""A type of the model, a plain type, or nested dicts and lists of those."""

NAMES = {str: "text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}
CHANNEL = 255


def screen_from(data: Mapping[str, Any]) -> ScreenCapture:
    """A capture from its JSON object; unknown keys are ignored (newer writers).

    Raises:
        ValueError: ``key: expects …, got …``.
    """
    why = misfit(ScreenCapture, data) or _nonsense(data)
    if why is not None:
        raise ValueError(why)
    return from_wire(ScreenCapture, data)


def misfit(shape: Shape, value: Any, key: str = "") -> str | None:
    """None when ``value`` fits ``shape``, else ``key: expects …, got …``."""
    origin: Any = typing.get_origin(shape)
    arguments = typing.get_args(shape)
    if origin in (typing.Union, types.UnionType):
        return _any(arguments, value, key)
    if origin is typing.Literal:
        return None if value in arguments else _wrong(key, f"one of {', '.join(map(str, arguments))}", value)
    if origin is tuple:
        return _row(arguments, value, key)
    if isinstance(shape, list):
        return _each(shape[0], value, key)
    if isinstance(shape, dict):
        return _object(shape, set(shape), value, key)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _object({}, set(), value, key) or _values(arguments[1], value, key)
    if shape is Mapping:
        return _object({}, set(), value, key)
    if dataclasses.is_dataclass(shape) and isinstance(shape, type):
        return _object(*_fields(shape), value, key)
    return _plain(shape, value, key)


@functools.cache
def _fields(shape: type[Any]) -> tuple[Mapping[str, Any], frozenset[str]]:
    """Types of a dataclass's fields, and the names of those without a default."""
    needed = (
        f.name
        for f in dataclasses.fields(shape)
        if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
    )
    return typing.get_type_hints(shape), frozenset(needed)


def _nonsense(data: Mapping[str, Any]) -> str | None:
    """What has the right type and cannot be."""
    for part in ("width", "height"):
        if data["viewport"][part] <= 0:
            return _wrong(f"viewport.{part}", "more than 0", data["viewport"][part])
    for form in ("blocks", "content"):
        for index, block in enumerate(data.get(form, ())):
            for channel in block["fg_color"]:
                if not 0 <= channel <= CHANNEL:
                    return _wrong(f"{form}[{index}].fg_color", "three whole numbers from 0 to 255", block["fg_color"])
            for side in ("w", "h"):
                if block["bbox"][side] < 0:
                    return _wrong(f"{form}[{index}].bbox.{side}", "0 or more", block["bbox"][side])
    if data.get("average_hash") is not None and set(data["average_hash"]) - set("0123456789abcdef"):
        return _wrong("average_hash", "hexadecimal digits", data["average_hash"])
    return None


def _plain(shape: Any, value: Any, key: str) -> str | None:
    if shape is float:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return None if number and math.isfinite(value) else _wrong(key, "a number", value)
    fits = type(value) is shape
    return None if fits else _wrong(key, NAMES.get(shape, str(shape)), value)


def _any(shapes: tuple[Any, ...], value: Any, key: str) -> str | None:
    reasons = [misfit(shape, value, key) for shape in shapes if shape is not type(None) or value is None]
    return None if None in reasons else reasons[0]


def _row(shapes: tuple[Any, ...], value: Any, key: str) -> str | None:
    if len(shapes) == 2 and shapes[1] is Ellipsis:
        return _each(shapes[0], value, key)
    if not isinstance(value, list) or len(value) != len(shapes):
        return _wrong(key, f"a list of {len(shapes)}", value)
    return next((why for i, s in enumerate(shapes) if (why := misfit(s, value[i], f"{key}[{i}]"))), None)


def _each(shape: Any, value: Any, key: str) -> str | None:
    if not isinstance(value, list):
        return _wrong(key, "a list", value)
    return next((why for i, item in enumerate(value) if (why := misfit(shape, item, f"{key}[{i}]"))), None)


def _values(shape: Any, value: Mapping[str, Any], key: str) -> str | None:
    return next((why for name, item in value.items() if (why := misfit(shape, item, f"{key}.{name}"))), None)


def _object(fields: Mapping[str, Any], needed: Set[str], value: Any, key: str) -> str | None:
    if not isinstance(value, dict):
        return _wrong(key or "the file", "an object", value)
    missing = sorted(needed - set(value))
    if missing:
        return f"{key}.{missing[0]} is missing".lstrip(".")
    dot = f"{key}." if key else ""
    present = (name for name in fields if name in value)
    return next((why for name in present if (why := misfit(fields[name], value[name], f"{dot}{name}"))), None)


def _wrong(key: str, wanted: str, value: Any) -> str:
    shown = repr(value)
    return f"{key}: expects {wanted}, got {shown if len(shown) <= 60 else shown[:57] + '…'}"
