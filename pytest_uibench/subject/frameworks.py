"""Which framework a project uses, told from its build script, manifest and configuration files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_uibench.model import ServePlan

from .jsvalues import read_config, with_suffixes
from .manifest import Manifest
from .shell import Word

COMMON_OUTPUTS = ("dist", "build", "dist/public", "out", "build/client", "dist/client", "public/build", "www", "_site")
"""Where builds of unknown configuration end up, the most common first (G04)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a recipe may look at."""

    folder: Path
    manifest: Manifest
    env: Mapping[str, str]
    tool: Word | None
    """The bundler's command line as the build script calls it."""

    def config(self, *stems: str) -> str:
        """Text of the first configuration file of these stems, ``""`` when there is none."""
        names = [name for stem in stems for name in with_suffixes(stem)]
        found = read_config(self.folder, *names)
        return found[1] if found else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a framework's result is served."""

    framework: str
    serve: ServePlan
    base: str = "/"
    finish: tuple[str, ...] = ()
    """Lines after the bundler that its own documentation asks for."""
    notes: tuple[str, ...] = ()


def framework_of(folder: Path, manifest: Manifest, tool: Word | None) -> str:
    """Name of the framework (a key of ``RECIPES``): the build script's own tool first, then the dependencies."""
    by_package = _by_package(manifest)
    if by_package in ("sveltekit", "react-router", "tanstack-start"):
        return by_package
    program = tool.program if tool else ""
    by_tool = {
        "vite": "vite", "vp": "vite", "vite-ssg": "vite", "next": "next", "astro": "astro", "react-scripts": "cra",
        "craco": "cra", "react-app-rewired": "cra", "rescripts": "cra", "vue-cli-service": "vue-cli", "ng": "angular",
        "nuxt": "nuxt", "nuxi": "nuxt", "gatsby": "gatsby", "react-router": "react-router", "remix": "react-router",
        "vinxi": "tanstack-start",
    }.get(program)  # fmt: skip
    if by_tool:
        return by_tool
    if tool is not None:
        return "other"
    if by_package:
        return by_package
    return "vite" if any((folder / name).is_file() for name in with_suffixes("vite.config")) else "other"


def _by_package(manifest: Manifest) -> str | None:
    packages = {
        "next": "next", "@sveltejs/kit": "sveltekit", "astro": "astro", "@react-router/dev": "react-router",
        "@remix-run/dev": "react-router", "@tanstack/react-start": "tanstack-start",
        "@tanstack/solid-start": "tanstack-start",
        "nuxt": "nuxt", "gatsby": "gatsby", "@angular/cli": "angular",
        "react-scripts": "cra", "@vue/cli-service": "vue-cli",
        "vite": "vite",
    }  # fmt: skip
    return next((framework for package, framework in packages.items() if manifest.has(package)), None)


def library_of(manifest: Manifest) -> str | None:
    """The interface library."""
    packages = {
        "react": "react", "preact": "preact", "vue": "vue", "svelte": "svelte", "solid-js": "solid",
        "@angular/core": "angular",
    }  # fmt: skip
    found = next((library for package, library in packages.items() if package in manifest.runtime), None)
    if found is None:
        found = next((library for package, library in packages.items() if manifest.has(package)), None)
    return "vue" if found is None and manifest.has("nuxt") else found
