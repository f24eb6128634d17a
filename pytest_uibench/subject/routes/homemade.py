"""Routers that an app wrote itself: comparisons of the address with literals. Read with care, and said so."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from pytest_uibench import constants

from . import syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from pytest_uibench.model import RouterMode

    from .modules import Module
    from .routing import Routing

ADDRESS = re.compile(rb"location\s*\.\s*(?:pathname|hash)|\bhashchange\b|\bpopstate\b|\bpushState\b")
HASH = re.compile(rb"location\s*\.\s*hash|\bhashchange\b")
PATHNAME = re.compile(rb"location\s*\.\s*pathname|\bpushState\b|\bpopstate\b")
SUBJECT = re.compile(
    r"(?:path|pathname|hash|route|location|url|page|view)\w*(?:\(\))?\W*$|(?:[Pp]ath|[Hh]ash|[Rr]oute|[Ll]ocation|[Uu]rl)\W*$"
)
LITERAL = re.compile(rb"""["'`](#?!?/[\w\-./:]*)["'`]""")
TABLE = re.compile(r"(?i)rout|page|view|path|screen")
MINIMUM = 2


def collect(routing: Routing) -> RouterMode | None:
    """Add routes that literals show; None when the app does not look at the address."""
    sources = routing.sources
    readers = [rel for rel in (*sources.code, *sources.pages) if routing.live(rel)]
    looking = [rel for rel in readers if ADDRESS.search(sources.read(rel))]
    if not looking:
        return None
    found: list[tuple[str, Module, Node]] = []
    for rel in readers:
        if LITERAL.search(sources.read(rel)) and (module := routing.workspace.module(rel)) is not None:
            found += [(literal, module, node) for literal, node in _literals(module, looks=rel in looking)]
    distinct = {literal.lstrip("#!") or "/" for literal, _, _ in found}
    if len(distinct) < MINIMUM:
        return None
    hashed = any(literal.startswith("#") for literal, _, _ in found) or (
        any(HASH.search(sources.read(rel)) for rel in looking)
        and not any(PATHNAME.search(sources.read(rel)) for rel in looking)
    )
    for literal, module, node in found:
        routing.collector.add(literal.lstrip("#!"), routing.code(module, node))
    place = found[0][1].place(found[0][2])
    routing.collector.note(f"{place}: no router library; routes were read where the address is compared with literals")
    return "hash" if hashed else "path"


def _literals(module: Module, *, looks: bool) -> Iterator[tuple[str, Node]]:
    """Address literals that the code compares with, switches on, or keys a table of views by."""
    for match in islice(LITERAL.finditer(module.data), constants.ROUTE_LIMIT):
        node = module.root.named_descendant_for_byte_range(match.start(), match.end())
        if node is None or node.type not in ("string", "template_string") or node.parent is None:
            continue
        literal = match[1].decode("ascii", "replace")
        if literal.count(".") and not literal.endswith(".html"):
            continue
        if _compared(node) or _case(node) or (looks and _key(node)):
            yield literal, node


def _compared(node: Node) -> bool:
    parent = node.parent
    if parent is None or parent.type != "binary_expression":
        return False
    operator = parent.child_by_field_name("operator")
    if operator is None or operator.type not in ("===", "=="):
        return False
    other = parent.child_by_field_name("left")
    if other is None or other == node:
        other = parent.child_by_field_name("right")
    return other is not None and SUBJECT.search(syntax.text(other)) is not None


def _case(node: Node) -> bool:
    parent = node.parent
    if parent is None or parent.type != "switch_case" or parent.child_by_field_name("value") != node:
        return False
    switch = syntax.enclosing(parent, frozenset(("switch_statement",)))
    value = switch.child_by_field_name("value") if switch is not None else None
    return value is not None and SUBJECT.search(syntax.text(value).rstrip(") ")) is not None


def _key(node: Node) -> bool:
    """A key of an object that is named like a table of routes."""
    pair = node.parent
    if pair is None or pair.type != "pair" or pair.child_by_field_name("key") != node:
        return False
    declarator = syntax.enclosing(pair, frozenset(("variable_declarator", "assignment_expression")))
    if declarator is None:
        return False
    name = declarator.child_by_field_name("name") or declarator.child_by_field_name("left")
    return name is not None and TABLE.search(syntax.text(name)) is not None
