"""Which names of a project carry a stored value: followed by name through state, stores, contexts and imports."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.subject.routes import syntax
from pytest_uibench.subject.routes.modules import Imported
from pytest_uibench.subject.routes.static import Code, Obj

from .tokens import BOXES, FALSY, TOKENS, Carried, Tokens, as_it_is, join, local_names, published, returns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from pytest_uibench.subject.routes.modules import Module
    from pytest_uibench.subject.routes.routing import Routing

    from .reads import Read


class Flow:
    """Names that carry stored values, to a fixed point."""

    def __init__(self, routing: Routing, modules: list[Module], reads: list[Read]) -> None:
        self.routing = routing
        self.modules = {module.rel: module for module in modules}
        self.tokens = {module.rel: Tokens(module) for module in modules}
        self.names: dict[str, dict[str, Carried]] = {module.rel: {} for module in modules}
        self.properties: dict[str, Carried] = {}
        """Names of fields that leave their module in an object: contexts, stores, services."""
        self.spent = False
        """The source is too large to be followed to its end."""
        self._steps = 0
        self._reads: dict[str, list[Read]] = {}
        for read in sorted(reads, key=lambda read: read.node.start_byte):
            self._reads.setdefault(read.module.rel, []).append(read)
        self._starts = {rel: [read.node.start_byte for read in found] for rel, found in self._reads.items()}
        self._changed = False
        for _ in range(constants.GATE_FLOW_ROUNDS):
            self._changed = False
            for module in modules:
                self._module(module)
            if not self._changed:
                break

    def carried(self, module: Module, node: Node) -> Carried:
        """Keys that an expression mentions."""
        found: Carried = {}
        for read in self._inside(module, node):
            join(found, {read.key: as_it_is(read.node, node)})
        for token in self.tokens[module.rel].within(node):
            self._steps += 1
            if self._steps > constants.GATE_FLOW_STEPS:
                self.spent = True
                break
            known = self._narrowed(module, token)
            if known:
                same = as_it_is(token, node)
                join(found, {key: plain and same for key, plain in known.items()})
        return found

    def _inside(self, module: Module, node: Node) -> Iterator[Read]:
        reads, starts = self._reads.get(module.rel, []), self._starts.get(module.rel, [])
        at = bisect_left(starts, node.start_byte)
        while at < len(reads) and starts[at] < node.end_byte:
            if reads[at].node.end_byte <= node.end_byte:
                yield reads[at]
            at += 1

    def _narrowed(self, module: Module, token: Node) -> Carried:
        """Of ``store.user``, only what both names carry, where there is something that both do."""
        known = self.of(module, token)
        parent = token.parent
        if not known or parent is None or parent.type != "member_expression":
            return known
        owner, name = parent.child_by_field_name("object"), parent.child_by_field_name("property")
        other = name if token == owner else owner
        if other is None or other.type not in TOKENS:
            return known
        shared = set(known).intersection(self.of(module, other))
        return {key: plain for key, plain in known.items() if key in shared} if shared else known

    def of(self, module: Module, token: Node) -> Carried:
        """Keys that a name carries."""
        name = syntax.text(token)
        if token.type == "property_identifier":
            return self.properties.get(name, {})
        return self.names[module.rel].get(name.lstrip("$"), {})

    def _module(self, module: Module) -> None:
        tokens = self.tokens[module.rel]
        for local, what in module.imports.items():
            self._name(module, local, self._imported(module, what, 0))
        for node in tokens.bindings:
            self._binding(module, node)
        for node in tokens.functions:
            name = node.child_by_field_name("name")
            if name is not None:
                self._function(module, name, node)
        for node in tokens.fields:
            self._field(module, node)
        for node in tokens.assigned:
            self._assignment(module, node)
        for node in tokens.calls:
            self._setter(module, node)

    def _imported(self, module: Module, what: Imported, depth: int) -> Carried:
        rel = self.routing.workspace.resolve(module.rel, what.specifier)
        target = self.modules.get(rel) if rel else None
        if target is None or depth > constants.GATE_REEXPORTS:
            return {}
        exported = target.exports.get(what.name)
        if isinstance(exported, str):
            return self._local(target, exported, depth)
        if isinstance(exported, Imported):
            return self._imported(target, exported, depth + 1)
        if exported is not None:
            name = exported if exported.type == "identifier" else exported.child_by_field_name("name")
            return self.names[target.rel].get(syntax.text(name), {}) if name is not None else {}
        for specifier in target.stars:
            if found := self._imported(target, Imported(specifier, what.name), depth + 1):
                return found
        return {}

    def _local(self, module: Module, name: str, depth: int) -> Carried:
        if name in module.imports:
            return self._imported(module, module.imports[name], depth + 1)
        return self.names[module.rel].get(name, {})

    def _binding(self, module: Module, node: Node) -> None:
        pattern, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if pattern is None or value is None:
            return
        if pattern.type == "object_pattern":
            self._destructured(module, pattern, value)
            return
        found = self._value(module, value)
        if found:
            target = syntax.first(pattern) if pattern.type == "array_pattern" else pattern
            if target is not None and target.type == "identifier":
                self._name(module, syntax.text(target), found)

    def _value(self, module: Module, value: Node) -> Carried:
        """What an initialiser carries; of a function, what it returns."""
        value = syntax.unwrap(value)
        if value.type in syntax.FUNCTIONS:
            return self._returned(module, value)
        return self.carried(module, value)

    def _returned(self, module: Module, function: Node) -> Carried:
        body = function.child_by_field_name("body")
        if body is None:
            return {}
        results = [body] if body.type != "statement_block" else list(returns(body))
        found: Carried = {}
        for result in results:
            inner = syntax.unwrap(result)
            # Objects hand their fields on by name; elements are what is shown.
            if inner.type not in syntax.JSX and inner.type != "object":
                join(found, self.carried(module, inner))
        return found

    def _function(self, module: Module, name: Node, node: Node) -> None:
        found = self._returned(module, node)
        if not found:
            return
        if node.type == "method_definition":
            self._property(syntax.text(name), found)
        else:
            self._name(module, syntax.text(name), found)

    def _destructured(self, module: Module, pattern: Node, value: Node) -> None:
        """``const { user, isAuthenticated: ok } = useAuth()``, and parts of what was just read."""
        direct = {key: False for key, plain in self.carried(module, value).items() if plain}
        for part in pattern.named_children:
            key = part.child_by_field_name("key") or part.child_by_field_name("left") or part
            known = self.properties.get(syntax.text(key), {})
            found = known or direct
            for local in local_names(part):
                self._name(module, local, found)

    def _field(self, module: Module, node: Node) -> None:
        if not published(node):
            return
        if node.type == "shorthand_property_identifier":
            self._property(syntax.text(node), self.of(module, node))
            return
        if node.type == "spread_element":
            self._spread(module, node)
            return
        key = (
            node.child_by_field_name("key") or node.child_by_field_name("name") or node.child_by_field_name("property")
        )
        value = node.child_by_field_name("value")
        if key is not None and value is not None and key.type == "property_identifier":
            self._property(syntax.text(key), self._value(module, value))

    def _spread(self, module: Module, node: Node) -> None:
        """``{ ...state }``: the fields of its initial value go along."""
        inner = syntax.first(node)
        found = self.of(module, inner) if inner is not None and inner.type == "identifier" else {}
        if not found or inner is None:
            return
        for binding in self.tokens[module.rel].bindings:
            pattern, value = binding.child_by_field_name("name"), binding.child_by_field_name("value")
            first = syntax.first(pattern) if pattern is not None and pattern.type == "array_pattern" else pattern
            if value is None or first is None or syntax.text(first) != syntax.text(inner):
                continue
            for argument in syntax.arguments(value)[:2]:
                initial = self.routing.ev.evaluate(Code(module, argument))
                for name in initial.fields if isinstance(initial, Obj) else ():
                    self._property(name, dict.fromkeys(found, False))

    def _assignment(self, module: Module, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or syntax.text(right) in FALSY:
            return
        found = self._value(module, right)
        if not found:
            return
        name = left.child_by_field_name("property") if left.type == "member_expression" else None
        if name is None:
            self._name(module, syntax.text(left), found)
        elif syntax.text(name) in BOXES:
            owner = left.child_by_field_name("object")
            if owner is not None and owner.type == "identifier":
                self._name(module, syntax.text(owner), found)
        elif syntax.text(left) not in ("module.exports", "window.location", "location.href", "window.location.href"):
            self._property(syntax.text(name), found)

    def _setter(self, module: Module, call: Node) -> None:
        """``setUser(stored)``, ``read().then(setUser)``, ``if (stored) setReady(true)``, ``dispatch({ user })``."""
        function = call.child_by_field_name("function")
        if function is None:
            return
        arguments = syntax.arguments(call)
        named = [function, *arguments] if function.type == "member_expression" else [function]
        for node in named:
            if node.type != "identifier":
                continue
            target = self.tokens[module.rel].states.get(syntax.text(node))
            if target is None:
                continue
            found: Carried = {}
            for part in arguments if node == function else [call]:
                join(found, self.carried(module, part))
            if not found and arguments and syntax.text(arguments[0]) not in FALSY:
                found = self._condition(module, call)
            self._name(module, target, found)

    def _condition(self, module: Module, call: Node) -> Carried:
        """What the nearest ``if`` around a call asks for."""
        for outer in syntax.ancestors(call.parent):
            if outer.type in syntax.FUNCTIONS:
                break
            condition = outer.child_by_field_name("condition") if outer.type == "if_statement" else None
            consequence = outer.child_by_field_name("consequence")
            if condition is not None and consequence is not None and consequence.start_byte <= call.start_byte:
                return dict.fromkeys(self.carried(module, condition), False)
        return {}

    def _name(self, module: Module, name: str, found: Carried) -> None:
        if found and join(self.names[module.rel].setdefault(name, {}), found):
            self._changed = True

    def _property(self, name: str, found: Carried) -> None:
        if found and name not in BOXES and join(self.properties.setdefault(name, {}), found):
            self._changed = True
