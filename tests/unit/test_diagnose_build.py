"""Logs of failed builds: label, code, place, message, hint (METRICS section 1; F02 to F16)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uibench.model import Failure, Project, SubjectOverrides
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.diagnose import diagnose_build, warnings_in

from .diagnose_cases import CASES, VITE, Case, log, page, react

BUCKETS = {"C1": "hallucination", "C6": "hallucination", "C7": "syntax"} | dict.fromkeys(
    ("C3", "C4", "C5"), "inconsistency"
)
PACKAGES = {
    "vite7": {"vite": "^7", "react": "^18", "react-router-dom": "^6", "lucide-react": "^0.460.0"},
    "vite8": {"vite": "^8", "react": "^18", "react-router-dom": "^6", "lucide-react": "^0.460.0"},
    "tailwind3": {"vite": "^5", "react": "^18", "tailwindcss": "^3.4.0", "sass": "^1"},
    "tailwind4": {"vite": "^7", "react": "^18", "tailwindcss": "^4.0.0"},
    "next16": {"next": "^16", "react": "^19", "lucide-react": "^0.460.0"},
    "next15": {"next": "^15", "react": "^19", "lucide-react": "^0.460.0"},
    "cra": {"react-scripts": "5.0.1", "react": "^18", "lucide-react": "^0.460.0"},
    "astro": {"astro": "^5"},
    "svelte": {"@sveltejs/kit": "^2", "svelte": "^5", "vite": "^6", "lucide-svelte": "^0.460.0"},
    "vue": {"vite": "^6", "vue": "^3", "lucide-vue-next": "^0.460.0"},
}


def make(root: Path, packages: dict[str, str], files: dict[str, str]) -> Project:
    for name, text in {"package.json": json.dumps({"dependencies": packages}, indent=1), **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return detect(root)


def at(failure: Failure) -> str | None:
    parts = [str(part) for part in (failure.file, failure.line, failure.column) if part is not None]
    return ":".join(parts) or None


@pytest.mark.parametrize(
    ("tool", "case"), [pytest.param(t, c, id=f"{t}-{c[0]}") for t, cs in CASES.items() for c in cs]
)
def test_real_logs(tool: str, case: Case, tmp_path: Path) -> None:
    name, files, label, code, place = case
    base = VITE if tool.startswith("vite") else {"lib/utils.ts": "export const cn = (x: string) => x;\n"}
    project = make(tmp_path, PACKAGES[tool], {**base, **files})
    failure = diagnose_build(project, log(tool, name, tmp_path), root=tmp_path)
    assert (failure.label, failure.code, at(failure)) == (label, code, place), failure
    assert failure.bucket == BUCKETS.get(code or "")
    assert failure.message.count("\n") <= 4
    assert "node_modules/vite/dist" not in failure.message
    assert str(tmp_path) not in f"{failure.message}{failure.hint}{failure.diagnostics}"
    if failure.diagnostics:
        assert (failure.diagnostics[0].file, failure.diagnostics[0].line) == (failure.file, failure.line)


def test_colours_change_nothing(tmp_path: Path) -> None:
    project = make(tmp_path, PACKAGES["vite7"], {**VITE, "src/App.tsx": react('import Hero from "./components/Hero";')})
    text = log("vite7", "rel", tmp_path)
    coloured = "\x1b[31m" + text.replace("Could not", "\x1b[1mCould\x1b[22m not").replace("\n", "\x1b[0m\r\n\x1b[31m")
    assert diagnose_build(project, coloured, root=tmp_path) == diagnose_build(project, text, root=tmp_path)


def test_paths_of_a_sandbox_are_found_by_their_tail(tmp_path: Path) -> None:
    project = make(
        tmp_path, PACKAGES["vite7"], {**VITE, "src/App.tsx": react('import { motion } from "framer-motion";')}
    )
    failure = diagnose_build(project, log("vite7", "bare", Path("/sandbox/app")), root=tmp_path)
    assert at(failure) == "src/App.tsx:4:24"


def test_files_carry_the_folder_of_a_nested_project(tmp_path: Path) -> None:
    root = tmp_path / "frontend"
    make(root, PACKAGES["vite7"], {**VITE, "src/App.tsx": react('import Hero from "./components/Hero";')})
    project = detect(tmp_path)
    failure = diagnose_build(project, log("vite7", "rel", root), root=root)
    assert failure.place == "frontend/src/App.tsx:4"
    assert failure.diagnostics[0].file == "frontend/src/App.tsx"
    assert "frontend/src/components/Hero" in (failure.hint or "")


def hint(tmp_path: Path, tool: str, case: str, files: dict[str, str]) -> str:
    project = make(tmp_path, PACKAGES[tool], {**VITE, **files} if tool.startswith("vite") else files)
    return diagnose_build(project, log(tool, case, tmp_path), root=tmp_path).hint or ""


def test_hint_nearest_file(tmp_path: Path) -> None:
    files = {"src/App.tsx": react('import Hero from "./components/Hero";'), "src/sections/Hero.tsx": "export {};"}
    assert "'./sections/Hero'" in hint(tmp_path, "vite7", "rel", files)


def test_hint_names_are_case_sensitive(tmp_path: Path) -> None:
    told = hint(tmp_path, "vite7", "caseimp", {"src/App.tsx": react('import x from "./lib/Utils";')})
    assert "case-sensitive" in told
    assert "'./lib/utils'" in told


def test_hint_nearest_exported_name(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": react('import { ShopingCartt } from "lucide-react";'),
        "node_modules/lucide-react/package.json": '{"types": "x.d.ts"}',
        "node_modules/lucide-react/x.d.ts": "export { A as Home, A as ShoppingCart, A as Shirt };\n",
    }
    assert "ShoppingCart" in hint(tmp_path, "vite7", "icon", files)
    files = {
        "src/App.tsx": react('import { formatPrice } from "./lib/utils";'),
        "src/lib/utils.ts": "export const formatprice = 1;\n",
    }
    assert "exports formatprice: did you mean that" in hint(tmp_path, "vite8", "ownexp", files)


def test_hint_default_or_named(tmp_path: Path) -> None:
    assert "no default export; it exports cn, fmt" in hint(tmp_path, "vite7", "owndef", {"src/App.tsx": react()})
    files = {"src/App.tsx": react(), "src/lib/utils.ts": "export default function formatPrice() {}\n"}
    assert "without braces" in hint(tmp_path, "vite7", "ownexp", files)


def test_hint_alias_missing_or_file_missing(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": react('import { Button } from "@/components/ui/button";'),
        "src/components/ui/button.tsx": "",
    }
    assert "The file exists: only the alias is missing" in hint(tmp_path / "a", "vite7", "alias", files)
    config = {
        "vite.config.ts": 'export default { resolve: { alias: { "@": "/src" } } };',
        "src/App.tsx": files["src/App.tsx"],
    }
    assert "there is no src/components/ui/button" in hint(tmp_path / "b", "vite7", "aliased", config)


def test_hint_undeclared_package_and_its_neighbour(tmp_path: Path) -> None:
    project = make(
        tmp_path,
        {"vite": "^7", "react-router-dom": "^6"},
        {**VITE, "src/App.tsx": react('import { Link } from "react-router";')},
    )
    text = '[vite]: Rollup failed to resolve import "react-router" from "src/App.tsx".'
    failure = diagnose_build(project, text, root=tmp_path)
    assert failure.code == "C3"
    assert "react-router-dom: was that meant" in (failure.hint or "")


def test_declared_but_not_installed_is_no_c3(tmp_path: Path) -> None:
    project = make(
        tmp_path,
        {"vite": "^7", "framer-motion": "^11"},
        {**VITE, "src/App.tsx": react('import { motion } from "framer-motion";')},
    )
    failure = diagnose_build(project, log("vite7", "bare", tmp_path), root=tmp_path)
    assert (failure.label, failure.code) == ("build:unresolved-import", None)
    assert "not installed" in (failure.hint or "")


def test_a_package_from_outside_the_app(tmp_path: Path) -> None:
    line = 'import { motion } from "framer-motion";'
    project = make(tmp_path, {"vite": "^7", "framer-motion": "file:../motion"}, {**VITE, "src/App.tsx": react(line)})
    failure = diagnose_build(project, log("vite7", "bare", tmp_path), root=tmp_path)
    assert failure.code == "C3"
    assert '"file:../motion", which is not in the app' in (failure.hint or "")


def test_a_byte_order_mark_that_vite_7_refuses(tmp_path: Path) -> None:
    project = make(tmp_path, PACKAGES["vite7"], VITE)
    text = (
        "[vite:css] Failed to load PostCSS config: [SyntaxError] Unexpected token '\ufeff', \"\ufeff{ is not valid JSON"
    )
    failure = diagnose_build(project, text, root=tmp_path)
    assert (failure.label, failure.code, failure.place) == ("build:config", "C7", "package.json:1")


def test_tailwind_4_syntax_with_version_3(tmp_path: Path) -> None:
    assert "syntax of version 4" in hint(tmp_path, "tailwind3", "v4import", {"src/index.css": '@import "tailwindcss";'})


def test_env_hint_names_the_variable(tmp_path: Path) -> None:
    assert "subject: {env: {VITE_API_URL: …}}" in hint(tmp_path, "vite7", "cfgthrow", {})


TAILWIND = """\
[vite:css] Failed to load PostCSS config (searchPath: {root}): [postcss] It looks like you're trying to use \
`tailwindcss` directly as a PostCSS plugin. The PostCSS plugin has moved to a separate package, so to continue using \
Tailwind CSS with PostCSS you'll need to install `@tailwindcss/postcss` and update your PostCSS configuration.
    at lt ({root}/node_modules/tailwindcss/dist/lib.js:38:1643)
"""
NATIVE = """\
Error: Cannot find module @rollup/rollup-linux-x64-gnu. npm has a bug related to optional dependencies \
(https://github.com/npm/cli/issues/4828). Please try `npm i` again after removing node_modules.
    at Object.<anonymous> ({root}/node_modules/rollup/dist/native.js:64:9)
Require stack:
- {root}/node_modules/rollup/dist/native.js
"""


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (TAILWIND, "build:config"),
        (NATIVE, "infra:npm-optional-deps"),
        (
            "Error: Cannot find module '../lightningcss.linux-x64-gnu.node'\nRequire stack:\n- x.js",
            "infra:npm-optional-deps",
        ),
        ('The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.', "infra:npm-optional-deps"),
        (
            "Error: Cannot find native binding. npm has a bug related to optional dependencies",
            "infra:npm-optional-deps",
        ),
        (
            "You are using Node.js 18.17.0. Vite requires Node.js version 20.19+ or 22.12+. Please upgrade.",
            "infra:node-version",
        ),
        ('You are using Node.js 18.1.0. For Next.js, Node.js version ">=20.9.0" is required.', "infra:node-version"),
        ("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", "build:memory"),
        (
            "Error: boom\n    at x (y)\n{{\n  digest: '1'\n}}\nExport encountered errors on "
            "following paths:\n\t/page: /".replace("{{", "{").replace("}}", "}"),
            "build:prerender",
        ),
        ("sh: 1: vite: not found", "build:script"),
        ('npm error Missing script: "build:client"', "build:script"),
        ("TypeError: fetch failed\n  cause: Error: getaddrinfo ENOTFOUND api.example.com", "infra:network"),
        ("something went wrong\nError: the plugin frobnicated\n    at x (y.js:1:1)", "build:other"),
    ],
)
def test_other_kinds(text: str, label: str, tmp_path: Path) -> None:
    project = make(tmp_path, PACKAGES["vite7"], VITE)
    failure = diagnose_build(project, text.replace("{root}", str(tmp_path)), root=tmp_path)
    assert failure.label == label, failure
    assert len(failure.message) < 300
    assert "    at " not in failure.message


def test_nothing_known_keeps_the_first_telling_line(tmp_path: Path) -> None:
    project = make(tmp_path, PACKAGES["vite7"], VITE)
    failure = diagnose_build(
        project, "transforming...\nError: the plugin frobnicated\n    at x (y.js:1:1)\n", root=tmp_path
    )
    assert failure.message == "Error: the plugin frobnicated"
    assert diagnose_build(project, "", root=tmp_path).message == "the build failed without a message"


def test_a_log_of_megabytes_and_one_of_one_line(tmp_path: Path) -> None:
    project = make(tmp_path, PACKAGES["vite7"], {**VITE, "src/App.tsx": react('import Hero from "./components/Hero";')})
    telling = log("vite7", "rel", tmp_path)
    for flood in ("progress 42%\r" * 300_000, "x" * 2_000_000, "\"'`" * 300_000):
        failure = diagnose_build(project, f"{flood}\n{telling}", root=tmp_path)
        assert failure.place == "src/App.tsx:4"


def test_a_throwing_page_is_laid_to_the_missing_export_that_was_warned_of(tmp_path: Path) -> None:
    line = 'import { ShopingCartt } from "lucide-react";'
    project = make(tmp_path, PACKAGES["next15"], {"app/page.tsx": page(line)})
    text = (
        " \u26a0 Compiled with warnings in 5s\n\n./app/page.tsx\nAttempted import error: "
        "'ShopingCartt' is not exported from "
        "'lucide-react' (imported as 'ShopingCartt').\n\nError occurred prerendering page \"/\". Read more: x\n"
        "Error: Element type is invalid: expected a string but got: undefined.\n"
    )
    failure = diagnose_build(project, text, root=tmp_path)
    assert (failure.label, failure.code, failure.place) == ("build:missing-export", "C1", "app/page.tsx:2")
    other = text.replace("Element type is invalid: expected a string but got: undefined.", "boom")
    assert diagnose_build(project, other, root=tmp_path).label == "build:prerender"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (
            (
                "./app/page.tsx\nAttempted import error: 'ShopingCartt' is not exported from "
                "'lucide-react' (imported as 'x')."
            ),
            "C1",
            "app/page.tsx:2",
        ),
        (
            (
                "./app/page.tsx\nAttempted import error: 'formatPrice' is not exported from "
                "'../lib/utils' (imported as 'x')."
            ),
            "C5",
            "app/page.tsx:4",
        ),
        (
            '"useHistory" is not exported by "node_modules/react-router-dom/x.js", imported by "app/page.tsx".',
            "C6",
            "app/page.tsx:3",
        ),
        (
            (
                "WARNING in ./app/page.tsx 3:9-20\nexport 'useHistory' (imported as 'useHistory') "
                "was not found in 'react-router-dom' (possible exports: x)"
            ),
            "C6",
            "app/page.tsx:3",
        ),
        (
            (
                '[IMPORT_IS_UNDEFINED] Import `ShopingCartt` is undefined: "ShopingCartt" is not exported by '
                '"node_modules/lucide-react/x.js".\n   ╭─[ app/page.tsx:2:10 ]'
            ),
            "C1",
            "app/page.tsx:2",
        ),
    ],
)
def test_warnings_of_missing_exports(text: str, code: str, place: str, tmp_path: Path) -> None:
    lines = (
        '\nimport { ShopingCartt } from "lucide-react";\nimport { useHistory } from "react-router-dom";\n'
        'import { formatPrice } from "../lib/utils";\n'
    )
    project = make(tmp_path, PACKAGES["next15"], {"app/page.tsx": lines, "lib/utils.ts": "export const cn = 1;\n"})
    found = warnings_in(text, project, root=tmp_path)
    assert [(w.rule, f"{w.file}:{w.line}") for w in found] == [(code, place)]
    assert [w.rule for w in warnings_in(text)] == [code]


def test_no_warnings_in_a_clean_log() -> None:
    assert warnings_in("vite v7\n✓ 10 modules transformed.\ndist/index.html 0.2 kB\n") == ()


def test_a_spec_environment_never_comes_back(tmp_path: Path) -> None:
    make(tmp_path, PACKAGES["vite7"], VITE)
    project = detect(tmp_path, SubjectOverrides(env={"API_TOKEN": "tok-1234567"}))
    failure = diagnose_build(project, "Error: cannot use tok-1234567 here", root=tmp_path)
    assert "tok-1234567" not in failure.message
    assert "API_TOKEN" in failure.message


def test_a_missing_network_does_not_excuse_a_wrong_import(tmp_path: Path) -> None:
    project = make(tmp_path, PACKAGES["vite7"], {**VITE, "src/App.tsx": react('import Hero from "./components/Hero";')})
    offline = "TypeError: fetch failed\n  cause: Error: getaddrinfo ENOTFOUND api.example.com\n"
    failure = diagnose_build(project, offline + log("vite7", "rel", tmp_path), root=tmp_path)
    assert (failure.label, failure.code, failure.file) == ("build:unresolved-import", "C4", "src/App.tsx")
