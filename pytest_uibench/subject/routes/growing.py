"""Lists that grow after their declaration: ``push`` on its own, in ``forEach`` and in ``for … of`` loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import binding, syntax
from .static import Array, Code, Obj, Value, alternatives

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tree_sitter import Node

    from .evaluate import Evaluator

LOOPS = frozenset(("forEach", "map"))


def grown(ev: Evaluator, code: Code, name: str, value: Value) -> Value:
    """A list with what its own module pushes into it later."""
    if not isinstance(value, Array) or f"{name}.".encode() not in code.module.data:
        return value
    scope = syntax.enclosing(code.node, frozenset(("statement_block", "program")))
    added: list[Value] = []
    for node in syntax.occurrences(code.module.data, code.module.root, name.encode()):
        member = node.parent
        call = member.parent if member is not None and member.type == "member_expression" else None
        if call is None or call.type != "call_expression" or syntax.callee(call) not in ("push", "unshift"):
            continue
        if member is None or member.child_by_field_name("object") != node or scope is None:
            continue
        if scope.start_byte <= call.start_byte < scope.end_byte:
            for env in loop_bindings(ev, Code(code.module, call, code.env), scope):
                array = Code(code.module, call, env)
                added += pushed(ev, array)
    return Array((*value.items, *added), value.open) if added else value


def pushed(ev: Evaluator, code: Code) -> list[Value]:
    """Arguments of ``push(…)``, spreads opened."""
    found: list[Value] = []
    for node in syntax.arguments(code.node):
        if node.type == "spread_element":
            found += [
                i
                for part in alternatives(ev.at(code, syntax.first(node)))
                if isinstance(part, Array)
                for i in part.items
            ]
        else:
            found.append(ev.at(code, node))
    return found


def loop_bindings(ev: Evaluator, code: Code, scope: Node) -> Iterable[Mapping[str, Value]]:
    """Bindings of the innermost known loop around a node, one for each round."""
    node = code.node.parent
    while node is not None and node != scope:
        if node.type == "for_in_statement":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            listed = ev.at(code, right)
            if isinstance(listed, Obj) and any(child.type == "in" for child in node.children):
                listed = Array(tuple(listed.fields))
            if left is not None and isinstance(listed, Array):
                return [{**code.env, **binding.bind(ev, left, item, code)} for item in listed.items]
        if node.type in syntax.FUNCTIONS and (rounds := callback_rounds(ev, code, node)) is not None:
            return rounds
        node = node.parent
    return [code.env]


def callback_rounds(ev: Evaluator, code: Code, function: Node) -> list[Mapping[str, Value]] | None:
    """Bindings of ``list.forEach(function)`` for each element; None for other functions."""
    holder = function.parent
    call = holder.parent if holder is not None else None
    if call is None or call.type != "call_expression" or syntax.callee(call) not in LOOPS:
        return None
    target = call.child_by_field_name("function")
    owner = ev.at(code, target.child_by_field_name("object") if target is not None else None)
    if not isinstance(owner, Array):
        return None
    single, parameters = function.child_by_field_name("parameter"), function.child_by_field_name("parameters")
    pattern = single or (syntax.first(parameters) if parameters is not None else None)
    return [{**code.env, **(binding.bind(ev, pattern, item, code) if pattern else {})} for item in owner.items]
