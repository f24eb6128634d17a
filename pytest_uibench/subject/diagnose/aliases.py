"""What an import specifier is: a relative path, an alias of the app, or a package."""

from __future__ import annotations

import posixpath
import re
from typing import Literal

from pytest_uibench.subject.jsvalues import blank_comments, look_up, read_config, with_suffixes

from .places import Places

Sort = Literal["relative", "absolute", "alias", "virtual", "builtin", "package"]

_BUILTINS = frozenset(
    {
        "assert",
        "buffer",
        "child_process",
        "cluster",
        "crypto",
        "dns",
        "events",
        "fs",
        "http",
        "http2",
        "https",
        "module",
        "net",
    }
    | {
        "os",
        "path",
        "process",
        "querystring",
        "readline",
        "stream",
        "string_decoder",
        "timers",
        "tls",
        "tty",
        "url",
        "util",
    }
    | {"v8", "vm", "worker_threads", "zlib", "perf_hooks", "async_hooks"}
)
_PACKAGE = re.compile(r"^(?:@[a-z0-9~-][\w.~-]*/)?[a-z0-9~][\w.~-]*(?:/.*)?$", re.IGNORECASE)


def sort_of(specifier: str, places: Places) -> Sort:
    """Classify a specifier; aliases are known by shape (``@/``, ``~/``, ``$lib``) or by the app's configuration."""
    if specifier.startswith("."):
        return "relative"
    if specifier.startswith("/"):
        return "absolute"
    if specifier.startswith(("node:", "bun:")) or specifier.split("/", maxsplit=1)[0] in _BUILTINS:
        return "builtin"
    if specifier.startswith(("virtual:", "astro:", "\0", "data:", "http:", "https:", "$app/")):
        return "virtual"
    if re.match(r"^(?:@/|~|\$|#|@@/|src/)", specifier) or not _PACKAGE.match(specifier):
        return "alias"
    return "alias" if any(_covers(prefix, specifier) for prefix in aliases(places)) else "package"


def target_of(specifier: str, places: Places) -> str | None:
    """Path inside the project that an alias points to, without its ending."""
    for prefix, folder in aliases(places).items():
        if _covers(prefix, specifier):
            rest = specifier[len(prefix.rstrip("*")) :].lstrip("/")
            return posixpath.normpath(posixpath.join(folder, rest))
    found = re.match(r"^(?:@|~|@@|\$lib|#)/(.*)$", specifier)
    if found is None:
        return None
    if specifier.startswith("$lib"):
        return posixpath.join("src/lib", found[1])
    source = "src"
    return posixpath.join(source, found[1]) if (places.root / source).is_dir() else found[1]


def aliases(places: Places) -> dict[str, str]:
    """Alias prefixes of tsconfig ``paths`` and Vite ``resolve.alias`` with the folder each stands for."""
    found: dict[str, str] = {}
    for name in ("tsconfig.json", "tsconfig.app.json", "jsconfig.json"):
        text = places.read(name)
        section = re.search(r'"paths"\s*:\s*\{([^}]*)\}', _json_plain(text)) if text else None
        base = re.search(r'"baseUrl"\s*:\s*"([^"]*)"', text or "")
        for key, target in re.findall(r'"([^"]+)"\s*:\s*\[\s*"([^"]*)"', section[1]) if section else ():
            found[key] = posixpath.normpath(posixpath.join(base[1] if base else "", target.rstrip("*")))
    config = read_config(places.root, *with_suffixes("vite.config"), *with_suffixes("vue.config"))
    section = re.search(r"\balias\s*:\s*(\{[^}]*\}|\[.*?\]\s*,?\s*\})", config[1], re.DOTALL) if config else None
    for key in re.findall(r"['\"]([^'\"\s]+)['\"]\s*:", section[1]) if section else ():
        value = look_up(section[1] if section else "", key, {}).value
        found[key] = (value or "src").lstrip("/")
    for key in re.findall(r"find\s*:\s*['\"]([^'\"]+)['\"]", section[1]) if section else ():
        found[key] = "src"
    return found


def _json_plain(text: str) -> str:
    return blank_comments(text)


def _covers(prefix: str, specifier: str) -> bool:
    if prefix.endswith("*"):
        return specifier.startswith(prefix[:-1]) and prefix != "*"
    return specifier == prefix or specifier.startswith(prefix.rstrip("/") + "/")
