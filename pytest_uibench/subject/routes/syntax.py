"""Parsing with tree-sitter, and the few readings of nodes that every router needs."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pytest_uibench import constants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Parser

SCRIPT = re.compile(rb"<script\b[^>]{0,1000}>", re.IGNORECASE)
SCRIPT_END = re.compile(rb"</script", re.IGNORECASE)
FRONTMATTER = re.compile(rb"\A\s*---[ \t]*\r?\n(.*?)\n---", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
UNWRAPPED = frozenset(
    (
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "await_expression",
        "type_assertion",
    )
)
FUNCTIONS = frozenset(
    ("arrow_function", "function_expression", "function_declaration", "method_definition", "function")
)
JSX = frozenset(("jsx_element", "jsx_self_closing_element", "jsx_fragment"))


@cache
def parser(language: str) -> Parser:
    """The parser of ``javascript``, ``typescript`` or ``tsx`` (imported on first use)."""
    from tree_sitter import Language, Parser

    if language == "javascript":
        import tree_sitter_javascript

        return Parser(Language(tree_sitter_javascript.language()))
    import tree_sitter_typescript as grammar

    return Parser(Language(grammar.language_tsx() if language == "tsx" else grammar.language_typescript()))


def parse(rel: str, data: bytes) -> Node:
    """Root node of a file; script blocks of single-file components keep their lines."""
    if rel.endswith((".vue", ".svelte", ".astro", ".html", ".htm")):
        language = "tsx" if re.search(rb"<script\b[^>]{0,1000}?\b(?:tsx|jsx|babel)\b", data) else "typescript"
        return parser(language).parse(script_only(rel, data)).root_node
    if rel.endswith((".ts", ".mts", ".cts")):
        return parser("typescript").parse(data).root_node
    return parser("tsx" if rel.endswith(".tsx") else "javascript").parse(data).root_node


def script_only(rel: str, data: bytes) -> bytes:
    """The same bytes with everything outside of scripts blanked, so that offsets and lines stay."""
    spans = list(scripts(data))
    if rel.endswith(".astro") and (match := FRONTMATTER.match(data)):
        spans = [match.span(1)]
    out, at = [], 0
    for start, end in spans:
        out += [_blank(data[at:start]), data[start:end]]
        at = end
    return b"".join([*out, _blank(data[at:])])


def scripts(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of what stands in each ``<script>``."""
    at = 0
    while (opened := SCRIPT.search(data, at)) is not None:
        closed = SCRIPT_END.search(data, opened.end())
        if closed is None:
            return
        yield opened.end(), closed.start()
        at = closed.end()


def _blank(data: bytes) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", data)


def text(node: Node) -> str:
    """Source text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def line(node: Node) -> int:
    """1-based line."""
    return node.start_point[0] + 1


def unwrap(node: Node) -> Node:
    """The expression inside parentheses, ``as``, ``satisfies``, ``!`` and ``await``."""
    while node.type in UNWRAPPED and node.named_child_count:
        inner = node.named_children[-1] if node.type == "type_assertion" else first(node)
        if inner is None:
            break
        node = inner
    return node


def first(node: Node) -> Node | None:
    """First named child that is no comment."""
    return next((child for child in node.named_children if child.type != "comment"), None)


def string(node: Node) -> str:
    """Value of a ``string`` node (or of the literal text of a template)."""
    parts = []
    for child in node.named_children:
        raw = text(child)
        parts.append(_escape(raw) if child.type == "escape_sequence" else raw)
    return "".join(parts)


def _escape(raw: str) -> str:
    body = raw[1:]
    if body[:1] in ("u", "x"):
        try:
            return chr(int(body[1:].strip("{}"), 16))
        except (ValueError, OverflowError):
            return raw
    return ESCAPES.get(body, body)


def arguments(call: Node) -> list[Node]:
    """Argument nodes of a call or ``new`` expression."""
    holder = call.child_by_field_name("arguments")
    if holder is None or holder.type != "arguments":
        return []
    return [child for child in holder.named_children if child.type != "comment"]


def callee(call: Node) -> str:
    """Last name of what is called: ``createRoute`` for ``lib.createRoute(…)`` and for ``createRoute(…)(…)``."""
    function = call.child_by_field_name("function") or call.child_by_field_name("constructor")
    while function is not None and function.type == "call_expression":
        function = function.child_by_field_name("function")
    if function is None:
        return ""
    if function.type == "member_expression":
        function = function.child_by_field_name("property") or function
    return text(function)


def opening(node: Node) -> Node:
    """Opening tag of a JSX element (the element itself when it closes itself)."""
    return node.child_by_field_name("open_tag") or node


def tag(node: Node) -> str:
    """Element name as written, ``""`` for a fragment."""
    name = opening(node).child_by_field_name("name")
    return "" if name is None else text(name)


def ancestors(node: Node | None) -> Iterator[Node]:
    """The node and what it stands in, innermost first, bounded: every step costs the parser a walk from the root."""
    for _ in range(constants.ROUTE_CLIMB):
        if node is None:
            return
        yield node
        node = node.parent


def enclosing(node: Node | None, types: frozenset[str]) -> Node | None:
    """The node itself or its nearest ancestor of one of the types."""
    return next((found for found in ancestors(node) if found.type in types), None)


def occurrences(data: bytes, root: Node, name: bytes) -> list[Node]:
    """Smallest nodes at each place where ``name`` stands as a whole word."""
    found = []
    for match in re.finditer(rb"(?<![\w$])" + re.escape(name) + rb"(?![\w$])", data):
        node = root.named_descendant_for_byte_range(match.start(), match.end())
        if node is not None and node.type in ("identifier", "type_identifier", "property_identifier"):
            found.append(node)
    return found
