"""Who imports whom, read with a regular expression: cheap enough for every file of a project."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .modules import Workspace

# Possessive and bounded quantifiers: hostile sources must not make a search quadratic.
CLAUSE = rb"""\s{0,200}+(?P<clause>[\w$*{][\w$*{}\s,]{0,4000}+)?+["'](?P<spec>[^"'\n]{1,400})["']"""
CALL = rb"""\s{0,200}+\(\s{0,200}+(?:/\*[^*]{0,400}+\*/\s{0,200}+){0,4}+["'`](?P<dynamic>[^"'`\n]{1,400})["'`]"""
# One expression for each word: a literal at the start lets the regular expression engine skip quickly.
IMPORT = re.compile(rb"import(?:" + CLAUSE + rb"|" + CALL + rb")")
EXPORT = re.compile(rb"export" + CLAUSE)
REQUIRE = re.compile(rb"require" + CALL)
SCRIPT_SRC = re.compile(rb"""<script\b[^>]{0,1000}?\bsrc\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
FROM = re.compile(rb"(?<=[\s}*])from$")
NAME = re.compile(rb"(?:(\*)|([\w$]+))(?:\s+as\s+([\w$]+))?")
ENTRY_PAGES = ("index.html", "public/index.html", "client/index.html", "src/index.html", "app/index.html")
ENTRIES = (
    "src/main",
    "src/index",
    "src/App",
    "main",
    "index",
    "src/entry-client",
    "client/src/main",
    "app/main",
    "src/app",
)


class Link(NamedTuple):
    """One import or re-export; ``names`` maps local or exported names to the target's, None for all of it."""

    specifier: str
    names: Mapping[str, str] | None
    reexport: bool

    def wanted(self, names: frozenset[str] | None) -> frozenset[str] | None:
        """Names of the target behind the importing module's names."""
        if self.names is None:
            return names if self.reexport else None
        if names is None or not self.reexport:
            return frozenset(self.names.values())
        return frozenset(original for exported, original in self.names.items() if exported in names)


class Graph:
    """Imports of a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._links: dict[str, list[Link]] = {}
        self._targets: dict[tuple[str, str], str | None] = {}

    def links(self, rel: str) -> list[Link]:
        """What a file imports and re-exports, in order."""
        if rel not in self._links:
            self._links[rel] = read_links(self.workspace.sources.read(rel))
        return self._links[rel]

    def target(self, rel: str, link: Link) -> str | None:
        """The own file behind a link."""
        key = (rel, link.specifier)
        if key not in self._targets:
            self._targets[key] = self.workspace.resolve(rel, link.specifier)
        return self._targets[key]

    def entries(self) -> list[str]:
        """Modules that the page loads first."""
        sources = self.workspace.sources
        for page in ENTRY_PAGES:
            rel = sources.relative(page)
            folder = rel.rpartition("/")[0]
            for match in SCRIPT_SRC.finditer(sources.read(rel)):
                spec = match[1].decode("utf-8", "replace")
                at = f"{folder}/{spec.lstrip('/')}" if folder and not page.startswith("public") else None
                found = (at if at in sources.files else None) or self.workspace.resolve(rel, spec)
                if found is None and not spec.startswith((".", "/", "http")):
                    found = self.workspace.resolve(rel, "./" + spec)
                if found:
                    return [found]
        found_entry = (self.workspace.resolve(sources.relative("x.js"), "./" + name) for name in ENTRIES)
        return [rel for rel in found_entry if rel][:1]

    def closure(self, starts: Iterable[str]) -> list[str]:
        """Every file that the starts import, directly or not."""
        queue = list(starts)
        seen = set(queue)
        for rel in queue:
            for link in self.links(rel):
                target = self.target(rel, link)
                if target and target not in seen:
                    seen.add(target)
                    queue.append(target)
        return queue

    def nearest(self, starts: Iterable[tuple[str, frozenset[str] | None]], goals: frozenset[str]) -> list[str]:
        """Goal files reached from the starts, nearest first; what lies behind a goal is not visited."""
        found: list[str] = []
        queue = list(starts)
        seen: set[tuple[str, frozenset[str] | None]] = set()
        for rel, names in queue:
            if (rel, names) in seen or (rel, None) in seen:
                continue
            seen.add((rel, names))
            if rel in goals and (names is None or self._own(rel, names)):
                if rel not in found:
                    found.append(rel)
                continue
            queue.extend(self._next(rel, names))
        return found

    def _own(self, rel: str, names: frozenset[str]) -> bool:
        """False when every wanted name is only passed on from another module."""
        passed = [link for link in self.links(rel) if link.reexport]
        return not (passed and all(any(link.names and name in link.names for link in passed) for name in names))

    def _next(self, rel: str, names: frozenset[str] | None) -> list[tuple[str, frozenset[str] | None]]:
        found = []
        own = names is None or self._own(rel, names)
        for link in self.links(rel):
            if not link.reexport and not own:
                continue
            wanted = link.wanted(names)
            target = self.target(rel, link) if wanted is None or wanted else None
            if target:
                found.append((target, wanted))
        return found


def read_links(data: bytes) -> list[Link]:
    """Imports, dynamic imports, ``require`` calls and re-exports of a module, in order."""
    matches = [(match.start(), match) for kind in (IMPORT, EXPORT, REQUIRE) for match in kind.finditer(data)]
    return [_link(match) for _, match in sorted(matches, key=lambda pair: pair[0])]


def _link(match: re.Match[bytes]) -> Link:
    groups = match.groupdict()
    if groups.get("dynamic"):
        return Link(groups["dynamic"].decode("utf-8", "replace"), None, reexport=False)
    clause = (match["clause"] or b"").strip()
    clause = clause.removesuffix(b"from").strip() if FROM.search(clause) else clause
    reexport = match.re is EXPORT
    if reexport and b"import" in clause:  # "export { x }" and an import, with no semicolon between
        clause, reexport = clause.rpartition(b"import")[2].strip(), False
    specifier = match["spec"].decode("utf-8", "replace")
    if b"*" in clause or not clause:
        return Link(specifier, None, reexport)
    names: dict[str, str] = {}
    default, _, braces = clause.partition(b"{")
    local = default.strip(b" ,\r\n\t").decode("utf-8", "replace")
    if local and local != "type":
        names[local] = "default"
    for part in NAME.finditer(braces):
        original = (part[2] or b"").decode("utf-8", "replace")
        names[part[3].decode("utf-8", "replace") if part[3] else original] = original
    names.pop("type", None)
    return Link(specifier, names, reexport)
