"""Configuration files of package managers, made harmless in the working copy.

A subject's own ``.npmrc`` and its like can name a program to run (``script-shell``, ``git``, ``yarnPath``, pnpm
hooks), turn scripts on, or send the user's requests to another registry. Only settings that shape the tree of
dependencies stay; what was taken out is said, with the user's own file as the place for a setting that is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

_SIZE_LIMIT: Final = 256 * 1024
_NPMRC_KEEPS: Final = frozenset(
    {
        "legacy-peer-deps", "strict-peer-deps", "engine-strict", "install-strategy", "install-links", "prefer-dedupe",
        "node-linker", "shamefully-hoist", "public-hoist-pattern", "hoist", "hoist-pattern", "hoist-workspace-packages",
        "auto-install-peers", "strict-peer-dependencies", "dedupe-peer-dependents", "resolution-mode",
        "link-workspace-packages", "prefer-workspace-packages", "shared-workspace-lockfile",
        "ignore-workspace-root-check",
    }
)  # fmt: skip
_NPMRC_SILENT: Final = frozenset(
    {
        "audit", "fund", "progress", "loglevel", "update-notifier", "color", "save", "save-exact", "save-prefix",
        "package-lock", "tag-version-prefix", "message", "enable-pre-post-scripts", "use-node-version", "node-version",
    }
)  # fmt: skip
"""Dropped without a word: they change nothing of what is installed."""
_YARNRC_KEEPS: Final = frozenset(
    {"nmHoistingLimits", "nmSelfReferences", "packageExtensions", "supportedArchitectures", "catalog", "catalogs",
     "defaultSemverRangePrefix", "enableTransparentWorkspaces"}
)  # fmt: skip
_YARNRC_SILENT: Final = frozenset(
    {"nodeLinker", "compressionLevel", "enableGlobalCache", "enableTelemetry", "nmMode", "enableScripts"}
)
_PNPM_KEEPS: Final = frozenset(
    {
        "packages", "catalog", "catalogs", "overrides", "packageExtensions", "patchedDependencies", "nodeLinker",
        "shamefullyHoist", "publicHoistPattern", "hoist", "hoistPattern", "autoInstallPeers", "strictPeerDependencies",
        "peerDependencyRules", "supportedArchitectures", "linkWorkspacePackages", "preferWorkspacePackages",
        "sharedWorkspaceLockfile", "allowedDeprecatedVersions", "dedupePeerDependents",
    }
)  # fmt: skip
_PNPM_SILENT: Final = frozenset({"onlyBuiltDependencies", "ignoredBuiltDependencies", "allowBuilds"})


def neutralise(root: Path, files: frozenset[str], links: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Rewrite or remove such files below ``root`` (a working copy); returns what was taken out, one line a file.

    Args:
        files: all files of the copy, relative.
        links: all symbolic links; one under such a name is removed.
    """
    notes = []
    for name in sorted(files | links):
        handler = _HANDLERS.get(name.rpartition("/")[2])
        if handler is None:
            continue
        if name in links:
            handler = _remove
        dropped = handler(root / name)
        if dropped:
            notes.append(f"{name}: ignored {', '.join(dropped)} (an app may not set this; your own configuration may)")
    return tuple(notes)


def _read(file: Path) -> str:
    with file.open("rb") as source:
        return source.read(_SIZE_LIMIT).decode("utf-8", "replace")


def _remove(file: Path) -> list[str]:
    file.unlink()
    return ["the whole file"]


def _npmrc(file: Path) -> list[str]:
    """Line by line: ``key = value``, ``key[] = value``; a section or anything else goes."""
    kept, dropped = [], []
    for line in _read(file).splitlines():
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        found = re.match(r"^\s*([\w.-]+)(\[\])?\s*(=|$)", line)
        name = found[1].lower().replace("_", "-") if found else line.partition("=")[0].strip()
        if found and name in _NPMRC_KEEPS and "${" not in line:
            kept.append(line)
        elif name not in _NPMRC_SILENT:
            # The name only: values may be tokens.
            dropped.append(name.rpartition(":")[2] if name.startswith("//") else name)
    file.write_text("".join(f"{line}\n" for line in kept), "utf-8")
    return [name[:60] for name in dict.fromkeys(dropped)]


def _yaml(keeps: frozenset[str], silent: frozenset[str]) -> Callable[[Path], list[str]]:
    """Handler of a YAML file of which only the keys ``keeps`` stay."""

    def handle(file: Path) -> list[str]:
        import yaml

        try:
            data: Any = yaml.safe_load(_read(file))
        except (yaml.YAMLError, RecursionError, ValueError):
            return _remove(file)
        if not isinstance(data, Mapping):
            return _remove(file) if data is not None else []
        kept = {key: value for key, value in data.items() if key in keeps}
        file.write_text(yaml.safe_dump(kept, sort_keys=False) if kept else "", "utf-8")
        return [str(key)[:60] for key in data if key not in keeps | silent]

    return handle


_HANDLERS: Final[Mapping[str, Callable[[Path], list[str]]]] = {
    ".npmrc": _npmrc,
    ".yarnrc": _remove,
    ".yarnrc.yml": _yaml(_YARNRC_KEEPS, _YARNRC_SILENT),
    "pnpm-workspace.yaml": _yaml(_PNPM_KEEPS, _PNPM_SILENT),
    ".pnpmfile.cjs": _remove,
    ".pnpmfile.mjs": _remove,
    "pnpmfile.js": _remove,
    "bunfig.toml": _remove,
}
