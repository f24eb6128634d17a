"""From options to items: static, the same everywhere, and nothing of the app is executed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uibench.subject.cache import Cache

from .conftest import NO_XDIST, write_site

Run = Callable[..., pytest.RunResult]

IDS = [
    "gen_app/index.html::exec[[]render[]]",
    "gen_app/index.html::route[[]/[]]",
    "gen_app/index.html::route[[]/about.html[]]",
    "gen_app/index.html::links",
]

EVIL = "import pathlib; pathlib.Path({path!r}).write_text('executed')\n"


def evil_app(folder: Path, sentinel: Path, *, ini: str = "[pytest]\naddopts = -q\n") -> Path:
    """A site that brings every file pytest might execute or obey."""
    write_site(folder)
    evil = EVIL.format(path=str(sentinel))
    for name in ("conftest.py", "test_evil.py", "__init__.py", "setup.py", "sitecustomize.py"):
        (folder / name).write_text(evil)
    (folder / "pytest.ini").write_text(ini)
    (folder / "setup.cfg").write_text("[tool:pytest]\naddopts = -x\n")
    (folder / "tox.ini").write_text("[pytest]\naddopts = -x\n")
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = "-x"\n')
    return folder


def test_inert_without_options(pytester: pytest.Pytester, run: Run) -> None:
    write_site(pytester.path / "gen_app")
    pytester.makepyfile("def test_own(): pass")
    result = run("-v")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*uibench: *")
    assert not (pytester.path / "uibench-report").exists()


@pytest.mark.parametrize("form", [["--uibench-app=gen_app"], ["--uibench-app", "./gen_app"]])
def test_ids(gen_app: Path, pytester: pytest.Pytester, form: list[str]) -> None:
    result = pytester.runpytest_inprocess("--co", "-q", *form)
    result.stdout.fnmatch_lines(IDS)
    assert not (pytester.path / "uibench-report").exists()


def test_own_tests_run_beside_the_app(gen_app: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
    result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app", "gen_app")
    result.stdout.fnmatch_lines_random(["test_own.py::test_own", *IDS])


def test_an_id_on_the_command_line_selects(gen_app: Path, pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess(
        "--co", "-q", "--uibench-app=gen_app", "gen_app/index.html::route[/about.html]"
    )
    assert [line for line in result.outlines if "::" in line] == ["gen_app/index.html::route[/about.html]"]


@pytest.mark.parametrize(
    ("args", "count"), [(["-k", "about"], 1), (["-m", "uibench_exec"], 4), (["-m", "uibench_navigation"], 0)]
)
def test_selection(gen_app: Path, pytester: pytest.Pytester, args: list[str], count: int) -> None:
    result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app=gen_app", *args)
    assert sum("::" in line for line in result.outlines) == count


@pytest.mark.parametrize("form", ["=", " "])
@pytest.mark.parametrize("name", ["gen_app", "test_app", "testing"])
def test_hostile_python_files_are_never_executed(pytester: pytest.Pytester, run: Run, form: str, name: str) -> None:
    """F114: in both forms, also where pytest looks into ``test*`` folders by itself."""
    sentinel = pytester.path / "sentinel"
    evil_app(pytester.path / name, sentinel)
    pytester.makeini("[pytest]\nmarkers = own: mark\n")
    pytester.makepyfile(test_own="def test_own(pytestconfig): assert 'own' in str(pytestconfig.getini('markers'))")
    option = [f"--uibench-app={name}"] if form == "=" else ["--uibench-app", name]
    result = run(*option, "-v", "-k", "own or render", *NO_XDIST)
    result.stdout.fnmatch_lines([f"rootdir: {pytester.path}", "configfile: tox.ini"])
    result.stdout.fnmatch_lines_random(["*test_own.py::test_own PASSED*", "*exec[[]render[]] PASSED*"])
    assert not sentinel.exists()
    assert not any("evil" in line for line in result.outlines)


def test_app_outside_keeps_the_own_ini(pytester: pytest.Pytester, tmp_path: Path) -> None:
    """An app elsewhere must not make pytest forget the ini of the invocation."""
    app = evil_app(tmp_path / "elsewhere" / "gen_app", tmp_path / "sentinel")
    pytester.makeini("[pytest]\naddopts = -v\n")
    result = pytester.runpytest_subprocess("--co", "--uibench-app", app)
    result.stdout.fnmatch_lines([f"rootdir: {pytester.path}"])
    result.stdout.fnmatch_lines(["*exec[[]render[]]*"])
    assert not (tmp_path / "sentinel").exists()


@pytest.mark.parametrize("ini", ["[pytest]\naddopts = -p evil\n", "[pytest]\npythonpath = .\n"])
def test_an_ini_that_loads_code_is_refused(pytester: pytest.Pytester, ini: str) -> None:
    evil_app(pytester.path / "gen_app", pytester.path / "sentinel", ini=ini)
    pytester.makepyfile(evil="x = 1")
    pytester.syspathinsert()
    result = pytester.runpytest_subprocess("--co", "--uibench-app", "gen_app")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*Write --uibench-app=gen_app*"])
    assert pytester.runpytest_subprocess("--co", "--uibench-app=gen_app").ret == 0


def test_siblings_of_a_subject_are_not_walked(gen_app: Path, pytester: pytest.Pytester) -> None:
    other = evil_app(pytester.path / "other_app", pytester.path / "sentinel")
    (other / "package.json").write_text("{}")
    result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app=gen_app")
    assert not any("evil" in line for line in result.outlines)
    assert not (pytester.path / "sentinel").exists()


def test_copies_in_cache_and_report_are_not_walked(
    gen_app: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F114: a working copy brings the app's own test files with it."""
    monkeypatch.setenv("UIBENCH_CACHE", str(pytester.path / "kept"))
    for copy in ("kept/work/0/app", "report/apps/a", "another/work/0/app"):
        evil_app(pytester.path / copy, pytester.path / "sentinel")
    Cache(pytester.path / "another")
    result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app=gen_app", "--uibench-output=report")
    assert [line for line in result.outlines if "::" in line] == [
        line.replace("[[]", "[").replace("[]]", "]") for line in IDS
    ]
    assert not (pytester.path / "sentinel").exists()


def test_app_in_a_folder_pytest_does_not_walk(pytester: pytest.Pytester) -> None:
    write_site(pytester.path / "build" / "gen_app")
    result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app=build/gen_app")
    result.stdout.fnmatch_lines(["build/gen_app/index.html::links"])


def test_globs_are_sorted_and_names_unique(pytester: pytest.Pytester) -> None:
    """F100: discovery order does not depend on the file system."""
    for name in ("runs/b/shop", "runs/a/shop", "runs/a/blog"):
        write_site(pytester.path / name)
    result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app=runs/*/*")
    order = [line.split("/index.html")[0] for line in result.outlines if "render" in line]
    assert order == ["runs/a/blog", "runs/a/shop", "runs/b/shop"]
    result = pytester.runpytest_inprocess("--co", "--uibench-app=runs/*/*")
    result.stdout.fnmatch_lines(["uibench: blog, a/shop, b/shop;*"])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--uibench-app=gen_ap"], "*Did you mean gen_app?*"),
        (["--uibench-app=nothing/*"], "*matches no directory*"),
        (["--uibench-app=gen_app/index.html"], "*is a file, not a directory*"),
        (["--uibench-app=gen_app", "--uibench-output=gen_app/report"], "*lies inside the app*"),
        (["--uibench-spec=shop.yaml"], "*no app to be run on*"),
    ],
)
def test_usage_errors(gen_app: Path, pytester: pytest.Pytester, args: list[str], message: str) -> None:
    result = pytester.runpytest_inprocess(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


def test_plans_touch_nothing(gen_app: Path, pytester: pytest.Pytester) -> None:
    """F113: no browser, no npm, no folder."""
    for option in ("--setup-plan", "--fixtures", "--co"):
        assert pytester.runpytest_inprocess(option, "--uibench-app=gen_app").ret == 0
    assert not (pytester.path / "uibench-report").exists()


def test_workers_collect_the_same(pytester: pytest.Pytester, run: Run) -> None:
    for name in ("b", "a", "c"):
        write_site(pytester.path / name)
    result = run("--uibench-app=a", "--uibench-app=c", "--uibench-app=b", "-n2", "-k", "nothing-at-all")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_broken_spec_is_named_with_its_place(gen_app: Path, pytester: pytest.Pytester) -> None:
    """F118, F119, F120."""
    for text, message in {
        "uibench: 1\ntask: a\ntask: b\n": "*shop.yaml:3:1: the key 'task' stands here and at *shop.yaml:2:1*",
        "uibench: 1\non: push\n": "*shop.yaml:2:1: YAML reads the key on as a truth value*",
        "uibench: 1\ntitle: no\n": "*shop.yaml:2:8: YAML reads no as a truth value*",
        "uibench: 1\ncategry: shop\n": "*shop.yaml:2:1: unknown key 'categry'*Did you mean 'category'?*",
    }.items():
        (pytester.path / "shop.yaml").write_text(text)
        result = pytester.runpytest_inprocess("--co", "--uibench-app=gen_app", "--uibench-spec=shop.yaml")
        assert result.ret == pytest.ExitCode.INTERRUPTED
        result.stdout.fnmatch_lines(["*ERROR collecting gen_app/index.html*", message])
