"""Which kind of router an app uses, and the base in front of its addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import blocks, patterns, syntax
from .families import BASE_NAMES, HISTORY, MODES, ROUTER_NAMES
from .static import Code, External, Obj, alternatives

if TYPE_CHECKING:
    from tree_sitter import Node

    from pytest_uibench.model import RouterMode

    from .modules import Module
    from .react import Reader
    from .static import Value


def mode(reader: Reader) -> tuple[RouterMode, str]:
    """Kind of addresses and the base in front of them, from the router that is used."""
    modes: list[RouterMode] = []
    base = ""
    ordered = sorted(reader.modules, key=lambda module: not reader.routing.live(module.rel))
    for module in ordered:
        if modes and not reader.routing.live(module.rel):
            break
        for name, node in routers(reader, module):
            if name in MODES:
                modes.append(MODES[name])
            base = base or basename(reader, module, node)
    distinct = list(dict.fromkeys(modes))
    if len(distinct) > 1:
        reader.routing.collector.note(f"more than one kind of router: {', '.join(distinct)}; the first was taken")
    return (distinct[0] if distinct else "path"), base


def routers(reader: Reader, module: Module) -> list[tuple[str, Node]]:
    names = blocks.originals(module, reader.family.packages | HISTORY)
    found = []
    for local, name in names.items():
        if name not in ROUTER_NAMES:
            continue
        nodes = syntax.occurrences(module.data, module.root, local.encode())
        used = [node for node in nodes if syntax.enclosing(node, frozenset(("import_statement",))) is None]
        found += [(name, node) for node in used if chosen(reader, module, node, name)]
    return sorted(found, key=lambda pair: pair[1].start_byte)


def chosen(reader: Reader, module: Module, node: Node, name: str) -> bool:
    """False for the branch that a production build does not take."""
    condition = node.parent
    if condition is None or condition.type != "ternary_expression":
        return True
    value = reader.routing.ev.evaluate(Code(module, condition))
    return any(isinstance(item, External) and item.name == name for item in alternatives(value))


def basename(reader: Reader, module: Module, node: Node) -> str:
    parent = node.parent
    value: Value | None = None
    if parent is not None and parent.type in ("jsx_opening_element", "jsx_self_closing_element"):
        attributes, _ = reader.walker.attributes(Code(module, parent))
        value = next((attributes[key] for key in BASE_NAMES if key in attributes), None)
    elif parent is not None and parent.type == "call_expression":
        options = [reader.routing.ev.at(Code(module, parent), argument) for argument in syntax.arguments(parent)]
        value = next(
            (o.fields[key] for o in options if isinstance(o, Obj) for key in BASE_NAMES if key in o.fields), None
        )
    if value is None:
        return ""
    for item in alternatives(reader.routing.ev.force(value)):
        if isinstance(item, str):
            return patterns.clean_base(item)
    reader.routing.collector.unresolved(Code(module, parent or node), "the base of the router")
    return ""
