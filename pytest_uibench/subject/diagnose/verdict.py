"""Failures made out of findings: shared pieces of the judges."""

from __future__ import annotations

import difflib
import re

from pytest_uibench.constants import NEAREST_CUTOFF, NEAREST_PACKAGE_CUTOFF
from pytest_uibench.model import Diagnostic, Failure
from pytest_uibench.subject.manifest import Manifest, read_manifest

from .codes import failure
from .findings import Finding
from .places import Places

ASSET = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp[34]|webm|ogg|wav|woff2?|ttf|otf|eot|pdf|glb|gltf|csv)(?:\?.*)?$",
    re.IGNORECASE,
)
STYLE = re.compile(r"\.(?:css|scss|sass|less|styl|pcss)(?:\?.*)?$", re.IGNORECASE)
_VARIABLE = re.compile(r"(?<![\w./-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w/-])")
_MISSING = re.compile(
    r"(?i)missing|requir|not (?:been )?(?:set|defined|provided|found|configured)"
    r"|undefined|must be|invalid|expected|empty"
)
_NOT_VARIABLES = re.compile(r"^(?:ERR_|MODULE_NOT_FOUND|UNRESOLVED_|PARSE_ERROR|MISSING_EXPORT|IMPORT_IS|UND_ERR)")
CONFIG_FILE = re.compile(r"(?:^|/)(?:[\w.-]+\.config\.\w+|tsconfig[\w.]*\.json|\.babelrc|angular\.json)$")


def make(
    label: str, finding: Finding, places: Places, *, code: str | None = None, hint: str | None = None, message: str = ""
) -> Failure:
    """Make a build failure at the finding's place."""
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


def diagnostic(finding: Finding, places: Places) -> Diagnostic:
    """The finding as one message with its place."""
    return Diagnostic(
        message=finding.message,
        file=places.shown(finding.file),
        line=finding.line,
        column=finding.column,
        rule=finding.rule,
    )


def manifest_of(places: Places) -> Manifest:
    """The app's manifest in the working copy."""
    return read_manifest(places.root / "package.json", "package.json")


def undeclared(name: str, manifest: Manifest) -> str:
    """Hint for a package that the manifest does not declare."""
    if name.startswith("sass"):
        return "package.json does not declare a Sass compiler: add sass to devDependencies, or write plain CSS."
    likely = difflib.get_close_matches(name, sorted(manifest.declared), n=3, cutoff=NEAREST_CUTOFF)
    close = [other for other in likely if _alike(name, other)]
    near = f" Declared is {close[0]}: was that meant?" if close else ""
    return f"package.json does not declare {name}: add it to dependencies, or drop the import.{near}"


def _alike(name: str, other: str) -> bool:
    """Without the scope, which makes strangers look alike."""
    ratio = difflib.SequenceMatcher(None, name.rsplit("/", maxsplit=1)[-1], other.rsplit("/", maxsplit=1)[-1]).ratio()
    return ratio >= NEAREST_PACKAGE_CUTOFF


def missing_variable(message: str) -> str | None:
    """Name of the environment variable whose absence a message complains of (F16)."""
    if not _MISSING.search(message):
        return None
    return next((name for name in _VARIABLE.findall(message) if not _NOT_VARIABLES.match(name)), None)
