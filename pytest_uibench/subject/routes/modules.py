"""Modules of a project: what they declare, import and export, and which file a specifier names."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pytest_uibench import constants

from . import aliases, syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from .sources import Sources

SUFFIXES = (".tsx", ".ts", ".jsx", ".js", ".mjs", ".vue", ".svelte", ".mts", ".cjs", ".astro", ".json")
DECLARED = frozenset(
    ("function_declaration", "class_declaration", "enum_declaration", "generator_function_declaration")
)
VARIABLES = frozenset(("lexical_declaration", "variable_declaration"))
NETWORK = re.compile(r"https?://[^/]+/(?:npm/|v\d+/|\*)?((?:@[\w.-]+/)?[\w.-]+?)(?:@[^/]*)?(?:/.*)?$")
MAIN = re.compile(rb"\"main\"\s*:\s*\"([^\"]+)\"")
TARGET_BEFORE_JS = re.compile(r"\.(?:js|jsx|mjs)$")


class Imported(NamedTuple):
    """Where a local name comes from: ``name`` is ``default``, ``*`` or the exported name."""

    specifier: str
    name: str


class Module:
    """One source file, parsed on first use."""

    def __init__(self, rel: str, data: bytes, root: Node) -> None:
        self.rel = rel
        self.data = data
        self.root = root
        self.imports: dict[str, Imported] = {}
        self.exports: dict[str, Node | Imported | str] = {}
        """Exported name to its expression, to a name of another module, or to a local name."""
        self.stars: list[str] = []
        self.declared: dict[str, Node] = {}
        """Top-level names to their initialiser, function, class or enum."""
        for child in root.named_children:
            self._statement(child)

    def __repr__(self) -> str:
        return f"Module({self.rel})"

    def place(self, node: Node) -> str:
        """``file:line`` of a node."""
        return f"{self.rel}:{syntax.line(node)}"

    def _statement(self, node: Node) -> None:
        if node.type == "import_statement":
            self._import(node)
        elif node.type == "export_statement":
            self._export(node)
        elif node.type == "expression_statement":
            self._assignment(node)
        else:
            self.declared.update(declarations(node))

    def _import(self, node: Node) -> None:
        source = node.child_by_field_name("source")
        clause = next((c for c in node.named_children if c.type == "import_clause"), None)
        if source is None or clause is None:
            return
        specifier = package(syntax.string(source))
        for part in clause.named_children:
            if part.type == "identifier":
                self.imports[syntax.text(part)] = Imported(specifier, "default")
            elif part.type == "namespace_import" and part.named_child_count:
                self.imports[syntax.text(part.named_children[0])] = Imported(specifier, "*")
            elif part.type == "named_imports":
                for name, local in _specifiers(part, "import_specifier"):
                    self.imports[local] = Imported(specifier, name)

    def _export(self, node: Node) -> None:
        source = node.child_by_field_name("source")
        clause = next((c for c in node.named_children if c.type in ("export_clause", "namespace_export")), None)
        if source is not None:
            self._reexport(syntax.string(source), clause)
        elif clause is not None:
            for name, exported in _specifiers(clause, "export_specifier"):
                self.exports[exported] = name
        elif (value := node.child_by_field_name("value")) is not None:
            self.exports["default"] = value
        elif (declaration := node.child_by_field_name("declaration")) is not None:
            names = declarations(declaration)
            self.declared.update(names)
            default = any(child.type == "default" for child in node.children)
            self.exports.update({"default": declaration} if default else {name: name for name in names})

    def _reexport(self, specifier: str, clause: Node | None) -> None:
        if clause is None:
            self.stars.append(specifier)
        elif clause.type == "namespace_export":
            self.exports[syntax.text(clause.named_children[0])] = Imported(specifier, "*")
        else:
            for name, exported in _specifiers(clause, "export_specifier"):
                self.exports[exported] = Imported(specifier, name)

    def _assignment(self, node: Node) -> None:
        """``module.exports = …`` and ``exports.name = …``."""
        inner = syntax.first(node)
        if inner is None or inner.type != "assignment_expression":
            return
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        if left is None or right is None:
            return
        target = syntax.text(left)
        if target == "module.exports":
            self.exports["default"] = right
        elif target.startswith(("exports.", "module.exports.")):
            self.exports[target.rsplit(".", 1)[1]] = right


def package(specifier: str) -> str:
    """The package behind an address of a content network; other specifiers as they are."""
    match = NETWORK.match(specifier)
    return match[1] if match else specifier


def declarations(node: Node) -> dict[str, Node]:
    """Names that a statement declares; destructured names stand for the pattern's ``variable_declarator``."""
    if node.type in DECLARED:
        name = node.child_by_field_name("name")
        return {} if name is None else {syntax.text(name): node}
    if node.type not in VARIABLES:
        return {}
    found: dict[str, Node] = {}
    for declarator in node.named_children:
        name = declarator.child_by_field_name("name")
        value = declarator.child_by_field_name("value")
        if name is None or value is None:
            continue
        if name.type == "identifier":
            found[syntax.text(name)] = value
        else:
            found.update(dict.fromkeys(bound_names(name), declarator))
    return found


def bound_names(pattern: Node) -> Iterator[str]:
    """Local names in a destructuring pattern, one level deep."""
    for part in pattern.named_children:
        if part.type in ("shorthand_property_identifier_pattern", "identifier"):
            yield syntax.text(part)
        elif part.type == "pair_pattern":
            value = part.child_by_field_name("value")
            if value is not None and value.type == "identifier":
                yield syntax.text(value)
        elif part.type in ("object_assignment_pattern", "assignment_pattern"):
            left = part.child_by_field_name("left")
            if left is not None:
                yield syntax.text(left)


def _specifiers(node: Node, kind: str) -> Iterator[tuple[str, str]]:
    """(name, alias or name) of each import or export specifier."""
    for part in node.named_children:
        name = part.child_by_field_name("name")
        if part.type == kind and name is not None:
            alias = part.child_by_field_name("alias")
            yield syntax.text(name).strip("\"'"), syntax.text(alias or name).strip("\"'")


class Workspace:
    """All modules of one project."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._modules: dict[str, Module | None] = {}
        self._resolved: dict[tuple[str, str], str | None] = {}

    def module(self, rel: str) -> Module | None:
        """The parsed module, or None when it is empty or over the parse budget."""
        if rel not in self._modules:
            data = self.sources.read(rel)
            over = len(self._modules) >= constants.ROUTE_PARSES
            self._modules[rel] = None if not data or over else Module(rel, data, syntax.parse(rel, data))
        return self._modules[rel]

    def resolve(self, importer: str, specifier: str) -> str | None:
        """File that ``specifier`` names in ``importer``; None for packages and missing files."""
        key = (posixpath.dirname(importer), specifier)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(*key)
        return self._resolved[key]

    def _resolve(self, folder: str, specifier: str) -> str | None:
        specifier = specifier.split("?", 1)[0]
        if specifier.startswith("."):
            return self._file(posixpath.normpath(posixpath.join(folder, specifier)))
        if specifier.startswith("/"):
            return self._file(self.sources.relative(specifier.lstrip("/")))
        for prefix, targets in self._aliases:
            if not aliases.applies(prefix, specifier):
                continue
            rest = specifier[len(prefix) :].lstrip("/")
            for target in targets:
                found = self._file(self.sources.relative(posixpath.normpath(posixpath.join(target, rest))))
                if found:
                    return found
        return None

    def _file(self, rel: str) -> str | None:
        files = self.sources.files
        if rel in files:
            return rel
        stem = TARGET_BEFORE_JS.sub("", rel)
        for base in (rel, stem) if stem != rel else (rel,):
            for suffix in SUFFIXES:
                if base + suffix in files:
                    return base + suffix
        found = next((f"{rel}/index{s}" for s in SUFFIXES if f"{rel}/index{s}" in files), None)
        return found or self._package_main(rel)

    def _package_main(self, folder: str) -> str | None:
        """``main`` of a folder with a manifest of its own."""
        if f"{folder}/package.json" not in self.sources.files:
            return None
        match = MAIN.search(self.sources.read(f"{folder}/package.json"))
        name = match[1].decode("utf-8", "replace").removeprefix("./") if match else ""
        target = posixpath.normpath(f"{folder}/{name}")
        return target if target in self.sources.files else None

    @cached_property
    def _aliases(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return aliases.read(self.sources)
