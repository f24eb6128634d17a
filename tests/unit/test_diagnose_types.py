"""Type checks, limits, runtime codes, scaffold, redaction (F04, G25; METRICS section 1)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.model import Diagnostic, Failure, SubjectOverrides
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.diagnose import (
    attribute_scaffold,
    diagnose_build,
    diagnose_limit,
    diagnose_types,
    redact,
    runtime_code,
    scaffold_differences,
)

from .diagnose_cases import log


def project(root: Path, files: dict[str, str] | None = None, overrides: SubjectOverrides | None = None):
    manifest = {
        "scripts": {"build": "tsc -b && vite build"},
        "dependencies": {"react": "^18"},
        "devDependencies": {"vite": "^7"},
    }
    for name, text in {"package.json": json.dumps(manifest), "index.html": "<p>", **(files or {})}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return detect(root, overrides or SubjectOverrides())


@pytest.mark.parametrize(
    "case",
    [
        ("tsc", "tsc_unused", 10, ("src/App.tsx", 1, 26), "TS7016"),
        ("tsc", "tscpretty_unused", None, ("src/App.tsx", 1, 26), "TS7016"),
        ("vue", "vuetsc", 1, ("src/App.vue", 9, 46), "TS2345"),
        ("astro", "check", 1, ("src/pages/index.astro", 5, 19), "TS2322"),
    ],
)
def test_real_type_checks(case: tuple[Any, ...], tmp_path: Path) -> None:
    tool, name, count, place, rule = case
    failure = diagnose_types(project(tmp_path), log(tool, name, tmp_path), root=tmp_path)
    assert (failure.label, failure.code, failure.bucket, failure.stage) == ("types:errors", "types", None, "types")
    assert (failure.file, failure.line, failure.column) == place
    assert failure.diagnostics[0].rule == rule
    if count is not None:
        assert failure.message.startswith(f"{count} type error{'s' if count > 1 else ''}: {rule}: ")
        assert len(failure.diagnostics) == count
    assert len({(d.file, d.line, d.column, d.rule) for d in failure.diagnostics}) == len(failure.diagnostics)


def test_svelte_check(tmp_path: Path) -> None:
    text = (
        f"Loading svelte-check in workspace: {tmp_path}\n"
        f"\n{tmp_path}/src/routes/+page.svelte:6:33\nError: Argument of type 'number' is not "
        "assignable to parameter of type 'string'. (ts)\n<button>\n\n====\nsvelte-check "
        "found 1 error\n"
    )
    failure = diagnose_types(project(tmp_path), text, root=tmp_path)
    assert (failure.file, failure.line, failure.column) == ("src/routes/+page.svelte", 6, 33)
    assert failure.message.endswith("parameter of type 'string'.")


def test_only_unused_names_get_a_hint_and_never_lead(tmp_path: Path) -> None:
    unused = "src/A.tsx(1,10): error TS6133: 'x' is declared but its value is never read.\n"
    failure = diagnose_types(project(tmp_path), unused, root=tmp_path)
    assert "noUnusedLocals" in (failure.hint or "")
    failure = diagnose_types(
        project(tmp_path), unused + "src/B.tsx(2,3): error TS2304: Cannot find name 'y'.\n", root=tmp_path
    )
    assert (failure.file, failure.hint, len(failure.diagnostics)) == ("src/B.tsx", None, 2)
    assert failure.message == "2 type errors: TS2304: Cannot find name 'y'."


def test_next_route_groups_have_brackets_in_their_path(tmp_path: Path) -> None:
    failure = diagnose_types(
        project(tmp_path), "app/(shop)/cart/page.tsx(4,5): error TS2322: Type 'a'.\n", root=tmp_path
    )
    assert (failure.file, failure.line) == ("app/(shop)/cart/page.tsx", 4)


def test_broken_configuration_and_missing_tool(tmp_path: Path) -> None:
    failure = diagnose_types(project(tmp_path), log("tsc", "tsc_cfg", tmp_path), root=tmp_path)
    assert (failure.label, failure.place) == ("types:config", "tsconfig.json:1")
    failure = diagnose_types(project(tmp_path), "sh: 1: vue-tsc: not found\n", root=tmp_path)
    assert (failure.label, failure.message) == (
        "types:tool-missing",
        "vue-tsc is not installed: the type check cannot run",
    )
    failure = diagnose_types(project(tmp_path), "", root=tmp_path)
    assert failure.label == "types:other"


def test_thousands_of_errors_are_counted_and_cut(tmp_path: Path) -> None:
    text = "".join(f"src/A.tsx({n},1): error TS2304: Cannot find name 'n{n}'.\n" for n in range(1, 1501))
    failure = diagnose_types(project(tmp_path), text, root=tmp_path)
    assert failure.message.startswith("1500 type errors: ")
    assert len(failure.diagnostics) == 200


@pytest.mark.parametrize(
    ("kind", "label", "code"),
    [
        ("timeout", "build:timeout", "timeout"),
        ("cpu", "build:timeout", "timeout"),
        ("memory", "build:memory", None),
        ("output", "build:output", None),
    ],
)
def test_limits(kind, label: str, code: str | None) -> None:
    failure = diagnose_limit("build", kind, limit="300 s", last="transforming...\n")
    assert (failure.label, failure.code, failure.stage) == (label, code, "build")
    assert "300 s" in failure.message
    assert "transforming..." in failure.message


BLANK = Failure(label="render:blank", stage="render", message="nothing on the page")
THROWN = Failure(
    label="render:exception", stage="render", message="Element type is invalid: expected a string, got: undefined"
)
WARNED = Diagnostic(
    message='"ShopingCartt" is not exported by "lucide-react"', file="src/App.tsx", line=3, column=10, rule="C1"
)


def test_runtime_failures_are_c9() -> None:
    failure = runtime_code(BLANK)
    assert (failure.code, failure.bucket) == ("C9", "other")
    assert runtime_code(BLANK, (WARNED,)).code == "C9"


def test_runtime_failure_of_a_warned_export() -> None:
    failure = runtime_code(THROWN, (WARNED,))
    assert (failure.code, failure.bucket, failure.place) == ("C1", "hallucination", "src/App.tsx:3")
    named = replace(THROWN, message="ShopingCartt is not a constructor")
    other = replace(WARNED, message='"Foo" is not exported by "bar"', rule="C6")
    assert runtime_code(named, (other, WARNED)).code == "C1"


def test_infrastructure_gets_no_code() -> None:
    assert runtime_code(Failure(label="infra:browser", stage="render", message="x")).code is None


SCAFFOLD = {
    "package.json": json.dumps({"scripts": {"build": "vite build"}, "dependencies": {"react": "^18", "clsx": "^2"}}),
    "index.html": "<div id=root></div>\n<script src=/src/main.tsx></script>\n",
    "src/main.tsx": 'import "./index.css"\nrender()\n',
    "vite.config.ts": "export default {}\n",
    "tailwind.config.js": "export default {}\n",
    "README.md": "hello",
}


def scaffolded(tmp_path: Path, changes: dict[str, str | None]):
    for name, text in SCAFFOLD.items():
        for base in ("scaffold", "app"):
            file = tmp_path / base / name
            file.parent.mkdir(parents=True, exist_ok=True)
            new = changes.get(name, text) if base == "app" else text
            if new is not None:
                file.write_text(new)
    return detect(tmp_path / "app", SubjectOverrides(scaffold=str(tmp_path / "scaffold"))), tmp_path / "app"


def test_scaffold_untouched_or_added_to(tmp_path: Path) -> None:
    more = json.dumps(
        {"scripts": {"build": "vite build"}, "dependencies": {"react": "^18", "clsx": "^2", "zustand": "^4"}}
    )
    app, root = scaffolded(
        tmp_path,
        {"package.json": more, "README.md": "changed", "index.html": SCAFFOLD["index.html"].replace("\n", "  \n")},
    )
    assert scaffold_differences(app, root=root) == ()


def test_scaffold_differences(tmp_path: Path) -> None:
    dropped = json.dumps({"scripts": {"build": "tsc && vite build"}, "dependencies": {"react": "^19"}})
    app, root = scaffolded(
        tmp_path, {"package.json": dropped, "src/main.tsx": 'import "./index.css"\nnope()\n', "vite.config.ts": None}
    )
    found = {note.file: note for note in scaffold_differences(app, root=root)}
    assert set(found) == {"package.json", "src/main.tsx", "vite.config.ts"}
    assert (found["src/main.tsx"].rule, found["src/main.tsx"].line) == ("C2", 2)
    assert found["package.json"].rule == found["vite.config.ts"].rule == "C8"
    assert found["package.json"].message.endswith("drops clsx; changes react; scripts build")


def test_scaffold_only_takes_generic_failures(tmp_path: Path) -> None:
    app, root = scaffolded(tmp_path, {"src/main.tsx": "x\n", "vite.config.ts": "y\n"})
    assert attribute_scaffold(BLANK, app, root=root).code == "C2"
    generic = Failure(label="build:other", stage="build", message="boom")
    assert attribute_scaffold(generic, app, root=root).code == "C8"
    assert attribute_scaffold(replace(generic, file="src/main.tsx"), app, root=root).code == "C2"
    assert attribute_scaffold(replace(generic, file="src/App.tsx"), app, root=root).code is None
    own = Failure(label="build:syntax", stage="build", message="x", code="C7", file="src/main.tsx")
    assert attribute_scaffold(own, app, root=root) == own
    infra = Failure(label="infra:network", stage="build", message="x")
    assert attribute_scaffold(infra, app, root=root) == infra


def test_a_package_that_the_scaffold_declared_and_the_app_dropped_is_c8(tmp_path: Path) -> None:
    dropped = json.dumps({"scripts": {"build": "vite build"}, "dependencies": {"react": "^18"}})
    app, root = scaffolded(tmp_path, {"package.json": dropped})
    text = '[vite]: Rollup failed to resolve import "{}" from "src/App.tsx".'
    failure = diagnose_build(app, text.format("clsx"), root=root)
    assert (failure.label, failure.code, failure.bucket) == ("build:unresolved-import", "C8", "inconsistency")
    assert "dropped it" in (failure.hint or "")
    assert diagnose_build(app, text.format("zustand"), root=root).code == "C3"


def test_no_scaffold_no_attribution(tmp_path: Path) -> None:
    app = project(tmp_path)
    assert scaffold_differences(app, root=tmp_path) == ()
    assert diagnose_build(app, "Error: boom", root=tmp_path).code is None


SECRETS = [
    "sk-proj-abcdefghijklmnop1234567890",
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "AKIAIOSFODNN7EXAMPLE",
    "AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
    "xoxb-123456789012-abcdefghij",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_redact_known_shapes(secret: str) -> None:
    assert redact(f"cannot use {secret}, sorry") == "cannot use [redacted], sorry"


def test_redact_by_name_by_randomness_and_in_addresses() -> None:
    env = {
        "VITE_API_KEY": "hunter2000",
        "VITE_TITLE": "My Shop",
        "SUPABASE": "a8f3k2l9q0w7e5r4t6y1u2i3",
        "NODE_ENV": "production",
    }
    text = redact("hunter2000 for My Shop with a8f3k2l9q0w7e5r4t6y1u2i3 in production", env)
    assert text == "[VITE_API_KEY redacted] for My Shop with [SUPABASE redacted] in production"
    assert redact("postgres://bob:s3cret@db/x") == "postgres://[redacted]@db/x"
    assert redact("API_SECRET=abc def\nOTHER=fine") == "API_SECRET=[redacted]\nOTHER=fine"


def test_ordinary_messages_are_left_alone() -> None:
    for text in (
        'Could not resolve "./components/task-list-item-header" from "src/App.tsx"',
        "src/App.tsx(9,46): error TS2345: Argument of type 'number' is not assignable",
        "https://example.com/a/b?c=d#e",
        "Missing VITE_API_KEY",
    ):
        assert redact(text, {"VITE_TITLE": "App"}) == text


def test_env_files_of_the_app_never_come_back(tmp_path: Path) -> None:
    app = project(tmp_path, {".env": 'VITE_SUPABASE_KEY="verysecretvalue"\nVITE_NAME=Shop\n'})
    text = "Error: bad key verysecretvalue in Shop\nsrc/A.tsx(1,1): error TS2304: verysecretvalue\n"
    assert "verysecretvalue" not in str(diagnose_build(app, text, root=tmp_path))
    assert "verysecretvalue" not in str(diagnose_types(app, text, root=tmp_path))
