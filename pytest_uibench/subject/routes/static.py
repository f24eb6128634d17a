"""What an expression is worth when nothing runs: the values of static evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from pytest_uibench import constants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from .modules import Module


class Undefined:
    """``undefined`` or ``null``."""


UNDEFINED = Undefined()


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """Source that is not a plain value: an element, a function, a class, a call of a library."""

    module: Module
    node: Node
    env: Mapping[str, Value] = field(default_factory=dict)
    """Parameters bound by calls that were followed into their function."""

    @property
    def place(self) -> str:
        """``file:line``."""
        return self.module.place(self.node)


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """Something that only running the app would tell."""

    code: Code | None = None


@dataclass(frozen=True, slots=True, eq=False)
class External:
    """An export of a package."""

    package: str
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Namespace:
    """All exports of an own module (``import * as x``)."""

    module: Module


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """A list; ``open`` when a part of it is unknown."""

    items: tuple[Value, ...]
    open: Code | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Obj:
    """An object literal whose fields are evaluated when asked for."""

    fields: Mapping[str, Value]
    code: Code | None = None
    open: bool = False
    """True when a spread could not be resolved."""


@dataclass(frozen=True, slots=True, eq=False)
class Lazy:
    """A field that was not evaluated yet."""

    code: Code


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of several, decided at run time."""

    items: tuple[Value, ...]


Value: TypeAlias = str | bool | float | Undefined | Code | Unknown | External | Namespace | Array | Obj | Lazy | Choice


def alternatives(value: Value) -> Iterator[Value]:
    """The value, or each of its alternatives."""
    if isinstance(value, Choice):
        yield from value.items
    else:
        yield value


def choice(items: list[Value]) -> Value:
    """One value of several; nested choices flattened, alternatives bounded."""
    flat = [part for item in items for part in alternatives(item)][: constants.ROUTE_CHOICES]
    if not flat:
        return UNDEFINED
    return flat[0] if len(flat) == 1 else Choice(tuple(flat))


def truth(value: Value) -> bool | None:
    """Truthiness, or None when unknown."""
    if isinstance(value, Undefined):
        return False
    if isinstance(value, (str, bool, int, float)):
        return bool(value)
    if isinstance(value, (Array, Obj, Namespace)):
        return True
    if isinstance(value, Choice):
        seen = {truth(item) for item in value.items}
        return seen.pop() if len(seen) == 1 else None
    if isinstance(value, Code):
        return True if value.node.type not in ("call_expression", "member_expression") else None
    return None
