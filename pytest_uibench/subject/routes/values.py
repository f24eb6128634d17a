"""Values that a route parameter could take, guessed from literals in the source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_uibench import constants

from .discover import discover
from .sources import Sources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_uibench.model import Project

DATA = re.compile(r"(?i)(?:data|mock|fixture|seed|constant|content|catalog|store|db|sample|api)")
SPLIT = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
VALUE = rb"""\s{0,40}+:\s{0,200}+(?:"([^"\\\n]+)"|'([^'\\\n]+)'|`([^`$\\\n]+)`|(\d{1,12})(?=\s*[,}\]\n]))"""
INSIDE = re.compile(rb"[\w$.-]")
"""Before a key: it is the end of a longer name."""
QUOTE = re.compile(rb"[\"'`#]")
PLAIN = re.compile(r"[\w.~@%+-]+")


def candidate_values(project: Project, parameter_name: str, *, pattern: str | None = None) -> tuple[str, ...]:
    """At most ``constants.PARAMETER_GUESSES`` literals for ``:parameter_name``, the likeliest first.

    First literal links to a route with the parameter (``/product/linen-shirt`` for ``/product/:slug``),
    then values of the parameter's own key, then of ``id`` / ``slug`` keys for ``productId`` / ``postSlug``,
    from files about the thing first and data files before others. ``pattern`` narrows the links to one route.
    """
    sources = Sources(project)
    found: dict[str, None] = {}
    declared = [route.pattern for route in discover(project).routes]
    patterns = [pattern] if pattern else [p for p in declared if f":{parameter_name}" in p]
    words = topic(parameter_name, patterns)
    for value in (*links(sources, parameter_name, patterns, declared), *fields(sources, parameter_name, words)):
        found.setdefault(value)
        if len(found) >= constants.PARAMETER_GUESSES:
            break
    return tuple(found)


def topic(parameter_name: str, patterns: list[str]) -> list[str]:
    """Lower-case stems that say what the parameter identifies: of its name, then of the segment before it."""
    words = [word.lower() for word in SPLIT.findall(parameter_name)]
    for pattern in patterns:
        before = pattern.partition(f":{parameter_name}")[0].strip("/").rpartition("/")[2]
        words += [word.lower() for word in SPLIT.findall(before)]
    stems = [word.rstrip("s") for word in words if word not in ("id", "slug", "key", "name", "param")]
    return list(dict.fromkeys(stem for stem in stems if len(stem) > 2))


def links(sources: Sources, parameter_name: str, patterns: list[str], declared: list[str]) -> Iterator[str]:
    """Last-segment values of literal links that fit a pattern and are no route of their own."""
    for pattern in patterns:
        head, _, tail = pattern.partition(f":{parameter_name}")
        if ":" in head or "*" in head or len(head) < 2 or tail.strip("?"):
            continue
        expression = re.compile(re.escape(head.encode()) + rb"([^/\"'`?#\s${}<>:*]{1,100}+)[\"'`?#]")
        for rel in [*sources.code, *sources.pages, *(rel for rel in sources.files if rel.endswith(".json"))]:
            data = sources.read(rel)
            for match in expression.finditer(data):
                value = match[1].decode("utf-8", "replace")
                if before(data, match, QUOTE) and f"{head}{value}" not in declared and usable(value):
                    yield value


def fields(sources: Sources, parameter_name: str, words: list[str]) -> Iterator[str]:
    """Values of keys, from the likeliest file to the least likely."""
    files = sources.code + [rel for rel in sources.files if rel.endswith(".json") and "/" in rel]
    files = [rel for rel in files if not rel.endswith(("package-lock.json", "tsconfig.json", "package.json"))]
    for key in keys(parameter_name):
        expression = re.compile(re.escape(key.encode()) + rb"[\"']?" + VALUE)
        ranked = []
        for order, rel in enumerate(files):
            data = sources.read(rel)
            hits = [match for match in expression.finditer(data) if not before(data, match, INSIDE)]
            if hits:
                ranked.append((-rank(rel, data, words, len(hits)), order, hits))
        for _, _, hits in sorted(ranked, key=lambda entry: entry[:2]):
            for match in hits:
                value = next(group for group in match.groups() if group is not None).decode("utf-8", "replace")
                if usable(value):
                    yield value


def before(data: bytes, match: re.Match[bytes], kind: re.Pattern[bytes]) -> bool:
    """True when the byte before a match is of a kind (expressions start with a literal, which is searched fast)."""
    return match.start() > 0 and kind.match(data, match.start() - 1) is not None


def keys(parameter_name: str) -> list[str]:
    """Keys to look for: the name itself, then the last word of a compound name, then ``id`` for plain nouns."""
    parts = [part.lower() for part in SPLIT.findall(parameter_name)]
    last = parts[-1:] if len(parts) > 1 else []
    common = [] if parameter_name.lower() in ("id", "slug") else ["slug", "id"] if "slug" in parts else ["id", "slug"]
    return list(dict.fromkeys([parameter_name, *last, *common]))


def rank(rel: str, data: bytes, words: list[str], hits: int) -> int:
    """Likelihood that a file lists the things: its name, that it is data, several entries, what it talks of."""
    name = rel.lower()
    lowered = data.lower()
    named = sum(4 for word in words if word in name)
    talks = sum(2 for word in words if word.encode() in lowered)
    return named + talks + (3 if DATA.search(name) else 0) + (1 if hits > 1 else 0)


def usable(value: str) -> bool:
    """Fit for one path segment and not a sentence."""
    return 0 < len(value) <= constants.ROUTE_VALUE_LENGTH and PLAIN.fullmatch(value) is not None
