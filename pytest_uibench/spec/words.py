"""Words of error texts: what a value is, and the nearest allowed one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from pytest_uibench.constants import SPEC_VALUE_SHOWN

from .yaml import Items, Node

_KINDS = {str: "text", bool: "a truth value", int: "a number", float: "a number", type(None): "nothing"}


def kind_of(value: Any) -> str:
    """``a mapping``, ``a list``, ``text`` …"""
    if isinstance(value, Node):
        return "a mapping"
    return "a list" if isinstance(value, Items) else _KINDS.get(type(value), type(value).__name__)


def described(value: Any) -> str:
    """What a value is, with the value where it is a plain one: ``a number 3``."""
    if value is None or isinstance(value, (Node, Items)):
        return kind_of(value)
    return f"{kind_of(value)} {shown(value)}"


def shown(value: Any) -> str:
    """``repr`` of a plain value, cut; true and false as YAML writes them."""
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= SPEC_VALUE_SHOWN else f"{text[: SPEC_VALUE_SHOWN - 1]}…"


def nearest(word: str, allowed: Iterable[str]) -> str:
    """`` Did you mean 'x'?`` for the nearest of ``allowed``, or an empty string."""
    words = list(allowed)
    lower = {entry.lower(): entry for entry in reversed(words)}
    match = get_close_matches(word.lower(), lower, n=1)
    return f" Did you mean {lower[match[0]]!r}?" if match else ""


def listed(words: Iterable[str]) -> str:
    """``a, b, c``."""
    return ", ".join(words)
