"""Arrays, objects and enums in static evaluation: fields stay unevaluated until they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import operators, syntax
from .static import Array, Code, Lazy, Obj, Undefined, Value, alternatives

if TYPE_CHECKING:
    from tree_sitter import Node

    from .evaluate import Evaluator


def array_literal(ev: Evaluator, code: Code) -> Value:
    items: list[Value] = []
    unknown = None
    for child in code.node.named_children:
        if child.type == "comment":
            continue
        if child.type != "spread_element":
            items.append(ev.at(code, child))
            continue
        spread = ev.at(code, syntax.first(child))
        for item in alternatives(spread):
            if isinstance(item, Array):
                items += item.items
                unknown = unknown or item.open
            elif not isinstance(item, Undefined):
                items.append(item) if isinstance(item, Code) else None
                unknown = unknown or Code(code.module, child, code.env)
    return Array(tuple(items), unknown)


def object_literal(ev: Evaluator, code: Code) -> Value:
    fields: dict[str, Value] = {}
    unknown = False
    for child in code.node.named_children:
        if child.type == "spread_element":
            spread = ev.at(code, syntax.first(child))
            known = [item for item in alternatives(spread) if isinstance(item, Obj)]
            for item in known:
                fields.update(item.fields)
                unknown = unknown or item.open
            unknown = unknown or (not known and not isinstance(spread, (Undefined, bool)))
        elif child.type == "shorthand_property_identifier":
            fields[syntax.text(child)] = Lazy(Code(code.module, child, code.env))
        else:
            key, value = key_of(ev, code, child), child.child_by_field_name("value")
            if key is not None:
                fields[key] = Lazy(Code(code.module, value or child, code.env))
    return Obj(fields, code, unknown)


def key_of(ev: Evaluator, code: Code, pair: Node) -> str | None:
    key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
    if key is None:
        return None
    if key.type == "string":
        return syntax.string(key)
    if key.type == "computed_property_name":
        return next((operators.as_text(item) for item in alternatives(ev.at(code, syntax.first(key)))), None)
    return syntax.text(key)


def enum_members(code: Code) -> Value:
    body = code.node.child_by_field_name("body")
    fields: dict[str, Value] = {}
    for index, member in enumerate(body.named_children if body else ()):
        name, value = member.child_by_field_name("name"), member.child_by_field_name("value")
        key = syntax.text(name or member).strip("\"'")
        fields[key] = float(index) if value is None else Lazy(Code(code.module, value, code.env))
    return Obj(fields, code)
