"""Build scripts taken apart (F04, G04)."""

from __future__ import annotations

import pytest

from pytest_uibench.subject.scripts import TakenApart, take_apart
from pytest_uibench.subject.shell import command_of, split_line


def take(script: str, scripts: dict[str, str] | None = None, *, emitting: bool = True) -> TakenApart:
    return take_apart(script, {"build": script, **(scripts or {})}, name="build", emitting=emitting)


def parts(script: str, scripts: dict[str, str] | None = None, *, emitting: bool = True) -> tuple[tuple[str, ...], ...]:
    plan = take(script, scripts, emitting=emitting).plan
    return plan.bundle, plan.types, plan.extra


CREATE_VUE = {
    "build": 'run-p type-check "build-only {@}" --',
    "build-only": "vite build",
    "type-check": "vue-tsc --build",
}
CASES = [
    # script, other scripts, bundle, types, extra
    ("vite build", {}, ["vite build"], [], []),
    ("tsc -b && vite build", {}, ["vite build"], ["tsc -b"], []),
    ("tsc && vite build", {}, ["vite build"], ["tsc"], []),
    ("vue-tsc --noEmit && vite build --mode staging", {}, ["vite build --mode staging"], ["vue-tsc --noEmit"], []),
    ("astro check && astro build", {}, ["astro build"], ["astro check"], []),
    (
        "svelte-check --tsconfig ./tsconfig.json && vite build",
        {},
        ["vite build"],
        ["svelte-check --tsconfig ./tsconfig.json"],
        [],
    ),
    (CREATE_VUE["build"], CREATE_VUE, ["vite build"], ["vue-tsc --build"], []),
    ("npm run type-check && npm run build-only", CREATE_VUE, ["vite build"], ["vue-tsc --build"], []),
    ("npm-run-all --parallel type-check build-only", CREATE_VUE, ["vite build"], ["vue-tsc --build"], []),
    (
        "run-s gen:* build-only",
        {"gen:a": "node a.js", "gen:b": "node b.js", **CREATE_VUE},
        ["node a.js", "node b.js", "vite build"],
        [],
        [],
    ),
    ("pnpm type-check && pnpm build-only", CREATE_VUE, ["vite build"], ["vue-tsc --build"], []),
    ("yarn type-check && yarn build-only", CREATE_VUE, ["vite build"], ["vue-tsc --build"], []),
    ("bun run type-check && bun run build-only", CREATE_VUE, ["vite build"], ["vue-tsc --build"], []),
    ("bun --bun run build-only", CREATE_VUE, ["vite build"], [], []),
    ("npm run build-only -- --mode staging", CREATE_VUE, ["vite build --mode staging"], [], []),
    (
        "react-router typegen && tsc && react-router build",
        {},
        ["react-router typegen", "react-router build"],
        ["tsc"],
        [],
    ),
    # server bundles, packaging
    (
        "vite build && esbuild server/index.ts --platform=node --bundle --outdir=dist",
        {},
        ["vite build"],
        [],
        ["esbuild server/index.ts --platform=node --bundle --outdir=dist"],
    ),
    (
        "vite build && vite build --ssr src/entry-server.ts",
        {},
        ["vite build"],
        [],
        ["vite build --ssr src/entry-server.ts"],
    ),
    ("vite build && cp dist/index.html dist/404.html", {}, ["vite build"], [], ["cp dist/index.html dist/404.html"]),
    ("vite build && gh-pages -d dist", {}, ["vite build"], [], ["gh-pages -d dist"]),
    ("next build && next export", {}, ["next build", "next export"], [], []),
    ("prisma generate && next build", {}, ["prisma generate", "next build"], [], []),
    (
        "vite build && tailwindcss -i a.css -o dist/a.css",
        {},
        ["vite build", "tailwindcss -i a.css -o dist/a.css"],
        [],
        [],
    ),
    # hooks
    (
        "vite build",
        {"prebuild": "node gen.mjs", "postbuild": "node sitemap.mjs"},
        ["node gen.mjs", "vite build"],
        [],
        ["node sitemap.mjs"],
    ),
    ("npm run web", {"web": "vite build", "preweb": "tsc --noEmit"}, ["vite build"], ["tsc --noEmit"], []),
    # environment
    ("cross-env NODE_ENV=production vite build", {}, ["cross-env NODE_ENV=production vite build"], [], []),
    ("cross-env A=1 npm run build-only", CREATE_VUE, ["A=1 vite build"], [], []),
    (
        "NODE_OPTIONS=--max-old-space-size=4096 vite build",
        {},
        ["NODE_OPTIONS=--max-old-space-size=4096 vite build"],
        [],
        [],
    ),
    ("set NODE_ENV=production&& vite build", {}, ["export NODE_ENV=production && vite build"], [], []),
    ('export A="x y" && vite build', {}, ["export A='x y' && vite build"], [], []),
    ("dotenv -e .env.prod -- vite build", {}, ["dotenv -e .env.prod -- vite build"], [], []),
    ("cd app && npm install && vite build", {}, ["cd app && vite build"], [], []),
    ("npm ci && tsc && vite build", {}, ["vite build"], ["tsc"], []),
    (
        "node --max-old-space-size=8192 node_modules/vite/bin/vite.js build",
        {},
        ["node --max-old-space-size=8192 node_modules/vite/bin/vite.js build"],
        [],
        [],
    ),
    ("npx vite build", {}, ["npx vite build"], [], []),
    ("npx --yes tsc@latest -p . && npx vite build", {}, ["npx vite build"], ["npx --yes tsc@latest -p ."], []),
    # tsc that makes the site
    ("tsc", {}, ["tsc"], [], []),
    ("tsc -p tsconfig.json && cp -r public dist", {}, ["tsc -p tsconfig.json"], [], ["cp -r public dist"]),
    ("tsc -p tsconfig.server.json && vite build", {}, ["tsc -p tsconfig.server.json", "vite build"], [], []),
    ("vite build && tsc -p tsconfig.server.json", {}, ["vite build"], [], ["tsc -p tsconfig.server.json"]),
    ("tsc && rollup -c", {}, ["tsc", "rollup -c"], [], []),
    ("webpack --mode production", {}, ["webpack --mode production"], [], []),
    # linters are part of the build
    ("eslint . && vite build", {}, ["eslint .", "vite build"], [], []),
    # what cannot be split stays whole
    ("tsc || true && vite build", {}, ["vite build"], ["tsc || true"], []),
    ("vite build 2>&1 | tee log.txt", {}, ["vite build 2>&1 | tee log.txt"], [], []),
    (
        "node -e \"console.log('a && b')\" && vite build",
        {},
        ["node -e \"console.log('a && b')\"", "vite build"],
        [],
        [],
    ),
    ("(cd lib && tsc) && vite build", {}, ["(cd lib && tsc)", "vite build"], [], []),
    # loops and gaps
    ("npm run build", {}, [], [], []),
    ("npm run nope && vite build", {}, ["npm run nope", "vite build"], [], []),
]


@pytest.mark.parametrize(("script", "scripts", "bundle", "types", "extra"), CASES, ids=[case[0][:60] for case in CASES])
def test_taken_apart(
    script: str, scripts: dict[str, str], bundle: list[str], types: list[str], extra: list[str]
) -> None:
    assert parts(script, {**scripts, "build": script}) == (tuple(bundle), tuple(types), tuple(extra))


def test_the_script_is_kept_as_written() -> None:
    assert take("tsc -b && vite build").plan.script == "tsc -b && vite build"


def test_a_bare_tsc_before_rollup_checks_where_the_configuration_emits_nothing() -> None:
    assert parts("tsc && rollup -c", emitting=False) == (("rollup -c",), ("tsc",), ())


@pytest.mark.parametrize(
    ("script", "foreign"),
    [
        ("cd client && npm run build", True),
        ("npm --prefix client run build", True),
        ("npm run build -w web", True),
        ("pnpm --filter web build", True),
        ("yarn workspace web build", True),
        ("turbo run build", True),
        ("cd client && npm i && npm run build && cd ../server && npm i", True),
        ("vite build && cd server && tsc", False),
        ("vite build", False),
    ],
)
def test_scripts_that_only_delegate(script: str, foreign: bool) -> None:
    assert take(script).foreign is foreign


def test_scripts_that_call_each_other_end() -> None:
    scripts = {"build": "npm run a", "a": "npm run b", "b": "npm run a && vite build"}
    assert take_apart(scripts["build"], scripts, name="build").plan.bundle == ("vite build",)


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("a && b; c & d", ["a", "b", "c", "d"]),
        ("a || b && c | d", ["a || b", "c | d"]),
        ("echo 'a && b' && c", ["echo 'a && b'", "c"]),
        ('echo "a \\" && b" && c', ['echo "a \\" && b"', "c"]),
        ("a > x 2>&1 && b &> y", ["a > x 2>&1", "b &> y"]),
        ("(a && b) && c", ["(a && b)", "c"]),
        ("a && && ;", ["a"]),
        ("echo 'unbalanced && b", ["echo 'unbalanced && b"]),
        ("", []),
    ],
)
def test_split(line: str, units: list[str]) -> None:
    assert split_line(line) == units


@pytest.mark.parametrize(
    ("unit", "program", "arguments"),
    [
        ("A=1 B='x y' vite build", "vite", ("build",)),
        ("npx --yes -p vite vite build", "vite", ("build",)),
        ("pnpm exec vite build", "vite", ("build",)),
        ("yarn dlx @tanstack/cli gen", "@tanstack/cli", ("gen",)),
        ("./node_modules/.bin/vite build", "vite", ("build",)),
        ("node ./node_modules/@vue/cli-service/bin/x.js build", "@vue/cli-service", ("build",)),
        ("echo 'unbalanced", "echo", ("'unbalanced",)),
    ],
)
def test_command(unit: str, program: str, arguments: tuple[str, ...]) -> None:
    word = command_of(unit)
    assert word is not None
    assert (word.program, word.arguments) == (program, arguments)
