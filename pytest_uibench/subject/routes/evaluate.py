"""Static evaluation of JavaScript expressions across modules.

Only what route declarations need: constants, members, templates, arrays and objects with spreads, enums,
conditions (both branches), ``map`` and friends over known lists, calls of own functions.
Everything else is ``Unknown`` or stays ``Code``. Steps and depth are bounded (constants).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import calls, syntax
from .modules import Imported, bound_names, declarations
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
    truth,
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
            "template_string": self._template,
            "number": self._number,
            "true": lambda _: True,
            "false": lambda _: False,
            "null": lambda _: UNDEFINED,
            "undefined": lambda _: UNDEFINED,
            "identifier": lambda code: self.name(code, syntax.text(code.node)),
            "shorthand_property_identifier": lambda code: self.name(code, syntax.text(code.node)),
            "member_expression": self._member,
            "subscript_expression": self._subscript,
            "array": self._array,
            "object": self._object,
            "binary_expression": self._binary,
            "unary_expression": self._unary,
            "ternary_expression": self._ternary,
            "call_expression": lambda code: calls.call(self, code),
            "enum_declaration": self._enum,
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
            elif node.type in syntax.FUNCTIONS and name in parameters(node):
                return Unknown(code)
        return self.top(code.module, name)

    def _declared(self, code: Code, name: str) -> Value:
        if code.node.type != "variable_declarator":
            return calls.grown(self, code, name, self.evaluate(code))
        pattern = code.node.child_by_field_name("name")
        value = self.at(code, code.node.child_by_field_name("value"))
        return self.bind(pattern, value, code).get(name, Unknown(code)) if pattern is not None else Unknown(code)

    def bind(self, pattern: Node, value: Value, code: Code) -> dict[str, Value]:
        """Names that a parameter or pattern gives to parts of ``value``."""
        if pattern.type in ("required_parameter", "optional_parameter"):
            inner = pattern.child_by_field_name("pattern")
            if inner is None:
                return {}
            default = pattern.child_by_field_name("value")
            return self.bind(inner, self.at(code, default) if isinstance(value, Undefined) and default else value, code)
        if pattern.type == "identifier":
            return {syntax.text(pattern): value}
        if pattern.type == "assignment_pattern":
            left, right = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
            return (
                {}
                if left is None
                else self.bind(left, self.at(code, right) if isinstance(value, Undefined) else value, code)
            )
        if pattern.type == "array_pattern":
            parts = [part for part in pattern.named_children if part.type != "comment"]
            return {
                k: v
                for i, part in enumerate(parts)
                for k, v in self.bind(part, self.field(value, str(i)), code).items()
            }
        if pattern.type == "object_pattern":
            return {k: v for part in pattern.named_children for k, v in self._bind_part(part, value, code).items()}
        return {}

    def _bind_part(self, part: Node, value: Value, code: Code) -> dict[str, Value]:
        if part.type == "shorthand_property_identifier_pattern":
            return {syntax.text(part): self.raw_field(value, syntax.text(part))}
        if part.type == "pair_pattern":
            key, inner = part.child_by_field_name("key"), part.child_by_field_name("value")
            if key is None or inner is None:
                return {}
            return self.bind(inner, self.raw_field(value, syntax.text(key)), code)
        if part.type == "rest_pattern":
            rest = syntax.first(part)
            return {} if rest is None else {syntax.text(rest): value}
        if part.type == "object_assignment_pattern":
            left, right = part.child_by_field_name("left"), part.child_by_field_name("right")
            if left is None:
                return {}
            found = self.field(value, syntax.text(left))
            return {syntax.text(left): self.at(code, right) if isinstance(found, Undefined) else found}
        return {}

    def _template(self, code: Code) -> Value:
        parts: list[Value] = []
        for child in code.node.named_children:
            if child.type == "template_substitution":
                parts.append(self.at(code, syntax.first(child)))
            elif child.type == "string_fragment":
                parts.append(syntax.text(child))
            elif child.type == "escape_sequence":
                parts.append(syntax.text(child)[1:])
        return self.join(parts, code)

    def join(self, parts: list[Value], code: Code) -> Value:
        """Concatenation of strings; a choice in a part gives a choice of results."""
        results = [""]
        for part in parts:
            texts = [as_text(item) for item in alternatives(part)]
            known = [text for text in texts if text is not None]
            if not known:
                return Unknown(code)
            results = [head + tail for head in results for tail in known][: constants.ROUTE_CHOICES]
        return choice(list(results))

    def _number(self, code: Code) -> Value:
        try:
            return float(syntax.text(code.node).replace("_", ""))
        except ValueError:
            return Unknown(code)

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
        keys = [as_text(item) for item in alternatives(index)]
        found = [self.field(owner, key) for key in keys if key is not None]
        if not found and isinstance(owner, Obj):
            found = [self.force(item) for item in owner.fields.values()]
        return choice(found) if found else Unknown(code)

    def _array(self, code: Code) -> Value:
        items: list[Value] = []
        unknown = None
        for child in code.node.named_children:
            if child.type == "comment":
                continue
            if child.type != "spread_element":
                items.append(self.at(code, child))
                continue
            spread = self.at(code, syntax.first(child))
            for item in alternatives(spread):
                if isinstance(item, Array):
                    items += item.items
                    unknown = unknown or item.open
                elif not isinstance(item, Undefined):
                    items.append(item) if isinstance(item, Code) else None
                    unknown = unknown or Code(code.module, child, code.env)
        return Array(tuple(items), unknown)

    def _object(self, code: Code) -> Value:
        fields: dict[str, Value] = {}
        unknown = False
        for child in code.node.named_children:
            if child.type == "spread_element":
                spread = self.at(code, syntax.first(child))
                known = [item for item in alternatives(spread) if isinstance(item, Obj)]
                for item in known:
                    fields.update(item.fields)
                    unknown = unknown or item.open
                unknown = unknown or (not known and not isinstance(spread, (Undefined, bool)))
            elif child.type == "shorthand_property_identifier":
                fields[syntax.text(child)] = Lazy(Code(code.module, child, code.env))
            else:
                key, value = self._key(code, child), child.child_by_field_name("value")
                if key is not None:
                    fields[key] = Lazy(Code(code.module, value or child, code.env))
        return Obj(fields, code, unknown)

    def _key(self, code: Code, pair: Node) -> str | None:
        key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
        if key is None:
            return None
        if key.type == "string":
            return syntax.string(key)
        if key.type == "computed_property_name":
            return next((as_text(item) for item in alternatives(self.at(code, syntax.first(key)))), None)
        return syntax.text(key)

    def _enum(self, code: Code) -> Value:
        body = code.node.child_by_field_name("body")
        fields: dict[str, Value] = {}
        for index, member in enumerate(body.named_children if body else ()):
            name, value = member.child_by_field_name("name"), member.child_by_field_name("value")
            key = syntax.text(name or member).strip("\"'")
            fields[key] = float(index) if value is None else Lazy(Code(code.module, value, code.env))
        return Obj(fields, code)

    def _binary(self, code: Code) -> Value:
        node = code.node
        operator = node.child_by_field_name("operator")
        sign = "" if operator is None else operator.type
        left = self.at(code, node.child_by_field_name("left"))
        if sign in ("&&", "||", "??"):
            return self._logical(sign, left, lambda: self.at(code, node.child_by_field_name("right")))
        right = self.at(code, node.child_by_field_name("right"))
        if sign == "+":
            return self.join([left, right], code)
        plain = (str, bool, float, Undefined)
        if sign in ("===", "==", "!==", "!=") and isinstance(left, plain) and isinstance(right, plain):
            return (left == right) == sign.startswith("=")
        return Unknown(code)

    def _logical(self, sign: str, left: Value, right: Callable[[], Value]) -> Value:
        if sign == "??":
            return right() if isinstance(left, (Undefined, Unknown)) else left
        known = truth(left)
        if sign == "&&":
            return left if known is False else right()
        if known is not None:
            return left if known else right()
        kept = [] if isinstance(left, (Unknown, External)) else [left]
        return choice([*kept, right()])

    def _unary(self, code: Code) -> Value:
        value = self.at(code, code.node.child_by_field_name("argument"))
        if syntax.text(code.node).startswith("!"):
            known = truth(value)
            return Unknown(code) if known is None else not known
        return Unknown(code)

    def _ternary(self, code: Code) -> Value:
        known = truth(self.at(code, code.node.child_by_field_name("condition")))
        branches = [name for name, wanted in (("consequence", True), ("alternative", False)) if known in (None, wanted)]
        return choice([self.at(code, code.node.child_by_field_name(name)) for name in branches])

    def _container(self, code: Code) -> Value:
        return self.at(code, syntax.first(code.node))


def as_text(value: Value) -> str | None:
    """Text of a plain value, as JavaScript would print it."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and not isinstance(value, bool):
        return str(int(value)) if value.is_integer() else str(value)
    return None


def parameters(function: Node) -> set[str]:
    """Names of a function's parameters, one pattern level deep."""
    single = function.child_by_field_name("parameter")
    if single is not None:
        return {syntax.text(single)}
    found: set[str] = set()
    holder = function.child_by_field_name("parameters")
    for part in holder.named_children if holder else ():
        inner = part.child_by_field_name("pattern") or part
        found |= {syntax.text(inner)} if inner.type == "identifier" else set(bound_names(inner))
    return found


def bindings(env: Mapping[str, Value], new: Mapping[str, Value]) -> Mapping[str, Value]:
    """An environment with more names."""
    return {**env, **new}
