"""A finding becomes a failure: label, code C1–C7, hint (METRICS section 1)."""

from __future__ import annotations

import difflib
import json
import posixpath
import re
from dataclasses import replace

from pytest_uibench.constants import NEAREST_CUTOFF, SOURCE_FILES_LIMIT
from pytest_uibench.model import Diagnostic, Failure
from pytest_uibench.subject.manifest import Manifest, read_manifest

from . import hints
from .aliases import sort_of, target_of
from .codes import failure, is_icon_package, package_of
from .findings import Finding
from .places import SOURCES, Places

_ASSET = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp[34]|webm|ogg|wav|woff2?|ttf|otf|eot|pdf|glb|gltf|csv)(?:\?.*)?$", re.I
)
_STYLE = re.compile(r"\.(?:css|scss|sass|less|styl|pcss)(?:\?.*)?$", re.IGNORECASE)
_VARIABLE = re.compile(r"(?<![\w./-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w/-])")
_MISSING = re.compile(
    r"(?i)missing|requir|not (?:been )?(?:set|defined|provided|found|configured)|undefined|must be|invalid|expected|empty"
)
_NOT_VARIABLES = re.compile(r"^(?:ERR_|MODULE_NOT_FOUND|UNRESOLVED_|PARSE_ERROR|MISSING_EXPORT|IMPORT_IS|UND_ERR)")
_CONFIG_FILE = re.compile(r"(?:^|/)(?:[\w.-]+\.config\.\w+|tsconfig[\w.]*\.json|\.babelrc|angular\.json)$")


def judge(finding: Finding, places: Places) -> Failure:
    """Tell what a finding of a build means."""
    judges = {"unresolved": _unresolved, "export": _export, "syntax": _syntax, "css": _css, "config": _config}
    special = judges.get(finding.kind)
    if special is not None:
        return special(finding, places)
    return _plain(finding, places)


def diagnostic(finding: Finding, places: Places) -> Diagnostic:
    """The finding as one message with its place."""
    return Diagnostic(
        message=finding.message,
        file=places.shown(finding.file),
        line=finding.line,
        column=finding.column,
        rule=finding.rule,
    )


def export_code(source: str, *, own: bool) -> str:
    """C1 for icons, C5 for a module of the app, C6 for any other package."""
    if own:
        return "C5"
    return "C1" if is_icon_package(hints.package_in(source)) or is_icon_package(source) else "C6"


def manifest_of(places: Places) -> Manifest:
    """The app's manifest in the working copy."""
    return read_manifest(places.root / "package.json", "package.json")


def _make(
    label: str, finding: Finding, places: Places, *, code: str | None = None, hint: str | None = None, message: str = ""
) -> Failure:
    return failure(
        label,
        "build",
        message or finding.message,
        code=code,
        file=places.shown(finding.file),
        line=finding.line,
        column=finding.column,
        hint=hint,
    )


def _unresolved(finding: Finding, places: Places) -> Failure:
    specifier = finding.specifier
    if specifier is None:
        return _deep(finding, places)
    bare = re.sub(r"\?.*$", "", specifier)
    sort = sort_of(bare, places)
    label = _unresolved_label(bare, finding.file or "")
    if sort in ("relative", "absolute"):
        return _make(label, finding, places, code="C4", hint=_path_hint(finding, places, bare))
    if sort == "alias":
        return _make(label, finding, places, code="C5", hint=_alias_hint(finding, places, bare))
    if sort == "builtin":
        hint = f"{bare} is a module of Node: it is there in server code and configuration only, not in the browser."
        return _make(label, finding, places, code="C3", hint=hint)
    if sort == "virtual":
        return _make(
            label, finding, places, hint=f"{bare} is made by a build plugin: is the plugin in the configuration?"
        )
    return _package(finding, places, bare, label)


def _unresolved_label(specifier: str, importer: str) -> str:
    if _ASSET.search(specifier):
        return "build:asset"
    if _STYLE.search(importer):
        return "build:css"
    return "build:config" if _CONFIG_FILE.search(importer) else "build:unresolved-import"


def _deep(finding: Finding, places: Places) -> Failure:
    """A path that a package does not offer (``react/nope``), or a file that a plugin could not load."""
    if places.inside(finding.source) and "node_modules" not in (finding.source or "") and "/" in (finding.source or ""):
        near = hints.nearest_file(places, None, finding.source or "")
        return _make("build:unresolved-import", finding, places, code="C4", hint=f"The nearest file is {near}." if near else None)
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


def _path_hint(finding: Finding, places: Places, specifier: str) -> str:
    near = hints.nearest_file(places, finding.file, specifier)
    if near is None:
        folder = posixpath.dirname(finding.file or "") if specifier.startswith(".") else ""
        missing = posixpath.normpath(posixpath.join(folder, specifier.lstrip("/")))
        return f"There is no {places.shown(missing)}: write it, or drop the import."
    wanted = near if specifier.startswith("/") else hints.relative_import(finding.file, near)
    case = " (names are case-sensitive)" if wanted.lower() == re.sub(r"\.[jt]sx?$", "", specifier).lower() else ""
    return f"The nearest file is {places.shown(near)}: import '{'/' + near if specifier.startswith('/') else wanted}'{case}."


def _alias_hint(finding: Finding, places: Places, specifier: str) -> str:
    prefix = specifier.split("/")[0] + "/"
    target = target_of(specifier, places)
    if "could not load" in finding.message.lower() or _resolved(places, prefix):
        near = hints.nearest_file(places, finding.file, target or specifier) if target else None
        also = f" The nearest file is {places.shown(near)}." if near else ""
        return (
            f"The alias {prefix} is configured, but there is no {places.shown(target) if target else specifier}.{also}"
        )
    exists = target is not None and any(
        (places.root / (target + end)).is_file() for end in ("", *SOURCES, "/index.ts", "/index.tsx")
    )
    there = " The file exists: only the alias is missing." if exists else ""
    return f"No alias {prefix} is configured in the bundler (tsconfig paths alone do not reach it).{there}"


def _resolved(places: Places, prefix: str) -> bool:
    """The bundler knows the prefix (not only TypeScript)."""
    for name in ("vite.config.ts", "vite.config.js", "vite.config.mjs", "vite.config.mts"):
        text = places.read(name)
        if text is not None:
            return bool(re.search(rf"['\"]{re.escape(prefix.rstrip('/'))}/?['\"]", text) or "tsconfigPaths" in text)
    return True


def _package(finding: Finding, places: Places, specifier: str, label: str) -> Failure:
    name, manifest = package_of(specifier), manifest_of(places)
    if not manifest.has(name):
        return _make(label, finding, places, code="C3", hint=undeclared(name, manifest))
    if (places.root / "node_modules" / name).is_dir():
        code = "C1" if is_icon_package(name) else "C6"
        hint = f"{name} is installed, but {specifier} cannot be imported from it."
        return _make(label, finding, places, code=code if specifier != name else None, hint=hint)
    hint = f"package.json declares {name}, but it is not installed: was the install complete?"
    return _make(label, finding, places, hint=hint)


def undeclared(name: str, manifest: Manifest) -> str:
    """Hint for a package that the manifest does not declare."""
    close = difflib.get_close_matches(name, sorted(manifest.declared), n=1, cutoff=NEAREST_CUTOFF)
    near = f" Declared is {close[0]}: was that meant?" if close else ""
    return f"package.json does not declare {name}: add it to dependencies, or drop the import.{near}"


def _export(finding: Finding, places: Places) -> Failure:
    source, symbol = finding.source or "", finding.symbol or "default"
    own = _own_module(finding, places, source)
    code = export_code(source, own=own is not None)
    hint = hints.export_hint(places, own or source, symbol)
    return _make("build:missing-export", finding, places, code=code, hint=hint)


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


def _syntax(finding: Finding, places: Places) -> Failure:
    if finding.file is None and "json" in finding.message.lower():
        finding = _broken_json(finding, places)
    name = finding.file or ""
    if _STYLE.search(name):
        return _make("build:css", finding, places, code="C7")
    hint = None
    if re.search(r"(?i)end of (?:file|input)|unterminated|was left open|missing end tag|unclosed", finding.message):
        hint = "The file ends too early or a bracket, tag or string is left open: it may be cut off."
    elif name.endswith(".js") and re.search(r"(?i)jsx|expression expected", finding.message):
        hint = f"JSX is not read in .js files here: rename it to {name.removesuffix('.js')}.jsx."
    label = "build:config" if _CONFIG_FILE.search(name) else "build:syntax"
    return _make(label, finding, places, code="C7", hint=hint)


def _broken_json(finding: Finding, places: Places) -> Finding:
    """The first JSON file of the source that does not parse."""
    for file in sorted(places.root.glob("src/**/*.json"))[:SOURCE_FILES_LIMIT]:
        text = places.read(file.relative_to(places.root).as_posix())
        try:
            json.loads(text or "null")
        except ValueError as error:
            line, column = getattr(error, "lineno", None), getattr(error, "colno", None)
            return replace(finding, file=file.relative_to(places.root).as_posix(), line=line, column=column)
    return finding


def _css(finding: Finding, places: Places) -> Failure:
    specifier = finding.specifier
    if "directly as a PostCSS plugin" in finding.message:
        message = "tailwindcss is used directly as a PostCSS plugin; since version 4 the plugin is @tailwindcss/postcss"
        hint = "Install @tailwindcss/postcss and name it in the PostCSS configuration, or pin tailwindcss to 3."
        return _make("build:config", finding, places, hint=hint, message=message)
    if specifier is None:
        code = "C7" if re.search(r"(?i)syntax|unclosed|unexpected|unknown word|expected", finding.message) else None
        return _make("build:css", finding, places, code=code)
    if specifier.startswith((".", "/")):
        label = "build:asset" if _ASSET.search(specifier) else "build:css"
        return _make(label, finding, places, code="C4", hint=_path_hint(finding, places, specifier))
    name, manifest = package_of(specifier), manifest_of(places)
    if sort_of(specifier, places) == "alias":
        return _make("build:css", finding, places, code="C5", hint=_alias_hint(finding, places, specifier))
    if not manifest.has(name):
        return _make("build:css", finding, places, code="C3", hint=undeclared(name, manifest))
    return _make(
        "build:css", finding, places, hint=f"{name} is declared, but {specifier} cannot be resolved from this file."
    )


def _config(finding: Finding, places: Places) -> Failure:
    if finding.specifier:
        name, manifest = package_of(finding.specifier), manifest_of(places)
        if finding.specifier.startswith("."):
            return _make(
                "build:config", finding, places, code="C4", hint=_path_hint(finding, places, finding.specifier)
            )
        if not manifest.has(name):
            return _make("build:config", finding, places, code="C3", hint=undeclared(name, manifest))
    variable = missing_variable(finding.message)
    if variable:
        return _env(finding, places, variable)
    code = "C7" if re.search(r"SyntaxError|PARSE_ERROR", finding.message) else None
    return _make("build:config", finding, places, code=code)


def missing_variable(message: str) -> str | None:
    """Name of the environment variable whose absence a message complains of (F16)."""
    if not _MISSING.search(message):
        return None
    return next((name for name in _VARIABLE.findall(message) if not _NOT_VARIABLES.match(name)), None)


def _env(finding: Finding, places: Places, variable: str) -> Failure:
    hint = f"The build needs the environment variable {variable}: give a default in the code, or set subject: {{env: {{{variable}: …}}}} in the spec."
    return _make("build:env", finding, places, hint=hint)


def _plain(finding: Finding, places: Places) -> Failure:
    """Kinds that need no look at the source."""
    variable = missing_variable(finding.message) if finding.kind in ("prerender", "framework") else None
    if variable:
        return _env(finding, places, variable)
    label, code, hint = _PLAIN[finding.kind]
    return _make(label, finding, places, code=code, hint=hint)


_PLAIN: dict[str, tuple[str, str | None, str | None]] = {
    "native": (
        "infra:npm-optional-deps",
        None,
        "A native package for this platform is missing: delete node_modules and the lock file and install again.",
    ),
    "node": ("infra:node-version", None, "Install a Node version in that range and run again."),
    "memory": ("build:memory", None, "The build needs more memory than it may use."),
    "network": (
        "infra:network",
        None,
        "The build fetches from the network, which builds here do not have: bring fonts and data into the project.",
    ),
    "asset": ("build:asset", "C4", None),
    "prerender": ("build:prerender", None, "The page throws while it is rendered at build time."),
    "types": ("types:errors", "types", None),
    "lint": ("build:lint", None, None),
    "script": ("build:script", None, None),
    "entry": ("build:entry", None, "The bundler's entry file is missing."),
    "framework": ("build:framework", "C7", None),
    "option": ("build:config", None, None),
}
