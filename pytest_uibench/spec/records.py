"""Shapes of mappings: a dataclass whose fields carry their shapes is read, and described as JSON Schema, by itself.

``field(metadata=key(shape, "what it means"))`` declares one key of the mapping; whether it is required follows from the
field's default, its name in YAML is the field's own unless ``name`` says otherwise. ``RULES`` of the class tell which
keys go together, ``problems()`` what only a look at the values shows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from .rules import Rule
from .shapes import BAD, Book, Lazy, Reader, Schema, Shape
from .words import described, listed, nearest
from .yaml import QUOTE_HINT, Node, Place

_META = "uibench"


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A part of a spec that remembers where it stands."""

    RULES: ClassVar[tuple[Rule, ...]] = ()
    place: Place = field(compare=False, repr=False)

    def problems(self) -> Iterator[str]:
        """What is wrong with the values, one line each; the place is added."""
        return iter(())


def key(shape: Shape, about: str, *, name: str | None = None, null: bool = False) -> Mapping[str, Any]:
    """Metadata of a dataclass field that stands for a key of the YAML mapping.

    Args:
        shape: what the value looks like.
        about: one sentence for people: documentation of the field and description in the JSON Schema.
        name: the key, where it is not the field's name (``from``, ``is`` …).
        null: an empty value means that the key is not there.
    """
    return {_META: (shape, about, name, null)}


class Slot(NamedTuple):
    """One key of a mapping."""

    attribute: str
    key: str
    shape: Shape
    about: str
    required: bool
    null: bool


class Record:
    """A mapping that becomes a dataclass.

    Args:
        made: the dataclass; its docstring is the description in the JSON Schema.
        title: how error texts call it (``a screen``).
        name: definition in the JSON Schema.
        short: field that a value which is no mapping stands for.
        example: what to write, for a value that is no mapping.
        finish: changes the made value once it is known to be sound.
    """

    def __init__(
        self,
        made: type[Any],
        title: str,
        name: str,
        *,
        short: str | None = None,
        example: str = "",
        finish: Callable[[Any], Any] | None = None,
    ) -> None:
        self.made = made
        self.title = title
        self.name = name
        self.short = short
        self.example = example
        self.finish = finish

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Keys of the mapping, in the order of the fields."""
        found = []
        for entry in dataclasses.fields(self.made):
            if _META in entry.metadata:
                shape, about, name, null = entry.metadata[_META]
                required = entry.default is MISSING and entry.default_factory is MISSING
                found.append(Slot(entry.name, name or entry.name, shape, about, required, null))
        return tuple(found)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Names of the keys."""
        return tuple(slot.key for slot in self.slots)

    @cached_property
    def _by_key(self) -> Mapping[str, Slot]:
        return {slot.key: slot for slot in self.slots}

    @cached_property
    def _required(self) -> tuple[Slot, ...]:
        return tuple(slot for slot in self.slots if slot.required)

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if not isinstance(value, Node):
            if self.short is None:
                expected = f"such as {self.example}" if self.example else f"with {listed(self.keys)}"
                return reader.fault(at, f"{key}: expects a mapping {expected}, got {described(value)}")
            got = self._short_slot.shape.read(value, at, reader, key)
            return BAD if got is BAD else self._finish({self.short: got}, at, reader)
        sound = self._check_keys(value, reader)
        given: dict[str, Any] = {}
        present: dict[str, Any] = {}
        for name, raw in value.items():
            slot = self._by_key.get(name)
            if slot is None or (raw is None and slot.null):
                continue
            present[name] = raw
            given[slot.attribute] = slot.shape.read(raw, value.values_at[name], reader, name)
        for slot in self._required:
            if slot.key not in present:
                reader.fault(value.place, f"{self.title} needs {slot.key!r}: {slot.about}")
                sound = False
        for message in filter(None, (rule.check(present) for rule in self.made.RULES)):
            reader.fault(value.place, f"{self.title} {message}")
            sound = False
        return self._finish(given, value.place, reader) if sound and BAD not in given.values() else BAD

    def _check_keys(self, node: Node, reader: Reader) -> bool:
        unknown = [name for name in node if name not in self._by_key]
        for name in unknown:
            hint = self._belongs(name) or nearest(name, self.keys) or unquoted(name, node)
            told = f"unknown key {name!r} in {self.title}.{hint} Allowed: {listed(self.keys)}"
            reader.fault(node.keys_at[name], told)
        return not unknown

    def _belongs(self, name: str) -> str:
        """Where a key of a part stands in place of the part: ``fill: {label: …}``."""
        for slot in self._required:
            shape = slot.shape.shape() if isinstance(slot.shape, Lazy) else slot.shape
            if isinstance(shape, Record) and name in shape._by_key:
                return f" It belongs into {slot.key}: {{{name}: …}}."
        return ""

    def _finish(self, given: Mapping[str, Any], place: Place, reader: Reader) -> Any:
        made = vetted(self.made(**given, place=place), place, reader)
        return self.finish(made) if self.finish and made is not BAD else made

    @property
    def _short_slot(self) -> Slot:
        return next(slot for slot in self.slots if slot.attribute == self.short)

    def schema(self, book: Book) -> Schema:
        if self.short is None:
            return book.define(self.name, lambda: self.body(book))
        short = self._short_slot.shape
        return book.define(self.name, lambda: {"anyOf": [short.schema(book), self.body(book)]})

    def body(self, book: Book) -> Schema:
        """The mapping itself, without its short form."""
        made: Schema = {
            "type": "object",
            "description": " ".join((self.made.__doc__ or "").partition("\n\n")[0].split()),
            "additionalProperties": False,
            "properties": {slot.key: described_schema(slot, book) for slot in self.slots},
        }
        required = [slot.key for slot in self.slots if slot.required]
        rules: list[Schema] = [rule.schema() for rule in self.made.RULES]
        return made | ({"required": required} if required else {}) | ({"allOf": rules} if rules else {})


def vetted(made: Any, place: Place, reader: Reader) -> Any:
    """The made value, or :data:`BAD` when it sees problems in itself (noted in ``reader``)."""
    problems = list(made.problems())
    for problem in problems:
        reader.fault(place, problem)
    return BAD if problems else made


def unquoted(name: str, node: Node) -> str:
    """A hint where an unknown key is the rest of an unquoted text, else an empty string."""
    # `{text: Hello, world}` is a mapping with the key "world" and no value.
    lost = node[name] is None and len(node) > 1
    return f" Part of a text? {QUOTE_HINT[0].upper()}{QUOTE_HINT[1:]}." if lost else ""


def described_schema(slot: Slot, book: Book) -> Schema:
    """Schema of a key with its meaning; draft-07 ignores what stands beside ``$ref``."""
    made = slot.shape.schema(book)
    if slot.null:
        made = {"anyOf": [made, {"type": "null"}]}
    if "$ref" in made:
        made = {"allOf": [made]}
    return {"description": slot.about} | made
