"""What an app does with a stored value: the fields it reads, what it compares them with, what it stores itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.subject.routes import syntax
from pytest_uibench.subject.routes.static import Array, Code, Lazy, Obj, Undefined, Value, alternatives

from .shape import Declared, Shape
from .tokens import BOXES, FALSY

if TYPE_CHECKING:
    from tree_sitter import Node

    from pytest_uibench.subject.routes.modules import Module

    from .flow import Flow
    from .reads import Key, Read, Write

LISTS = frozenset(
    ("map", "filter", "forEach", "some", "every", "find", "findIndex", "join", "reduce", "push", "flatMap")
)
LENGTHS = frozenset(("length", "slice", "includes", "indexOf", "concat", "at"))
TEXTS = frozenset(
    (
        "charAt", "split", "toUpperCase", "toLowerCase", "trim", "startsWith", "endsWith", "replace", "substring",
        "substr", "padStart", "localeCompare", "charCodeAt", "match",
    )
)  # fmt: skip
NUMBERS = frozenset(("toFixed", "toPrecision"))
CLOCK = re.compile(r"Date\.now\(\)|new Date\(\)|getTime\(\)|\bnow\b|dayjs\(\)|moment\(\)")
SETS = frozenset(("set", "setState", "$patch"))


class Shapes:
    """Shapes of all keys of a flow."""

    def __init__(self, flow: Flow, reads: list[Read], writes: list[Write], asked: frozenset[str]) -> None:
        """``asked``: names that guards ask for; of a whole store only the session that they belong to is made up."""
        self.flow = flow
        self._declared = Declared(flow)
        self.of: dict[Key, Shape] = {}
        self._whole = {read.key for read in reads if read.form in ("zustand", "state")}
        for read in reads:
            if read.form in ("zustand", "state"):
                self._session(self._shape(read.key), read, asked)
        for module in flow.modules.values():
            for token in flow.tokens[module.rel].nodes:
                carried = flow.of(module, token)
                for key in (key for key, plain in carried.items() if plain):
                    shape = self._part(key, syntax.text(token))
                    if shape is not None:
                        self._used(shape, module, token)
            self._bindings(module)
        for read in reads:
            self._read(self._shape(read.key), read)
        for write in writes:
            self._written(self._shape(write.key), write.module, write.value, 0)

    def _shape(self, key: Key) -> Shape:
        return self.of.setdefault(key, Shape())

    def _part(self, key: Key, name: str) -> Shape | None:
        """What a name stands for: the value itself or, of a whole store, the field of that name."""
        shape = self._shape(key)
        return shape.fields.get(name) if key in self._whole else shape

    def _used(self, shape: Shape, module: Module, node: Node) -> None:
        """Follow ``user?.profile.name.charAt(0)`` from its first name on."""
        current = node
        parent = current.parent
        if parent is not None and node.type == "property_identifier" and parent.type == "member_expression":
            current = parent
        elif node.type != "identifier":
            return
        for _ in range(constants.GATE_SHAPE_DEPTH + 1):
            step = _step(current)
            if step is None:
                break
            current, name = step
            call = current.parent
            called = call is not None and call.type == "call_expression"
            if name in BOXES and not called:
                continue
            if called or name in LENGTHS:
                self._method(shape, module, name, call if called else None)
                return
            shape = shape.at(name)
        self._compared(shape, module, current)

    def _method(self, shape: Shape, module: Module, name: str, call: Node | None) -> None:
        if name in LISTS:
            shape.uses.add("list")
        elif name in TEXTS:
            shape.uses.add("text")
        elif name in NUMBERS:
            shape.uses.add("number")
        elif name in LENGTHS:
            shape.uses.add("length")
            if name == "includes" and call is not None:
                shape.uses.add("list")
                shape.literals += [
                    value
                    for node in syntax.arguments(call)[:1]
                    for value in alternatives(self.flow.routing.ev.evaluate(Code(module, node)))
                    if isinstance(value, str)
                ]

    def _compared(self, shape: Shape, module: Module, node: Node) -> None:
        parent = node.parent
        while parent is not None and parent.type in syntax.UNWRAPPED:
            node, parent = parent, parent.parent
        if parent is None:
            return
        if parent.type == "arguments" and parent.parent is not None:
            self._passed(shape, parent.parent)
            if syntax.callee(parent.parent) in ("Number", "parseInt", "parseFloat", "Date") and parent.parent.parent:
                node, parent = parent.parent, parent.parent.parent
        if parent.type == "binary_expression":
            self._against(shape, module, node, parent)

    def _against(self, shape: Shape, module: Module, node: Node, parent: Node) -> None:
        """What stands on the other side of a comparison."""
        operator = parent.child_by_field_name("operator")
        sides = [parent.child_by_field_name(name) for name in ("left", "right")]
        other = next((side for side in sides if side is not None and side != node), None)
        if operator is None or other is None:
            return
        if operator.type in ("<", ">", "<=", ">=", "-", "*"):
            wider = parent.parent if operator.type in ("*", "-") else parent
            clock = CLOCK.search(syntax.text(wider) if wider is not None else "")
            shape.uses.add("seconds" if operator.type == "*" and clock else "date" if clock else "number")
        elif operator.type in ("===", "==", "!==", "!="):
            for value in alternatives(self.flow.routing.ev.evaluate(Code(module, other))):
                if isinstance(value, str):
                    shape.literals.append(value)
                elif value is True:
                    shape.uses.add("true")

    @staticmethod
    def _passed(shape: Shape, call: Node) -> None:
        callee = syntax.callee(call)
        if call.type == "new_expression" and callee == "Date":
            shape.uses.add("moment")
        elif re.search(r"(?i)jwt|decode|parseToken", callee):
            shape.uses.add("jwt")
        elif callee in ("Number", "parseInt", "parseFloat"):
            shape.uses.add("number")

    def _bindings(self, module: Module) -> None:
        """``const { name, role } = user``, and types that stand beside a name: ``useState<User | null>(null)``."""
        for binding in self.flow.tokens[module.rel].bindings:
            pattern, value = binding.child_by_field_name("name"), binding.child_by_field_name("value")
            if pattern is None or value is None:
                continue
            if pattern.type == "object_pattern":
                self._destructured(module, pattern, syntax.unwrap(value))
                continue
            first = syntax.first(pattern) if pattern.type == "array_pattern" else pattern
            name = syntax.text(first) if first is not None else ""
            head = syntax.text(binding)[: constants.GATE_TYPE_CHARACTERS]
            for key, plain in self.flow.names[module.rel].get(name, {}).items():
                shape = self._part(key, name) if plain else None
                if shape is not None:
                    self._types(shape, head)

    def _destructured(self, module: Module, pattern: Node, value: Node) -> None:
        if value.type not in ("identifier", "member_expression", "call_expression", "binary_expression"):
            return
        for key, plain in self.flow.carried(module, value).items():
            for part in pattern.named_children if plain and key not in self._whole else ():
                name = part.child_by_field_name("key") or part.child_by_field_name("left") or part
                if syntax.text(name) not in self.flow.properties:
                    self._shape(key).at(syntax.text(name))

    def _read(self, shape: Shape, read: Read) -> None:
        """Types that stand beside a read, and what stands in for a missing value."""
        text = _statement_text(read.node)
        if re.search(r"(?:\|\||\?\?)\s*['\"`]?\[", text):
            shape.uses.add("list")
        if re.search(r"\|\|\s*['\"`]?false|useState(?:<boolean>)?\(\s*false|<boolean>", text):
            shape.uses.add("true")
        # `localStorage.getItem("auth") === "true"`
        self._compared(shape, read.module, read.node)
        if read.form in ("text", "json"):
            self._types(shape, text)

    def _types(self, shape: Shape, text: str) -> None:
        for name, many in dict.fromkeys(re.findall(r"(?:\bas\s+|[<:]\s*)([A-Z]\w*)(\[\])?", text)):
            if many:
                shape.uses.add("list")
            else:
                self._declared.describe(shape, name, 0)

    def _session(self, shape: Shape, read: Read, asked: frozenset[str]) -> None:
        """Fields that a store sets together with one that is asked for: ``set({ user, token, signedIn: true })``."""
        tokens = self.flow.tokens[read.module.rel]
        inside = [
            node
            for node in (*tokens.calls, *tokens.fields)
            if read.node.start_byte <= node.start_byte <= read.node.end_byte
        ]
        best: tuple[int, int, Node] | None = None
        for call in inside:
            argument = next(iter(syntax.arguments(call)), None) if syntax.callee(call) in SETS else None
            body = argument.child_by_field_name("body") if argument is not None else None
            node = syntax.unwrap(body or argument) if argument is not None else None
            labels = _given(node) if node is not None and node.type == "object" else []
            rank = (len(asked.intersection(labels)), len(labels))
            if node is not None and rank[0] and (best is None or rank > best[:2]):
                best = (*rank, node)
        if best is not None:
            # The log-in is what sets most of it; a log-out empties, an error leaves half of it.
            self._written(shape, read.module, best[2], 1)
        for field_ in inside:
            key = field_.child_by_field_name("key") if field_.type == "pair" else None
            value = field_.child_by_field_name("value")
            if key is None or value is None or syntax.unwrap(value).type in syntax.FUNCTIONS:
                continue
            if best is None and syntax.text(key) in asked and syntax.text(value) in FALSY:
                inner = shape.at(syntax.text(key))
                inner.uses.update({"true"} if syntax.text(value) == "false" else ())
        for name in dict.fromkeys(re.findall(r"<\s*([A-Z]\w*)", _statement_head(read.node))):
            self._declared.narrow(shape, name)

    def _written(self, shape: Shape, module: Module, node: Node, depth: int) -> None:
        """What the app itself stores: the surest hint of what it wants to find."""
        node = syntax.unwrap(node)
        text = syntax.text(node)
        if text in FALSY:
            shape.uses.add("false" if text == "false" else "nothing")
            return
        if text.startswith("JSON.stringify"):
            for argument in syntax.arguments(node)[:1]:
                self._written(shape, module, argument, depth)
            return
        if "Date.now()" in text or ".getTime()" in text:
            shape.uses.add("date")
        elif "toISOString()" in text:
            shape.uses.add("moment")
        elif text in ("true", "String(true)"):
            shape.literals.insert(0, "true")
            shape.uses.add("true")
        else:
            value = self.flow.routing.ev.evaluate(Code(module, node))
            for item in alternatives(value):
                self._value(shape, item, depth)

    def _value(self, shape: Shape, value: Value, depth: int) -> None:
        if isinstance(value, Lazy):
            self._written(shape, value.code.module, value.code.node, depth)
        elif isinstance(value, bool):
            shape.uses.add("true" if value else "false")
        elif isinstance(value, Undefined):
            shape.uses.add("nothing")
        elif isinstance(value, str) and value:
            shape.literals.append(value)
        elif isinstance(value, float):
            shape.uses.add("number")
        elif isinstance(value, Obj):
            shape.uses.add("object")
            for name, inner in value.fields.items() if depth <= constants.GATE_SHAPE_DEPTH else ():
                self._value(shape.at(name), inner, depth + 1)
        elif isinstance(value, Array):
            shape.uses.add("list")


def _step(node: Node) -> tuple[Node, str] | None:
    """The member expression that takes a field of ``node``, and the field's name."""
    parent = node.parent
    while parent is not None and parent.type in syntax.UNWRAPPED:
        node, parent = parent, parent.parent
    if parent is None or parent.type not in ("member_expression", "subscript_expression"):
        return None
    if parent.child_by_field_name("object") != node:
        return None
    if parent.type == "subscript_expression":
        index = parent.child_by_field_name("index")
        name = syntax.string(index) if index is not None and index.type == "string" else ""
        return (parent, name or "length")
    name_node = parent.child_by_field_name("property")
    return None if name_node is None else (parent, syntax.text(name_node))


def _statement_text(node: Node) -> str:
    for outer in syntax.ancestors(node.parent):
        if outer.type in ("lexical_declaration", "variable_declaration", "expression_statement", "return_statement"):
            text = syntax.text(outer)
            return text if len(text) <= constants.ROUTE_LINE_BYTES else ""
    return ""


def _statement_head(node: Node) -> str:
    """Start of the declaration around a node: ``export const useAuth = create<AuthState>()(``."""
    for outer in syntax.ancestors(node.parent):
        if outer.type in ("lexical_declaration", "variable_declaration"):
            return syntax.text(outer)[: constants.GATE_TYPE_CHARACTERS]
    return ""


def _given(node: Node) -> list[str]:
    """Names of an object's fields that are set to something."""
    pairs = [
        (child.child_by_field_name("key") or child, child.child_by_field_name("value")) for child in node.named_children
    ]
    return [syntax.text(key) for key, value in pairs if value is None or syntax.text(value) not in (*FALSY, "[]", "{}")]
