"""Addresses of an app as paths: without origin and base, with the hash where it is a route. Pure."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

HASH_ROUTE = re.compile(r"^!?/")
DOCUMENT = re.compile(r"\.html?$", re.IGNORECASE)
VARIABLE = re.compile(r"^(?:\d[\w.-]*|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|[\w.-]*\d[\w.-]*)$", re.IGNORECASE)


def app_path(url: str, origin: str, base: str, *, hash_router: bool = False) -> str | None:
    """Path of ``url`` inside the app: base and query dropped, no trailing slash, hash kept where it is a route.

    None for other origins, other schemes, and own addresses outside ``base``.
    """
    parts = urlsplit(url)
    if f"{parts.scheme}://{parts.netloc}" != origin:
        return None
    path = parts.path or "/"
    if base:
        if path != base and not path.startswith(f"{base}/"):
            return None
        path = path[len(base) :] or "/"
    path = path.rstrip("/") or "/"
    fragment = parts.fragment
    if HASH_ROUTE.match(fragment) or (hash_router and fragment):
        route = fragment.split("?", 1)[0]
        # A hash router reads the fragment alone: "/shop#/cart" is its "/#/cart" wherever its one document is given out.
        document = "/" if hash_router and not DOCUMENT.search(path) else path
        return f"{document}#{route.rstrip('/') or '/'}"
    return f"{path}#/" if hash_router else path


def link_path(
    href: str, resolved: str, origin: str, base: str, *, hash_router: bool = False
) -> tuple[str | None, str | None]:
    """``(path, target)`` of a link: the path it leads to, and the address to open for it (query kept).

    Both are None where a click does not lead to another page of the app: other hosts, ``mailto:`` and the like, and
    places within the page (``#``, ``#section``: G08).
    """
    written = href.strip()
    if written.startswith("#") and not HASH_ROUTE.match(written[1:]) and not (hash_router and len(written) > 1):
        return None, None
    path = app_path(resolved, origin, base, hash_router=hash_router)
    if path is None:
        return None, None
    parts = urlsplit(resolved)
    inside = parts.path[len(base) :] or "/"
    target = inside + (f"?{parts.query}" if parts.query else "")
    if "#" in path:
        target += f"#{parts.fragment or '/'}"
    return path, target


def page_key(path: str) -> str:
    """What makes two addresses one page: case kept, query, trailing slash and ``index.html`` dropped."""
    main, mark, route = path.partition("#")
    main = main.split("?", 1)[0]
    main = re.sub(r"/index\.html?$", "/", main).rstrip("/") or "/"
    route = route.split("?", 1)[0].rstrip("/") or "/"
    # An app with hash routes shows the same at "/" and "/#/".
    return f"{main}#{route}" if mark and route not in ("/", "!") else main


def shape(path: str) -> str:
    """``/product/17`` to ``/product/*``: segments with a digit, and long hexadecimal ones, stand for any value."""
    return "/".join("*" if VARIABLE.match(part) else part for part in page_key(path).split("/"))


def parent(path: str) -> str:
    """The path without its last segment."""
    return page_key(path).rpartition("/")[0]
