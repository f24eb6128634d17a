"""Operators, templates and literals in static evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import syntax
from .static import Code, External, Undefined, Unknown, Value, alternatives, choice, truth

if TYPE_CHECKING:
    from collections.abc import Callable

    from .evaluate import Evaluator


def template(ev: Evaluator, code: Code) -> Value:
    parts: list[Value] = []
    for child in code.node.named_children:
        if child.type == "template_substitution":
            parts.append(ev.at(code, syntax.first(child)))
        elif child.type == "string_fragment":
            parts.append(syntax.text(child))
        elif child.type == "escape_sequence":
            parts.append(syntax.text(child)[1:])
    return join(parts, code)


def join(parts: list[Value], code: Code) -> Value:
    """Concatenation of strings; a choice in a part gives a choice of results."""
    results = [""]
    for part in parts:
        texts = [as_text(item) for item in alternatives(part)]
        known = [text for text in texts if text is not None]
        if not known:
            return Unknown(code)
        results = [head + tail for head in results for tail in known][: constants.ROUTE_CHOICES]
    return choice(list(results))


def number(code: Code) -> Value:
    try:
        return float(syntax.text(code.node).replace("_", ""))
    except ValueError:
        return Unknown(code)


def binary(ev: Evaluator, code: Code) -> Value:
    node = code.node
    operator = node.child_by_field_name("operator")
    sign = "" if operator is None else operator.type
    left = ev.at(code, node.child_by_field_name("left"))
    if sign in ("&&", "||", "??"):
        return logical(sign, left, lambda: ev.at(code, node.child_by_field_name("right")))
    right = ev.at(code, node.child_by_field_name("right"))
    if sign == "+":
        return join([left, right], code)
    plain = (str, bool, float, Undefined)
    if sign in ("===", "==", "!==", "!=") and isinstance(left, plain) and isinstance(right, plain):
        return (left == right) == sign.startswith("=")
    return Unknown(code)


def logical(sign: str, left: Value, right: Callable[[], Value]) -> Value:
    if sign == "??":
        return right() if isinstance(left, (Undefined, Unknown)) else left
    known = truth(left)
    if sign == "&&":
        return left if known is False else right()
    if known is not None:
        return left if known else right()
    kept = [] if isinstance(left, (Unknown, External)) else [left]
    return choice([*kept, right()])


def unary(ev: Evaluator, code: Code) -> Value:
    value = ev.at(code, code.node.child_by_field_name("argument"))
    if syntax.text(code.node).startswith("!"):
        known = truth(value)
        return Unknown(code) if known is None else not known
    return Unknown(code)


def ternary(ev: Evaluator, code: Code) -> Value:
    known = truth(ev.at(code, code.node.child_by_field_name("condition")))
    branches = [name for name, wanted in (("consequence", True), ("alternative", False)) if known in (None, wanted)]
    return choice([ev.at(code, code.node.child_by_field_name(name)) for name in branches])


def as_text(value: Value) -> str | None:
    """Text of a plain value, as JavaScript would print it."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and not isinstance(value, bool):
        return str(int(value)) if value.is_integer() else str(value)
    return None
