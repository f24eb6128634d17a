"""How builds are asked for maps, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.model import BuildPlan, Project, ServePlan
from pytest_uibench.subject.sourcemap.recipes import MapPlan, with_maps


def plan(folder: Path, *lines: str, framework: str = "other") -> MapPlan | None:
    project = Project(
        path=str(folder),
        folder="",
        manifest="package.json",
        name="app",
        framework=framework,
        library=None,
        typescript=False,
        package_manager=None,
        build=BuildPlan(script=" && ".join(lines), bundle=lines),
        serve=ServePlan(kind="static"),
    )
    return with_maps(project, folder)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("vite build", "vite build --sourcemap hidden"),
        ("npx vite build --mode staging", "npx vite build --mode staging --sourcemap hidden"),
        ("cd web && vite build", "cd web && vite build --sourcemap hidden"),
        ("NODE_ENV=production vite build", "NODE_ENV=production vite build --sourcemap hidden"),
        ("vite", "vite --sourcemap hidden"),
        ("react-router build", "react-router build --sourcemapClient hidden"),
        ("ng build", "ng build --source-map"),
        ("webpack --mode production", "webpack --mode production --devtool hidden-source-map"),
        ("rollup -c", "rollup -c --sourcemap hidden"),
        ("esbuild a.js --bundle", "esbuild a.js --bundle --sourcemap=external"),
        ("GENERATE_SOURCEMAP=false react-scripts build", " react-scripts build"),
        ("parcel build index.html --no-source-maps", "parcel build index.html "),
    ],
)
def test_lines(tmp_path: Path, line: str, wanted: str) -> None:
    made = plan(tmp_path, line)
    assert made is not None
    assert made.bundle == [wanted]


@pytest.mark.parametrize(
    "line",
    ["make site", "vite build | tee log", "vite build || true", "sh -c 'vite build'", "tsc -p .", "vite build > log",
     "nuxt build", "ng serve", "react-router typegen", "vue-cli-service lint", "", "echo $(vite build)"],
)  # fmt: skip
def test_lines_that_nothing_is_added_to(tmp_path: Path, line: str) -> None:
    assert plan(tmp_path, line) is None


def test_other_lines_stay(tmp_path: Path) -> None:
    made = plan(tmp_path, "node codegen.js", "vite build")
    assert made is not None
    assert made.bundle == ["node codegen.js", "vite build --sourcemap hidden"]


def test_next_by_a_preloaded_module(tmp_path: Path) -> None:
    made = plan(tmp_path, "next build --turbopack", framework="next")
    assert made is not None
    assert made.bundle == ["next build --turbopack"]
    assert made.preload is not None
    assert made.preload.is_file()
    assert made.env == {"UIBENCH_SOURCE_MAPS": "1"}


def test_configurations_are_wrapped_in_the_copy(tmp_path: Path) -> None:
    (tmp_path / "astro.config.mjs").write_text("export default {};")
    made = plan(tmp_path, "astro build", framework="astro")
    assert made is not None
    assert made.moved == {"astro.config.mjs": "uibench-own.astro.config.mjs"}
    assert "./uibench-own.astro.config.mjs" in made.files["astro.config.mjs"]
    assert (tmp_path / "astro.config.mjs").read_text() == "export default {};"


def test_a_script_of_the_projects_own_that_calls_vite(tmp_path: Path) -> None:
    (tmp_path / "vite.config.ts").write_text("export default {};")
    made = plan(tmp_path, "node scripts/build.mjs", framework="vite")
    assert made is not None
    assert made.bundle == ["node scripts/build.mjs"]
    assert set(made.files) == {"vite.config.ts"}
    (tmp_path / "vite.config.ts").rename(tmp_path / "vite.config.cjs")
    assert plan(tmp_path, "node scripts/build.mjs", framework="vite") is None


def test_vue_cli_reads_another_configuration(tmp_path: Path) -> None:
    (tmp_path / "vue.config.js").write_text("module.exports = { productionSourceMap: false };")
    made = plan(tmp_path, "vue-cli-service build", framework="vue-cli")
    assert made is not None
    assert made.moved == {}
    assert made.env == {"VUE_CLI_SERVICE_CONFIG_PATH": str(tmp_path / "uibench.vue.config.cjs")}
