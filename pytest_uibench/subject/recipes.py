"""How each framework's result is served, told from its manifest and configuration."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

from pytest_uibench.model import ServePlan

from .frameworks import COMMON_OUTPUTS, Context, Recipe
from .jsvalues import ABSENT, Found, look_up


def _static(framework: str, outputs: tuple[str | None, ...], *, spa: bool = True, **rest: object) -> Recipe:
    unique = tuple(dict.fromkeys(_clean(item) for item in outputs if item))
    recipe = Recipe(framework=framework, serve=ServePlan(kind="static", outputs=unique, spa=spa))
    return replace(recipe, **rest)  # type: ignore[arg-type]


def _server(framework: str, command: str, *outputs: str, **rest: object) -> Recipe:
    recipe = Recipe(framework=framework, serve=ServePlan(kind="server", command=command, outputs=outputs, spa=False))
    return replace(recipe, **rest)  # type: ignore[arg-type]


def _clean(path: str) -> str:
    return posixpath.normpath(path.replace("\\", "/")).removeprefix("./")


def base_path(value: str | None) -> str:
    """Normalise a public path: ``/repo/``, ``./`` for relative, ``/`` for none; of an address its path."""
    if value is None or value.strip() in ("", "/"):
        return "/"
    value = value.strip()
    if value.startswith("."):
        return "./"
    if "//" in value:
        value = urlsplit(value).path
    inner = value.strip("/")
    return f"/{inner}/" if inner else "/"


def _unknown(found: Found, what: str) -> tuple[str, ...]:
    return () if found.known else (f"{what} is computed ({found.written}): the default is assumed",)


def vite(context: Context) -> Recipe:
    """Vite: ``build.outDir`` under ``root``, ``base``; flags of the build script win."""
    text, tool = context.config("vite.config"), context.tool
    root, out, base = (look_up(text, key, context.env) for key in ("root", "outDir", "base"))
    where = root.value or "."
    if tool is not None and tool.program in ("vite", "vp"):
        words = [word for word in tool.positional if word != "build"]
        flagged = tool.value("--outDir")
        where = words[0] if words and not any(a.startswith("-") for a in tool.arguments[:-1]) else where
        out = Found(flagged, True) if flagged else out
        base = Found(tool.value("--base"), True) if tool.value("--base") else base
    folder = _clean(where)
    # path.resolve(here, "x") is relative to the configuration file, a plain literal to the root.
    resolved = bool(out.written and re.search(r"resolve|join|URL", out.written))
    named = out.value and (out.value if resolved or folder == "." else posixpath.join(folder, out.value))
    inside = () if folder == "." else (f"{folder}/dist", f"{folder}/build")
    notes = (*_unknown(out, "vite build.outDir"), *_unknown(base, "vite base"))
    return _static("vite", (named, *inside, *COMMON_OUTPUTS), base=base_path(base.value), notes=notes)


def next_js(context: Context) -> Recipe:
    """Next: static export → its folder, standalone → its own server, else ``next start``."""
    text = context.config("next.config")
    output, folder, base = (look_up(text, key, context.env) for key in ("output", "distDir", "basePath"))
    public = base_path(base.value)
    public = public if public == "/" else public.rstrip("/") + "/"
    notes = (*_unknown(output, "next output"), *_unknown(base, "next basePath"))
    exporting = bool(context.tool and context.tool.positional[:1] == ("export",))
    exporting = exporting or "next export" in " ".join(context.manifest.scripts.values())
    if output.value == "export" or exporting:
        return _static("next", (folder.value, "out"), spa=False, base=public, notes=notes)
    dist = _clean(folder.value or ".next")
    if output.value != "standalone":
        return _server("next", "next start -H {host} -p {port}", dist, base=public, notes=notes)
    find = f"s=$(find {dist}/standalone -name server.js -not -path '*/node_modules/*' | head -n 1)"
    # Next's documentation leaves this copy to the user ("public" and ".next/static" are meant for a CDN).
    copy = f'{find} && d=$(dirname "$s") && mkdir -p "$d/{dist}" && cp -R {dist}/static "$d/{dist}/"'
    copy += ' && if [ -d public ]; then cp -R public "$d/"; fi'
    serve = f'{find} && HOSTNAME={{host}} PORT={{port}} exec node "$s"'
    return _server("next", serve, f"{dist}/standalone", base=public, notes=notes, finish=(copy,))


def cra(context: Context) -> Recipe:
    """Create React App: ``build``, public path from ``PUBLIC_URL`` or ``homepage``."""
    given = {key: value for key, _, value in (e.partition("=") for e in (context.tool.env if context.tool else ()))}
    out = given.get("BUILD_PATH") or context.env.get("BUILD_PATH")
    public = given.get("PUBLIC_URL") or context.env.get("PUBLIC_URL") or context.manifest.homepage
    return _static("cra", (out, "build", *COMMON_OUTPUTS), base=base_path(public))


def vue_cli(context: Context) -> Recipe:
    """Vue CLI: ``outputDir`` and ``publicPath`` of vue.config.js."""
    text = context.config("vue.config")
    out, base = look_up(text, "outputDir", context.env), look_up(text, "publicPath", context.env)
    flagged = context.tool.value("--dest") if context.tool else None
    notes = (*_unknown(out, "outputDir"), *_unknown(base, "publicPath"))
    return _static("vue-cli", (flagged or out.value, *COMMON_OUTPUTS), base=base_path(base.value), notes=notes)


def astro(context: Context) -> Recipe:
    """Astro: static pages, or the Node adapter's own server."""
    text = context.config("astro.config")
    out, base, mode = (look_up(text, key, context.env) for key in ("outDir", "base", "output"))
    public, folder = base_path(base.value), _clean(out.value or "dist")
    if context.manifest.has("@astrojs/node") and "@astrojs/node" in text and re.search(r"\badapter\b", text):
        command = f"HOST={{host}} PORT={{port}} exec node ./{folder}/server/entry.mjs"
        return _server("astro", command, f"{folder}/client", base=public)
    if mode.value in ("server", "hybrid"):
        note = "rendered on demand by an adapter for a hosting service: served by astro preview"
        return _server("astro", "astro preview --host {host} --port {port}", base=public, notes=(note,))
    outputs = (folder, f"{folder}/client", ".vercel/output/static", *COMMON_OUTPUTS)
    return _static("astro", outputs, spa=False, base=public, notes=_unknown(base, "astro base"))


def sveltekit(context: Context) -> Recipe:
    """SvelteKit by adapter: static folder, Node server, else ``vite preview``."""
    # Since version 3 the adapter may be given to the plugin in the Vite configuration.
    text = context.config("svelte.config") + "\n" + context.config("vite.config")
    paths = re.search(r"\bpaths\s*:\s*\{[^}]*\}", text)
    base = look_up(paths[0], "base", context.env) if paths else ABSENT
    if base is not ABSENT and not base.known:
        base = look_up(text, "base", context.env)
    public = base_path(base.value)
    if "@sveltejs/adapter-static" in text:
        pages, fallback = look_up(text, "pages", context.env), look_up(text, "fallback", context.env)
        return _static("sveltekit", (pages.value, "build", "dist"), spa=fallback.value is not None, base=public)
    if "@sveltejs/adapter-node" in text:
        out = look_up(text, "out", context.env)
        folder = _clean(out.value or "build")
        return _server("sveltekit", f"HOST={{host}} PORT={{port}} exec node {folder}", f"{folder}/client", base=public)
    command = "vite preview --host {host} --port {port} --strictPort"
    return _server("sveltekit", command, ".svelte-kit/output/client", base=public)


def react_router(context: Context) -> Recipe:
    """React Router's framework mode: a static client, or its own server."""
    text = context.config("react-router.config")
    folder = _clean(look_up(text, "buildDirectory", context.env).value or "build")
    base = look_up(text, "basename", context.env)
    if re.search(r"\bssr\s*:\s*false\b", text):
        return _static("vite", (f"{folder}/client", *COMMON_OUTPUTS), base=base_path(base.value))
    own = context.manifest.scripts.get("start", "")
    if context.manifest.has("@react-router/serve", "@remix-run/serve"):
        program = "react-router-serve" if context.manifest.has("@react-router/serve") else "remix-serve"
        command = f"HOST={{host}} PORT={{port}} exec {program} ./{folder}/server/index.js"
    else:
        command = started(own) if own else "vite preview --host {host} --port {port} --strictPort"
    return _server("vite", command, f"{folder}/client", base=base_path(base.value))


def tanstack_start(context: Context) -> Recipe:
    """TanStack Start: Nitro's server where there is one, else Vite's preview."""
    text = context.config("vite.config", "app.config")
    if context.manifest.has("vinxi", "nitro", "@tanstack/nitro-v2-vite-plugin") or "nitro" in text:
        command = "HOST={host} PORT={port} exec node .output/server/index.mjs"
        return _server("vite", command, ".output/public")
    return _server("vite", "vite preview --host {host} --port {port} --strictPort", "dist/client")


def nuxt(context: Context) -> Recipe:
    """Nuxt: generated pages, or Nitro's server."""
    base = base_path(look_up(context.config("nuxt.config"), "baseURL", context.env).value)
    if context.tool and context.tool.positional[:1] == ("generate",):
        return _static("other", (".output/public", *COMMON_OUTPUTS), spa=False, base=base)
    command = "HOST={host} PORT={port} exec node .output/server/index.mjs"
    return _server("other", command, ".output/public", base=base)


def angular(context: Context) -> Recipe:
    """Angular: ``outputPath`` of the first project of angular.json."""
    outputs: list[str | None] = []
    try:
        data = json.loads((context.folder / "angular.json").read_text("utf-8"))
        for project in data.get("projects", {}).values():
            path = project["architect"]["build"]["options"].get("outputPath")
            path = path.get("base") if isinstance(path, dict) else path
            outputs += [f"{path}/browser", path] if isinstance(path, str) else []
        names = list(data.get("projects", {}))
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        names = [context.manifest.name] if context.manifest.name else []
    outputs += [item for name in names for item in (f"dist/{name}/browser", f"dist/{name}")]
    return _static("other", (*outputs, *COMMON_OUTPUTS))


def gatsby(context: Context) -> Recipe:
    """Gatsby: ``public``."""
    return _static("other", ("public",), spa=False)


def other(context: Context) -> Recipe:
    """A bundler without a recipe: the usual folders, what the command line names first."""
    tool = context.tool
    named = tool.value("--dist-dir", "--outdir", "--out-dir", "--output-path", "-o", "-d", "--dir") if tool else None
    named = posixpath.dirname(named) if named and "." in posixpath.basename(named) else named
    text = context.config("webpack.config", "rollup.config", "rspack.config", "rsbuild.config", "esbuild.config")
    written = next(
        (f.value for f in (look_up(text, k, {}) for k in ("path", "outdir", "dir", "outDir")) if f.value), None
    )
    own = "." if (context.folder / "index.html").is_file() else None
    public = "public" if (context.folder / "public/index.html").is_file() else None
    return _static("other", (named, written, *COMMON_OUTPUTS, public, own))


def started(script: str) -> str:
    """A start script as a server command: host and port by the variables that Node servers read."""
    if "{port}" in script:
        return script
    return f"export HOST={{host}} HOSTNAME={{host}} PORT={{port}}; {script}"


RECIPES: dict[str, Callable[[Context], Recipe]] = {
    "vite": vite,
    "next": next_js,
    "cra": cra,
    "vue-cli": vue_cli,
    "astro": astro,
    "sveltekit": sveltekit,
    "react-router": react_router,
    "tanstack-start": tanstack_start,
    "nuxt": nuxt,
    "angular": angular,
    "gatsby": gatsby,
    "other": other,
}
"""Framework → recipe."""

DEFAULT_BUILD = {
    "vite": "vite build", "next": "next build", "cra": "react-scripts build", "astro": "astro build",
    "vue-cli": "vue-cli-service build", "sveltekit": "vite build", "react-router": "react-router build",
    "tanstack-start": "vite build", "nuxt": "nuxt build", "angular": "ng build", "gatsby": "gatsby build",
}  # fmt: skip
"""What a framework's documentation gives as its build script."""
