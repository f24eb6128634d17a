"""Install and bundle with the real npm and the real sandbox (F01, F02, F03, F04, F13, F16, F104, G01, G03, G04)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from pytest_uibench import constants
from pytest_uibench.model import Prepared, Project, SubjectOptions
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.prepare import check_types, prepare
from pytest_uibench.subject.sandbox import choose

needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
needs_bubblewrap = pytest.mark.skipif(choose("auto").program is None, reason=f"no sandbox: {choose('auto').reason}")
pytestmark = needs_npm
DEAD = "http://127.0.0.1:9/"
"""The discard port: refuses at once."""
BUILD = """
import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
writeFileSync('dist/index.html', `<h1>${Math.random()}</h1>`)
"""


class Bench:
    """Makes apps and prepares them with a cache of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.said: list[str] = []

    def app(self, name: str = "app", *, files: dict[str, str] | None = None, **manifest: Any) -> Path:
        folder = self.root / "apps" / name
        manifest = {"name": name, "private": True, "scripts": {"build": "node build.mjs"}, **manifest}
        for path, text in {"package.json": json.dumps(manifest), "build.mjs": BUILD, **(files or {})}.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(textwrap.dedent(text))
        return folder

    def options(self, app: Path, run: str = "run", **more: Any) -> SubjectOptions:
        logs = self.root / "logs" / run / app.name
        return SubjectOptions(cache=str(self.root / "cache"), logs=str(logs), run_id=run, **more)

    def prepare(self, app: Path | Project, run: str = "run", **more: Any) -> Prepared:
        project = app if isinstance(app, Project) else detect(app)
        return prepare(project, self.options(Path(project.path), run, **more), self.said.append)

    def log(self, app: Path, stage: str, run: str = "run") -> str:
        return (self.root / "logs" / run / app.name / f"{stage}.log").read_text()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def passed(prepared: Prepared) -> Prepared:
    assert prepared.failure is None, prepared.failure
    return prepared


def page(prepared: Prepared) -> str:
    assert prepared.site is not None
    return (Path(prepared.site) / "index.html").read_text()


def state(root: Path) -> dict[str, tuple[int, int, bytes]]:
    return {
        str(p): (p.lstat().st_mode, p.lstat().st_mtime_ns, p.read_bytes() if p.is_file() else b"")
        for p in root.rglob("*")
    }


def test_prepared_without_touching_the_subject(bench: Bench) -> None:
    app = bench.app(dependencies={"is-number": "7.0.0"})
    before = state(app)
    result = passed(bench.prepare(app))
    assert state(app) == before
    assert page(result).startswith("<h1>0.")
    assert (result.install.status, result.build.status) == ("passed", "passed")
    assert not Path(result.workdir).is_relative_to(app)
    assert (bench.root / "logs/run/app" / str(result.build.log)).read_text().startswith("$ node build.mjs")
    assert any("npm install" in line for line in bench.said)


def test_same_dependencies_need_no_network_and_same_content_no_build(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bench.app("first", dependencies={"is-number": "7.0.0"})
    built = passed(bench.prepare(first, "one"))
    monkeypatch.setenv("npm_config_registry", DEAD)
    shutil.rmtree(bench.root / "cache/npm")
    second = bench.app("second", dependencies={"is-number": "7.0.0"}, files={"src/extra.js": "1"})
    other = passed(bench.prepare(second, "one"))
    assert other.install.cached
    assert not other.build.cached
    assert page(other) != page(built)
    again = passed(bench.prepare(first, "two"))
    assert again.install.cached
    assert again.build.cached
    assert page(again) == page(built)
    assert bench.log(first, "build", "two") == bench.log(first, "build", "one")
    fresh = passed(bench.prepare(first, "three", fresh=True))
    assert not fresh.build.cached
    assert page(fresh) != page(built)
    # Somebody may be serving from the kept build.
    assert page(again) == page(built)
    assert fresh.workdir != built.workdir


def test_peer_conflict_is_conceded_once_and_said(bench: Bench) -> None:
    app = bench.app(dependencies={"react": "19.0.0", "use-sync-external-store": "1.2.0"})
    result = passed(bench.prepare(app))
    (note,) = result.install.degraded
    assert "--legacy-peer-deps" in note
    assert "react" in note
    again = bench.app("again", dependencies={"react": "19.0.0", "use-sync-external-store": "1.2.0"}, files={"x": "y"})
    assert passed(bench.prepare(again)).install.degraded == (note,)


def test_lock_file_missing_in_step_and_out_of_step(bench: Bench) -> None:
    app = bench.app("none", dependencies={"is-number": "^7.0.0"})
    result = passed(bench.prepare(app))
    assert not result.reproducible
    made = bench.root / "logs/run/none/made-package-lock.json"
    assert "node_modules/is-number" in json.loads(made.read_text())["packages"]

    pinned = bench.app("pinned", dependencies={"is-number": "^7.0.0"}, files={"package-lock.json": made.read_text()})
    assert passed(bench.prepare(pinned)).reproducible
    assert "$ npm ci" in bench.log(pinned, "install")

    stale = bench.app(
        "stale", dependencies={"is-number": "^7.0.0", "is-odd": "3.0.1"}, files={"package-lock.json": made.read_text()}
    )
    result = passed(bench.prepare(stale))
    assert not result.reproducible
    assert any("does not fit package.json" in note for note in result.install.notes)

    broken = bench.app("broken", dependencies={"is-number": "^7.0.0"}, files={"package-lock.json": "<<<<<<< HEAD\n{"})
    assert not passed(bench.prepare(broken)).reproducible


def test_lock_file_without_this_platform(bench: Bench) -> None:
    app = bench.app(devDependencies={"esbuild": "0.25.0"})
    subprocess.run(
        ["npm", "install", "--package-lock-only", "--ignore-scripts"], cwd=app, check=True, capture_output=True
    )
    lock = json.loads((app / "package-lock.json").read_text())
    system = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}[os.uname().machine]
    part = f"@esbuild/{sys.platform}-{system}"
    del lock["packages"][f"node_modules/{part}"]
    del lock["packages"]["node_modules/esbuild"]["optionalDependencies"][part]
    (app / "package-lock.json").write_text(json.dumps(lock))
    (app / "build.mjs").write_text(
        BUILD + "\nimport { transformSync } from 'esbuild'\ntransformSync('let x: number', { loader: 'ts' })\n"
    )
    result = passed(bench.prepare(app))
    assert not result.reproducible
    assert any("esbuild" in note for note in (*result.install.degraded, *result.install.notes))


def test_scripts_of_the_app_and_of_packages_do_not_run(bench: Bench) -> None:
    evil = bench.app("evil", version="1.0.0", scripts={"postinstall": "touch package-ran", "install": "touch ran"})
    # A package that only calls itself like one that may run its script.
    (evil / "package.json").write_text((evil / "package.json").read_text().replace('"evil"', '"better-sqlite3"'))
    packed = subprocess.run(
        ["npm", "pack", "--silent"], cwd=evil, check=True, capture_output=True, text=True
    ).stdout.strip()
    app = bench.app(
        dependencies={"better-sqlite3": f"file:./{packed}", "is-number": "7.0.0"},
        scripts={name: f"touch {name}-ran" for name in ("preinstall", "install", "postinstall", "prepare", "prebuild")}
        | {"build": "node build.mjs"},
    )
    shutil.copy(evil / packed, app / packed)
    result = passed(bench.prepare(app))
    assert result.install.status == "passed"
    # prebuild belongs to the build script, as npm has it; everything else is a script of the install.
    assert {p.name for p in (bench.root / "cache").rglob("*ran")} == {"prebuild-ran"}
    assert not any("npm rebuild" in line for line in bench.said)


def test_hostile_npmrc_has_no_effect(bench: Bench) -> None:
    app = bench.app(
        dependencies={"is-number": "7.0.0"},
        scripts={"postinstall": "touch script-ran", "build": "node build.mjs"},
        files={
            ".npmrc": f"""\
                registry={DEAD}
                ignore-scripts=false
                script-shell=./evil.sh
                node-options=--require ./evil.cjs
                git=./evil.sh
                legacy-peer-deps=true
            """,
            "evil.sh": "#!/bin/sh\ntouch shell-ran\n",
            "evil.cjs": "require('fs').writeFileSync('preload-ran', '')",
        },
    )
    (app / "evil.sh").chmod(0o755)
    result = passed(bench.prepare(app))
    assert list(Path(result.workdir).rglob("*-ran")) == []
    (note,) = [note for note in result.install.notes if note.startswith(".npmrc")]
    assert all(name in note for name in ("registry", "ignore-scripts", "script-shell", "node-options", "git"))


def test_lock_file_that_names_another_mirror(bench: Bench) -> None:
    app = bench.app(dependencies={"is-number": "7.0.0"})
    subprocess.run(["npm", "install", "--package-lock-only"], cwd=app, check=True, capture_output=True)
    lock = json.loads((app / "package-lock.json").read_text())
    lock["packages"]["node_modules/is-number"]["resolved"] = "https://mirror.invalid/is-number/-/is-number-7.0.0.tgz"
    (app / "package-lock.json").write_text(json.dumps(lock))
    assert passed(bench.prepare(app)).reproducible


def test_dead_registry_is_nobodys_fault_and_not_remembered(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    app = bench.app(dependencies={"is-number": "7.0.0"})
    with monkeypatch.context() as patch:
        patch.setenv("npm_config_registry", DEAD)
        result = bench.prepare(app, "one")
        assert result.install.status == "errored"
        assert result.failure is not None
        assert result.failure.label == "infra:network"
        assert result.build.status == "skipped"
    # Not tried again in the same run, tried again in the next one.
    assert bench.prepare(app, "one").failure == result.failure
    passed(bench.prepare(app, "two"))


def test_unknown_package(bench: Bench) -> None:
    app = bench.app(dependencies={"@uibench-none/does-not-exist-4711": "1.0.0"})
    result = bench.prepare(app)
    assert result.install.status == "failed"
    assert result.failure is not None
    assert result.failure.label == "install:unknown-package"
    assert result.failure.log == "install.log"


@needs_bubblewrap
def test_build_is_contained(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "hunter2")
    monkeypatch.setenv("CI", "true")
    (bench.root / "secret.txt").write_text("hunter2")
    build = f"""
    import {{ mkdirSync, writeFileSync, readFileSync }} from 'node:fs'
    import net from 'node:net'
    const found = {{ env: process.env }}
    const attempt = (name, act) => {{ try {{ found[name] = String(act()) }} catch (e) {{ found[name] = e.code }} }}
    attempt('secret', () => readFileSync({str(bench.root / "secret.txt")!r}, 'utf8'))
    attempt('home', () => readFileSync({str(Path.home() / ".npmrc")!r}, 'utf8'))
    attempt('write', () => writeFileSync({str(bench.root / "written.txt")!r}, 'x'))
    attempt('cache', () => writeFileSync({str(bench.root / "cache/deps/x")!r}, 'x'))
    const call = done => net.connect(53, '192.0.2.1').on('error', e => done(e.code)).on('connect', done)
    found.net = await new Promise(call)
    mkdirSync('dist', {{ recursive: true }})
    writeFileSync('dist/index.html', JSON.stringify(found))
    """
    app = bench.app(files={"build.mjs": build}, dependencies={"is-number": "7.0.0"})
    result = passed(bench.prepare(app, sandbox="require"))
    found = json.loads(page(result))
    assert result.containment.startswith("bubblewrap")
    assert "hunter2" not in page(result)
    assert found["net"] in ("ENETUNREACH", "EHOSTUNREACH")
    assert {found["secret"], found["home"]} == {"ENOENT"}
    # Where it could write, it was to its own temporary folder.
    assert not (bench.root / "written.txt").exists()
    assert not (bench.root / "cache/deps/x").exists()
    assert "CI" not in found["env"]
    assert set(found["env"]) - {"PWD", "OLDPWD", "SHLVL", "_"} <= set(result.environment)


@needs_bubblewrap
def test_build_that_writes_into_packages_gets_its_own(bench: Bench) -> None:
    build = BUILD + "\nwriteFileSync('node_modules/is-number/index.js', 'poison')\n"
    app = bench.app("writer", files={"build.mjs": build}, dependencies={"is-number": "7.0.0"})
    passed(bench.prepare(app))
    reader = BUILD + "\nimport isNumber from 'is-number'\nif (!isNumber(5)) throw new Error('poisoned')\n"
    passed(bench.prepare(bench.app("reader", files={"build.mjs": reader}, dependencies={"is-number": "7.0.0"})))


def test_uncontained_builds_do_not_poison_each_other(bench: Bench) -> None:
    build = BUILD + "\nwriteFileSync('node_modules/is-number/index.js', 'poison')\n"
    app = bench.app("writer", files={"build.mjs": build}, dependencies={"is-number": "7.0.0"})
    assert passed(bench.prepare(app, sandbox="off")).containment.startswith("none")
    reader = BUILD + "\nimport isNumber from 'is-number'\nif (!isNumber(5)) throw new Error('poisoned')\n"
    other = bench.app("reader", files={"build.mjs": reader}, dependencies={"is-number": "7.0.0"})
    assert passed(bench.prepare(other, sandbox="off")).install.cached


def test_caches_that_tools_keep_in_node_modules_can_be_written(bench: Bench) -> None:
    build = (
        BUILD
        + "\nmkdirSync('node_modules/.cache/x', { recursive: true }); writeFileSync('node_modules/.vite/y', '1')\n"
    )
    app = bench.app(files={"build.mjs": build}, dependencies={"is-number": "7.0.0"})
    result = passed(bench.prepare(app))
    assert not any(bench.root.glob("cache/deps/*/tree/node_modules/.cache/*"))
    assert not (Path(result.workdir) / "node_modules").exists() or choose("auto").program is None


def test_failing_build_is_the_apps_and_kept(bench: Bench) -> None:
    app = bench.app(files={"build.mjs": "import './missing.js'"})
    result = bench.prepare(app, "one")
    assert (result.install.status, result.build.status) == ("passed", "failed")
    assert result.failure is not None
    assert result.failure.stage == "build"
    assert result.failure.log == "build.log"
    assert bench.prepare(app, "two").build.cached


def test_build_without_a_page_and_build_that_links_out(bench: Bench) -> None:
    nothing = bench.prepare(bench.app("nothing", files={"build.mjs": "console.log('done')"}))
    assert nothing.failure is not None
    assert nothing.failure.label == "build:output-missing"
    outside = bench.root / "outside"
    outside.mkdir()
    (outside / "index.html").write_text("secret")
    link = f"import {{ symlinkSync }} from 'node:fs'\nsymlinkSync({str(outside)!r}, 'dist')"
    linked = bench.prepare(bench.app("linked", files={"build.mjs": link}))
    assert linked.site is None
    assert linked.failure is not None


def test_site_in_an_unusual_folder_and_trouble_after_it(bench: Bench) -> None:
    app = bench.app(
        scripts={"build": "node build.mjs && node after.mjs"},
        files={
            "build.mjs": BUILD.replace("dist", "web/site"),
            "after.mjs": "process.exit(3)",
            "docs/index.html": "old",
        },
    )
    project = detect(app)
    assert project.build is not None
    plan = replace(project.build, bundle=("node build.mjs",), extra=("node after.mjs",))
    result = passed(bench.prepare(replace(project, build=plan)))
    assert str(result.site).endswith("web/site")
    assert any("node after.mjs" in note and "3" in note for note in result.build.notes)


@needs_bubblewrap
def test_build_that_replaces_its_folder_by_a_link_runs_nothing_outside(bench: Bench) -> None:
    outside = bench.root / "outside"
    outside.mkdir()
    swap = "import { renameSync, symlinkSync } from 'node:fs'\nrenameSync('../web', '../gone')\n"
    swap += f"symlinkSync({str(outside)!r}, '../web')\n"
    app = bench.root / "apps/outer"
    inner = bench.app("outer/web", files={"build.mjs": swap, "next.mjs": "0", "index.html": ""})
    (inner / "package.json").write_text((inner / "package.json").read_text().replace("outer/web", "web"))
    project = detect(app)
    assert project.build is not None
    project = replace(project, build=replace(project.build, bundle=("node build.mjs", "node next.mjs")))
    result = bench.prepare(project)
    assert result.failure is not None
    assert result.failure.label == "build:escape"
    assert list(outside.iterdir()) == []


def test_native_package_that_cannot_be_made_here_is_not_the_apps_fault(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its install script fetches or compiles the code; with this setting it can do neither.
    monkeypatch.setattr(constants, "REBUILD_TIMEOUT_SECONDS", 0.2)
    build = BUILD + "\nimport Database from 'better-sqlite3'\nnew Database(':memory:')\n"
    app = bench.app(files={"build.mjs": build}, dependencies={"better-sqlite3": "12.0.0"})
    result = bench.prepare(app)
    assert any("npm rebuild better-sqlite3" in line for line in bench.said)
    assert result.build.status == "errored"
    assert result.failure is not None
    assert result.failure.label == "infra:native-package"


def test_environment_file_from_its_example(bench: Bench) -> None:
    build = "import { readFileSync } from 'node:fs'\n" + BUILD.replace(
        "${Math.random()}", "${readFileSync('.env', 'utf8')}"
    )
    app = bench.app(files={"build.mjs": build, ".env.example": "VITE_API=/api\n"})
    result = passed(bench.prepare(app))
    assert "VITE_API=/api" in page(result)
    assert not (app / ".env").exists()
    assert any(".env.example" in note for note in result.install.notes)


def test_plain_pages_are_copied_and_nothing_is_run(bench: Bench) -> None:
    app = bench.root / "apps/plain"
    app.mkdir(parents=True)
    (app / "index.html").write_text("<h1>plain</h1>")
    result = passed(bench.prepare(app))
    assert (result.install.status, result.build.status) == ("skipped", "skipped")
    assert page(result) == "<h1>plain</h1>"
    assert check_types(result, bench.options(app), bench.said.append).status == "skipped"


def test_endless_build_is_ended_and_not_remembered(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    app = bench.app(files={"build.mjs": "setInterval(() => {}, 1000); console.log('working')"})
    monkeypatch.setattr(constants, "BUILD_TIMEOUT_SECONDS", 1.5)
    result = bench.prepare(app, "one")
    assert result.build.status == "failed"
    assert result.failure is not None
    assert result.failure.code == "timeout"
    assert "working" in result.failure.message
    assert not bench.prepare(app, "two").build.cached


def typed(project: Project, types: str, bundle: str = "node build.mjs") -> Project:
    assert project.build is not None
    script = f"{types} && {bundle}"
    return replace(project, build=replace(project.build, script=script, bundle=(bundle,), types=(types,)))


def test_types_are_judged_apart_and_shared(bench: Bench) -> None:
    check = (
        "console.log(\"src/a.ts(1,7): error TS6133: 'x' is declared but its value is never read.\"); process.exit(2)"
    )
    app = bench.app(files={"check.mjs": check, "src/a.ts": "const x = 1"}, dependencies={"is-number": "7.0.0"})
    project = typed(detect(app), "node check.mjs")
    result = passed(bench.prepare(project))
    types = check_types(result, bench.options(app), bench.said.append)
    assert types.status == "failed"
    assert types.failure is not None
    assert (types.failure.stage, types.failure.file, types.failure.line) == ("types", "src/a.ts", 1)
    script = f"""
from pathlib import Path
import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pytest_uibench.model import Prepared, SubjectOptions, from_wire, to_wire
import json
from pytest_uibench.subject.prepare import check_types
data = json.load(sys.stdin)
print(check_types(from_wire(Prepared, data[0]), from_wire(SubjectOptions, data[1]), lambda line: None).status)
"""
    from pytest_uibench.model import to_wire

    asked = json.dumps([to_wire(result), to_wire(bench.options(app))])
    other = subprocess.run([sys.executable, "-c", script], input=asked, capture_output=True, text=True, check=True)
    assert other.stdout.split() == ["failed"]
    assert bench.log(app, "types").count("$ node check.mjs") == 1
    # A later run knows it as well.
    later = bench.prepare(project, "later")
    assert check_types(later, bench.options(app, "later"), bench.said.append).cached


def test_bundler_that_needs_what_the_type_check_writes(bench: Bench) -> None:
    emit = "import { writeFileSync } from 'node:fs'\nwriteFileSync('generated.js', 'export const x = 1')"
    app = bench.app(files={"emit.mjs": emit, "build.mjs": "import './generated.js'\n" + BUILD})
    result = passed(bench.prepare(typed(detect(app), "node emit.mjs")))
    assert any("type check" in note for note in result.build.degraded)


def test_type_check_that_needs_what_the_bundler_generates(bench: Bench) -> None:
    check = """
    import { existsSync } from 'node:fs'
    if (!existsSync('routeTree.gen.ts')) { console.log('a.ts(1,1): error TS2307: no'); process.exit(2) }
    """
    app = bench.app(files={"check.mjs": check, "build.mjs": BUILD + "\nwriteFileSync('routeTree.gen.ts', '')"})
    result = passed(bench.prepare(typed(detect(app), "node check.mjs")))
    assert check_types(result, bench.options(app), bench.said.append).status == "passed"


def test_types_are_checked_even_when_their_process_died(bench: Bench) -> None:
    app = bench.app(files={"check.mjs": "import 'is-number'"}, dependencies={"is-number": "7.0.0"})
    project = typed(detect(app), "node check.mjs")
    result = passed(bench.prepare(project))
    assert check_types(result, bench.options(app), bench.said.append).status == "passed"
    for record in bench.root.glob("cache/**/*types.json"):
        record.unlink()
    assert check_types(result, bench.options(app), bench.said.append).status == "passed"


def test_unused_local_fails_the_types_and_not_the_bundle(bench: Bench) -> None:
    app = bench.app(
        scripts={"build": "tsc -b && vite build"},
        devDependencies={"vite": "6.3.5", "typescript": "5.8.3"},
        files={
            "index.html": '<div id="root"></div><script type="module" src="/src/main.ts"></script>',
            "src/main.ts": "const unused = 1\nexport const shown: string = 'x'\ndocument.title = shown\n",
            "tsconfig.json": json.dumps(
                {
                    "compilerOptions": {
                        "target": "ES2022", "lib": ["ES2022", "DOM"], "module": "ESNext", "strict": True,
                        "noEmit": True, "moduleResolution": "bundler", "noUnusedLocals": True,
                        "tsBuildInfoFile": "./node_modules/.tmp/tsconfig.tsbuildinfo",
                    },
                    "include": ["src"],
                }
            ),
        },
    )  # fmt: skip
    result = passed(bench.prepare(app))
    assert "/assets/" in page(result)
    types = check_types(result, bench.options(app), bench.said.append)
    assert types.status == "failed"
    assert types.failure is not None
    assert (types.failure.code, types.failure.file, types.failure.line) == ("types", "src/main.ts", 1)


@pytest.mark.parametrize("processes", [3])
def test_one_install_and_one_build_for_all_workers(bench: Bench, processes: int) -> None:
    app = bench.app(dependencies={"is-number": "7.0.0"})
    script = f"""
from pathlib import Path
from pytest_uibench.model import SubjectOptions
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.prepare import prepare
cache, logs = {str(bench.root / "cache")!r}, {str(bench.root / "logs/run/app")!r}
options = SubjectOptions(cache=cache, logs=logs, run_id="run", jobs=2)
result = prepare(detect(Path({str(app)!r})), options, lambda line: None)
print(result.build.status, result.site, (Path(result.site) / "index.html").read_text())
"""
    workers = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        for _number in range(processes)
    ]
    answers = {worker.communicate()[0] for worker in workers}
    assert len(answers) == 1
    assert answers.pop().startswith("passed ")
    assert bench.log(app, "install").count("$ npm") == 1
    assert bench.log(app, "build").count("$ node build.mjs") == 1


def test_kill_of_a_worker_ends_its_build_and_blocks_nobody(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    app = bench.app(files={"build.mjs": "console.log('up'); setInterval(() => {}, 1000)"})
    script = f"""
from pathlib import Path
from pytest_uibench.model import SubjectOptions
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.prepare import prepare
options = SubjectOptions(cache={str(bench.root / "cache")!r}, logs={str(bench.root / "logs/run/app")!r}, run_id="run")
prepare(detect(Path({str(app)!r})), options, lambda line: None)
"""
    log = bench.root / "logs/run/app/build.log"
    worker = subprocess.Popen([sys.executable, "-c", script])
    assert until(lambda: log.exists() and "up\n" in log.read_text())
    tree = psutil.Process(worker.pid).children(recursive=True)
    assert tree
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    assert until(lambda: not any(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in tree))
    monkeypatch.setattr(constants, "BUILD_TIMEOUT_SECONDS", 1.0)
    failure = bench.prepare(app, "other").failure
    assert failure is not None
    assert failure.code == "timeout"


def until(condition: Callable[[], bool]) -> bool:
    deadline, tick = time.monotonic() + 60, threading.Event()
    while time.monotonic() < deadline:
        if condition():
            return True
        tick.wait(0.05)
    return condition()


@pytest.mark.skipif(shutil.which("pnpm") is not None, reason="pnpm is installed: its lock file is used")
def test_a_dependency_that_breaks_without_the_projects_own_lock_is_nobodys_fault(bench: Bench) -> None:
    """F10: the lock file of a manager that is not here was not used, so other versions were installed."""
    fails = "console.error('broken\\n  Location: node_modules/dep/index.js:1:2'); process.exit(1)"
    with_lock = bench.app("a", files={"build.mjs": fails, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n"})
    failure = bench.prepare(with_lock).build.failure
    assert failure is not None
    assert failure.label == "infra:package-manager"
    assert failure.hint is not None
    assert "pnpm-lock.yaml is not used" in failure.hint
    failure = bench.prepare(bench.app("b", files={"build.mjs": fails})).build.failure
    assert failure is not None
    assert failure.label == "build:other"


def test_code_that_only_an_install_script_generates(bench: Bench) -> None:
    """F13: install scripts are off, so that its absence is not the app's fault."""
    fails = "console.error(\"Error: Cannot find module '.prisma/client/default'\"); process.exit(1)"
    failure = bench.prepare(bench.app(files={"build.mjs": fails})).build.failure
    assert failure is not None
    assert (failure.label, failure.code) == ("infra:install-script", None)
    assert failure.hint is not None
    assert "prisma generate" in failure.hint
