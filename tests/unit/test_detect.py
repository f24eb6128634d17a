"""Detection: framework, build, serving, base, Node, package manager, environment (F10, F11, G02, G03, G04)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.model import Project, SubjectOverrides
from pytest_uibench.subject.detect import detect

VITE = {"scripts": {"build": "vite build"}, "devDependencies": {"vite": "^7.0.0"}}


def app(
    root: Path, manifest: dict[str, Any] | str | None = None, files: dict[str, str] | None = None, **overrides: Any
) -> Project:
    root.mkdir(parents=True, exist_ok=True)
    if manifest is not None:
        (root / "package.json").write_text(manifest if isinstance(manifest, str) else json.dumps(manifest), "utf-8")
    for name, text in (files or {}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return detect(root, SubjectOverrides(**overrides))


def deps(*names: str, **scripts: str) -> dict[str, Any]:
    packages = {name[:1] + name[1:].partition("@")[0]: name[1:].partition("@")[2] or "*" for name in names}
    return {"scripts": scripts, "dependencies": packages}


FRAMEWORKS = [
    # manifest, files, framework, library, kind, command or first output, spa, base
    ("vite-react", deps("react", "vite@^6", build="vite build"), {}, "vite", "react", "dist", True, "/"),
    ("vite-vue", deps("vue", "vite@^6", build="vite build"), {}, "vite", "vue", "dist", True, "/"),
    ("vite-svelte", deps("svelte", "vite@^6", build="vite build"), {}, "vite", "svelte", "dist", True, "/"),
    ("vite-preact", deps("preact", "vite@^6", build="vite build"), {}, "vite", "preact", "dist", True, "/"),
    ("vite-solid", deps("solid-js", "vite@^6", build="vite build"), {}, "vite", "solid", "dist", True, "/"),
    ("vite-no-script", deps("react", "vite@^6"), {}, "vite", "react", "dist", True, "/"),
    (
        "vite-beside-cra",
        deps("react", "react-scripts", "vite", build="vite build"),
        {},
        "vite",
        "react",
        "dist",
        True,
        "/",
    ),
    (
        "next",
        deps("next@15", "react", build="next build"),
        {},
        "next",
        "react",
        "next start -H {host} -p {port}",
        False,
        "/",
    ),
    (
        "next-export",
        deps("next@15", "react", build="next build"),
        {"next.config.mjs": "export default { output: 'export', basePath: '/shop' }"},
        "next",
        "react",
        "out",
        False,
        "/shop/",
    ),
    (
        "next-dist",
        deps("next@15", "react", build="next build"),
        {"next.config.js": "module.exports = { output: 'export', distDir: 'dist' }"},
        "next",
        "react",
        "dist",
        False,
        "/",
    ),
    (
        "next-old-export",
        deps("next@12", "react", build="next build && next export"),
        {},
        "next",
        "react",
        "out",
        False,
        "/",
    ),
    ("cra", deps("react", "react-scripts@5", build="react-scripts build"), {}, "cra", "react", "build", True, "/"),
    ("craco", deps("react", "react-scripts@5", build="craco build"), {}, "cra", "react", "build", True, "/"),
    (
        "cra-homepage",
        {**deps("react", "react-scripts@5", build="react-scripts build"), "homepage": "https://me.github.io/shop"},
        {},
        "cra",
        "react",
        "build",
        True,
        "/shop/",
    ),
    (
        "cra-dot",
        {**deps("react", "react-scripts@5", build="react-scripts build"), "homepage": "."},
        {},
        "cra",
        "react",
        "build",
        True,
        "./",
    ),
    ("astro", deps("astro@5", build="astro build"), {}, "astro", None, "dist", False, "/"),
    (
        "astro-base",
        deps("astro@5", build="astro build"),
        {"astro.config.mjs": "export default defineConfig({ base: '/docs', outDir: './public_html' })"},
        "astro",
        None,
        "public_html",
        False,
        "/docs/",
    ),
    (
        "astro-node",
        deps("astro@5", "@astrojs/node", build="astro build"),
        {
            "astro.config.mjs": "import node from '@astrojs/node'; export default defineConfig({ output: 'server', "
            "adapter: node({ mode: 'standalone' }) })"
        },
        "astro",
        None,
        "HOST={host} PORT={port} exec node ./dist/server/entry.mjs",
        False,
        "/",
    ),
    (
        "kit-static",
        deps("@sveltejs/kit@2", "svelte", "vite", "@sveltejs/adapter-static", build="vite build"),
        {
            "svelte.config.js": "import adapter from '@sveltejs/adapter-static'; export default { kit: { adapter: "
            "adapter({ fallback: '200.html', pages: 'site' }), paths: { base: '/x' } } }"
        },
        "sveltekit",
        "svelte",
        "site",
        True,
        "/x/",
    ),
    (
        "kit-node",
        deps("@sveltejs/kit@2", "svelte", "vite", build="vite build"),
        {
            "svelte.config.js": "import adapter from '@sveltejs/adapter-node'; export default { kit: { adapter: "
            "adapter({ out: 'server' }) } }"
        },
        "sveltekit",
        "svelte",
        "HOST={host} PORT={port} exec node server",
        False,
        "/",
    ),
    (
        "kit-auto",
        deps("@sveltejs/kit@2", "svelte", "vite", build="vite build"),
        {
            "svelte.config.js": "import adapter from '@sveltejs/adapter-auto'; export default { kit: { adapter: "
            "adapter() } }"
        },
        "sveltekit",
        "svelte",
        "vite preview --host {host} --port {port} --strictPort",
        False,
        "/",
    ),
    (
        "vue-cli",
        deps("vue", "@vue/cli-service@5", build="vue-cli-service build"),
        {
            "vue.config.js": "module.exports = { outputDir: 'www', publicPath: process.env.NODE_ENV === "
            "'production' ? '/app/' : '/' }"
        },
        "vue-cli",
        "vue",
        "www",
        True,
        "/app/",
    ),
    (
        "router-spa",
        deps("react", "vite", "@react-router/dev@7", build="react-router build"),
        {"react-router.config.ts": "export default { ssr: false } satisfies Config"},
        "vite",
        "react",
        "build/client",
        True,
        "/",
    ),
    (
        "router-ssr",
        deps("react", "vite", "@react-router/dev@7", "@react-router/serve@7", build="react-router build"),
        {"react-router.config.ts": "export default { ssr: true } satisfies Config"},
        "vite",
        "react",
        "HOST={host} PORT={port} exec react-router-serve ./build/server/index.js",
        False,
        "/",
    ),
    (
        "parcel",
        deps("parcel@2", build="parcel build src/index.html --dist-dir public"),
        {},
        "other",
        None,
        "public",
        True,
        "/",
    ),
    (
        "webpack",
        deps("webpack@5", "react", build="webpack --mode production"),
        {
            "webpack.config.js": "module.exports = { output: { path: path.resolve(__dirname, 'wwwroot'), filename: "
            "'a.js' } }"
        },
        "other",
        "react",
        "wwwroot",
        True,
        "/",
    ),
    (
        "angular",
        deps("@angular/core@19", "@angular/cli@19", build="ng build"),
        {
            "angular.json": json.dumps(
                {"projects": {"shop": {"architect": {"build": {"options": {"outputPath": "dist/web"}}}}}}
            )
        },
        "other",
        "angular",
        "dist/web/browser",
        True,
        "/",
    ),
    ("gatsby", deps("gatsby@5", "react", build="gatsby build"), {}, "other", "react", "public", False, "/"),
    (
        "nuxt",
        deps("nuxt@3", build="nuxt build"),
        {},
        "other",
        "vue",
        "HOST={host} PORT={port} exec node .output/server/index.mjs",
        False,
        "/",
    ),
    (
        "start",
        deps("@tanstack/react-start", "react", "vite", "nitro", build="vite build"),
        {},
        "vite",
        "react",
        "HOST={host} PORT={port} exec node .output/server/index.mjs",
        False,
        "/",
    ),
]


@pytest.mark.parametrize("case", FRAMEWORKS, ids=[case[0] for case in FRAMEWORKS])
def test_frameworks(case: tuple[Any, ...], tmp_path: Path) -> None:
    _, manifest, files, framework, library, where, spa, base = case
    project = app(tmp_path, manifest, files)
    assert (project.framework, project.library, project.base) == (framework, library, base)
    served = project.serve.command if project.serve.kind == "server" else project.serve.outputs[0]
    assert (served, project.serve.spa) == (where, spa)
    assert project.build is not None
    assert project.build.bundle


def test_next_standalone_copies_what_its_server_needs(tmp_path: Path) -> None:
    project = app(
        tmp_path,
        deps("next@15", "react", build="next build"),
        {"next.config.ts": "export default { output: 'standalone' }"},
    )
    assert project.build is not None
    assert project.build.bundle[0] == "next build"
    assert ".next/static" in project.build.bundle[1]
    assert project.serve.kind == "server"
    assert "HOSTNAME={host} PORT={port}" in (project.serve.command or "")


@pytest.mark.parametrize(
    ("config", "output", "base"),
    [
        ("export default { build: { outDir: 'public_html' }, base: './' }", "public_html", "./"),
        ('export default defineConfig({ base: "/repo/", build: { outDir: "../static" } })', "../static", "/repo/"),
        (
            (
                "root: path.resolve(import.meta.dirname, 'client'), build: { outDir: "
                "path.resolve(import.meta.dirname, 'dist/public') }"
            ),
            "dist/public",
            "/",
        ),
        ("export default { root: 'client', build: { outDir: '../out' } }", "out", "/"),
        ("export default { root: './client' }", "client/dist", "/"),
        ("base: process.env.NODE_ENV === 'production' ? '/repo/' : '/'", "dist", "/repo/"),
        ("export default ({ command }) => ({ base: command === 'build' ? '/a/' : '/' })", "dist", "/a/"),
        ("({ mode }) => ({ base: mode !== 'production' ? '/' : `/b/` })", "dist", "/b/"),
        (
            "const isProd = process.env.NODE_ENV === 'production'\nexport default { base: isProd ? '/c/' : '/' }",
            "dist",
            "/c/",
        ),
        ("base: process.env.GITHUB_ACTIONS ? '/repo/' : '/'", "dist", "/"),
        ("base: process.env.VITE_BASE_PATH || '/d/'", "dist", "/d/"),
        ("base: process.env.VITE_BASE_PATH ?? '/'", "dist", "/"),
        ("const base = '/e/'\nexport default { plugins: [], base, build: {} }", "dist", "/e/"),
        ("const repo = 'shop'\nexport default { base: `/${repo}/` }", "dist", "/shop/"),
        (
            "// base: '/no/'\n/* outDir: 'no' */\nexport default { server: { proxy: { '/api': 'http://x' } } }",
            "dist",
            "/",
        ),
        ("outDir: fileURLToPath(new URL('./site', import.meta.url))", "site", "/"),
        ("base: 'https://cdn.example.com/assets/'", "dist", "/assets/"),
        ("base: '' as const", "dist", "/"),
    ],
)
def test_vite_configuration(config: str, output: str, base: str, tmp_path: Path) -> None:
    project = app(tmp_path, VITE, {"vite.config.ts": config})
    assert (project.serve.outputs[0], project.base) == (output, base)
    assert not any("computed" in note for note in project.notes)


def test_what_a_configuration_computes_is_said_to_be_unknown(tmp_path: Path) -> None:
    project = app(
        tmp_path, VITE, {"vite.config.ts": "export default { base: computeBase(), build: { outDir: dir() } }"}
    )
    assert (project.serve.outputs[0], project.base) == ("dist", "/")
    assert [note for note in project.notes if "computed" in note] == [
        "vite build.outDir is computed (dir()): the default is assumed",
        "vite base is computed (computeBase()): the default is assumed",
    ]


def test_variables_decide_as_in_the_build(tmp_path: Path) -> None:
    config = {"vite.config.ts": "base: process.env.VITE_BASE_PATH || '/'", ".env": "VITE_BASE_PATH=/from-env/\n"}
    assert app(tmp_path / "a", VITE, config).base == "/from-env/"
    assert app(tmp_path / "b", VITE, config, env={"VITE_BASE_PATH": "/from-spec/"}).base == "/from-spec/"
    cra = deps("react", "react-scripts@5", build="PUBLIC_URL=/x BUILD_PATH=site react-scripts build")
    project = app(tmp_path / "c", cra)
    assert (project.base, project.serve.outputs[0]) == ("/x/", "site")


def test_create_react_app_checks_types_only_where_they_are_configured(tmp_path: Path) -> None:
    manifest = deps("react", "react-scripts@5", "typescript@5", build="react-scripts build")
    plain, typed = app(tmp_path / "a", manifest).build, app(tmp_path / "b", manifest, {"tsconfig.json": "{}"}).build
    assert plain is not None
    assert typed is not None
    assert (plain.embedded_types, typed.embedded_types) == (False, True)


def test_flags_of_the_build_script_win(tmp_path: Path) -> None:
    manifest = {"scripts": {"build": "tsc && vite build --outDir=www --base /y/"}, "devDependencies": {"vite": "5"}}
    project = app(tmp_path, manifest, {"vite.config.js": "export default { base: '/z/', build: { outDir: 'no' } }"})
    assert (project.serve.outputs[0], project.base) == ("www", "/y/")


def test_a_dynamic_output_folder_is_searched_in_the_usual_places(tmp_path: Path) -> None:
    project = app(tmp_path, deps("react", build="node scripts/build.mjs"))
    assert project.framework == "other"
    assert project.serve.outputs[:4] == ("dist", "build", "dist/public", "out")


# Node


@pytest.mark.parametrize(
    ("manifest", "wanted"),
    [
        (deps("vite@^7"), "^20.19.0 || >=22.12.0"),
        (deps("vite@latest"), "^20.19.0 || >=22.12.0"),
        (deps("vite@~5.4.0"), "^18.0.0 || >=20.0.0"),
        (deps("next@15.1.0"), "^18.18.0 || ^19.8.0 || >=20.0.0"),
        (deps("next@16.0.0"), ">=20.9.0"),
        ({**deps("vite@^7"), "engines": {"node": ">=18"}}, ">=18"),
        ({**deps("vite@^5"), "engines": {"node": "lts"}}, "^18.0.0 || >=20.0.0"),
        (deps("parcel@2", build="parcel build"), None),
    ],
)
def test_node_range(manifest: dict[str, Any], wanted: str | None, tmp_path: Path) -> None:
    assert app(tmp_path, manifest).node_range == wanted


# Package manager (F10, G02)


@pytest.mark.parametrize(
    "case",
    [
        (None, [], "npm", None, "default", None),
        (None, ["pnpm-lock.yaml"], "pnpm", "pnpm-lock.yaml", "pnpm-lock.yaml", None),
        (None, ["yarn.lock"], "yarn", "yarn.lock", "yarn.lock", None),
        (
            None,
            ["bun.lockb", "bun.lock", "package-lock.json"],
            "npm",
            "package-lock.json",
            "package-lock.json",
            "several lock files",
        ),
        (None, ["bun.lockb", "yarn.lock"], "yarn", "yarn.lock", "yarn.lock", "several lock files"),
        (
            "pnpm@9.1.0+sha512.abc",
            ["package-lock.json", "pnpm-lock.yaml"],
            "pnpm",
            "pnpm-lock.yaml",
            "packageManager field",
            "several lock files",
        ),
        ("pnpm@9.1.0", ["package-lock.json"], "pnpm", None, "packageManager field", "without a lock"),
        ("bun", [], "bun", None, "packageManager field", None),
        ("cargo@1", ["yarn.lock"], "yarn", "yarn.lock", "yarn.lock", "no known package manager"),
    ],
)
def test_package_manager(case: tuple[Any, ...], tmp_path: Path) -> None:
    field, locks, name, lock, reason, note = case
    project = app(tmp_path, {**VITE, **({"packageManager": field} if field else {})}, dict.fromkeys(locks, ""))
    manager = project.package_manager
    assert manager is not None
    assert (manager.name, manager.lockfile, manager.reason) == (name, lock, reason)
    assert manager.version == ("9.1.0" if field and "9.1.0" in field else None)
    assert [n for n in project.notes if note and note in n] or note is None
    assert note is not None or project.notes == ()


# Environment (G03)


def test_env_example_only_where_no_env_is(tmp_path: Path) -> None:
    assert app(tmp_path / "a", VITE, {".env.example": "A=1"}).env_example == ".env.example"
    assert app(tmp_path / "b", VITE, {".env.template": "A=1"}).env_example == ".env.template"
    assert app(tmp_path / "c", VITE, {".env.example": "A=1", ".env": ""}).env_example is None
    assert app(tmp_path / "d", VITE).env_example is None


# Type checks


def test_type_checks_of_the_bundler_itself(tmp_path: Path) -> None:
    nxt = deps("next@15", "react", build="next build")
    assert app(tmp_path / "a", nxt, {"tsconfig.json": "{}"}).build.embedded_types  # type: ignore[union-attr]
    assert not app(tmp_path / "b", nxt).build.embedded_types  # type: ignore[union-attr]
    off = {"tsconfig.json": "{}", "next.config.mjs": "export default { typescript: { ignoreBuildErrors: true } }"}
    assert not app(tmp_path / "c", nxt, off).build.embedded_types  # type: ignore[union-attr]
    assert not app(tmp_path / "d", VITE, {"tsconfig.json": "{}"}).build.embedded_types  # type: ignore[union-attr]


def test_a_script_that_only_checks_types_gets_the_bundler(tmp_path: Path) -> None:
    project = app(tmp_path, {"scripts": {"build": "tsc --noEmit"}, "dependencies": {"vite": "5", "react": "18"}})
    assert project.build is not None
    assert (project.build.bundle, project.build.types) == (("vite build",), ("tsc --noEmit",))


# Overrides


def test_overrides_win(tmp_path: Path) -> None:
    project = app(tmp_path, VITE, build="npm run gen && vite build", output="site/", env={"A": "1"}, scaffold="/s")
    assert project.build is not None
    assert project.build.bundle == ("npm run gen", "vite build")
    assert project.serve.outputs == ("site",)
    assert (project.env, project.scaffold) == ({"A": "1"}, "/s")
    started = app(tmp_path, start="node server.js")
    assert started.serve.command == "export HOST={host} HOSTNAME={host} PORT={port}; node server.js"
    assert app(tmp_path, start="x --port {port}").serve.command == "x --port {port}"
    assert app(tmp_path / "p", None, {"index.html": ""}, build="make site").build is not None


def test_a_manifest_that_links_out_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("root:x:0:0")
    app = tmp_path / "app"
    app.mkdir()
    (app / "package.json").symlink_to(secret)
    fault = detect(app).fault
    assert fault is not None
    assert "leads out of its folder" in fault.message
    assert "root:x" not in fault.message
