"""Names of one module in source order, and how a value passes from one expression to the next."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pytest_uibench.subject.routes import syntax
from pytest_uibench.subject.routes.modules import bound_names

if TYPE_CHECKING:
    from tree_sitter import Node

    from pytest_uibench.subject.routes.modules import Module

    from .reads import Key

Carried = dict["Key", bool]
"""Key to whether it is carried as it is; False for what is only derived from it (``!!user``, ``user.role``)."""

TOKENS = frozenset(
    ("identifier", "property_identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern")
)
BOXES = frozenset(("value", "current"))
"""Where refs keep their value (Vue, React)."""
PASSING = re.compile(
    r"^(?:JSON\.parse|(?:React\.)?use(?:State|Memo|Callback|Ref|Signal|Context|Store\w*)|ref|shallowRef|reactive|computed|"
    r"writable|readable|derived|signal|createSignal|\$state|\$derived|atom|atomWithStorage|toRef\w*|create|persist|"
    r"defineStore|Object\.freeze|String|get)$"
)
"""Calls that hand on what they are given."""
FALSY = frozenset(("null", "false", "undefined", "''", '""', "``", "0", "void 0"))
COMPARED = frozenset(("===", "!==", "==", "!=", "<", ">", "<=", ">=", "instanceof", "in", "+", "-", "*", "/"))
PUBLISHING = re.compile(
    r"^(?:(?:React\.)?(?:useMemo|createContext|useReducer|useState)|set|update|reactive|readonly|ref|writable|"
    r"\$state|defineStore|create|createStore|persist|devtools|immer|provide|setContext|Object\.freeze|\w*Provider)$"
)
"""Calls through which an object's fields reach other modules; the body of a request is none."""


LEAVING = frozenset(
    (
        "return_statement", "variable_declarator", "assignment_expression", "class_body", "export_statement",
        "arrow_function",
    )
)  # fmt: skip


class Tokens:
    """Names of one module in source order, so that what an expression mentions is a slice."""

    def __init__(self, module: Module) -> None:
        self.nodes: list[Node] = []
        self.calls: list[Node] = []
        self.bindings: list[Node] = []
        self.functions: list[Node] = []
        self.fields: list[Node] = []
        self.assigned: list[Node] = []
        self.conditions: list[Node] = []
        self._read(module.root)
        self.nodes.sort(key=lambda node: node.start_byte)
        self._starts = [node.start_byte for node in self.nodes]
        self.states = dict(self._pairs())
        """Setters to the state that they set: ``setUser`` to ``user``."""

    def _read(self, root: Node) -> None:
        kinds: Mapping[str, list[Node]] = {
            "call_expression": self.calls,
            "variable_declarator": self.bindings,
            "assignment_expression": self.assigned,
            "pair": self.fields,
            "spread_element": self.fields,
            "public_field_definition": self.fields,
            "field_definition": self.fields,
            "if_statement": self.conditions,
            "ternary_expression": self.conditions,
            "binary_expression": self.conditions,
        }
        pending = [root]
        while pending:
            node = pending.pop()
            if node.type in TOKENS:
                self.nodes.append(node)
            if node.type in kinds:
                kinds[node.type].append(node)
            elif node.type in syntax.FUNCTIONS:
                self.functions.append(node)
            if node.type == "shorthand_property_identifier":
                self.fields.append(node)
            pending.extend(node.named_children)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for binding in self.bindings:
            pattern = binding.child_by_field_name("name")
            if pattern is not None and pattern.type == "array_pattern" and pattern.named_child_count == 2:
                state, setter = pattern.named_children
                if state.type == "identifier":
                    yield syntax.text(setter), syntax.text(state)

    def within(self, node: Node) -> Iterator[Node]:
        """Names inside of a node."""
        at = bisect_left(self._starts, node.start_byte)
        while at < len(self.nodes) and self.nodes[at].start_byte < node.end_byte:
            yield self.nodes[at]
            at += 1


def join(into: Carried, more: Carried) -> bool:
    changed = False
    for key, plain in more.items():
        if key not in into or (plain and not into[key]):
            into[key] = plain or into.get(key, False)
            changed = True
    return changed


def returns(body: Node) -> Iterator[Node]:
    """Expressions that a function returns, its inner functions left out."""
    pending = list(body.named_children)
    while pending:
        node = pending.pop()
        if node.type == "return_statement":
            inner = syntax.first(node)
            if inner is not None:
                yield inner
        elif node.type not in syntax.FUNCTIONS:
            pending.extend(node.named_children)


def local_names(part: Node) -> Iterator[str]:
    if part.type == "shorthand_property_identifier_pattern":
        yield syntax.text(part)
    elif part.type == "object_assignment_pattern":
        left = part.child_by_field_name("left")
        if left is not None:
            yield syntax.text(left)
    elif part.type == "pair_pattern":
        value = part.child_by_field_name("value")
        if value is not None and value.type == "identifier":
            yield syntax.text(value)
        elif value is not None:
            yield from bound_names(value)


def published(field: Node) -> bool:
    """Whether the object around a field leaves its place: returned, exported, kept in state or in a context."""
    for outer in syntax.ancestors(field.parent):
        if outer.type == "call_expression":
            function = outer.child_by_field_name("function")
            if function is None or not PUBLISHING.match(syntax.text(function)):
                return False
        elif outer.type == "jsx_attribute":
            return syntax.text(outer).startswith("value")
        elif outer.type in LEAVING:
            return True
        elif outer.type.endswith("statement"):
            return False
    return False


def as_it_is(node: Node, top: Node) -> bool:
    """Whether ``top`` is the value of ``node`` and not something made of it."""
    inner = node
    for outer in syntax.ancestors(node.parent):
        if inner.start_byte <= top.start_byte and inner.end_byte >= top.end_byte:
            return True
        if not _hands_on(inner, outer):
            return False
        inner = outer
    return False


def _hands_on(inner: Node, outer: Node) -> bool:
    kind = outer.type
    if kind in ("unary_expression", "template_string", "template_substitution", "spread_element"):
        return False
    if kind == "binary_expression":
        operator = outer.child_by_field_name("operator")
        if operator is None or operator.type in COMPARED:
            return False
        return operator.type != "&&" or outer.child_by_field_name("right") == inner
    if kind in ("ternary_expression", "if_statement"):
        return outer.child_by_field_name("condition") != inner
    if kind in ("member_expression", "subscript_expression"):
        name = outer.child_by_field_name("property")
        return outer.child_by_field_name("object") != inner or (name is not None and syntax.text(name) in BOXES)
    if kind == "call_expression":
        function = outer.child_by_field_name("function")
        names = (syntax.text(function), syntax.callee(outer)) if function is not None else ()
        return function == inner or any(PASSING.match(name) for name in names)
    return kind != "variable_declarator"
