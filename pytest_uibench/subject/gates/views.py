"""Which modules and routes show a log-in form: by its password field, in any language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_uibench.subject.routes import matches, syntax
from pytest_uibench.subject.routes.modules import Imported
from pytest_uibench.subject.routes.static import Array, Code, Lazy, Obj, alternatives

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from tree_sitter import Node

    from pytest_uibench.model import RouteMap, StaticRoute
    from pytest_uibench.subject.routes.modules import Module
    from pytest_uibench.subject.routes.routing import Routing

PASSWORD = re.compile(
    rb"""\btype\s{0,9}[=:]\s{0,9}[{("'`]?[^>\n;]{0,90}?["'`]password["'`]|\btype=password\b""", re.IGNORECASE
)
HTML = re.compile(r"(?i)\.html?$")
DYNAMIC = re.compile(r"import\(\s*['\"`]([^'\"`]+)['\"`]")
LOGIN_WORDS = re.compile(
    r"(?i)(?:^|[-_/.#:])(?:log-?in|sign-?in|log-?on|auth\w*|session\w*|acceso|ingresar|entrar|connexion|anmelden|masuk|"
    r"giris|denglu|登录|登入|ログイン|로그인|вход|welcome|unauthori[sz]ed|lock)(?:$|[-_/.?#:])"
)
"""Only where the page behind an address cannot be told: a weak hint (G23)."""


class Views:
    """Knows where a password is asked for."""

    def __init__(self, routing: Routing, routes: RouteMap) -> None:
        self.routing = routing
        self.routes = routes
        self._files: dict[str, bool] = {}

    def login_routes(self, guarding: Set[str], targets: Set[str]) -> tuple[str, ...]:
        """Declared patterns whose own page asks for a password.

        Args:
            guarding: files with a guard that shows a form in place of what else they show.
            targets: addresses that guards send to.
        """
        asking = [route for route in self.routes.routes if self._route(route.pattern) is True]
        found = {route.pattern for route in asking if self._home_of(route) not in guarding}
        paths = {re.split(r"[?#]", target, maxsplit=1)[0] for target in targets if target.startswith("/")}
        found |= {
            route.pattern
            for route in self.routes.routes
            for path in paths
            if matches(route.pattern, path.rstrip("/") or "/")
        }
        return tuple(dict.fromkeys(route.pattern for route in self.routes.routes if route.pattern in found))

    def _home_of(self, route: StaticRoute) -> str | None:
        """File of a route's component."""
        module = self.routing.workspace.module(route.file) if route.file else None
        imported = module.imports.get(route.component or "") if module is not None else None
        if module is None or imported is None:
            return route.file
        return self.routing.workspace.resolve(module.rel, imported.specifier) or route.file

    def file(self, rel: str, depth: int = 1) -> bool:
        """Whether a file, or one that it imports itself, has a password field."""
        if rel not in self._files:
            own = PASSWORD.search(self.routing.sources.read(rel)) is not None
            self._files[rel] = own
        if self._files[rel] or depth == 0:
            return self._files[rel]
        links = self.routing.graph.links(rel)
        targets = {target for link in links if (target := self.routing.graph.target(rel, link))}
        return any(self.file(target, depth - 1) for target in targets)

    def element(self, module: Module, name: str) -> bool:
        """Whether the component called ``name`` in ``module`` is a log-in view."""
        head = name.partition(".")[0]
        if head in module.imports:
            rel = self.routing.workspace.resolve(module.rel, module.imports[head].specifier)
            return rel is not None and self._exported(rel, module.imports[head].name)
        node = module.declared.get(head)
        if node is None:
            return False
        found = DYNAMIC.search(syntax.text(node))
        if found:
            rel = self.routing.workspace.resolve(module.rel, found[1])
            return rel is not None and self.file(rel)
        return PASSWORD.search(node.text or b"") is not None

    def _exported(self, rel: str, name: str) -> bool:
        module = self.routing.workspace.module(rel)
        if module is None:
            return False
        exported = module.exports.get(name)
        if isinstance(exported, str) and exported in module.declared:
            # One file with several components: the one that is meant counts, and what it is made of.
            own = module.declared[exported]
            if PASSWORD.search(own.text or b""):
                return True
            return any(self.element(module, tag) for tag in tags(own) if tag != exported)
        if isinstance(exported, Imported):
            target = self.routing.workspace.resolve(rel, exported.specifier)
            return target is not None and target != rel and self._exported(target, exported.name)
        return self.file(rel)

    def address(self, target: str) -> bool:
        """Whether the page at an address asks for a password; told by its name only when the page is not known."""
        path = re.split(r"[?#]", target.removeprefix("."), maxsplit=1)[0].rstrip("/") or "/"
        if HTML.search(path):
            path = f"/{path.lstrip('/')}"
            if self.file(self.routing.sources.relative(path[1:]), 0):
                return True
        fitting = [route.pattern for route in self.routes.routes if matches(route.pattern, path)]
        known = [self._route(pattern) for pattern in fitting]
        if True in known:
            return True
        if known and None not in known and path == "/":
            return False
        return LOGIN_WORDS.search(target) is not None

    def targets(self, module: Module, node: Node | None) -> Iterator[str]:
        """Addresses (or names of routes) that an expression stands for."""
        if node is None:
            return
        for value in alternatives(self.routing.ev.evaluate(Code(module, node))):
            if isinstance(value, str):
                yield value
            elif isinstance(value, Obj):
                for field in ("to", "pathname", "path", "name", "url"):
                    inner = value.fields.get(field)
                    forced = self.routing.ev.force(inner) if isinstance(inner, Lazy) else inner
                    if isinstance(forced, str):
                        yield forced
            elif isinstance(value, Array) and value.items and isinstance(value.items[0], str):
                yield value.items[0]
            elif isinstance(value, Code) and value.node.type == "new_expression":
                yield from self.targets(module, next(iter(syntax.arguments(value.node)), None))

    def _route(self, pattern: str) -> bool | None:
        """None when the page of the route is not known."""
        for route in self.routes.routes:
            if route.pattern != pattern or route.file is None:
                continue
            if route.component is None:
                return self.file(route.file) if self.routes.mode == "files" else None
            module = self.routing.workspace.module(route.file)
            if module is None:
                return None
            if route.component in module.imports or route.component in module.declared:
                return self.element(module, route.component)
            return self.file(route.file) if self.routes.mode == "files" else None
        return None


def tags(node: Node) -> Iterator[str]:
    """Components among the elements inside of a node."""
    pending = [node]
    while pending:
        inner = pending.pop()
        if inner.type in ("jsx_element", "jsx_self_closing_element"):
            name = syntax.tag(inner)
            if name[:1].isupper():
                yield name
        pending.extend(inner.named_children)
