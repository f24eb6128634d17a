"""The shape of a stored value, and what the types of a project say of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.subject.routes import syntax

if TYPE_CHECKING:
    from tree_sitter import Node

    from .flow import Flow

TYPE_DECLARATION = rb"\b(?:interface|type)\s+%s\b"


@dataclass(slots=True, eq=False)
class Shape:
    """What is known of one value."""

    fields: dict[str, Shape] = field(default_factory=dict)
    uses: set[str] = field(default_factory=set)
    """``list``, ``length``, ``text``, ``number``, ``date``, ``moment``, ``seconds``, ``jwt``, ``true``, ``false``,
    ``nothing``, ``object``."""
    literals: list[str] = field(default_factory=list)
    """Texts it is compared with or set to, the first first."""

    def at(self, name: str) -> Shape:
        """The shape of a field, a new one when it was not seen before."""
        if name not in self.fields and len(self.fields) >= constants.GATE_SHAPE_FIELDS:
            return Shape()
        return self.fields.setdefault(name, Shape())


class Declared:
    """Interfaces and types of a project by their names."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._bodies: dict[str, Node | None] = {}
        self._left = constants.GATE_SHAPE_TOTAL

    def describe(self, shape: Shape, name: str, depth: int) -> None:
        """Fields of an interface or type of the project, found by its name."""
        if name not in self._bodies:
            self._bodies[name] = self._body(name)
        body = self._bodies[name]
        if body is not None:
            self._fields(shape, body, depth)

    def _body(self, name: str) -> Node | None:
        needle = re.compile(TYPE_DECLARATION % re.escape(name).encode())
        for module in self.flow.modules.values():
            match = needle.search(module.data)
            node = module.root.named_descendant_for_byte_range(match.start(), match.end()) if match else None
            if node is not None and node.type in ("interface_declaration", "type_alias_declaration"):
                return node.child_by_field_name("body") or node.child_by_field_name("value")
        return None

    def _fields(self, shape: Shape, body: Node, depth: int) -> None:
        for member in body.named_children:
            self._left -= 1
            if self._left < 0:
                return
            label, kind = member.child_by_field_name("name"), member.child_by_field_name("type")
            if member.type != "property_signature" or label is None or kind is None:
                continue
            self._member(shape.at(syntax.text(label)), kind, depth)
        shape.uses.add("object")

    def narrow(self, shape: Shape, name: str) -> None:
        """The same for the fields alone that ``shape`` has already."""
        if name not in self._bodies:
            self._bodies[name] = self._body(name)
        body = self._bodies[name]
        for member in body.named_children if body is not None else ():
            label, kind = member.child_by_field_name("name"), member.child_by_field_name("type")
            if label is not None and kind is not None and syntax.text(label) in shape.fields:
                self._member(shape.fields[syntax.text(label)], kind, 0)

    def _member(self, shape: Shape, kind: Node, depth: int) -> None:
        inner = syntax.first(kind)
        parts = [] if inner is None else [inner, *inner.named_children] if inner.type == "union_type" else [inner]
        written = next((part for part in parts if part.type == "object_type"), None)
        if written is not None and depth < constants.GATE_SHAPE_DEPTH:
            self._fields(shape, written, depth + 1)
        else:
            self._typed(shape, syntax.text(kind).lstrip(": "), depth)

    def _typed(self, shape: Shape, kind: str, depth: int) -> None:
        if "=>" in kind:
            return
        shape.literals += re.findall(r"['\"]([^'\"]+)['\"]", kind)
        if kind.endswith("[]") or kind.startswith("Array<"):
            shape.uses.add("list")
        elif kind.startswith("boolean"):
            # What the app itself sets to false stays so: a loading flag.
            shape.uses.update(() if "false" in shape.uses else ("true",))
        elif kind.startswith("number"):
            shape.uses.add("number")
        elif kind.startswith(("Record<", "Map<")):
            shape.uses.add("object")
        elif depth < constants.GATE_SHAPE_DEPTH and (found := re.match(r"[A-Z]\w*", kind)):
            self.describe(shape, found[0], depth + 1)
