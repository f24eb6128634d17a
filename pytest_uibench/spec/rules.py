"""Rules: which keys of a mapping go together, checked at load and written into the JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from .shapes import Schema
from .words import listed


class Rule(Protocol):
    """Which keys of a mapping go together."""

    def check(self, given: Mapping[str, Any]) -> str | None:
        """What is wrong with these keys (to their values as written), or None."""

    def schema(self) -> Schema:
        """The same as JSON Schema."""


class OneOf(NamedTuple):
    """Exactly one of the keys."""

    keys: tuple[str, ...]

    def check(self, given: Mapping[str, Any]) -> str | None:
        there = [key for key in self.keys if key in given]
        if len(there) == 1:
            return None
        return f"expects one of {listed(self.keys)}, got {listed(there) if there else 'none'}"

    def schema(self) -> Schema:
        return {"oneOf": [{"required": [key]} for key in self.keys]}


class SomeOf(NamedTuple):
    """At least one of the keys."""

    keys: tuple[str, ...]

    def check(self, given: Mapping[str, Any]) -> str | None:
        return None if any(key in given for key in self.keys) else f"needs at least one of {listed(self.keys)}"

    def schema(self) -> Schema:
        return {"anyOf": [{"required": [key]} for key in self.keys]}


class NotBoth(NamedTuple):
    """Not the two together."""

    first: str
    second: str

    def check(self, given: Mapping[str, Any]) -> str | None:
        both = self.first in given and self.second in given
        return f"takes {self.first} or {self.second}, not both" if both else None

    def schema(self) -> Schema:
        return {"not": {"required": [self.first, self.second]}}


class Needs(NamedTuple):
    """The first key only together with the second."""

    first: str
    second: str
    hint: str = ""
    """What to write instead."""

    def check(self, given: Mapping[str, Any]) -> str | None:
        lonely = self.first in given and self.second not in given
        return f"takes {self.first} only with {self.second}{self.hint}" if lonely else None

    def schema(self) -> Schema:
        return {"dependencies": {self.first: [self.second]}}


class When(NamedTuple):
    """Keys that go with one value of another key, and keys that do not."""

    key: str
    value: str
    needs: tuple[str, ...]
    refuses: tuple[str, ...] = ()

    def check(self, given: Mapping[str, Any]) -> str | None:
        if given.get(self.key) != self.value:
            return None
        faults = [f"needs {name!r}" for name in self.needs if name not in given]
        faults += [f"takes no {name!r}" for name in self.refuses if name in given]
        return f"of {self.key} {self.value} {' and '.join(faults)}" if faults else None

    def schema(self) -> Schema:
        then: Schema = {"required": list(self.needs)}
        if self.refuses:
            then["not"] = {"anyOf": [{"required": [name]} for name in self.refuses]}
        return {"if": {"properties": {self.key: {"const": self.value}}, "required": [self.key]}, "then": then}
