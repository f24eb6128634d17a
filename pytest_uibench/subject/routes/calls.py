"""Calls in static evaluation: list methods, own functions, module globs."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from . import binding, operators, syntax
from .static import UNDEFINED, Array, Choice, Code, Namespace, Obj, Unknown, Value, alternatives, choice, truth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from .evaluate import Evaluator

SAME_LIST = frozenset(("filter", "slice", "sort", "reverse", "toSorted", "toReversed", "values", "freeze", "from"))


def call(ev: Evaluator, code: Code) -> Value:
    """Value of a call; ``Code`` of the call itself when a library is called."""
    function = code.node.child_by_field_name("function")
    if function is None:
        return Unknown(code)
    if function.type == "import":
        return code
    if function.type == "member_expression":
        value = method(ev, code, function)
        return code if value is None else value
    if syntax.text(function) == "require":
        return required(ev, code)
    target = ev.at(code, function)
    if isinstance(target, Code) and target.node.type in syntax.FUNCTIONS:
        return inline(ev, target, [ev.at(code, node) for node in syntax.arguments(code.node)])
    return code


def required(ev: Evaluator, code: Code) -> Value:
    """``require("./x")``: the module's default export (CommonJS) or all its exports."""
    target = next((ev.at(code, node) for node in syntax.arguments(code.node)), UNDEFINED)
    rel = ev.workspace.resolve(code.module.rel, target) if isinstance(target, str) else None
    module = ev.workspace.module(rel) if rel else None
    if module is None:
        return code
    commonjs = b"module.exports" in module.data
    return ev.export(module, "default") if commonjs else Namespace(module)


def inline(ev: Evaluator, function: Code, values: list[Value]) -> Value:
    """What an own function returns for these arguments."""
    node = function.node
    single, holder = node.child_by_field_name("parameter"), node.child_by_field_name("parameters")
    patterns = [single] if single is not None else list(holder.named_children if holder else ())
    env = dict(function.env)
    for index, pattern in enumerate(p for p in patterns if p.type != "comment"):
        env.update(binding.bind(ev, pattern, values[index] if index < len(values) else UNDEFINED, function))
    body = node.child_by_field_name("body")
    if body is None:
        return Unknown(function)
    inner = Code(function.module, body, env)
    if body.type != "statement_block":
        return ev.evaluate(inner)
    found: list[Value] = []
    returns(ev, inner, body, found)
    return choice(found)


def returns(ev: Evaluator, code: Code, node: Node, found: list[Value]) -> bool:
    """Collect the values that a statement may return; True when it always returns."""
    if node.type == "return_statement":
        found.append(ev.at(code, syntax.first(node)))
        return True
    if node.type == "if_statement":
        known = truth(ev.at(code, node.child_by_field_name("condition")))
        branches = [(name, node.child_by_field_name(name)) for name in ("consequence", "alternative")]
        taken = [part for (name, part) in branches if known in (None, name == "consequence")]
        ends = [returns(ev, code, part, found) if part is not None else False for part in taken]
        return all(ends) and bool(ends)
    if node.type in ("statement_block", "else_clause"):
        return any(returns(ev, code, part, found) for part in node.named_children)
    if node.type in ("switch_statement", "switch_body", "switch_case", "switch_default", "try_statement"):
        for part in node.named_children:
            if part.type not in ("string", "identifier"):
                returns(ev, code, part, found)
    return node.type == "throw_statement"


def method(ev: Evaluator, code: Code, function: Node) -> Value | None:
    """Methods of lists, objects and strings; None when it is none of them."""
    name_node, owner_node = function.child_by_field_name("property"), function.child_by_field_name("object")
    if name_node is None or owner_node is None:
        return None
    name, owner_text = syntax.text(name_node), syntax.text(owner_node)
    nodes = syntax.arguments(code.node)
    if owner_text == "import.meta" and name in ("glob", "globEager"):
        return glob(ev, code, nodes)
    if owner_text in ("Object", "Array", "React.Children", "Children") and nodes:
        return object_method(ev, name, [ev.at(code, node) for node in nodes], code)
    owner = ev.at(code, owner_node)
    if isinstance(owner, (Array, Choice)):
        return list_method(ev, name, owner, [ev.at(code, node) for node in nodes], code)
    if isinstance(owner, str):
        return text_method(name, owner, [ev.at(code, node) for node in nodes], code)
    target = ev.field(owner, name) if isinstance(owner, (Obj, Namespace)) else None
    if isinstance(target, Code) and target.node.type in syntax.FUNCTIONS:
        return inline(ev, target, [ev.at(code, node) for node in nodes])
    return None


def object_method(ev: Evaluator, name: str, values: list[Value], code: Code) -> Value | None:
    """``Object.values`` and relatives."""
    owner = values[0]
    if name in ("freeze", "from", "toArray", "seal"):
        mapped = values[1:] if name == "from" else []
        return list_method(ev, "map", owner, mapped, code) if mapped and isinstance(owner, Array) else owner
    if name == "assign":
        return Obj({k: v for value in values if isinstance(value, Obj) for k, v in value.fields.items()}, code)
    if not isinstance(owner, Obj):
        return Unknown(code)
    if name == "values":
        return Array(tuple(ev.force(value) for value in owner.fields.values()))
    if name == "keys":
        return Array(tuple(owner.fields))
    if name == "entries":
        return Array(tuple(Array((key, ev.force(value))) for key, value in owner.fields.items()))
    return Unknown(code)


def list_method(ev: Evaluator, name: str, owner: Value, values: list[Value], code: Code) -> Value | None:
    """``map``, ``flatMap``, ``filter`` (keeps all), ``concat``, ``find`` (any), ``join`` …"""
    lists = [item for item in alternatives(owner) if isinstance(item, Array)]
    if not lists:
        return None
    items = [item for one in lists for item in one.items]
    unknown = next((one.open for one in lists if one.open), None)
    if name in ("map", "flatMap") and values:
        callback = values[0]
        if not isinstance(callback, Code) or callback.node.type not in syntax.FUNCTIONS:
            return Unknown(code)
        mapped = [inline(ev, callback, [item, float(i)]) for i, item in enumerate(items)]
        return Array(tuple(flat(mapped) if name == "flatMap" else mapped), unknown)
    if name == "filter" and values:
        return Array(tuple(item for item in items if not rejected(ev, values[0], item)), unknown)
    if name == "flat":
        return Array(tuple(flat(items)), unknown)
    if name == "concat":
        return Array((*items, *flat(values)), unknown)
    if name in ("find", "at"):
        return choice(items)
    if name == "join":
        return operators.join([part for item in items for part in (*values[:1], item)][1 if values else 0 :], code)
    if name == "reduce":
        return Unknown(code)
    return Array(tuple(items), unknown) if name in SAME_LIST else None


def rejected(ev: Evaluator, predicate: Value, item: Value) -> bool:
    """True when a filter certainly drops the element."""
    if not isinstance(predicate, Code) or predicate.node.type not in syntax.FUNCTIONS:
        return False
    return truth(inline(ev, predicate, [item])) is False


def glob(ev: Evaluator, code: Code, nodes: list[Node]) -> Value:
    """``import.meta.glob``: matching own modules by their path as written."""
    patterns = [ev.at(code, node) for node in nodes[:1]]
    texts = [
        p for value in patterns for p in (value.items if isinstance(value, Array) else (value,)) if isinstance(p, str)
    ]
    folder = posixpath.dirname(code.module.rel)
    fields: dict[str, Value] = {}
    for pattern in texts:
        if pattern.startswith("!"):
            continue
        full = (
            ev.workspace.sources.relative(pattern[1:])
            if pattern.startswith("/")
            else posixpath.normpath(posixpath.join(folder, pattern))
        )
        expression = re.compile(glob_expression(full))
        for rel in ev.workspace.sources.code:
            if expression.fullmatch(rel) and (module := ev.workspace.module(rel)) is not None:
                fields["./" + posixpath.relpath(rel, folder or ".")] = Namespace(module)
    return Obj(fields, code)


def flat(values: Iterable[Value]) -> list[Value]:
    """One level of lists opened."""
    found: list[Value] = []
    for value in values:
        for item in alternatives(value):
            found.extend(item.items if isinstance(item, Array) else (item,))
    return found


def text_method(name: str, owner: str, values: list[Value], code: Code) -> Value:
    """String methods with literal arguments."""
    texts = [value for value in values if isinstance(value, str)]
    if name == "concat" and len(texts) == len(values):
        return owner + "".join(texts)
    if name in ("replace", "replaceAll") and len(texts) == 2:
        return owner.replace(texts[0], texts[1], 1 if name == "replace" else -1)
    if name in ("toLowerCase", "toString", "trim", "toUpperCase"):
        return {"toLowerCase": owner.lower(), "toUpperCase": owner.upper(), "trim": owner.strip()}.get(name, owner)
    if name == "startsWith" and len(texts) == 1:
        return owner.startswith(texts[0])
    return Unknown(code)


def glob_expression(pattern: str) -> str:
    """A regular expression for a glob with ``**``, ``*`` and braces."""
    pieces = re.split(r"(\*\*/|\*|\{[^}]*\})", pattern)
    out = []
    for piece in pieces:
        if piece == "**/":
            out.append("(?:[^/]+/)*")
        elif piece == "*":
            out.append("[^/]*")
        elif piece.startswith("{"):
            out.append("(?:" + "|".join(re.escape(part) for part in piece[1:-1].split(",")) + ")")
        else:
            out.append(re.escape(piece))
    return "".join(out)
