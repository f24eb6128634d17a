"""Shapes: each reads a YAML value strictly and describes itself as JSON Schema; here what all share, and composed ones.

A shape is the one description of a value: :meth:`Shape.read` loads it, :meth:`Shape.schema` tells editors about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from pytest_uibench.constants import SPEC_FAULTS_LIMIT

from .words import described
from .yaml import Items, Node, Place

Schema = dict[str, Any]


class Bad:
    """Stands for a value that was refused; the reader holds the fault."""


BAD: Final = Bad()


class Enough(Exception):  # noqa: N818 - ends the reading; the faults are the error
    """So many faults that the rest of the file is not looked at."""


@dataclass(slots=True)
class Reader:
    """What the reading of one file knows and finds."""

    base: Path
    """Folder that paths are relative to."""
    trusted: bool = True
    check_files: bool = True
    """False: paths need not exist yet (a capture is about to be made)."""
    faults: dict[tuple[Place, str], None] = field(default_factory=dict)
    """What is wrong, each once (combinations of one entry say the same)."""
    expanded: int = 0
    """Values that ``parametrize`` has made so far."""
    references: list[tuple[Place, str, str, bool]] = field(default_factory=list)
    """Screens spoken of: place, key, id, and whether the screen is opened there (a start)."""

    def fault(self, at: Place, text: str) -> Bad:
        """Note a fault and give the value that stands for the refused one.

        Raises:
            Enough: there are so many that reading on is a waste of time.
        """
        self.faults[at, text] = None
        if len(self.faults) >= SPEC_FAULTS_LIMIT:
            raise Enough
        return BAD


class Shape(Protocol):
    """How one value of a spec looks."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        """The typed value, or :data:`BAD` with faults noted in ``reader``; ``key`` names the value in them."""

    def schema(self, book: Book) -> Schema:
        """JSON Schema (draft-07); shared parts go into ``book``."""


class Book:
    """Definitions of a JSON Schema while it is written."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def define(self, name: str, make: Callable[[], Schema]) -> Schema:
        """A reference to the definition ``name``, made on first use (definitions may refer to themselves)."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name].update(make())
        return {"$ref": f"#/definitions/{name}"}


@dataclass(frozen=True)
class ListOf:
    """A list of one shape; ``single``: one value stands for a list of it."""

    entry: Shape
    least: int = 0
    single: bool = False

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if self.single and not isinstance(value, Items):
            got = self.entry.read(value, at, reader, key)
            return BAD if got is BAD else (got,)
        if not isinstance(value, Items):
            return reader.fault(at, f"{key}: expects a list, got {described(value)}; start each entry with '- '")
        if len(value) < self.least:
            return reader.fault(at, f"{key}: expects at least {self.least}, got an empty list")
        made = [self.entry.read(entry, place, reader, key) for entry, place in zip(value, value.at, strict=True)]
        return BAD if BAD in made else tuple(made)

    def schema(self, book: Book) -> Schema:
        entry = self.entry.schema(book)
        made: Schema = {"type": "array", "items": entry} | ({"minItems": self.least} if self.least else {})
        return {"anyOf": [entry, made]} if self.single else made


@dataclass(frozen=True)
class MapOf:
    """A mapping of free names to one shape; ``name`` checks a name and gives the fault or None."""

    entry: Shape
    what: str = "a mapping of names to values"
    name: str | None = None
    least: int = 0

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if not isinstance(value, Node):
            return reader.fault(at, f"{key}: expects {self.what}, got {described(value)}")
        if len(value) < self.least:
            return reader.fault(at, f"{key}: expects {self.what}, got an empty one")
        made: dict[str, Any] = {}
        for name, entry in value.items():
            if self.name and not re.fullmatch(self.name, name):
                reader.fault(value.keys_at[name], f"{key}: {name!r} is not a name: letters, digits and _")
            made[name] = self.entry.read(entry, value.values_at[name], reader, f"{key}: {name}")
        return BAD if BAD in made.values() else made

    def schema(self, book: Book) -> Schema:
        made: Schema = {"type": "object", "additionalProperties": self.entry.schema(book)}
        made |= {"propertyNames": {"pattern": f"^(?:{self.name})$"}} if self.name else {}
        return made | ({"minProperties": self.least} if self.least else {})


@dataclass(frozen=True)
class Either:
    """A plain value of one shape, or a mapping of the other."""

    plain: Shape
    mapping: Shape

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        return (self.mapping if isinstance(value, Node) else self.plain).read(value, at, reader, key)

    def schema(self, book: Book) -> Schema:
        return {"anyOf": [self.plain.schema(book), self.mapping.schema(book)]}


@dataclass(frozen=True)
class NumberOrText:
    """A number of one shape, or text of another."""

    number: Shape
    text: Shape

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        return (self.text if isinstance(value, str) else self.number).read(value, at, reader, key)

    def schema(self, book: Book) -> Schema:
        return {"anyOf": [self.number.schema(book), self.text.schema(book)]}


@dataclass(frozen=True)
class Lazy:
    """A shape that is defined further on (targets hold targets)."""

    shape: Callable[[], Shape]

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        return self.shape().read(value, at, reader, key)

    def schema(self, book: Book) -> Schema:
        return self.shape().schema(book)
