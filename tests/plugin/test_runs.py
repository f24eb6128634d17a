"""Whole runs on plain sites: records, report, workers, crashes."""

from __future__ import annotations

import json
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
from tests.e2e.conftest import without_times

from .conftest import NO_XDIST, write_site

Run = Callable[..., pytest.RunResult]
Results = Callable[[], dict[str, Any]]


def chromiums(pid: int) -> list[psutil.Process]:
    """Browser processes below a process (other tests have browsers of their own)."""
    return [p for p in psutil.Process(pid).children(recursive=True) if "chrom" in p.name()]


def test_the_same_in_every_mode(gen_app: Path, run: Run, results: Results, mode: tuple[str, ...]) -> None:
    """F110: one report, one summary, the same results whatever the number of workers."""
    result = run("--uibench-app=gen_app", *mode)
    result.assert_outcomes(passed=4)
    assert sum("EXEC@1" in line for line in result.outlines) == 1
    found = results()
    assert found["schema_version"] == 1
    assert found["run"]["complete"] is True
    assert found["summary"]["exec_at_1"] == 100.0
    app = found["apps"][0]
    assert [(r["route"], r["source"], r["rendered"]) for r in app["routes"]] == [
        ("/", "static", True),
        ("/about.html", "static", True),
    ]
    assert [item["nodeid"].partition("::")[2] for item in app["items"]] == [
        "exec[render]",
        "route[/]",
        "route[/about.html]",
        "links",
    ]


def test_modes_agree(gen_app: Path, run: Run, results: Results) -> None:
    run("--uibench-app=gen_app", *NO_XDIST)
    alone = without_times(results())
    run("--uibench-app=gen_app", "-n2")
    assert without_times(results()) == alone


def test_apps_outside_the_rootdir(tmp_path: Path, run: Run, results: Results) -> None:
    """pytest itself gives all files outside its rootdir the same empty id."""
    for name in ("one", "two"):
        write_site(tmp_path / "elsewhere" / name)
    result = run(f"--uibench-app={tmp_path}/elsewhere/*", "-v", *NO_XDIST)
    result.assert_outcomes(passed=8)
    result.stdout.fnmatch_lines_random(
        ["*elsewhere/one/index.html::links PASSED*", "*elsewhere/two/index.html::links *"]
    )
    apps = results()["apps"]
    assert [(app["app"], len(app["items"]), app["missing"]) for app in apps] == [("one", 4, []), ("two", 4, [])]


def test_the_subject_stays_byte_identical(gen_app: Path, run: Run) -> None:
    before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in gen_app.rglob("*") if p.is_file()}
    run("--uibench-app=gen_app", *NO_XDIST)
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in gen_app.rglob("*") if p.is_file()} == before


def test_a_failure_shows_what_a_person_wants_to_see(pytester: pytest.Pytester, run: Run) -> None:
    app = write_site(pytester.path / "gen_app")
    (app / "about.html").write_text(
        "<!doctype html><script>null.x</script><main><h1>About</h1><p>us and more</p></main>"
    )
    (app / "index.html").write_text((app / "index.html").read_text().replace("about.html", "gone.html"))
    result = run("--uibench-app=gen_app", *NO_XDIST)
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines_random(
        [
            "render:exception (C9): TypeError: Cannot read properties of null (reading 'x')",
            "  URL: /about.html",
            "  screenshot: uibench-report/apps/gen_app/screenshots/*.png",
            "links:dead: 1 of * internal links lead nowhere: /gone.html",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*site-packages*")


def test_blank_home_blocks_everything_with_one_cause(pytester: pytest.Pytester, run: Run, results: Results) -> None:
    app = write_site(pytester.path / "gen_app")
    (app / "index.html").write_text("<!doctype html><div id=root></div>")
    run("--uibench-app=gen_app", "-rs", *NO_XDIST).assert_outcomes(failed=1, skipped=3)
    card = results()["apps"][0]
    assert card["exec"]["at_1"] is False
    assert card["exec"]["failure"]["label"] == "render:blank"
    assert {item["status"] for item in card["items"][1:]} == {"blocked"}


def test_stop_at_first_failure_lists_what_is_missing(pytester: pytest.Pytester, run: Run, results: Results) -> None:
    app = write_site(pytester.path / "gen_app")
    (app / "about.html").write_text("<!doctype html><p></p>")
    result = run("--uibench-app=gen_app", "-x", *NO_XDIST)
    result.assert_outcomes(passed=2, failed=1)
    found = results()
    assert found["run"]["complete"] is False
    assert [m.partition("::")[2] for m in found["apps"][0]["missing"]] == ["links"]


def test_last_failed(pytester: pytest.Pytester, run: Run) -> None:
    app = write_site(pytester.path / "gen_app")
    (app / "about.html").write_text("<!doctype html><p></p>")
    run("--uibench-app=gen_app", *NO_XDIST).assert_outcomes(passed=3, failed=1)
    write_site(app)
    run("--uibench-app=gen_app", "--lf", *NO_XDIST).assert_outcomes(passed=1)


def test_reruns_look_again(pytester: pytest.Pytester, run: Run, results: Results) -> None:
    """pytest-rerunfailures: the second attempt opens the page anew, the record says how many there were."""
    app = write_site(pytester.path / "gen_app")
    (app / "about.html").write_text("<!doctype html><p></p>")
    pytester.makeconftest(
        """
        import os, pathlib, pytest
        GOOD = "<!doctype html><main><h1>About</h1><p>We are <b>two</b> people and a dog.</p></main>"
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_setup(item):
            if "about" in item.name and getattr(item, "execution_count", 1) == 2:
                for page in pathlib.Path(os.environ["UIBENCH_CACHE"]).rglob("about.html"):
                    page.write_text(GOOD)
        """
    )
    result = run("--uibench-app=gen_app", "--reruns=1", *NO_XDIST)
    result.stdout.fnmatch_lines(["*4 passed, 1 rerun*"])
    item = next(item for item in results()["apps"][0]["items"] if "about" in item["id"])
    assert (item["status"], item["attempts"]) == ("passed", 2)


def test_junit(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    """F107: a folder that pytest-playwright would empty is left alone."""
    kept = pytester.path / "test-results" / "mine.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    run("--uibench-app=gen_app", "--junitxml=test-results/j.xml", *NO_XDIST)
    assert kept.read_text() == "mine"
    cases = ET.parse(pytester.path / "test-results" / "j.xml").findall(".//testcase")
    assert len(cases) == 4
    properties = {p.get("name"): p.get("value") for p in cases[0].findall(".//property")}
    assert properties["uibench.status"] == "passed"


def test_a_foreign_output_folder_is_never_emptied(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    theirs = pytester.path / "out" / "apps" / "precious.txt"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("x")
    result = run("--uibench-app=gen_app", "--uibench-output=out", *NO_XDIST)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert theirs.read_text() == "x"


def test_hand_written_tests(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    pytester.makepyfile(
        """
        def test_url(uibench_app):
            assert uibench_app.url.startswith("http://127.0.0.1:")
            assert uibench_app.routes == ("/", "/about.html")

        def test_page(uibench_page):
            assert uibench_page.get_by_role("heading").inner_text() == "Index"

        def test_goto(uibench_goto):
            page = uibench_goto("/about.html")
            assert page.get_by_text("two people").is_visible()
        """
    )
    result = run("--uibench-app=gen_app", "-k", "test_", *NO_XDIST, "--tracing=retain-on-failure")
    result.assert_outcomes(passed=3)
    result = run("-rs")
    result.assert_outcomes(skipped=3)
    result.stdout.fnmatch_lines(["*no app to test: run with --uibench-app=DIR*"])


def test_traces_of_items(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    """pytest-playwright's own options work on the app's items: one trace per rendered page."""
    result = run("--uibench-app=gen_app", "--tracing=on", "--output=pw", *NO_XDIST)
    result.assert_outcomes(passed=4)
    folders = {path.parent.name for path in (pytester.path / "pw").rglob("trace.zip")}
    assert len(folders) == 3, folders


def test_missing_browser_is_a_setup_error(gen_app: Path, run: Run, results: Results) -> None:
    """F116: infrastructure is neither a pass nor a failure of the app."""
    result = run("--uibench-app=gen_app", "--uibench-browser=/nowhere/chrome", *NO_XDIST)
    result.assert_outcomes(errors=4)
    result.stdout.fnmatch_lines(["*/nowhere/chrome*"])
    found = results()
    assert found["apps"][0]["exec"]["at_1"] is None
    assert found["summary"]["exec_at_1"] is None


def test_async_test_beside_it(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    """F108: a loop that runs in this thread is named, not run into."""
    pytester.makeconftest(
        """
        import asyncio, pytest
        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_setup(item):
            loop = asyncio.new_event_loop()
            asyncio.events._set_running_loop(loop)
            try:
                return (yield)
            finally:
                asyncio.events._set_running_loop(None)
                loop.close()
        """
    )
    result = run("--uibench-app=gen_app", "-k", "render", *NO_XDIST)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*asyncio*"])


def test_a_dying_worker_keeps_what_was_there(
    gen_app: Path, pytester: pytest.Pytester, run: Run, results: Results
) -> None:
    """F105: ``os._exit`` in a test beside the app's items."""
    pytester.makepyfile(test_die="import os\ndef test_die(): os._exit(1)")
    result = run("--uibench-app=gen_app", "-n2")
    assert result.ret != 0
    statuses = [item["status"] for item in results()["apps"][0]["items"]]
    assert statuses.count("passed") >= 3


def test_worker_that_dies_in_an_item(gen_app: Path, pytester: pytest.Pytester, run: Run, results: Results) -> None:
    pytester.makeconftest(
        """
        import os
        def pytest_runtest_call(item):
            if "about" in item.name:
                os._exit(1)
        """
    )
    run("--uibench-app=gen_app", "-n2")
    items = {item["id"]: item for item in results()["apps"][0]["items"]}
    assert items["/about.html"]["status"] == "errored"
    assert items["/about.html"]["label"] == "infra:crash"
    assert items["render"]["status"] == "passed"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill-9"])
def test_no_browser_is_left(gen_app: Path, pytester: pytest.Pytester, how: signal.Signals) -> None:
    """F117: whatever ends the run, no Chromium stays; after Ctrl-C the report is there."""
    pytester.makepyfile(
        test_wait="import pathlib, threading\n"
        "def test_wait(uibench_page):\n    pathlib.Path('ready').write_text('x')\n    threading.Event().wait(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "--uibench-app=gen_app", *NO_XDIST], cwd=pytester.path, stdout=subprocess.PIPE
    )
    wait_for((pytester.path / "ready").exists)
    browsers = chromiums(process.pid)
    assert browsers
    process.send_signal(how)
    process.wait(timeout=30)
    wait_for(lambda: not any(browser.is_running() for browser in browsers))
    if how == signal.SIGINT:
        card = load_results(pytester.path / "uibench-report" / "results.json")
        assert card.run.complete is False
        assert {item.status for item in card.apps[0].items} == {"passed"}


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> None:
    import threading
    import time

    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        threading.Event().wait(0.1)


def test_records_are_plain_builtins(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    pytester.makeconftest(
        """
        import json
        def pytest_runtest_logreport(report):
            if report.when == "call":
                data = dict(report.user_properties)["uibench"]
                assert json.loads(json.dumps(data)) == data
                print("record", data["kind"], data["status"])
        """
    )
    result = run("--uibench-app=gen_app", "-s", *NO_XDIST)
    result.stdout.fnmatch_lines(["*record exec passed"])


def test_two_runs_do_not_share_an_output_folder(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    import filelock

    folder = pytester.path / "uibench-report"
    folder.mkdir()
    with filelock.FileLock(folder / ".uibench-report"):
        result = run("--uibench-app=gen_app", *NO_XDIST)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*another run is writing there*"])


def test_results_can_be_loaded(gen_app: Path, pytester: pytest.Pytester, run: Run) -> None:
    run("--uibench-app=gen_app", *NO_XDIST)
    path = pytester.path / "uibench-report" / "results.json"
    assert load_results(path).apps[0].app == "gen_app"
    assert json.loads(path.read_text())["tool"]["name"] == "pytest-uibench"
