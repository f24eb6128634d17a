"""Addresses in a spec: route patterns such as ``/product/:id``, and how a page's address matches them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from .matching import compile_regex

_REGEX = re.compile(r"/(.+)/([ims]{0,3})", re.DOTALL)
_PARAMETER = re.compile(r":[A-Za-z_]\w*|\*")


@dataclass(frozen=True, slots=True)
class RoutePattern:
    """A route pattern (``:name`` one segment, ``*`` the rest) or a regular expression ``/…/`` over the address.

    The query counts only where the pattern has one (SPEC.md, "Expectations").
    """

    source: str
    regex: re.Pattern[str]
    query: bool
    """The pattern speaks of the query too."""
    whole: bool
    """The regular expression must match the whole address (route patterns), or is searched in it."""

    @classmethod
    def parse(cls, source: str) -> RoutePattern:
        """Read a ``matches:`` of an address.

        ``/…/`` and ``/…/i`` are regular expressions, as everywhere; what else starts with a slash is a route.

        Raises:
            ValueError: a broken regular expression, or neither of the two.
        """
        found = _REGEX.fullmatch(source)
        if found:
            query = re.search(r"\\\?|\[[^\]]*\?", found[1]) is not None
            return cls(source, compile_regex(found[1], found[2]), query, whole=False)
        if not source.startswith("/"):
            raise ValueError("is not an address: start it with '/', or write a regular expression /…/")
        return cls.of_route(source)

    @classmethod
    def of_route(cls, source: str) -> RoutePattern:
        """The pattern of a route, whatever signs it has."""
        path, mark, query_text = source.partition("?")
        body = _route_body(path)
        if mark:
            body += re.escape("?" + query_text)
        return cls(source, re.compile(body), bool(mark), whole=True)

    def matches(self, address: str) -> bool:
        """Whether ``address`` (a path, perhaps with query and fragment) is such a route."""
        path, _, query = address.partition("#")[0].partition("?")
        path = unquote(path).rstrip("/") or "/"
        text = f"{path}?{query}" if self.query and query else path
        return (self.regex.fullmatch(text) if self.whole else self.regex.search(text)) is not None

    def __str__(self) -> str:
        return self.source


def parameters_of(route: str) -> tuple[str, ...]:
    """Names of the parts of a route that have no fixed value, ``*`` included."""
    return tuple(part.lstrip(":") for part in _PARAMETER.findall(route.partition("?")[0]))


def fits_route(route: str, path: str) -> bool:
    """Whether a concrete path is an instance of a route."""
    return RoutePattern.of_route(route).matches(path)


def _route_body(path: str) -> str:
    body, last = "", 0
    trimmed = path.rstrip("/") or "/"
    for part in _PARAMETER.finditer(trimmed):
        body += re.escape(trimmed[last : part.start()])
        body += ".*" if part[0] == "*" else "[^/]+"
        last = part.end()
    return body + re.escape(trimmed[last:])
