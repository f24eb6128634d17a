"""SvelteKit, Astro, Nuxt and generated vue-router pages: routes are files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import config, pages
from .pages import Page

if TYPE_CHECKING:
    from pytest_uibench.model import RouteMap

    from .routing import Routing

KIT_PAGE = re.compile(r"^\+page(?:@[\w()-]*)?\.svelte$")
KIT_LOADS = ("+page.ts", "+page.js", "+page.server.ts", "+page.server.js")
ASTRO_PAGE = re.compile(r"\.(?:astro|md|mdx|markdown|html)$")
VUE_PAGE = re.compile(r"\.(?:vue|tsx|jsx)$")
META = re.compile(r"definePage(?:Meta)?\s*\(\s*\{(?P<body>.{0,2000}?)\}\s*\)", re.DOTALL)
META_FIELD = re.compile(r"""(?<![\w$.])(?P<key>path|alias|redirect)\s*:\s*["'`](?P<value>[^"'`$]+)["'`]""")
GENERATED = re.compile(rb"vue-router/auto|unplugin-vue-router|~pages|virtual:generated-pages|vite-plugin-pages")


def group(segment: str) -> bool:
    """A folder in parentheses groups files and is no part of the address."""
    return segment.startswith("(") and segment.endswith(")")


def sveltekit(routing: Routing) -> RouteMap | None:
    """``src/routes/**/+page.svelte`` (https://svelte.dev/docs/kit/routing, "Advanced routing")."""
    if not routing.built_with("sveltekit", "@sveltejs/kit"):
        return None
    top = config.option(routing, "svelte", "routes") or "src/routes"
    root = routing.sources.relative(top)
    files = routing.sources.below(top)
    listed = set(files)
    routing.collector.catch_all = any(rel.rpartition("/") == (root, "/", "+error.svelte") for rel in files)
    for rel in files:
        folder, _, name = rel.rpartition("/")
        if KIT_PAGE.match(name):
            segments = [s for s in folder[len(root) :].strip("/").split("/") if s and not group(s)]
            path = "/".join(pages.bracket(segment) for segment in segments)
            loads = [f"{folder}/{load}" for load in KIT_LOADS if f"{folder}/{load}" in listed]
            redirect = next((r for load in loads if (r := pages.load_redirect(routing, load, ("load",)))), None)
            pages.add(routing, Page(rel, path, redirect=redirect))
    hashed = config.option(routing, "svelte", "type") == "hash"
    return routing.result("hash" if hashed else "files", "sveltekit", config.base(routing, "svelte", "base"))


def astro(routing: Routing) -> RouteMap | None:
    """``src/pages/**`` (https://docs.astro.build/en/guides/routing/); scripts there are endpoints."""
    if not routing.built_with("astro", "astro"):
        return None
    top = (config.option(routing, "astro", "srcDir") or "src").strip("./") + "/pages"
    root = routing.sources.relative(top)
    for rel in routing.sources.below(top):
        local = rel[len(root) + 1 :]
        segments = ASTRO_PAGE.sub("", local).split("/")
        if not ASTRO_PAGE.search(local) or any(segment.startswith("_") for segment in segments):
            continue
        if segments[-1] in ("404", "500"):
            routing.collector.catch_all = routing.collector.catch_all or segments == ["404"]
            continue
        if segments[-1] == "index":
            segments.pop()
        path = "/".join(pages.bracket(segment) for segment in segments)
        pages.add(routing, Page(rel, path))
    return routing.result("files", "astro", config.base(routing, "astro", "base"))


def nuxt(routing: Routing) -> RouteMap | None:
    """``pages/**.vue`` (https://nuxt.com/docs/guide/directory-structure/pages)."""
    if "nuxt" not in routing.dependencies and "nuxt3" not in routing.dependencies:
        return None
    source = (config.option(routing, "nuxt", "srcDir") or "").strip("./")
    for top in (f"{source}/pages".lstrip("/"), "app/pages", "pages", "src/pages"):
        if vue_pages(routing, top):
            return routing.result("files", "nuxt", config.base(routing, "nuxt", "baseURL"))
    routing.collector.add("/", file=next((rel for rel in routing.sources.code if rel.endswith("app.vue")), None))
    return routing.result("files", "nuxt")


def vue_pages(routing: Routing, top: str) -> bool:
    """Add the routes of a folder of Vue pages; False when there is none."""
    root = routing.sources.relative(top)
    files = [rel for rel in routing.sources.below(top) if VUE_PAGE.search(rel)]
    listed = set(files)
    for rel in files:
        local = VUE_PAGE.sub("", rel[len(root) + 1 :])
        names = [part for name in local.split("/") for part in _dots(name) if part and not group(part)]
        if any(name.startswith(("-", "__")) or name in ("components", "composables") for name in local.split("/")):
            continue
        if names and names[-1] == "index":
            names.pop()
        path = "/".join(_vue_segment(name) for name in names)
        stem = VUE_PAGE.sub("", rel)
        parent = any(other.startswith(stem + "/") for other in listed) and f"{stem}/index.vue" in listed
        if not parent:
            _vue_page(routing, rel, path)
    return bool(files)


def _dots(name: str) -> list[str]:
    """``users.[id]`` nests without folders; dots inside brackets are a rest."""
    return re.sub(r"\.(?![^\[]*\])", "\0", name).split("\0")


def _vue_segment(name: str) -> str:
    name = re.sub(r"^\[(\.\.\.)?(\w+)\]\+$", "*", name)
    name = re.sub(r"^_(\w+)$", r"[\1]", name)
    return pages.bracket(name)


def _vue_page(routing: Routing, rel: str, path: str) -> None:
    meta = META.search(routing.sources.read(rel).decode("utf-8", "replace"))
    said = {m["key"]: m["value"] for m in META_FIELD.finditer(meta["body"])} if meta else {}
    component = rel.rpartition("/")[2].split(".", 1)[0]
    full = said.get("path", path)
    shown = component if component[:1].isupper() else None
    for one in (full, *([said["alias"]] if "alias" in said else [])):
        pages.add(routing, Page(rel, one.strip("/"), redirect=said.get("redirect"), component=shown))
