"""Odd places, odd texts, odd projects around an app: nothing breaks off, and every refusal says the way out."""

from __future__ import annotations

import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from pytest_uibench import load_results
from pytest_uibench.settings import placed

from .conftest import NO_XDIST, write_site
from .test_runs import wait_for

Run = Callable[..., pytest.RunResult]
Results = Callable[[], dict[str, Any]]


def ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "::" in line]


@pytest.mark.parametrize("name", ["a b", "model[x]", "a::b", "ü-ñ", "star*x", "~no-such-user", "-dash", "a%20b"])
def test_any_folder_name(pytester: pytest.Pytester, name: str) -> None:
    """A ``[`` or ``::`` in a path looks like a part of an id to pytest."""
    write_site(pytester.path / "runs" / name)
    (pytester.path / "runs" / "test_theirs.py").write_text("def test_theirs(): pass")
    (pytester.path / "mine").mkdir()
    (pytester.path / "mine" / "test_mine.py").write_text("def test_mine(): pass")
    result = pytester.runpytest_inprocess("--co", "-q", f"--uibench-app=runs/{name}", "mine")
    assert sorted(ids(result)) == sorted(
        ["mine/test_mine.py::test_mine"]
        + [f"runs/{name}/index.html::{item}" for item in ("exec[render]", "route[/]", "route[/about.html]", "links")]
    )


def test_an_app_in_a_bracket_folder_is_reported(pytester: pytest.Pytester, run: Run, results: Results) -> None:
    write_site(pytester.path / "m[1]::x")
    run("--uibench-app=m[1]::x", *NO_XDIST).assert_outcomes(passed=4)
    app = results()["apps"][0]
    assert (app["app"], len(app["items"]), app["missing"]) == ("m[1]::x", 4, [])


def test_a_folder_and_the_project_in_it_are_one_app(pytester: pytest.Pytester) -> None:
    write_site(pytester.path / "ws" / "web")
    result = pytester.runpytest_inprocess("--co", "--uibench-app=ws", "--uibench-app=ws/web", "--uibench-app=./ws/")
    result.stdout.fnmatch_lines(["uibench: ws; report in *", "*4 tests collected*"])


def test_the_app_is_the_invocation_directory(
    gen_app: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(gen_app)
    (pytester.path / "link").symlink_to(gen_app / "css")
    for output in ("uibench-report", "../link/report"):
        result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app=.", f"--uibench-output={output}")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"*lies inside the app*--uibench-output={pytester.path}/uibench-report"])
    result = pytester.runpytest_inprocess("--co", "-q", "--uibench-app=.", "--uibench-output=../report")
    assert len(ids(result)) == 4
    result = pytester.runpytest_inprocess(
        "--co", "-q", "../gen_app/index.html::links", "--uibench-app=../gen_app", "--uibench-output=../report"
    )
    assert len(ids(result)) == 1


def test_home_directory_of_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert placed(tmp_path, "~/x/../out") == Path("/home/me/out")
    assert placed(tmp_path, "~no-such-user/out") == tmp_path / "~no-such-user" / "out"


def test_looking_up_paths_does_not_walk_the_apps(pytester: pytest.Pytester) -> None:
    """Each question of pytest about a path is one look-up: 60 apps ask 60 times as much as one, not 3,600 times."""
    for number in range(60):
        write_site(pytester.path / "apps" / f"app{number}")
    pytester.makeconftest(
        """
        from pytest_uibench.plugin.apps import App
        asked = 0
        real = App.__dict__["root"].func
        def root(self):
            global asked
            asked += 1
            return real(self)
        App.__dict__["root"].func = root
        def pytest_collection_finish(session):
            App.__dict__["root"].func = real
            print("asked", asked)
        """
    )
    result = pytester.runpytest_inprocess("--co", "-q", "-s", "--uibench-app=apps/*")
    asked = next(int(line.split()[-1]) for line in result.outlines if "asked" in line)
    assert asked <= 60
    assert len(ids(result)) == 240


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--uibench-app="], "*names no directory*"),
        (["--uibench-app=~no-such-user"], "*~no-such-user does not exist*"),
        (["--uibench-app=gen_app", "--uibench-output=file"], "*--uibench-output=*file: *choose a folder*"),
        (["--uibench-app=gen_app", "--uibench-output=file/x"], "*--uibench-output=*file/x: *choose a folder*"),
    ],
)
def test_refusals(gen_app: Path, pytester: pytest.Pytester, args: list[str], message: str) -> None:
    (pytester.path / "file").touch()
    result = pytester.runpytest_inprocess(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


def test_cache_that_cannot_be_written(
    gen_app: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pytester.path / "file").touch()
    monkeypatch.setenv("UIBENCH_CACHE", str(pytester.path / "file" / "cache"))
    result = pytester.runpytest_inprocess("--uibench-app=gen_app")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*file/cache: *set UIBENCH_CACHE*"])


def test_a_run_without_its_report_is_not_green(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    pytester.makeconftest(
        """
        import pathlib, shutil
        def pytest_runtest_logfinish(nodeid):
            if nodeid.endswith("links"):
                shutil.rmtree("uibench-report")
                pathlib.Path("uibench-report").touch()
        """
    )
    result = run("--uibench-app=gen_app", *NO_XDIST)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*results.json was not written*"])
    result.stdout.no_fnmatch_line("results: *")


def test_hooks_and_fixtures_of_the_project_apply(
    gen_app: Path, pytester: pytest.Pytester, run: Run, results: Results
) -> None:
    pytester.makeconftest(
        """
        import pytest
        @pytest.fixture(autouse=True, scope="module")
        def of_module(request): assert request.module.__name__
        @pytest.fixture(autouse=True, scope="class")
        def of_class(): pass
        @pytest.fixture(autouse=True, scope="package")
        def of_package(): pass
        @pytest.fixture
        def page(): raise RuntimeError("another page")
        @pytest.fixture(scope="session")
        def browser_context_args(browser_context_args): return {**browser_context_args, "locale": "de-DE"}
        def pytest_collection_modifyitems(items):
            for item in items:
                if item.name == "links":
                    item.add_marker(pytest.mark.skip(reason="not today"))
        def pytest_runtest_setup(item):
            if "about" in item.name:
                pytest.skip("by hook")
        """
    )
    result = run("--uibench-app=gen_app", "-rs", *NO_XDIST)
    result.assert_outcomes(passed=2, skipped=2)
    result.stdout.fnmatch_lines(["SKIPPED * not today"])
    found = results()
    assert found["run"]["complete"] is True
    items = {item["id"]: (item["status"], item["reason"]) for item in found["apps"][0]["items"]}
    assert items["links"] == ("not_applicable", "Skipped: not today")
    assert items["/about.html"] == ("not_applicable", "Skipped: by hook")


def test_texts_of_a_page_cannot_steer_the_terminal(pytester: pytest.Pytester, run: Run) -> None:
    app = write_site(pytester.path / "gen_app")
    thrown = r"\x00\x1b[31mred\x1b]0;title\x07 \ud800 \ufffe \u202e ]]> <b>\nsecond"
    (app / "about.html").write_text(f"<!doctype html><h1>About</h1><script>throw new Error('{thrown}')</script>")
    result = run("--uibench-app=gen_app", "-k", "about", "--junitxml=j.xml", *NO_XDIST)
    result.assert_outcomes(failed=1)
    text = "\n".join(result.outlines)
    assert not set(text) & set("\x00\x07\x1b\u202e\ufffe")
    result.stdout.fnmatch_lines(["render:exception (C9): Error: *red*", "  second"])
    assert len(ET.parse(pytester.path / "j.xml").findall(".//failure")) == 1


def test_user_errors_have_no_traceback(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    pytester.makepyfile("def test_page(uibench_page): pass")
    result = run("--uibench-app=gen_app", "-k", "render or test_page", "-p", "no:playwright", *NO_XDIST)
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(["pytest-playwright is not loaded: *", "ERROR *render* - *pytest-playwright*"])
    result.stdout.no_fnmatch_line("*def *")


def test_termination_leaves_a_report(gen_app: Path, pytester: pytest.Pytester) -> None:
    """SIGTERM is what job runners and ``timeout`` send."""
    pytester.makepyfile(
        test_wait="import pathlib, threading\n"
        "def test_wait(uibench_page):\n    pathlib.Path('ready').touch()\n    threading.Event().wait(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "--uibench-app=gen_app", "-n1"], cwd=pytester.path, stdout=subprocess.DEVNULL
    )
    wait_for((pytester.path / "ready").exists)
    ours = psutil.Process(process.pid).children(recursive=True)
    assert any("chrom" in child.name() for child in ours)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == pytest.ExitCode.INTERRUPTED
    wait_for(lambda: not any(child.is_running() for child in ours))
    card = load_results(pytester.path / "uibench-report" / "results.json")
    assert card.run.complete is False
    assert {item.status for item in card.apps[0].items} == {"passed"}
