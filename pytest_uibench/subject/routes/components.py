"""Components of routes: their name as written, where they redirect, which files they bring in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from . import syntax
from .static import UNDEFINED, Code, Lazy, Obj, Value, alternatives

if TYPE_CHECKING:
    from tree_sitter import Node

    from .evaluate import Evaluator

DYNAMIC = re.compile(
    r"""\bimport\s{0,200}+\(\s{0,200}+(?:/\*[^*]{0,400}+\*/\s{0,200}+){0,4}+["'`]([^"'`\n]{1,400})["'`]"""
)
CAPITALISED = re.compile(r"(?<![\w$.\"'/-])[A-Z][\w$]*")
WRAPPER_PROPS = ("component", "element", "Component", "page", "children", "as")
REDIRECTS = frozenset(("Navigate", "Redirect"))
REDIRECT_CALLS = frozenset(("redirect", "permanentRedirect", "replace", "redirectDocument"))
NAMED = frozenset(("function_declaration", "class_declaration", "function_expression", "class"))
LIMIT = 12
SEEN_LIMIT = 200


class Target(NamedTuple):
    """A component's module, or a part of it when the component is declared beside its use."""

    rel: str
    names: frozenset[str] | None
    span: tuple[int, int] | None = None


def raw(ev: Evaluator, value: Value) -> Code | None:
    """The code as written behind bound parameters and members: ``route.element`` gives ``<Home />``."""
    code: Value | None = value.code if isinstance(value, Lazy) else value
    for _ in range(LIMIT):
        if not isinstance(code, Code):
            return None
        node = syntax.unwrap(code.node)
        if node.type == "jsx_expression":
            inner = syntax.first(node)
            code = Code(code.module, inner, code.env) if inner is not None else None
            continue
        behind = _behind(ev, Code(code.module, node, code.env))
        if behind is None:
            return Code(code.module, node, code.env)
        code = behind.code if isinstance(behind, Lazy) else behind if isinstance(behind, Code) else None
    return None


def _behind(ev: Evaluator, code: Code) -> Value | None:
    """What a bound name, a member, or an element named by one stands for."""
    node = code.node
    if node.type in syntax.JSX:
        name = syntax.opening(node).child_by_field_name("name")
        if name is None or (name.type == "identifier" and syntax.text(name) not in code.env):
            return None
        return _behind(ev, Code(code.module, name, code.env))
    if node.type in ("identifier", "shorthand_property_identifier"):
        return code.env.get(syntax.text(node))
    if node.type not in ("member_expression", "nested_identifier"):
        return None
    owner_node, name_node = node.child_by_field_name("object"), node.child_by_field_name("property")
    if owner_node is None or name_node is None:
        parts = node.named_children
        if len(parts) != 2:
            return None
        owner_node, name_node = parts
    for owner in alternatives(ev.at(code, owner_node)):
        if isinstance(owner, Obj) and syntax.text(name_node) in owner.fields:
            return owner.fields[syntax.text(name_node)]
    return None


def name_of(ev: Evaluator, value: Value, depth: int = 0) -> str | None:
    """The component's name as written: the innermost single component of an element, without wrappers."""
    code = raw(ev, value)
    if code is None or depth > LIMIT:
        return None
    node = code.node
    if node.type in syntax.JSX:
        return _element_name(ev, code, depth)
    if node.type in ("identifier", "shorthand_property_identifier"):
        written = syntax.text(node)
        behind = written if written[0].isupper() else name_of(ev, ev.at(code, node), depth + 1)
        return behind or written
    if node.type == "call_expression":
        return _call_name(ev, code, depth)
    own = node.child_by_field_name("name") if node.type in NAMED else None
    if own is not None:
        return syntax.text(own)
    if node.type in syntax.FUNCTIONS:
        shown = returned_element(node)
        if shown is not None:
            return name_of(ev, Code(code.module, shown, code.env), depth + 1)
        return _import_name(node)
    if node.type in ("binary_expression", "ternary_expression"):
        shown = node.child_by_field_name("right") or node.child_by_field_name("consequence")
        return name_of(ev, Code(code.module, shown, code.env), depth + 1) if shown is not None else None
    if node.type == "member_expression":
        return syntax.text(node)
    return None


def _element_name(ev: Evaluator, code: Code, depth: int) -> str | None:
    name = syntax.tag(code.node)
    inner = [child for child in code.node.named_children if child.type in (*syntax.JSX, "jsx_expression")]
    elements = [child for child in inner if child.type in syntax.JSX or syntax.first(child) is not None]
    if len(elements) == 1:
        found = name_of(ev, Code(code.module, elements[0], code.env), depth + 1)
        if found and found[0].isupper():
            return found
    for attribute in syntax.opening(code.node).named_children:
        if attribute.type == "jsx_attribute" and syntax.text(attribute.named_children[0]) in WRAPPER_PROPS:
            found = name_of(ev, Code(code.module, attribute.named_children[-1], code.env), depth + 1)
            if found and found[0].isupper():
                return found
    return name if name and (name[0].isupper() or depth == 0) and not name[0].islower() else None


def _call_name(ev: Evaluator, code: Code, depth: int) -> str | None:
    for node in syntax.arguments(code.node):
        if node.type in ("identifier", "call_expression", *syntax.FUNCTIONS, *syntax.JSX):
            found = name_of(ev, Code(code.module, node, code.env), depth + 1)
            if found:
                return found
    return _import_name(code.node)


def _import_name(node: Node) -> str | None:
    """``About`` for ``import("./pages/About.tsx")``."""
    match = DYNAMIC.search(syntax.text(node))
    if match is None:
        return None
    parts = [part for part in match[1].split("/") if part and not part.startswith((".", "@", "index"))]
    return parts[-1].split(".", 1)[0] if parts else None


def returned_element(function: Node) -> Node | None:
    """The element that a function component returns outright."""
    body = function.child_by_field_name("body")
    if body is None:
        return None
    if body.type == "statement_block":
        statements = [child for child in body.named_children if child.type == "return_statement"]
        body = syntax.first(statements[-1]) if statements else None
    if body is None:
        return None
    inner = syntax.unwrap(body)
    return inner if inner.type in syntax.JSX else None


def redirect_of(ev: Evaluator, value: Value) -> str | None:
    """Target when the component does nothing but redirect (``<Navigate to>``, ``() => <Redirect to />``)."""
    code = raw(ev, value)
    if code is None:
        return None
    node: Node | None = code.node
    if node is not None and node.type in syntax.FUNCTIONS:
        node = returned_element(node)
    while node is not None and node.type in syntax.JSX:
        if syntax.tag(node).rpartition(".")[2] in REDIRECTS:
            return _to(ev, Code(code.module, node, code.env))
        inner = [child for child in node.named_children if child.type in syntax.JSX]
        node = inner[0] if len(inner) == 1 and syntax.tag(node) == "" else None
    return None


def _to(ev: Evaluator, code: Code) -> str | None:
    for attribute in syntax.opening(code.node).named_children:
        parts = attribute.named_children
        if attribute.type == "jsx_attribute" and len(parts) == 2 and syntax.text(parts[0]) in ("to", "href"):
            return path_text(ev, ev.at(code, parts[1]))
    return None


def path_text(ev: Evaluator, value: Value) -> str | None:
    """A location as text: a string, or the ``pathname`` / ``path`` / ``to`` of an object."""
    for item in alternatives(value):
        if isinstance(item, str):
            return item
        if isinstance(item, Obj):
            for key in ("pathname", "path", "to", "href"):
                found = ev.field(item, key)
                if isinstance(found, str):
                    return found
    return None


def called_redirect(ev: Evaluator, value: Value) -> str | None:
    """Target of a loader that redirects whatever comes: ``() => redirect("/x")``, ``{ throw redirect({to}) }``."""
    code = raw(ev, value)
    if code is None or code.node.type not in syntax.FUNCTIONS:
        return None
    body = code.node.child_by_field_name("body")
    if body is None:
        return None
    statements = body.named_children if body.type == "statement_block" else [body]
    for statement in statements:
        inner: Node | None = statement
        if statement.type in ("return_statement", "throw_statement", "expression_statement"):
            inner = syntax.first(statement)
        elif statement.type in ("if_statement", "switch_statement", "try_statement"):
            return None
        inner = syntax.unwrap(inner) if inner is not None else None
        if inner is not None and inner.type == "call_expression" and syntax.callee(inner) in REDIRECT_CALLS:
            for node in syntax.arguments(inner):
                found = path_text(ev, ev.at(Code(code.module, node, code.env), node))
                if found:
                    return found
    return None


def targets(ev: Evaluator, value: Value) -> list[Target]:
    """Modules (or parts of the own one) that an element or component brings in."""
    code = raw(ev, value)
    found: list[Target] = []
    if code is not None:
        _targets(ev, code, found, set())
    return found


def _targets(ev: Evaluator, code: Code, found: list[Target], seen: set[tuple[str, str]]) -> None:
    written = syntax.text(code.node)
    for match in DYNAMIC.finditer(written):
        rel = ev.workspace.resolve(code.module.rel, match[1])
        if rel:
            found.append(Target(rel, frozenset(("default",)) if ".then" not in written else None))
    for name in dict.fromkeys(CAPITALISED.findall(written)):
        if (code.module.rel, name) not in seen and len(seen) < SEEN_LIMIT:
            seen.add((code.module.rel, name))
            _named_target(ev, code, name, found, seen)
    for bound in code.env.values():
        for prop in WRAPPER_PROPS if isinstance(bound, Obj) else ():
            inner = raw(ev, bound.fields.get(prop, UNDEFINED)) if isinstance(bound, Obj) else None
            if inner is not None and inner.env is not code.env and len(seen) < SEEN_LIMIT:
                _targets(ev, Code(inner.module, inner.node), found, seen)


def _named_target(ev: Evaluator, code: Code, name: str, found: list[Target], seen: set[tuple[str, str]]) -> None:
    if name in code.module.imports:
        imported = code.module.imports[name]
        rel = ev.workspace.resolve(code.module.rel, imported.specifier)
        if rel:
            found.append(Target(rel, None if imported.name == "*" else frozenset((imported.name,))))
    elif (node := code.module.declared.get(name)) is not None:
        found.append(Target(code.module.rel, None, (node.start_byte, node.end_byte)))
        _targets(ev, Code(code.module, node, code.env), found, seen)
