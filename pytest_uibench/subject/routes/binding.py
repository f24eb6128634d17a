"""Parameters and destructuring patterns in static evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import syntax
from .modules import bound_names
from .static import Code, Undefined, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from .evaluate import Evaluator


def bind(ev: Evaluator, pattern: Node, value: Value, code: Code) -> dict[str, Value]:
    """Names that a parameter or pattern gives to parts of ``value``."""
    if pattern.type in ("required_parameter", "optional_parameter"):
        inner = pattern.child_by_field_name("pattern")
        if inner is None:
            return {}
        default = pattern.child_by_field_name("value")
        return bind(ev, inner, ev.at(code, default) if isinstance(value, Undefined) and default else value, code)
    if pattern.type == "identifier":
        return {syntax.text(pattern): value}
    if pattern.type == "assignment_pattern":
        left, right = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
        return (
            {} if left is None else bind(ev, left, ev.at(code, right) if isinstance(value, Undefined) else value, code)
        )
    if pattern.type == "array_pattern":
        parts = [part for part in pattern.named_children if part.type != "comment"]
        return {k: v for i, part in enumerate(parts) for k, v in bind(ev, part, ev.field(value, str(i)), code).items()}
    if pattern.type == "object_pattern":
        return {k: v for part in pattern.named_children for k, v in bind_part(ev, part, value, code).items()}
    return {}


def bind_part(ev: Evaluator, part: Node, value: Value, code: Code) -> dict[str, Value]:
    if part.type == "shorthand_property_identifier_pattern":
        return {syntax.text(part): ev.raw_field(value, syntax.text(part))}
    if part.type == "pair_pattern":
        key, inner = part.child_by_field_name("key"), part.child_by_field_name("value")
        if key is None or inner is None:
            return {}
        return bind(ev, inner, ev.raw_field(value, syntax.text(key)), code)
    if part.type == "rest_pattern":
        rest = syntax.first(part)
        return {} if rest is None else {syntax.text(rest): value}
    if part.type == "object_assignment_pattern":
        left, right = part.child_by_field_name("left"), part.child_by_field_name("right")
        if left is None:
            return {}
        found = ev.field(value, syntax.text(left))
        return {syntax.text(left): ev.at(code, right) if isinstance(found, Undefined) else found}
    return {}


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
