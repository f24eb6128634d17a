"""A finding becomes a failure: label, code C1 to C7, hint (METRICS section 1)."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from pytest_uibench.constants import SOURCE_FILES_LIMIT
from pytest_uibench.model import Failure
from pytest_uibench.subject.jsvalues import with_suffixes

from . import hints
from .aliases import sort_of
from .codes import package_of
from .findings import Finding
from .imports import alias_hint, missing_export, path_hint, unresolved
from .places import Places
from .verdict import ASSET, CONFIG_FILE, STYLE, make, manifest_of, missing_variable, undeclared


def judge(finding: Finding, places: Places) -> Failure:
    """Tell what a finding of a build means."""
    judges = {"unresolved": unresolved, "export": missing_export, "syntax": _syntax, "css": _css, "config": _config}
    special = judges.get(finding.kind)
    if special is not None:
        return special(finding, places)
    return _plain(finding, places)


def _syntax(finding: Finding, places: Places) -> Failure:
    if finding.file is None and re.search(r"(?i)json|at line \d+ column \d+$", finding.message):
        finding = _broken_json(finding, places)
    name = finding.file or ""
    if STYLE.search(name):
        return make("build:css", finding, places, code="C7")
    hint = None
    if re.search(r"(?i)end of (?:file|input)|unterminated|was left open|missing end tag|unclosed", finding.message):
        hint = "The file ends too early or a bracket, tag or string is left open: it may be cut off."
    elif name.endswith(".js") and re.search(r"(?i)jsx|expression expected", finding.message):
        hint = f"JSX is not read in .js files here: rename it to {name.removesuffix('.js')}.jsx."
    label = "build:config" if CONFIG_FILE.search(name) else "build:syntax"
    return make(label, finding, places, code="C7", hint=hint)


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
    if finding.symbol:
        hint = f"{finding.symbol} is no class of the app's Tailwind theme: define it there, or use a class that exists."
        return make("build:css", finding, places, hint=hint)
    specifier = finding.specifier or _stylesheet(finding, places)
    if "directly as a PostCSS plugin" in finding.message:
        message = "tailwindcss is used directly as a PostCSS plugin; since version 4 the plugin is @tailwindcss/postcss"
        hint = "Install @tailwindcss/postcss and name it in the PostCSS configuration, or pin tailwindcss to 3."
        names = (*with_suffixes("postcss.config"), ".postcssrc.json", ".postcssrc", "package.json")
        file = next((name for name in names if "tailwindcss" in (places.read(name) or "")), finding.file)
        place = places.line_of(file, "tailwindcss") or (None, None)
        finding = replace(finding, file=file, line=place[0], column=place[1])
        return make("build:config", finding, places, hint=hint, message=message)
    if specifier is None:
        code = (
            "C7"
            if re.search(
                r"(?i)syntax|unclosed|missing closing|unexpected|unknown word|expected|undefined variable",
                finding.message,
            )
            else None
        )
        return make("build:css", finding, places, code=code)
    if specifier.startswith((".", "/")):
        label = "build:asset" if ASSET.search(specifier) else "build:css"
        return make(label, finding, places, code="C4", hint=path_hint(finding, places, specifier))
    name, manifest = package_of(specifier), manifest_of(places)
    if sort_of(specifier, places) == "alias":
        return make("build:css", finding, places, code="C5", hint=alias_hint(finding, places, specifier))
    if not manifest.has(name):
        return make("build:css", finding, places, code="C3", hint=undeclared(name, manifest))
    if finding.message.startswith("Unknown word"):
        hint = f'Declared is tailwindcss {manifest.declared[name]}; @import "tailwindcss" is the syntax of version 4.'
        return make("build:css", finding, places, hint=hint)
    return make(
        "build:css", finding, places, hint=f"{name} is declared, but {specifier} cannot be resolved from this file."
    )


def _stylesheet(finding: Finding, places: Places) -> str | None:
    """What Sass could not import: it points at the line alone."""
    if "find stylesheet" not in finding.message or finding.line is None:
        return None
    lines = (places.read(finding.file) or "").splitlines()
    written = re.search(r"[\"']([^\"']+)[\"']", lines[finding.line - 1]) if finding.line <= len(lines) else None
    return written[1] if written else None


def _config(finding: Finding, places: Places) -> Failure:
    if finding.specifier:
        name, manifest = package_of(finding.specifier), manifest_of(places)
        if finding.specifier.startswith("."):
            return make("build:config", finding, places, code="C4", hint=path_hint(finding, places, finding.specifier))
        if not manifest.has(name):
            return make("build:config", finding, places, code="C3", hint=undeclared(name, manifest))
    if "\ufeff" in finding.message:
        message = "package.json begins with a byte order mark, which a build tool refuses"
        hint = "Save package.json as UTF-8 without a byte order mark."
        return make(
            "build:config", replace(finding, file="package.json", line=1), places, code="C7", hint=hint, message=message
        )
    variable = missing_variable(finding.message)
    if variable:
        return _env(finding, places, variable)
    code = "C7" if re.search(r"SyntaxError|PARSE_ERROR", finding.message) else None
    return make("build:config", finding, places, code=code)


def _env(finding: Finding, places: Places, variable: str) -> Failure:
    hint = (
        f"The build needs the environment variable {variable}: give a default in the code, or "
        f"set subject: {{env: {{{variable}: …}}}} in the spec."
    )
    return make("build:env", finding, places, hint=hint)


def _plain(finding: Finding, places: Places) -> Failure:
    """Kinds that need no look at the source."""
    label, code, hint = _PLAIN[finding.kind]
    if finding.message.startswith("Top-level await"):
        hint = "Set build.target to es2022 in the bundler's configuration, or wrap the await in a function."
    message = f"{finding.message} ({finding.rule})" if finding.kind == "lint" and finding.rule else finding.message
    if finding.kind == "prerender":
        finding, hint = _prerendered(finding, places, hint or "")
        variable = missing_variable(finding.message)
        if variable:
            return _env(finding, places, variable)
    return make(label, finding, places, code=code, hint=hint, message=message)


def _prerendered(finding: Finding, places: Places, hint: str) -> tuple[Finding, str]:
    """The page that could not be made at build time."""
    asked = re.search(r"getStaticPaths|generateStaticParams", finding.message)
    if asked:
        hint = f"Export {asked[0]} from the page, or let a server render it."
    if finding.message.startswith("404 "):
        hint = "A link on a page leads to an address that does not exist: correct the link, or write the page."
        found = re.search(r"linked from (\S+?)\)$", finding.message)
        finding = replace(finding, source=found[1] if found else None)
    page = hints.page_of(places, finding.source) if finding.file is None and finding.source else None
    return (replace(finding, file=page) if page else finding), hint


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
    "prerender": ("build:prerender", None, "The page throws while it is rendered at build time."),
    "types": ("types:errors", "types", None),
    "lint": ("build:lint", None, None),
    "script": ("build:script", None, None),
    "entry": ("build:entry", None, "The bundler's entry file is missing."),
    "framework": ("build:framework", "C7", None),
    "content": ("build:content", None, "Correct the front matter of the entry, or the schema of the collection."),
    "option": ("build:config", None, None),
}
