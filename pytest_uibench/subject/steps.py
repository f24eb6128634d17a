"""What one command of a build script is for."""

from __future__ import annotations

import re
from typing import Literal

from .shell import Word

Kind = Literal["app", "generic", "types", "tsc", "install", "ignore", "after", "css", "server", "other"]
"""``app``: makes the whole site; ``generic``: a bundler that may make it; ``tsc``: checks or emits, as configured;
``install``: done by the install stage; ``after``: packaging, deploying; ``server``: server side of the site."""

# Program → sub-commands that build (empty: any call builds).
_APP: dict[str, tuple[str, ...]] = {
    "vite": ("build", ""),
    "vp": ("build",),
    "next": ("build", "export"),
    "react-scripts": ("build",),
    "craco": ("build",),
    "react-app-rewired": ("build",),
    "rescripts": ("build",),
    "astro": ("build",),
    "vue-cli-service": ("build",),
    "react-router": ("build",),
    "remix": ("build", "vite:build"),
    "vinxi": ("build",),
    "nuxt": ("build", "generate"),
    "nuxi": ("build", "generate"),
    "gatsby": ("build",),
    "ng": ("build",),
    "parcel": ("build",),
    "rsbuild": ("build",),
    "eleventy": ("",),
    "@11ty/eleventy": ("",),
    "vitepress": ("build",),
    "docusaurus": ("build",),
    "umi": ("build",),
    "max": ("build",),
    "waku": ("build",),
    "preact": ("build",),
    "qwik": ("build",),
    "farm": ("build",),
    "snowpack": ("build",),
    "vite-ssg": ("build",),
    "ember": ("build",),
    "svelte-kit": ("build",),
    "quasar": ("build",),
}
_GENERIC = frozenset(
    {
        "webpack",
        "webpack-cli",
        "rspack",
        "rollup",
        "rolldown",
        "esbuild",
        "tsup",
        "tsdown",
        "browserify",
        "gulp",
        "grunt",
    }
    | {"swc", "babel", "microbundle", "unbuild", "ncc", "sass", "elm", "mix"}
)
_TYPES = frozenset({"vue-tsc", "svelte-check", "tsgo", "glint", "type-coverage", "fork-ts-checker"})
_AFTER = frozenset(
    {"gh-pages", "next-sitemap", "react-snap", "firebase", "vercel", "netlify", "wrangler", "surge", "electron-builder"}
    | {"serve", "vite-preview", "http-server", "pagefind", "sentry-cli", "size-limit", "pkg", "cap", "tauri"}
)
_PACKAGE_MANAGERS = frozenset({"npm", "pnpm", "yarn", "bun"})
_INSTALL = frozenset({"install", "i", "ci", "add"})
_OTHER_PROJECT = re.compile(r"server|node|electron|api|backend|worker|lib|package|extension", re.IGNORECASE)


def kind_of(word: Word) -> Kind:  # noqa: C901 - one flat table in code: every branch is one tool
    """Classify a command (see :data:`Kind`)."""
    program = word.program
    first = word.positional[0] if word.positional else ""
    if program in ("true", ":", "exit", "cd", "export", "set"):
        return "ignore"
    if program in ("astro", "vp") and first == "check":
        return "types"
    if program in _APP and (first in _APP[program] or ("" in _APP[program] and program != "vite")):
        return "server" if _server_side(word) else "app"
    if program == "vite" and first not in ("dev", "serve", "preview", "optimize"):
        return "server" if _server_side(word) else "app"
    if program == "tsc":
        return "tsc"
    if program in _TYPES:
        return "types"
    if program in _PACKAGE_MANAGERS and (first in _INSTALL or (program == "yarn" and not word.arguments)):
        return "install"
    if program == "bun" and first == "build":
        return "generic"
    if program in _GENERIC:
        return "generic"
    if program in ("tailwindcss", "@tailwindcss/cli", "postcss"):
        return "css"
    if program in _AFTER:
        return "after"
    return "other"


def _server_side(word: Word) -> bool:
    """``vite build --ssr src/entry-server.ts`` and configurations that name a server."""
    if word.program not in ("vite", "vp"):
        return False
    if word.has("--ssr") and word.value("--ssr") != "false":
        return True
    config = word.value("--config", "-c") or ""
    return bool(re.search(r"server|ssr|node|electron|lib", config, re.IGNORECASE))


def emits_elsewhere(word: Word) -> bool:
    """True for a ``tsc`` call on a project of its own (``-p server``), which makes code."""
    if word.has("--noEmit", "-b", "--build"):
        return False
    project = word.value("-p", "--project") or ""
    return word.has("--outDir", "--declaration", "--emitDeclarationOnly") or bool(
        _OTHER_PROJECT.search(project) and not re.search(r"tsconfig\.node", project)
    )
