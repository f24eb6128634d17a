"""Imports that lead nowhere and exports that are not there: C1 and C3 to C6."""

from __future__ import annotations

import posixpath
import re

from pytest_uibench.model import Failure
from pytest_uibench.subject.jsvalues import with_suffixes

from . import hints
from .aliases import sort_of, target_of
from .codes import failure, is_icon_package, package_of
from .findings import Finding
from .places import SOURCES, Places
from .verdict import ASSET, CONFIG_FILE, STYLE, make, manifest_of, undeclared

_ALIAS_FILES = {
    "vite": with_suffixes("vite.config"),
    "sveltekit": (*with_suffixes("svelte.config"), *with_suffixes("vite.config")),
    "astro": (*with_suffixes("astro.config"), "tsconfig.json"),
    "next": ("tsconfig.json", "jsconfig.json", *with_suffixes("next.config")),
    "cra": with_suffixes("craco.config"),
    "vue-cli": (*with_suffixes("vue.config"), "jsconfig.json", "tsconfig.json"),
}


def unresolved(finding: Finding, places: Places) -> Failure:
    """An import that cannot be resolved, by what its specifier is."""
    specifier = finding.specifier
    if specifier is None:
        return _deep(finding, places)
    bare = re.sub(r"\?.*$", "", specifier)
    sort = sort_of(bare, places)
    label = _unresolved_label(bare, finding.file or "")
    if sort in ("relative", "absolute"):
        return make(label, finding, places, code="C4", hint=path_hint(finding, places, bare))
    if sort == "alias":
        return make(label, finding, places, code="C5", hint=alias_hint(finding, places, bare))
    if sort == "builtin":
        hint = f"{bare} is a module of Node: it is there in server code and configuration only, not in the browser."
        return make(label, finding, places, code="C3", hint=hint)
    if sort == "virtual":
        return make(
            label, finding, places, hint=f"{bare} is made by a build plugin: is the plugin in the configuration?"
        )
    return _package(finding, places, bare, label)


def _unresolved_label(specifier: str, importer: str) -> str:
    if ASSET.search(specifier):
        return "build:asset"
    if STYLE.search(importer):
        return "build:css"
    return "build:config" if CONFIG_FILE.search(importer) else "build:unresolved-import"


def _deep(finding: Finding, places: Places) -> Failure:
    """A path that a package does not offer (``react/nope``), or a file that a plugin could not load."""
    if places.inside(finding.source) and "node_modules" not in (finding.source or "") and "/" in (finding.source or ""):
        near = hints.nearest_file(places, None, finding.source or "")
        return make(
            "build:unresolved-import", finding, places, code="C4", hint=f"The nearest file is {near}." if near else None
        )
    package = finding.source or ""
    deep = re.search(r"[\"'](\.[^\"']*)[\"']", finding.message)
    specifier = posixpath.normpath(posixpath.join(package, deep[1])) if deep else package
    importer = places.importer_of(specifier)
    code = "C1" if is_icon_package(package) else "C6"
    hint = (
        f"{package} is installed but has no {specifier}: import from {package}, or from a path that its exports list."
    )
    return failure(
        "build:missing-export",
        "build",
        finding.message,
        code=code,
        file=places.shown(importer[0]) if importer else None,
        line=importer[1] if importer else None,
        column=importer[2] if importer else None,
        hint=hint,
    )


def path_hint(finding: Finding, places: Places, specifier: str) -> str:
    """The nearest existing file, or the one to write."""
    if "falls outside of the project src/" in finding.message:
        return "Move the file into src/: Create React App imports nothing from outside it."
    near = hints.nearest_file(places, finding.file, specifier)
    if near is None:
        folder = posixpath.dirname(finding.file or "") if specifier.startswith(".") else ""
        missing = posixpath.normpath(posixpath.join(folder, specifier.lstrip("/")))
        return f"There is no {places.shown(missing)}: write it, or drop the import."
    wanted = near if specifier.startswith("/") else hints.relative_import(finding.file, near)
    case = " (names are case-sensitive)" if wanted.lower() == re.sub(r"\.[jt]sx?$", "", specifier).lower() else ""
    return (
        f"The nearest file is {places.shown(near)}: import "
        f"'{'/' + near if specifier.startswith('/') else wanted}'{case}."
    )


def alias_hint(finding: Finding, places: Places, specifier: str) -> str:
    """Whether the alias or the file behind it is missing."""
    prefix = specifier.split("/", maxsplit=1)[0] + "/"
    target = target_of(specifier, places)
    known = _resolved(places, prefix)
    if "could not load" in finding.message.lower() or known:
        near = hints.nearest_file(places, finding.file, target or specifier) if target else None
        also = f" The nearest file is {places.shown(near)}." if near else ""
        return (
            f"The alias {prefix} is configured, but there is no {places.shown(target) if target else specifier}.{also}"
        )
    exists = target is not None and any(
        (places.root / (target + end)).is_file() for end in ("", *SOURCES, "/index.ts", "/index.tsx")
    )
    there = " The file exists: only the alias is missing." if exists else ""
    where = (
        "tsconfig.json (paths)"
        if places.project.framework == "next"
        else "the bundler (tsconfig paths alone do not reach it)"
    )
    return f"No alias {prefix} is configured in {where}.{there}"


def _resolved(places: Places, prefix: str) -> bool:
    """The bundler knows the prefix, where that can be told: Next reads tsconfig, Vite its own configuration."""
    if prefix.startswith("$"):
        return True
    names = _ALIAS_FILES.get(places.project.framework, ())
    texts = [text for name in names if (text := places.read(name)) is not None]
    written = rf"['\"]{re.escape(prefix.rstrip('/'))}(?:/\*?)?['\"]"
    return any(re.search(written, text) or "tsconfigPaths" in text for text in texts)


def _package(finding: Finding, places: Places, specifier: str, label: str) -> Failure:
    name, manifest = package_of(specifier), manifest_of(places)
    if not manifest.has(name):
        return make(label, finding, places, code="C3", hint=undeclared(name, manifest))
    if (places.root / "node_modules" / name).is_dir():
        code = "C1" if is_icon_package(name) else "C6"
        hint = f"{name} is installed, but {specifier} cannot be imported from it."
        return make(label, finding, places, code=code if specifier != name else None, hint=hint)
    wanted = manifest.declared[name]
    if re.match(r"(?:file|link|portal|workspace):", wanted):
        hint = f'package.json takes {name} from "{wanted}", which is not in the app: use a package of the registry.'
        return make(label, finding, places, code="C3", hint=hint)
    hint = f"package.json declares {name}, but it is not installed: was the install complete?"
    return make(label, finding, places, hint=hint)


def missing_export(finding: Finding, places: Places) -> Failure:
    """A name that a module does not export."""
    source, symbol = finding.source or "", finding.symbol or "default"
    own = _own_module(finding, places, source)
    code = export_code(source, own=own is not None)
    hint = hints.export_hint(places, own or source, symbol)
    return make("build:missing-export", finding, places, code=code, hint=hint)


def export_code(source: str, *, own: bool) -> str:
    """C1 for icons, C5 for a module of the app, C6 for any other package."""
    if own:
        return "C5"
    return "C1" if is_icon_package(hints.package_in(source)) or is_icon_package(source) else "C6"


def _own_module(finding: Finding, places: Places, source: str) -> str | None:
    """Path of the app's module that lacks the name, or None for a package."""
    if "node_modules/" in source:
        return None
    inside = places.inside(source)
    if inside and places.read(inside) is not None and not source.startswith("."):
        return inside
    sort = sort_of(source, places)
    if sort == "package":
        return None
    stem = (
        posixpath.normpath(posixpath.join(posixpath.dirname(finding.file or ""), source))
        if sort == "relative"
        else target_of(source, places)
    )
    return (_with_ending(places, stem) or stem) if stem else source


def _with_ending(places: Places, stem: str) -> str | None:
    endings = ("", *SOURCES, *(f"/index{end}" for end in SOURCES))
    return next((stem + end for end in endings if (places.root / (stem + end)).is_file()), None)
