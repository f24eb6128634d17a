"""Blocks as the public functions take them: ``Block`` values, or plain dicts as JSON gives them."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from typing import Any

from pytest_uibench.model import Block, Box, UibenchError

BlockLike = Block | Mapping[str, Any]
"""A block, or ``{"text", "bbox": {"x", "y", "w", "h"}, "fg_color": [r, g, b], "tag"}``."""

_KEYS = ("text", "bbox", "fg_color", "tag")
_SIDES = ("x", "y", "w", "h")
_CHANNELS = 3
_CHANNEL_MAX = 255


class BlockError(UibenchError, ValueError):
    """Blocks that cannot be scored: says which block, which key and what is allowed."""


def as_blocks(values: Iterable[BlockLike], where: str) -> tuple[Block, ...]:
    """Return ``values`` as blocks, texts untouched (trimming and cutting is the capture's part).

    Args:
        values: blocks or dicts, in document order; other keys of a dict are ignored, ``tag`` may be absent.
        where: name of the list for messages, such as ``reference_blocks``.

    Raises:
        BlockError: naming list, index, key, the value and what is allowed.
    """
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise BlockError(f"{where}: a list of blocks is needed, not {_kind(values)}.")
    return tuple(_block(value, f"{where}[{index}]") for index, value in enumerate(values))


def _block(value: object, where: str) -> Block:
    if isinstance(value, Block):
        _check(value, where)
        return value
    if not isinstance(value, Mapping):
        raise BlockError(f"{where}: a block is a Block or a dict with {', '.join(_KEYS)}, not {_kind(value)}.")
    text = _get(value, "text", where)
    tag = value.get("tag", "")
    for key, found in (("text", text), ("tag", tag)):
        if not isinstance(found, str):
            raise BlockError(f"{where}.{key}: a string is needed, not {_kind(found)}.")
    return Block(text, _box(_get(value, "bbox", where), where), _color(_get(value, "fg_color", where), where), tag)


def _check(block: Block, where: str) -> None:
    """A Block built by hand can hold anything: the same rules as for a dict."""
    if not isinstance(block.text, str):
        raise BlockError(f"{where}.text: a string is needed, not {_kind(block.text)}.")
    if not isinstance(block.bbox, Box):
        raise BlockError(f"{where}.bbox: a Box is needed, not {_kind(block.bbox)}.")
    _box({side: getattr(block.bbox, side) for side in _SIDES}, where)
    _color(block.fg_color, where)


def _box(value: object, where: str) -> Box:
    if isinstance(value, Box):
        value = {side: getattr(value, side) for side in _SIDES}
    if not isinstance(value, Mapping):
        raise BlockError(f"{where}.bbox: a dict with {', '.join(_SIDES)} is needed, not {_kind(value)}.")
    x, y, w, h = (_number(_get(value, side, f"{where}.bbox"), f"{where}.bbox.{side}") for side in _SIDES)
    for side, size in (("w", w), ("h", h)):
        if size < 0:
            raise BlockError(f"{where}.bbox.{side}: {size} is negative; a width or height is 0 or more.")
    return Box(x, y, w, h)


def _color(value: object, where: str) -> tuple[int, int, int]:
    allowed = f"three whole numbers from 0 to {_CHANNEL_MAX} (8-bit sRGB)"
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise BlockError(f"{where}.fg_color: {allowed} are needed, not {_kind(value)}.")
    channels = [_number(channel, f"{where}.fg_color[{index}]") for index, channel in enumerate(value)]
    if len(channels) != _CHANNELS or any(c != int(c) or not 0 <= c <= _CHANNEL_MAX for c in channels):
        raise BlockError(f"{where}.fg_color: {allowed} are needed, not {channels}.")
    red, green, blue = (int(channel) for channel in channels)
    return red, green, blue


def _number(value: object, where: str) -> float:
    """A finite number of any numeric type (also numpy's); booleans are none."""
    if isinstance(value, (str, bytes, bool)) or value is None or not hasattr(value, "__float__"):
        raise BlockError(f"{where}: a number is needed, not {_kind(value)}.")
    number = float(value)
    if not math.isfinite(number):
        raise BlockError(f"{where}: {number} is not a finite number.")
    return number


def _get(value: Mapping[str, Any], key: str, where: str) -> Any:
    if key in value:
        return value[key]
    found = sorted(str(name) for name in value)
    near = difflib.get_close_matches(key, found, n=1)
    hint = f' Did you mean "{near[0]}" to be "{key}"?' if near else ""
    raise BlockError(f'{where}: "{key}" is missing; found {", ".join(found) or "nothing"}.{hint}')


def _kind(value: object) -> str:
    shown = repr(value)
    return f"{type(value).__name__} {shown if len(shown) <= 40 else shown[:37] + '...'}"
