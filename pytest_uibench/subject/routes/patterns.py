"""Route patterns of every router brought to one form.

The form (``StaticRoute.pattern``): leading slash, ``:name`` a parameter, ``:name?`` an optional one,
``*`` as last segment for a rest of any length, no trailing slash. Parameter expressions such as ``:id(\\d+)``
lose the expression; rest parameters (``[...slug]``, ``$``, ``:path(.*)*``) become ``*``.
"""

from __future__ import annotations

import posixpath
import re

NAMED = re.compile(r":([A-Za-z_$][\w$]*)(?:\(((?:[^()]|\([^()]*\))*)\))?([*+?])?")
GROUP = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)([*+?])?")
ALTERNATIVES = re.compile(r"[\w./|-]*\|[\w./|-]*")


def join(base: str, path: str) -> str:
    """``path`` below ``base``; slashes are put right by ``normalise``."""
    return f"{base.rstrip('/')}/{path.lstrip('/')}" if path else base


def normalise(raw: str) -> tuple[str, ...]:
    """The patterns that a declared path stands for (several for ``/(a|b)``)."""
    match = next(
        (m for m in GROUP.finditer(raw) if raw[: m.start()].endswith("/") and ALTERNATIVES.fullmatch(m[1])), None
    )
    if match:
        return tuple(
            pattern
            for part in dict.fromkeys(match[1].split("|"))
            for pattern in normalise(raw[: match.start()] + part + raw[match.end() :])
        )
    path = NAMED.sub(_named, raw.strip())
    path = GROUP.sub(lambda found: "*" if found[1].startswith((".*", ".+")) else "", path)
    return (_tidy(path),)


def _named(match: re.Match[str]) -> str:
    name, expression, sign = match[1], match[2] or "", match[3] or ""
    if sign in ("*", "+") or expression.startswith((".*", ".+")):
        return "*"
    return f":{name}{'?' if sign == '?' else ''}"


def _tidy(path: str) -> str:
    segments: list[str] = []
    for segment in path.split("/"):
        if not segment or segment == ".":
            continue
        if "*" in segment:
            head = segment.split("*", 1)[0]
            return "/" + "/".join([*segments, *([head] if head else []), "*"])
        segments.append(segment)
    return "/" + "/".join(segments)


def resolve(base: str, target: str) -> str:
    """Where a redirect leads: absolute as it is, relative below ``base``."""
    if target.startswith(("/", "http:", "https:")):
        return target
    return posixpath.normpath(posixpath.join(base or "/", target))


def clean_base(value: str) -> str:
    """A router's base as ``RouteMap.basename``: ``/app``, or ``""`` for none and for relative bases."""
    if not value.startswith("/") or value.startswith("//"):
        return ""
    return value.split("#", 1)[0].rstrip("/")
