"""Ways out: the nearest existing file, the nearest exported name, the package that is not declared."""

from __future__ import annotations

import difflib
import posixpath
import re
from pathlib import Path

from pytest_uibench.constants import NEAREST_CUTOFF, NEAREST_PACKAGE_CUTOFF, PACKAGE_TEXT_BYTES

from .codes import package_of
from .places import SOURCES, Places

_EXPORTED = re.compile(
    r"\bexport\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:const|let"
    r"|var|function\*?|class|enum|interface|type|namespace)\s+([A-Za-z_$][\w$]*)"
)
_LISTED = re.compile(r"\bexport\s+(?:type\s+)?\{([^}]*)\}")
_DEFAULT = re.compile(r"\bexport\s+default\b|\bas\s+default\b|module\.exports\s*=")
_COMMONJS = re.compile(r"\bexports\.([A-Za-z_$][\w$]*)\s*=")


def exported_names(text: str) -> set[str]:
    """Names that a module text exports (``default`` included), without following ``export *``."""
    names = set(_EXPORTED.findall(text)) | set(_COMMONJS.findall(text))
    for inner in _LISTED.findall(text):
        names |= {
            part.split(" as ")[-1].strip().removeprefix("type ").strip() for part in inner.split(",") if part.strip()
        }
    if _DEFAULT.search(text):
        names.add("default")
    return names


def nearest(name: str, names: set[str], cutoff: float = NEAREST_CUTOFF) -> str | None:
    """The name closest to ``name``, or None when nothing is close."""
    if name.lower() in (lowered := {n.lower(): n for n in sorted(names)}):
        return lowered[name.lower()]
    found = difflib.get_close_matches(name, sorted(names), n=1, cutoff=cutoff)
    return found[0] if found else None


def nearest_file(places: Places, importer: str | None, specifier: str) -> str | None:
    """The existing file that a wrong relative path most likely means, relative to the project folder."""
    base = posixpath.dirname(importer or "")
    wanted = posixpath.normpath(posixpath.join(base, specifier)) if specifier.startswith(".") else specifier
    return _nearest_path(places, wanted)


def _nearest_path(places: Places, wanted: str) -> str | None:
    wanted = wanted.strip("/")
    stem = posixpath.splitext(wanted)[0] if wanted.endswith(SOURCES) else wanted
    page = wanted.endswith(".html")
    files = [file for file in places.sources if file.endswith(".html") == page]
    bare = {file: re.sub(r"/index$", "", posixpath.splitext(file)[0]) for file in files}
    for file, without in bare.items():
        if without.lower() == stem.lower():
            return file
    name = posixpath.basename(stem).lower()
    named = [file for file, without in bare.items() if posixpath.basename(without).lower() == name]
    if named:
        return max(named, key=lambda file: difflib.SequenceMatcher(None, bare[file], stem).ratio())
    if name in ("index", "main", "app"):
        folder = posixpath.dirname(stem)
        entry = [
            file
            for file in files
            if posixpath.dirname(file) == folder and re.match(r"(?i)(?:main|index)\.", posixpath.basename(file))
        ]
        if entry and not entry[0].endswith((".css", ".scss", ".less")):
            return entry[0]
    close = difflib.get_close_matches(stem, sorted(bare.values()), n=1, cutoff=NEAREST_PACKAGE_CUTOFF)
    if close and difflib.SequenceMatcher(None, posixpath.basename(close[0]).lower(), name).ratio() < NEAREST_CUTOFF:
        close = []
    return next((file for file, without in bare.items() if close and without == close[0]), None)


def relative_import(importer: str | None, target: str) -> str:
    """How ``importer`` would import ``target``: ``./components/Hero``."""
    path = posixpath.relpath(target, posixpath.dirname(importer or "") or ".")
    path = re.sub(r"(?:/index)?\.(?:tsx?|jsx?|mjs)$", "", path)
    return path if path.startswith(".") else f"./{path}"


def export_hint(places: Places, source: str, symbol: str) -> str | None:
    """What a module exports instead of ``symbol``; ``source`` is a file of the app or a package."""
    own = None if "node_modules/" in source else places.read(source)
    if own is None:
        return _package_hint(places, source, symbol)
    names = exported_names(own)
    if symbol == "default" and names:
        listed = ", ".join(sorted(names)[:8])
        return f"{source} has no default export; it exports {listed}: import {{ … }} instead, or add a default export."
    if names == {"default"}:
        return f"{source} exports only a default: import {symbol} without braces."
    close = nearest(symbol, names - {"default"})
    if close:
        return f"{source} exports {close}: did you mean that?"
    listed = ", ".join(sorted(names)[:12]) or "nothing"
    also = f" (import {symbol} without braces if the default is meant)" if "default" in names else ""
    return f"{source} exports {listed}{also}: export {symbol} there, or change the import."


def _package_hint(places: Places, source: str, symbol: str) -> str | None:
    package = package_in(source)
    if symbol == "default":
        return f"{package} has no default export: import {{ … }} from it."
    names = {
        name
        for name in package_names(places.root, source, package)
        if not name.startswith(("_", "unstable_", "UNSAFE_"))
    }
    close = nearest(symbol, names, NEAREST_PACKAGE_CUTOFF) if names else None
    if close:
        return f"{package} has no {symbol}; the nearest name it exports is {close}."
    return f"{package} (as installed) exports no {symbol}: use a name that it has, or leave it out."


def package_in(source: str) -> str:
    """``node_modules/lucide-react/dist/x.js`` → ``lucide-react``; a specifier → its package."""
    found = re.search(r"(?:.*node_modules/)((?:@[^/]+/)?[^/]+)", source)
    return found[1] if found else package_of(source)


def package_names(root: Path, source: str, package: str) -> set[str]:
    """Names that an installed package exports, as far as its declarations or entry tell cheaply."""
    folder = root / "node_modules" / package
    files = [root / source] if "node_modules/" in source else []
    files += _entries(folder)
    for file in files:
        try:
            if not file.is_file() or file.stat().st_size > PACKAGE_TEXT_BYTES:
                continue
            names = exported_names(file.read_text("utf-8", errors="replace"))
        except OSError:
            continue
        names |= _through(file)
        if len(names) > 1:
            return names
    return set()


def _through(file: Path) -> set[str]:
    """Names behind ``export * from "./x"``, one level down."""
    found: set[str] = set()
    text = file.read_text("utf-8", errors="replace")
    for written in re.findall(r"export \* from ['\"](\.[^'\"]+)['\"]", text)[:4]:
        base = file.parent / written
        for inner in (base, base.with_name(base.name + ".js"), base.with_name(base.name + ".d.ts"), base / "index.js"):
            if inner.is_file() and inner.stat().st_size <= PACKAGE_TEXT_BYTES:
                found |= exported_names(inner.read_text("utf-8", errors="replace"))
                break
    return found


def page_of(places: Places, route: str) -> str | None:
    """The source file of a page by its route: Next's ``app`` and ``pages``, SvelteKit, Astro."""
    wanted = route.strip("/")
    for file in places.sources:
        path = re.sub(r"^(?:src/)?(?:app|pages|routes)(?:/|$)", "", posixpath.splitext(file)[0])
        if path == posixpath.splitext(file)[0]:
            continue
        path = re.sub(r"(?:^|/)\([^/]*\)", "", path).lstrip("/")
        if path in {f"{wanted}/{leaf}".lstrip("/") for leaf in ("page", "+page", "index")} or (path == wanted and path):
            return file
    return None


def _entries(folder: Path) -> list[Path]:
    """Declaration and module entries of a package."""
    import json

    try:
        data = json.loads((folder / "package.json").read_text("utf-8"))
    except (OSError, ValueError):
        return []
    fields = [data.get(key) for key in ("types", "typings", "module", "main")] if isinstance(data, dict) else []
    return [folder / field for field in fields if isinstance(field, str)]
