"""Where an app reads and writes what it keeps: storage, cookies, wrappers of its own, and well-known libraries."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pytest_uibench.subject.routes import syntax
from pytest_uibench.subject.routes.static import Code, Obj, alternatives

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from pytest_uibench.model.gates import Storage
    from pytest_uibench.subject.routes.modules import Module
    from pytest_uibench.subject.routes.routing import Routing

Form = Literal["text", "json", "zustand", "state"]
"""``zustand``: an envelope with ``state`` and ``version``; ``state``: a store's state as one JSON object."""
Key = tuple["Storage", str]

STORAGES: dict[str, Storage] = {"localStorage": "localStorage", "sessionStorage": "sessionStorage"}
STORED = (b"localStorage", b"sessionStorage", b"ookie", b"persist", b"Storage")
HOOKS = re.compile(r"^(?:use\w*Storage\w*|atomWithStorage|persisted|persistentAtom|useCookie|useSticky\w*)$")
"""Hooks and stores of packages that take a key first."""
COOKIE_OWNERS = re.compile(r"(?i)^(?:\w*cookies?|\w*cookieStore)$")


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A place where the value of a key comes in."""

    key: Key
    module: Module
    node: Node
    form: Form


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """A place where a value is stored; ``value`` is the stored expression, ``text`` when it is stored as it is."""

    key: Key
    module: Module
    node: Node
    value: Node


@dataclass(frozen=True, slots=True, eq=False)
class Wrapper:
    """An own function that reads or writes the key it is given."""

    storage: Storage
    name: str
    key_at: int
    value_at: int | None
    form: Form


class Stores:
    """All reads and writes of a project."""

    def __init__(self, routing: Routing, modules: list[Module]) -> None:
        self.routing = routing
        self.modules = modules
        self.reads: list[Read] = []
        self.writes: list[Write] = []
        self._wrappers: dict[tuple[str, str, int], Wrapper] = {}
        for module in modules:
            if any(word in module.data for word in STORED):
                self._direct(module)
                self._libraries(module)
        for _ in range(3):  # a wrapper of a wrapper of a wrapper
            known = dict(self._wrappers)
            for wrapper in known.values():
                self._calls(wrapper)
            if len(known) == len(self._wrappers):
                break

    def _direct(self, module: Module) -> None:
        for name, storage in STORAGES.items():
            for node in syntax.occurrences(module.data, module.root, name.encode()):
                self._storage(module, _whole(node), storage)
        for match in re.finditer(rb"\w*[cC]ookies?\w*", module.data):
            named = module.root.named_descendant_for_byte_range(match.start(), match.end())
            if named is not None and named.type in ("identifier", "property_identifier"):
                self._cookie(module, named)

    def _storage(self, module: Module, owner: Node, storage: Storage) -> None:
        parent = owner.parent
        if parent is None or parent.type not in ("member_expression", "subscript_expression"):
            return
        call = parent.parent
        if parent.type == "member_expression":
            name = _property(parent)
            if name in ("getItem", "setItem") and call is not None and call.type == "call_expression":
                self._at(module, call, storage, written=name == "setItem")
            elif name not in ("removeItem", "clear", "length", "key", "getItem", "setItem"):
                self._member(module, parent, storage, name)
            return
        index = parent.child_by_field_name("index")
        for key in self._texts(module, index):
            self._member(module, parent, storage, key)

    def _member(self, module: Module, node: Node, storage: Storage, key: str) -> None:
        """``localStorage.token`` read or assigned."""
        parent = node.parent
        if parent is not None and parent.type == "assignment_expression" and parent.child_by_field_name("left") == node:
            value = parent.child_by_field_name("right")
            if value is not None:
                self.writes.append(Write((storage, key), module, parent, value))
        else:
            self.reads.append(Read((storage, key), module, node, _form(node)))

    def _cookie(self, module: Module, node: Node) -> None:
        """``Cookies.get("token")``, ``cookies().get``, ``request.cookies.get``, readers of ``document.cookie``."""
        name, owner = syntax.text(node), _whole(node)
        if name == "cookie" and syntax.text(owner) == "document.cookie":
            self._document_cookie(module, owner)
            return
        if not COOKIE_OWNERS.match(name):
            return
        parent = owner.parent
        while parent is not None and parent.type in syntax.UNWRAPPED | {"call_expression"}:
            owner, parent = parent, parent.parent
        if parent is None or parent.type != "member_expression" or parent.child_by_field_name("object") != owner:
            return
        call, method = parent.parent, _property(parent)
        if call is not None and call.type == "call_expression" and method in ("get", "set", "has", "getCookie"):
            self._at(module, call, "cookie", written=method == "set")

    def _document_cookie(self, module: Module, owner: Node) -> None:
        function = syntax.enclosing(owner.parent, syntax.FUNCTIONS)
        names = parameter_names(function) if function is not None else []
        if function is not None and names and (name := function_name(function)):
            written = owner.parent is not None and owner.parent.type == "assignment_expression"
            self._wrap(module, function, Wrapper("cookie", name, 0, 1 if written else None, "text"))

    def _at(self, module: Module, call: Node, storage: Storage, *, written: bool) -> None:
        arguments = syntax.arguments(call)
        if not arguments:
            return
        form: Form = "json" if not written and _form(call) == "json" else "text"
        for key in self._texts(module, arguments[0]):
            if written and len(arguments) > 1:
                self.writes.append(Write((storage, key), module, call, arguments[1]))
            elif not written:
                self.reads.append(Read((storage, key), module, call, form))
        self._parameter(module, call, storage, arguments, written=written)

    def _parameter(self, module: Module, call: Node, storage: Storage, arguments: list[Node], *, written: bool) -> None:
        """The key is a parameter of the function around: its callers say which key it is."""
        name = syntax.text(arguments[0])
        for function in syntax.ancestors(call.parent):
            if function.type not in syntax.FUNCTIONS:
                continue
            names = parameter_names(function)
            called = function_name(function)
            if name in names and called:
                value = syntax.text(arguments[1]) if written and len(arguments) > 1 else ""
                inside = next((i for i, n in enumerate(names) if n and re.search(rf"\b{re.escape(n)}\b", value)), None)
                form: Form = "json" if b"JSON.parse" in (function.text or b"") else "text"
                self._wrap(
                    module, function, Wrapper(storage, called, names.index(name), inside if written else None, form)
                )
                return

    def _wrap(self, module: Module, function: Node, wrapper: Wrapper) -> None:
        key = (module.rel, wrapper.name, 1 if wrapper.value_at is not None else 0)
        # A hook that both reads and writes its key counts as a reader.
        self._wrappers.setdefault(key, wrapper)
        del function

    def _calls(self, wrapper: Wrapper) -> None:
        seen = {(read.module.rel, read.node.start_byte) for read in self.reads}
        seen |= {(write.module.rel, write.node.start_byte) for write in self.writes}
        for module in self.modules:
            for node in syntax.occurrences(module.data, module.root, wrapper.name.encode()):
                call = called_by(node)
                if call is None or (module.rel, call.start_byte) in seen:
                    continue
                arguments = syntax.arguments(call)
                if len(arguments) <= wrapper.key_at:
                    continue
                written = wrapper.value_at is not None
                for key in self._texts(module, arguments[wrapper.key_at]):
                    if not written:
                        self.reads.append(Read((wrapper.storage, key), module, call, wrapper.form))
                    elif wrapper.value_at is not None and len(arguments) > wrapper.value_at:
                        self.writes.append(Write((wrapper.storage, key), module, call, arguments[wrapper.value_at]))
                moved = [arguments[wrapper.key_at], *(arguments[wrapper.value_at or 0 : (wrapper.value_at or 0) + 1])]
                self._parameter(module, call, wrapper.storage, moved, written=written)

    def _libraries(self, module: Module) -> None:
        for local, what in module.imports.items():
            if self.routing.workspace.resolve(module.rel, what.specifier) is not None:
                continue
            persisting = what.name == "persist" and "zustand" in what.specifier
            for node in self._occurrences(module, local, persisting or bool(HOOKS.match(what.name))):
                call = called_by(node)
                if call is None:
                    continue
                if persisting:
                    self._zustand(module, call)
                    continue
                storage: Storage = "sessionStorage" if "ession" in what.name else "localStorage"
                storage = "cookie" if "ookie" in what.name else storage
                self._hook(module, call, storage)
            if what.name == "defineStore" and what.specifier == "pinia":
                for node in syntax.occurrences(module.data, module.root, local.encode()):
                    self._pinia(module, called_by(node))

    @staticmethod
    def _occurrences(module: Module, local: str, wanted: bool) -> list[Node]:
        return syntax.occurrences(module.data, module.root, local.encode()) if wanted else []

    def _hook(self, module: Module, call: Node, storage: Storage) -> None:
        arguments = syntax.arguments(call)
        default = syntax.text(arguments[1]) if len(arguments) > 1 else ""
        # A text default is kept as it is by some and as JSON by others; what has a structure is JSON for all.
        form: Form = "text" if default[:1] in ("'", '"', "`") else "json"
        for key in self._texts(module, arguments[0] if arguments else None):
            self.reads.append(Read((storage, key), module, call, form))

    def _zustand(self, module: Module, call: Node) -> None:
        arguments = syntax.arguments(call)
        options = self.routing.ev.evaluate(Code(module, arguments[1])) if len(arguments) > 1 else None
        if isinstance(options, Obj):
            storage: Storage = "sessionStorage" if b"sessionStorage" in (arguments[1].text or b"") else "localStorage"
            name = self.routing.ev.field(options, "name")
            for key in (item for item in alternatives(name) if isinstance(item, str)):
                self.reads.append(Read((storage, key), module, call, "zustand"))

    def _pinia(self, module: Module, call: Node | None) -> None:
        arguments = syntax.arguments(call) if call is not None else []
        if call is None or len(arguments) < 2 or b"persist" not in (arguments[-1].text or b""):
            return
        found = re.search(rb"persist\s*:\s*(true|\{[^}]*\})", arguments[-1].text or b"")
        if found is None:
            return
        named = re.search(rb"key\s*:\s*['\"]([^'\"]+)", found[1])
        keys = [named[1].decode("utf-8", "replace")] if named else self._texts(module, arguments[0])
        storage: Storage = "sessionStorage" if b"sessionStorage" in found[1] else "localStorage"
        self.reads += [Read((storage, key), module, call, "state") for key in keys]

    def _texts(self, module: Module, node: Node | None) -> list[str]:
        if node is None:
            return []
        found = alternatives(self.routing.ev.evaluate(Code(module, node)))
        return [value for value in found if isinstance(value, str) and value]


def _whole(node: Node) -> Node:
    """``window.localStorage`` for its last name."""
    parent = node.parent
    if parent is not None and parent.type == "member_expression" and parent.child_by_field_name("property") == node:
        return parent
    return node


def _property(node: Node) -> str:
    name = node.child_by_field_name("property")
    return "" if name is None else syntax.text(name)


def _form(node: Node) -> Form:
    """``json`` when the value goes into ``JSON.parse`` at once, or through a name of the same function."""
    for outer in syntax.ancestors(node.parent):
        if outer.type == "call_expression" and syntax.text(outer).startswith("JSON.parse"):
            return "json"
        if outer.type == "variable_declarator":
            name, scope = outer.child_by_field_name("name"), outer.parent.parent if outer.parent is not None else None
            if name is None or scope is None or name.type != "identifier":
                return "text"
            parsed = rf"JSON\.parse\(\s*{re.escape(syntax.text(name))}\b".encode()
            return "json" if re.search(parsed, scope.text or b"") else "text"
        if outer.type in ("statement_block", "program"):
            break
    return "text"


def called_by(node: Node) -> Node | None:
    """The call whose function is ``node`` or a member named so."""
    whole = _whole(node)
    parent = whole.parent
    if parent is None or parent.type != "call_expression" or parent.child_by_field_name("function") != whole:
        return None
    return parent


def parameter_names(function: Node) -> list[str]:
    """Names of plain parameters by position, ``""`` for patterns."""
    single, holder = function.child_by_field_name("parameter"), function.child_by_field_name("parameters")
    if single is not None:
        return [syntax.text(single)]
    return list(_names(holder)) if holder is not None else []


def _names(holder: Node) -> Iterator[str]:
    for part in holder.named_children:
        if part.type != "comment":
            inner = part.child_by_field_name("pattern") or part.child_by_field_name("left") or part
            yield syntax.text(inner) if inner.type == "identifier" else ""


def function_name(function: Node) -> str:
    """Name that a function is called by: declared, assigned, a method or a field."""
    own = function.child_by_field_name("name")
    if own is not None:
        return syntax.text(own)
    parent = function.parent
    while parent is not None and parent.type in ("parenthesized_expression", "call_expression", "arguments"):
        parent = parent.parent  # useCallback((key) => …)
    if parent is None:
        return ""
    name = parent.child_by_field_name("name") or parent.child_by_field_name("key")
    return syntax.text(name) if name is not None and parent.type in ("variable_declarator", "pair") else ""
