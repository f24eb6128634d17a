"""Static evaluation of JavaScript expressions across modules.

Only what route declarations need: constants, members, templates, arrays and objects with spreads, enums,
conditions (both branches), ``map`` and friends over known lists, calls of own functions.
Everything else is ``Unknown`` or stays ``Code``. Steps and depth are bounded (constants).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import binding, calls, growing, literals, operators, syntax
from .modules import Imported, declarations
from .static import (
    UNDEFINED,
    Array,
    Choice,
    Code,
    External,
    Lazy,
    Namespace,
    Obj,
    Undefined,
    Unknown,
    Value,
    alternatives,
    choice,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from .modules import Module, Workspace

SCOPES = frozenset(("statement_block", "program", "switch_case", "switch_default"))
BASE_VARIABLES = ("import.meta.env.BASE_URL", "process.env.PUBLIC_URL", "process.env.BASE_URL")
PRODUCTION: Mapping[str, Value] = {
    "import.meta.env.PROD": True,
    "import.meta.env.DEV": False,
    "import.meta.env.SSR": False,
    "import.meta.env.MODE": "production",
    "process.env.NODE_ENV": "production",
}
"""What a production build puts in: that is what gets served."""


class Evaluator:
    """Evaluates expressions of one workspace."""

    def __init__(self, workspace: Workspace, base: str = "/") -> None:
        self.workspace = workspace
        self.base = base
        self.steps = 0
        self.depth = 0
        self._cache: dict[tuple[str, int, int], Value] = {}
        self._table: dict[str, Callable[[Code], Value]] = {
            "string": lambda code: syntax.string(code.node),
            "template_string": lambda code: operators.template(self, code),
            "number": operators.number,
            "true": lambda _: True,
            "false": lambda _: False,
            "null": lambda _: UNDEFINED,
            "undefined": lambda _: UNDEFINED,
            "identifier": lambda code: self.name(code, syntax.text(code.node)),
            "shorthand_property_identifier": lambda code: self.name(code, syntax.text(code.node)),
            "member_expression": self._member,
            "subscript_expression": self._subscript,
            "array": lambda code: literals.array_literal(self, code),
            "object": lambda code: literals.object_literal(self, code),
            "binary_expression": lambda code: operators.binary(self, code),
            "unary_expression": lambda code: operators.unary(self, code),
            "ternary_expression": lambda code: operators.ternary(self, code),
            "call_expression": lambda code: calls.call(self, code),
            "enum_declaration": literals.enum_members,
            "sequence_expression": lambda code: self.evaluate(
                Code(code.module, code.node.named_children[-1], code.env)
            ),
            "jsx_expression": self._container,
        }

    def evaluate(self, code: Code) -> Value:
        """Value of an expression; never raises, cyclic definitions end as Unknown."""
        self.steps += 1
        if self.steps > constants.ROUTE_STEPS or self.depth > constants.ROUTE_NESTING:
            return Unknown(code)
        node = syntax.unwrap(code.node)
        handler = self._table.get(node.type)
        code = Code(code.module, node, code.env)
        if handler is None:
            return code
        key = (code.module.rel, node.start_byte, node.end_byte)
        if not code.env and key in self._cache:
            return self._cache[key]
        self.depth += 1
        try:
            value = handler(code)
        finally:
            self.depth -= 1
        if not code.env:
            self._cache[key] = value
        return value

    def force(self, value: Value) -> Value:
        """The value of a field that may not have been evaluated yet."""
        while isinstance(value, Lazy):
            value = self.evaluate(value.code)
        return value

    def at(self, code: Code, node: Node | None) -> Value:
        """Value of another node in the same module and bindings."""
        return UNDEFINED if node is None else self.evaluate(Code(code.module, node, code.env))

    def field(self, value: Value, name: str) -> Value:
        """``value.name``."""
        value = self.force(value)
        if isinstance(value, Obj):
            if name in value.fields:
                return self.force(value.fields[name])
            return Unknown(value.code) if value.open else UNDEFINED
        if isinstance(value, Namespace):
            return self.export(value.module, name)
        if isinstance(value, Array):
            return self._element(value, name)
        if isinstance(value, External):
            return External(value.package, name)
        if isinstance(value, Code) and value.node.type in ("class_declaration", "class"):
            return self._static_field(value, name)
        if isinstance(value, Code) and value.node.type in syntax.FUNCTIONS:
            return self._assigned(value, name)
        if isinstance(value, Choice):
            found = [self.field(item, name) for item in value.items]
            return choice([item for item in found if not isinstance(item, (Unknown, Undefined))] or found[:1])
        return UNDEFINED if isinstance(value, Undefined) else Unknown()

    def raw_field(self, value: Value, name: str) -> Value:
        """Like ``field``, but a field of a known object stays as written."""
        value = self.force(value)
        return value.fields[name] if isinstance(value, Obj) and name in value.fields else self.field(value, name)

    def _element(self, value: Array, name: str) -> Value:
        if name == "length":
            return Unknown() if value.open else float(len(value.items))
        return self.force(value.items[int(name)]) if name.isdigit() and int(name) < len(value.items) else Unknown()

    def _assigned(self, code: Code, name: str) -> Value:
        """``Page.path = "/x"`` beside a component."""
        for statement in code.module.root.named_children if f".{name}".encode() in code.module.data else ():
            inner = syntax.first(statement) if statement.type == "expression_statement" else None
            if inner is None or inner.type != "assignment_expression":
                continue
            left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
            owner, _, last = syntax.text(left).rpartition(".") if left is not None else ("", "", "")
            if last == name and code.module.declared.get(owner) == code.node:
                return self.at(code, right)
        return Unknown(code)

    def _static_field(self, code: Code, name: str) -> Value:
        body = code.node.child_by_field_name("body")
        for member in body.named_children if body else ():
            found = member.child_by_field_name("name") or member.child_by_field_name("property")
            if found is not None and syntax.text(found) == name:
                return self.at(code, member.child_by_field_name("value"))
        return Unknown(code)

    def export(self, module: Module, name: str) -> Value:
        """Value of an exported name, through re-exports."""
        target = module.exports.get(name)
        if isinstance(target, str):
            return self.top(module, target)
        if isinstance(target, Imported):
            return self.imported(module, target)
        if target is not None:
            return self.evaluate(Code(module, target))
        for specifier in module.stars if name != "default" else ():
            value = self.imported(module, Imported(specifier, name))
            if not isinstance(value, (Unknown, External)):
                return value
        return Unknown()

    def imported(self, module: Module, what: Imported) -> Value:
        """Value of an import; ``External`` for packages."""
        self.steps += 1
        if self.depth > constants.ROUTE_NESTING or self.steps > constants.ROUTE_STEPS:
            return Unknown()
        rel = self.workspace.resolve(module.rel, what.specifier)
        if rel is None:
            return External(what.specifier, what.name)
        target = self.workspace.module(rel)
        if target is None:
            return Unknown()
        if what.name == "*":
            return Namespace(target)
        self.depth += 1
        try:
            return self.export(target, what.name)
        finally:
            self.depth -= 1

    def top(self, module: Module, name: str) -> Value:
        """Value of a name at the top of a module."""
        if name in module.declared:
            return self._declared(Code(module, module.declared[name]), name)
        if name in module.imports:
            return self.imported(module, module.imports[name])
        return UNDEFINED if name == "undefined" else Unknown(Code(module, module.root))

    def name(self, code: Code, name: str) -> Value:
        """Value of a name where it is used: bound parameters, enclosing scopes, the module, imports."""
        if name in code.env:
            return self.force(code.env[name])
        for node in syntax.ancestors(code.node.parent):
            if node.type in SCOPES and node.parent is not None:
                for statement in node.named_children:
                    found = declarations(statement).get(name)
                    if found is not None:
                        return self._declared(Code(code.module, found, code.env), name)
            elif node.type in syntax.FUNCTIONS and name in binding.parameters(node):
                return Unknown(code)
        return self.top(code.module, name)

    def _declared(self, code: Code, name: str) -> Value:
        if code.node.type != "variable_declarator":
            return growing.grown(self, code, name, self.evaluate(code))
        pattern = code.node.child_by_field_name("name")
        value = self.at(code, code.node.child_by_field_name("value"))
        return (
            binding.bind(self, pattern, value, code).get(name, Unknown(code)) if pattern is not None else Unknown(code)
        )

    def _member(self, code: Code) -> Value:
        written = syntax.text(code.node).replace("?.", ".")
        if written in BASE_VARIABLES:
            return self.base
        if written in PRODUCTION:
            return PRODUCTION[written]
        name = code.node.child_by_field_name("property")
        return (
            Unknown(code)
            if name is None
            else self.field(self.at(code, code.node.child_by_field_name("object")), syntax.text(name))
        )

    def _subscript(self, code: Code) -> Value:
        owner = self.at(code, code.node.child_by_field_name("object"))
        index = self.at(code, code.node.child_by_field_name("index"))
        keys = [operators.as_text(item) for item in alternatives(index)]
        found = [self.field(owner, key) for key in keys if key is not None]
        if not found and isinstance(owner, Obj):
            found = [self.force(item) for item in owner.fields.values()]
        return choice(found) if found else Unknown(code)

    def _container(self, code: Code) -> Value:
        return self.at(code, syntax.first(code.node))
