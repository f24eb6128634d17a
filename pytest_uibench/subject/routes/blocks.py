"""Places where routes are declared as elements or handed to a router."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import syntax

if TYPE_CHECKING:
    from tree_sitter import Node

    from .modules import Module

CALLS = frozenset(
    (
        "useRoutes",
        "createBrowserRouter",
        "createHashRouter",
        "createMemoryRouter",
        "createRoutesFromElements",
        "createRoutesFromChildren",
        "renderRoutes",
        "matchRoutes",
    )
)
GLOBALS = ("ReactRouterDOM", "ReactRouter")
CONTAINERS = frozenset(("Routes", "Switch"))
TAG = re.compile(rb"<\s*([A-Za-z_$][\w$.]*)")
NEAR = 400
"""Bytes after a tag in which its attributes are looked for."""
ROUTE_LIKE = re.compile(r"^(?:[A-Z]\w*)?Route$")


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Elements or a call that declare routes together."""

    module: Module
    node: Node
    container: bool
    """False for loose ``<Route>`` elements, which are often a part of another block."""

    @property
    def key(self) -> tuple[str, int]:
        """Identity."""
        return self.module.rel, self.node.start_byte


def originals(module: Module, packages: frozenset[str]) -> dict[str, str]:
    """Local names to the names that the router's package exports."""
    names = {local: what.name for local, what in module.imports.items() if what.specifier in packages}
    if any(name.encode() in module.data for name in GLOBALS):
        names.update(_from_globals(module))
    return names


def _from_globals(module: Module) -> dict[str, str]:
    """Names taken out of the global of a script tag: ``const { Route: R } = ReactRouterDOM``."""
    names: dict[str, str] = {}
    for local, node in module.declared.items():
        value, pattern = node.child_by_field_name("value"), node.child_by_field_name("name")
        if node.type != "variable_declarator" or value is None or pattern is None:
            continue
        if syntax.text(value).removeprefix("window.") not in GLOBALS:
            continue
        for part in pattern.named_children:
            key, renamed = part.child_by_field_name("key"), part.child_by_field_name("value")
            if syntax.text(renamed or part) == local:
                names[local] = syntax.text(key or part)
    return names


def route_tag(module: Module, written: str, packages: frozenset[str]) -> str:
    """What a tag means to the router: its exported name, also through an alias; ``""`` for other packages' tags.

    Icon sets have a ``Route``, switches of component libraries are no ``Switch``.
    """
    head, _, last = written.rpartition(".")
    imported = module.imports.get(head or written)
    if imported is None:
        return last if last != "Switch" or head else ""
    if imported.specifier in packages:
        return last if head else imported.name
    own = imported.specifier.startswith((".", "/", "@/", "~", "src/")) or "/" in imported.specifier[1:]
    return last if own and last != "Switch" else ""


def find(module: Module, packages: frozenset[str], *, any_element: bool = False) -> list[Block]:
    """Blocks of one module in source order."""
    names = originals(module, packages)
    found: dict[int, Block] = {}
    last_block: Block | None = None
    for match in TAG.finditer(module.data):
        written = match[1].decode("ascii", "replace")
        last = written.rpartition(".")[2]
        original = route_tag(module, written, packages)
        container = original in CONTAINERS or (any_element and original in ("Router", "HashRouter"))
        near = module.data[match.end() : match.end() + NEAR]
        loose = original == "Route" or (original != "" and ROUTE_LIKE.match(last) and b"path" in near)
        if not (container or loose):
            continue
        if last_block is not None and match.start() < last_block.node.end_byte:
            if container and not last_block.container:
                last_block = Block(module, last_block.node, container=True)
                found[last_block.node.start_byte] = last_block
            continue
        top = _topmost(module.root.named_descendant_for_byte_range(match.start(1), match.end(1)))
        if top is not None:
            last_block = Block(module, top, container)
            found[top.start_byte] = last_block
    for local, name in names.items():
        if name in CALLS:
            for node in syntax.occurrences(module.data, module.root, local.encode()):
                call = _call_of(node)
                if call is not None:
                    found.setdefault(call.start_byte, Block(module, call, container=True))
    return [found[at] for at in sorted(found)]


def _call_of(node: Node) -> Node | None:
    parent = node.parent
    while parent is not None and parent.type == "member_expression":
        parent = parent.parent
    if parent is None or parent.type != "call_expression":
        return None
    function = parent.child_by_field_name("function")
    return parent if function is not None and function.end_byte == node.end_byte else None


def _topmost(node: Node | None) -> Node | None:
    """The outermost element around a tag that belongs to the same expression."""
    if node is None or syntax.enclosing(node, frozenset(("jsx_opening_element", "jsx_self_closing_element"))) is None:
        return None
    top = None
    for outer in syntax.ancestors(node):
        if outer.type in syntax.JSX:
            top = outer
        elif (
            outer.type == "jsx_attribute" or outer.type.endswith(("_statement", "_declaration")) or _is_component(outer)
        ):
            break
    return top


def _is_component(node: Node) -> bool:
    """A function other than one handed to ``map`` inside of the elements."""
    if node.type not in syntax.FUNCTIONS:
        return False
    holder = node.parent
    call = holder.parent if holder is not None and holder.type == "arguments" else None
    return call is None or call.type != "call_expression" or syntax.callee(call) not in ("map", "flatMap", "forEach")
