"""Finds the project inside the directory that the user names (F14)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pytest_uibench.constants import NESTING_LEVELS
from pytest_uibench.model import UibenchError

from .frameworks import framework_of
from .jsvalues import with_suffixes
from .manifest import Manifest, read_manifest
from .scripts import build_script, take_apart

_SKIPPED = frozenset(
    {"node_modules", "dist", "build", "out", "coverage", "__MACOSX", "tests", "test", "e2e", "docs", "scripts", "types"}
    | {"assets", "images", "img", "css", "js", "fonts", "static", "vendor", "storybook-static", "supabase", "functions"}
)
_CONFIGS = tuple(
    name
    for stem in ("vite.config", "next.config", "astro.config", "svelte.config", "vue.config")
    for name in with_suffixes(stem)
)


_LIBRARIES = ("react", "vue", "svelte", "preact", "solid-js", "@angular/core")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the project is."""

    folder: str
    """Relative to the subject directory, ``""`` for itself."""
    manifest: Manifest | None
    """None for plain HTML."""
    page: str | None
    """The HTML page in the folder, None when there is none."""
    notes: tuple[str, ...] = ()


def locate(path: Path, folder: str | None) -> Place:
    """Find the project folder.

    Raises:
        UibenchError: no such directory, nothing in it, or several projects in it.
    """
    if not path.exists():
        raise UibenchError(
            f"{path}: no such directory. Name the folder that holds the app's package.json or index.html."
        )
    if not path.is_dir():
        raise UibenchError(f"{path}: not a directory. Name the folder that holds the file: {path.parent}")
    if folder is not None and folder.strip("/.") != "":
        return _named(path, folder)
    own = _look(path, "")
    if own is not None and (folder is not None or not _delegates(path, own)):
        return own
    return _descend(path, own)


def _named(path: Path, folder: str) -> Place:
    """The folder that the spec names."""
    inside = os.path.normpath(folder.replace("\\", "/"))
    if Path(inside).is_absolute() or inside.startswith(".."):
        raise UibenchError(f"subject.folder: {folder!r} leaves {path}. Name a folder inside it.")
    target = path / inside
    if not target.is_dir():
        there = ", ".join(sorted(e.name for e in _folders(path))[:12]) or "none"
        raise UibenchError(f"subject.folder: {folder!r} is not a folder in {path}. Folders there: {there}.")
    found = _look(target, Path(inside).as_posix())
    if found is None:
        raise UibenchError(f"subject.folder: {target} holds neither package.json nor an HTML page.")
    return found


def _look(target: Path, folder: str) -> Place | None:
    """What ``target`` itself is, or None when it is no project."""
    page = _page(target)
    if (target / "package.json").is_file():
        shown = f"{folder}/package.json" if folder else "package.json"
        return Place(folder, read_manifest(target / "package.json", shown), page)
    return Place(folder, None, page) if page else None


def _page(target: Path) -> str | None:
    """``index.html``, else the only HTML page."""
    if (target / "index.html").is_file():
        return "index.html"
    try:
        with os.scandir(target) as entries:
            pages = sorted(e.name for e in entries if e.name.lower().endswith((".html", ".htm")) and e.is_file())
    except OSError:
        return None
    for name in pages:
        if name.lower() in ("index.html", "index.htm", "home.html", "main.html"):
            return name
    return pages[0] if len(pages) == 1 else None


def _is_front_end(path: Path, place: Place) -> bool:
    """True when something here can be built to a site or is one."""
    manifest = place.manifest
    if manifest is None or manifest.fault is not None:
        return True
    if place.page == "index.html" or any((path / place.folder / name).is_file() for name in _CONFIGS):
        return True
    name = build_script(manifest.scripts)
    taken = take_apart(manifest.scripts[name], manifest.scripts, name=name) if name else None
    if taken is not None and taken.foreign:
        return False
    tool = taken.tool if taken else None
    if framework_of(path / place.folder, manifest, tool) != "other":
        return True
    return manifest.has(*_LIBRARIES) and taken is not None and tool is not None


def _builds(place: Place) -> bool:
    """A project with an interface library and a build script, whatever its bundler."""
    manifest = place.manifest
    return manifest is not None and manifest.has(*_LIBRARIES) and build_script(manifest.scripts) is not None


def _delegates(path: Path, own: Place) -> bool:
    """True when the root manifest leaves the site to a nested folder."""
    return not _is_front_end(path, own)


def _descend(path: Path, own: Place | None) -> Place:
    """The only front-end below ``path``, on the shallowest level that has any."""
    level = [""]
    for _ in range(NESTING_LEVELS):
        level = sorted(_below(path, level))
        found = [place for folder in level if (place := _look(path / folder, folder)) and _is_front_end(path, place)]
        chosen = _best(found)
        if len(chosen) == 1 and own is not None and chosen[0].manifest is None and _builds(own):
            # The page is what an unknown bundler starts from, not a site of its own.
            return own
        if len(chosen) == 1:
            note = f"the project is in {chosen[0].folder}/"
            return Place(chosen[0].folder, chosen[0].manifest, chosen[0].page, (note,))
        if chosen:
            listed = "".join(f"\n  {place.folder}" for place in chosen)
            raise UibenchError(
                f"{path}: several projects in it:{listed}\n"
                f"Name one of them on the command line, or in the spec: subject: {{folder: {chosen[0].folder}}}"
            )
    if own is not None:
        return own
    raise UibenchError(
        f"{path}: no front-end project in it (no package.json, no HTML page, {NESTING_LEVELS} levels down). "
        "Name the folder that holds the app's package.json or index.html."
    )


def _best(found: list[Place]) -> list[Place]:
    """Projects with a manifest win over loose pages."""
    built = [place for place in found if place.manifest is not None]
    return built or found


def _below(path: Path, level: list[str]) -> list[str]:
    return [f"{folder}/{e.name}" if folder else e.name for folder in level for e in _folders(path / folder)]


def _folders(target: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(target) as entries:
            return [e for e in entries if not e.name.startswith(".") and e.name not in _SKIPPED and e.is_dir()]
    except OSError:
        return []
