"""Conditions that keep somebody out: one branch goes on to a log-in, or shows one in place of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.subject.routes import syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from pytest_uibench.subject.routes.modules import Module

    from .flow import Flow
    from .reads import Key
    from .views import Views

MOVES = frozenset(
    (
        "navigate", "nav", "push", "replace", "redirect", "next", "goto", "navigateTo", "setLocation", "assign",
        "go", "permanentRedirect", "rewrite", "createUrlTree", "parseUrl", "setPage", "setView", "setCurrentPage",
        "setScreen", "setRoute",
    )
)  # fmt: skip
ELEMENTS = frozenset(("Navigate", "Redirect", "Navigator", "RedirectTo"))
CONDITION = re.compile(
    r"""(?:\bv-(?:if|else-if|show)\s*=\s*(?:"([^"]{1,300})"|'([^']{1,300})')|\{[#:](?:if|else if)\s+([^}]{1,300})\})"""
)
TAG = re.compile(r"<([A-Z][\w.]*|[a-z]+(?:-[a-z]+)+)")
WORD = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """One condition and what it asks for."""

    module: Module
    node: Node
    keys: frozenset[Key]
    target: str
    """For people: the address that it sends to, or the view that it shows instead."""

    @property
    def place(self) -> str:
        """``file:line``."""
        return self.module.place(self.node)


class Guards:
    """Finds guards in the modules of a flow."""

    def __init__(self, flow: Flow, views: Views) -> None:
        self.flow = flow
        self.views = views
        self.found: list[Guard] = []
        for module in flow.modules.values():
            for node in flow.tokens[module.rel].conditions:
                self._condition(module, node)
            if module.rel.endswith((".vue", ".svelte")):
                self._template(module)

    def asked(self) -> frozenset[str]:
        """Names that the conditions of guards with stored values come from, through bindings and fields."""
        names: set[str] = set()
        for guard in self.found:
            condition = guard.node.child_by_field_name("condition") or guard.node.child_by_field_name("left")
            if guard.keys and condition is not None:
                names |= {syntax.text(token) for token in self.flow.tokens[guard.module.rel].within(condition)}
        for _ in range(2):
            for module in self.flow.modules.values():
                tokens = self.flow.tokens[module.rel]
                for node in (*tokens.bindings, *tokens.fields, *tokens.functions):
                    label = node.child_by_field_name("name") or node.child_by_field_name("key")
                    value = node.child_by_field_name("value") or node.child_by_field_name("body")
                    if label is None or value is None or value.end_byte - value.start_byte > constants.ROUTE_LINE_BYTES:
                        continue
                    if any(syntax.text(token) in names for token in tokens.within(label)):
                        names |= {syntax.text(t) for t in tokens.within(value) if t.type == "property_identifier"}
        return frozenset(names)

    def _condition(self, module: Module, node: Node) -> None:
        condition = node.child_by_field_name("condition") or node.child_by_field_name("left")
        if condition is None:
            return
        if node.type == "binary_expression":
            operator, right = node.child_by_field_name("operator"), node.child_by_field_name("right")
            if operator is None or operator.type not in ("&&", "||", "??") or right is None:
                return
            # `!user && <LoginDialog/>` beside the page is no wall; going elsewhere is.
            target = self._leads(module, right, views=False)
        elif node.type == "ternary_expression":
            branches = [node.child_by_field_name(name) for name in ("consequence", "alternative")]
            leads = [self._leads(module, part) for part in branches if part is not None]
            # A log-in or a sign-up: both are the form itself.
            target = None if None not in leads else next((lead for lead in leads if lead), None)
        else:
            target = self._branches(module, node)
        if target is not None:
            keys = frozenset(self.flow.carried(module, condition))
            self.found.append(Guard(module, node, keys, target))

    def _branches(self, module: Module, node: Node) -> str | None:
        consequence, alternative = (node.child_by_field_name(name) for name in ("consequence", "alternative"))
        for part in (consequence, alternative):
            if part is not None and (target := self._leads(module, part)) is not None:
                return target
        if consequence is None or not _ends(consequence):
            return None
        # `if (user) return <Outlet />; return <Navigate to="/login" />`
        rest = node.next_named_sibling
        while rest is not None:
            if rest.type == "return_statement":
                value = syntax.first(rest)
                return self._shown(module, syntax.unwrap(value)) if value is not None else None
            if rest.type == "expression_statement" and (target := self._moved(module, rest)) is not None:
                return target
            rest = rest.next_named_sibling
        return None

    def _leads(self, module: Module, part: Node, *, views: bool = True) -> str | None:
        """Where a branch leads when that is a log-in."""
        inner = syntax.unwrap(part)
        if inner.type in syntax.JSX or inner.type == "jsx_expression":
            return self._shown(module, inner, views=views)
        if (target := self._moved(module, part)) is not None:
            return target
        for node in _statements(part):
            if node.type == "return_statement" and (value := syntax.first(node)) is not None:
                shown = self._shown(module, syntax.unwrap(value), views=views)
                if shown is not None:
                    return shown
        return None

    def _shown(self, module: Module, node: Node, *, views: bool = True) -> str | None:
        """What an expression shows, or answers a router with, when that is a log-in."""
        if node.type in syntax.JSX:
            return self._element(module, node, views=views)
        if node.type in ("string", "object", "template_string", "new_expression"):
            return next((t for t in self.views.targets(module, node) if self.views.address(t)), None)
        if node.type == "call_expression":
            return self._moved(module, node)
        return None

    def _element(self, module: Module, node: Node, *, views: bool) -> str | None:
        tag = syntax.tag(node)
        if tag.rpartition(".")[2] in ELEMENTS:
            for attribute in syntax.opening(node).named_children:
                if attribute.type == "jsx_attribute" and syntax.text(attribute).startswith(("to", "href")):
                    value = attribute.named_children[-1]
                    return next((t for t in self.views.targets(module, value) if self.views.address(t)), None)
            return None
        if not views:
            return None
        if tag[:1].isupper() and self.views.element(module, tag):
            return f"<{tag}>"
        children = [child for child in node.named_children if child.type in ("jsx_element", "jsx_self_closing_element")]
        if tag[:1].isupper() or tag == "" or len(children) == 1:
            # Wrappers around the view: fragments, layouts, suspense.
            inner = (self._element(module, child, views=True) for child in children)
            return next((target for target in inner if target is not None), None)
        return f"<{tag}>" if _has_password(node) else None

    def _moved(self, module: Module, part: Node) -> str | None:
        """The log-in that a call or assignment inside of a branch goes to; handlers for later are left out."""
        for node in _statements(part):
            targets: list[Node] = []
            if node.type in ("call_expression", "new_expression"):
                # `redirect(302, "/login")` has its address second.
                targets = syntax.arguments(node)[:2] if syntax.callee(node) in MOVES else []
            elif node.type == "assignment_expression":
                left = node.child_by_field_name("left")
                if left is not None and re.search(r"\blocation(?:\.(?:href|hash|pathname))?$", syntax.text(left)):
                    targets = [right] if (right := node.child_by_field_name("right")) is not None else []
            for target in targets:
                for address in self.views.targets(module, target):
                    if self.views.address(address):
                        return address
        return None

    def _template(self, module: Module) -> None:
        """``v-if`` and ``{#if}`` in a file that shows a log-in form or a component with one."""
        text = module.data.decode("utf-8", "replace")
        shows = [tag for tag in TAG.findall(text) if self.views.element(module, _component(module, tag))]
        if not shows and not self.views.file(module.rel, 0):
            return
        for match in CONDITION.finditer(text):
            expression = next(group for group in match.groups() if group is not None)
            keys: set[Key] = set()
            for word in WORD.findall(expression):
                keys |= set(self.flow.names[module.rel].get(word.lstrip("$"), {}))
                keys |= set(self.flow.properties.get(word, {})) if f".{word}" in expression else set()
            at = len(text[: match.start()].encode())
            node = module.root.descendant_for_byte_range(at, at) or module.root
            # A condition of one element inside of the form (an error text) has nothing to do with a wall.
            if keys or _is_alternative(text, match):
                self.found.append(Guard(module, node, frozenset(keys), f"<{shows[0]}>" if shows else "a log-in form"))


def _component(module: Module, tag: str) -> str:
    """``login-view`` is written for ``LoginView`` in templates."""
    if tag in module.imports or "-" not in tag:
        return tag
    return "".join(part.capitalize() for part in tag.split("-"))


def _is_alternative(text: str, match: re.Match[str]) -> bool:
    rest = text[match.end() :]
    return "v-else" in rest or "{:else}" in rest


def _ends(branch: Node) -> bool:
    """Whether a branch leaves its function."""
    if branch.type in ("return_statement", "throw_statement"):
        return True
    return any(child.type in ("return_statement", "throw_statement") for child in branch.named_children)


def _statements(node: Node) -> Iterator[Node]:
    """Nodes of a branch that run when it is taken."""
    pending = [node]
    while pending:
        inner = pending.pop()
        yield inner
        if inner.type not in syntax.FUNCTIONS and inner.type not in syntax.JSX:
            pending.extend(reversed(inner.named_children))


def _has_password(node: Node) -> bool:
    from .views import PASSWORD

    return PASSWORD.search(node.text or b"") is not None
