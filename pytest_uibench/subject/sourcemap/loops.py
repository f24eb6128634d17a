"""The component that sets its state while it renders: React's error for it (301) carries none of the app's frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytest_uibench.model import Project
from pytest_uibench.subject.routes.sources import Sources
from pytest_uibench.subject.routes.syntax import FUNCTIONS, callee, parse, text

from .sources import SourcePlace

if TYPE_CHECKING:
    from tree_sitter import Node

_CONDITIONS = frozenset(
    ("if_statement", "ternary_expression", "switch_statement", "binary_expression", "try_statement", "for_statement")
)


def state_set_while_rendering(project: Project) -> SourcePlace | None:
    """The only call of a state setter that stands in a component's own body, or None when none or several do.

    A call on no condition is asked for first: on a condition it may be React's documented way to follow a prop.
    """
    sources = Sources(project)
    always: list[SourcePlace] = []
    sometimes: list[SourcePlace] = []
    for name in sources.containing(b"useState", b"useReducer"):
        data = sources.read(name)
        for call, conditional in _calls(parse(name, data)):
            line, column = call.start_point
            place = SourcePlace(file=name, line=line + 1, column=column + 1)
            (sometimes if conditional else always).append(place)
    found = always or sometimes
    return found[0] if len(found) == 1 else None


def _calls(root: Node) -> Iterator[tuple[Node, bool]]:
    """Calls of setters in the body of the function that made them; with each, whether it stands on a condition."""
    pending: list[tuple[Node, frozenset[str], bool]] = [(root, frozenset(), False)]
    while pending:
        node, setters, conditional = pending.pop()
        if node.type in FUNCTIONS:
            # What an inner function calls, it calls later.
            setters, conditional = frozenset(_setters(node)), False
        elif node.type in _CONDITIONS:
            conditional = True
        elif node.type == "call_expression" and callee(node) in setters:
            function = node.child_by_field_name("function")
            if function is not None and function.type == "identifier":
                yield node, conditional
        pending += [(child, setters, conditional) for child in reversed(node.named_children)]


def _setters(function: Node) -> Iterator[str]:
    """Second names of ``const [a, setA] = useState()`` among a function's own statements."""
    body = function.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        for declared in statement.named_children if statement.type == "lexical_declaration" else ():
            name, value = declared.child_by_field_name("name"), declared.child_by_field_name("value")
            made = value is not None and value.type == "call_expression" and callee(value)
            if name is not None and name.type == "array_pattern" and made in ("useState", "useReducer"):
                # A hole in front ([, setA]) leaves one name only.
                names = [child for child in name.named_children if child.type == "identifier"]
                if names:
                    yield text(names[-1])
