"""What navigation entries and interaction features share: each is one pytest item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .expectations import EXPECTATION, Expectation
from .parametrize import expanded
from .records import Placed, Record, key
from .scalars import Scalar, Text
from .screens import ID
from .shapes import BAD, Book, ListOf, MapOf, Reader, Schema
from .steps import STEPS, Step
from .words import described
from .yaml import Items, Node, Place

_TAKEN: Final = {
    "skip": "write skip: reason",
    "skipif": "write only_if:",
    "xfail": "write xfail: reason",
    "parametrize": "write parametrize:",
    "usefixtures": "entries take no fixtures",
    "filterwarnings": "entries raise no warnings",
    "tryfirst": "it orders hooks",
    "trylast": "it orders hooks",
}
_MARK: Final = Text("the name of a pytest mark", r"[A-Za-z_][A-Za-z0-9_]*")
Parameter = str | int | float | bool


@dataclass(frozen=True)
class _Parameters:
    """Values of one combination when read (:mod:`.parametrize` has expanded the entry), lists of them in the file."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        return MapOf(Scalar()).read(value, at, reader, key)

    def schema(self, book: Book) -> Schema:
        return MapOf(ListOf(Scalar(), least=1), name="[A-Za-z_][A-Za-z0-9_]*", least=1).schema(book)


@dataclass(frozen=True, kw_only=True)
class Entry(Placed):
    """One thing to be tried, in a fresh context of its own."""

    id: str = field(metadata=key(ID, "Unique name; part of the item's id."))
    title: str | None = field(default=None, metadata=key(Text(), "One line for people."))
    before: tuple[Step, ...] | None = field(
        default=None, metadata=key(STEPS, "Replaces the spec's own before: steps for this entry; [] runs without them.")
    )
    marks: tuple[str, ...] = field(default=(), metadata=key(ListOf(_MARK, single=True), "pytest marks."))
    skip: str | None = field(default=None, metadata=key(Text("a reason"), "Do not run it, for this reason."))
    xfail: str | None = field(default=None, metadata=key(Text("a reason"), "Expected to fail, for this reason."))
    only_if: Expectation | None = field(
        default=None,
        metadata=key(EXPECTATION, "Run only where this holds on the settled start page; else it does not apply."),
    )
    parameters: Mapping[str, Parameter] = field(
        default_factory=dict,
        metadata=key(
            _Parameters(),
            "Names to lists of values: one entry for each combination, with ${name} replaced in every string.",
            name="parametrize",
        ),
    )

    def problems(self) -> Iterator[str]:
        for mark in self.marks:
            if mark in _TAKEN or mark.startswith("uibench"):
                yield f"marks: {mark!r} is pytest's or ours: {_TAKEN.get(mark, 'it is set by itself')}"


class Entries:
    """A list of entries, each combination of a ``parametrize`` one of its own."""

    def __init__(self, entry: Record, least: int = 0) -> None:
        self.entry = entry
        self.least = least

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if not isinstance(value, Items):
            return reader.fault(at, f"{key}: expects a list, got {described(value)}; start each entry with '- '")
        if len(value) < self.least:
            return reader.fault(at, f"{key}: expects at least {self.least}, got an empty list")
        made: list[Any] = []
        for raw, place in zip(value, value.at, strict=True):
            nodes = expanded(raw, self.entry.title, reader) if isinstance(raw, Node) else [raw]
            made += [self.entry.read(node, place, reader, key) for node in nodes] or [BAD]
        return BAD if BAD in made else tuple(made)

    def schema(self, book: Book) -> Schema:
        return ListOf(self.entry, self.least).schema(book)
