"""Shapes of steps and expectations: a mapping with one verb, whose argument becomes a dataclass."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from .records import unquoted, vetted
from .shapes import BAD, Bad, Book, Reader, Schema, Shape
from .words import described, listed, nearest, shown
from .yaml import Node, Place


class Variant:
    """A mapping with exactly one verb, and perhaps modifiers beside it: a step, an expectation.

    Args:
        title: ``a step``.
        name: definition in the JSON Schema.
        verbs: verb to the shape of its argument; the shape gives a dataclass with the modifiers as fields.
        modifiers: keys beside the verb, to their shape and meaning.
        hint: what to write for a value that is no mapping.
    """

    def __init__(
        self,
        title: str,
        name: str,
        verbs: Mapping[str, Shape],
        modifiers: Mapping[str, tuple[Shape, str]],
        hint: str,
    ) -> None:
        self.title = title
        self.name = name
        self.verbs = verbs
        self.modifiers = modifiers
        self.hint = hint

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if not isinstance(value, Node):
            near = nearest(value, self.verbs) if isinstance(value, str) else ""
            return reader.fault(
                at, f"{key}: {self.title} is a mapping such as {self.hint}, got {described(value)}.{near}"
            )
        unknown = [name for name in value if name not in self.verbs and name not in self.modifiers]
        given = [name for name in value if name in self.verbs]
        for name in unknown:
            reader.fault(value.keys_at[name], self._unknown(name, value))
        if len(given) != 1:
            return self._wrong_number(value, given, unknown, reader)
        extra = {
            name: shape.read(value[name], value.values_at[name], reader, name)
            for name, (shape, _) in self.modifiers.items()
            if name in value
        }
        argument = value[given[0]]
        for name in self.modifiers if isinstance(argument, Node) else ():
            if name in argument:
                text = f"{name}: stands beside the verb, not in it: {{{given[0]}: …, {name}: {shown(argument[name])}}}"
                return reader.fault(argument.keys_at[name], text)
        made = self.verbs[given[0]].read(argument, value.values_at[given[0]], reader, given[0])
        if made is BAD or unknown or BAD in extra.values():
            return BAD
        return dataclasses.replace(made, place=value.place, **extra)

    def _unknown(self, name: str, value: Node) -> str:
        allowed = [*self.verbs, *self.modifiers]
        hint = nearest(name, allowed) or unquoted(name, value)
        return f"unknown key {name!r} in {self.title}.{hint} Allowed: {listed(allowed)}"

    def _wrong_number(self, value: Node, given: Sequence[str], unknown: Sequence[str], reader: Reader) -> Bad:
        if given:
            verbs = " and ".join(map(repr, given))
            return reader.fault(value.place, f"{self.title} has one verb, got {verbs}: write each as its own entry")
        if not unknown:
            reader.fault(value.place, f"{self.title} needs a verb. Allowed: {listed(self.verbs)}")
        return BAD

    def schema(self, book: Book) -> Schema:
        return book.define(self.name, lambda: self._body(book))

    def _body(self, book: Book) -> Schema:
        beside = {
            name: {"description": about, "allOf": [shape.schema(book)]}
            for name, (shape, about) in self.modifiers.items()
        }
        return {
            "type": "object",
            "description": f"{self.title.capitalize()}: one verb, and perhaps {listed(self.modifiers)} beside it.",
            "additionalProperties": False,
            "properties": {verb: _verb_schema(shape, book) for verb, shape in self.verbs.items()} | beside,
            "oneOf": [{"required": [verb]} for verb in self.verbs],
        }


class Wrapped:
    """The argument of a verb that is one value: becomes a dataclass with that value as its one field."""

    def __init__(self, made: type[Any], attribute: str, shape: Shape) -> None:
        self.made = made
        self.attribute = attribute
        self.shape = shape

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        got = self.shape.read(value, at, reader, key)
        if got is BAD:
            return BAD
        return vetted(self.made(**{self.attribute: got}, place=at), at, reader)

    def schema(self, book: Book) -> Schema:
        return self.shape.schema(book)


def _verb_schema(shape: Shape, book: Book) -> Schema:
    about = getattr(getattr(shape, "made", None), "__doc__", None) or ""
    made = shape.schema(book)
    if "$ref" in made:
        made = {"allOf": [made]}
    return {"description": " ".join(about.partition("\n\n")[0].split())} | made
