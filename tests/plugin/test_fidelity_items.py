"""``fidelity[<screen>]`` items: a reference, thresholds, evidence, the report."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import write_site

Run = Callable[..., pytest.RunResult]
Results = Callable[[], dict[str, Any]]

SPEC = """\
uibench: 1
task: gen_app
reference: {reference}
screens:
  - {{id: home, route: /}}
  - {{id: about, route: /about.html}}
{more}
"""


@pytest.fixture
def spec(pytester: pytest.Pytester) -> Callable[..., Path]:
    """Write the spec of ``gen_app`` with the reference site beside it."""
    write_site(pytester.path / "reference")

    def write(more: str = "", reference: str = "{app: ../reference}") -> Path:
        path = pytester.path / "specs/gen_app.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(SPEC.format(reference=reference, more=more))
        return path

    return write


def capture(pytester: pytest.Pytester, spec: Path) -> pytest.RunResult:
    """``uibench capture`` of the reference site into ``captured``."""
    command = (sys.executable, "-m", "pytest_uibench", "capture", "reference", "--spec", spec, "-o", "captured")
    return pytester.run(*command)


def screens(card: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {screen["id"]: screen for screen in card["apps"][0]["screens"]}


def test_the_same_site_scores_full_in_every_mode(
    gen_app: Path,
    spec: Callable[..., Path],
    run: Run,
    results: Results,
    mode: tuple[str, ...],
    pytester: pytest.Pytester,
) -> None:
    spec("fidelity: {vfs: 99, content_vfs: 99}")
    done = run(f"--uibench-app={gen_app}", *mode, "-v")
    assert done.ret == pytest.ExitCode.OK, done.stdout.str()
    done.stdout.fnmatch_lines(["*gen_app/index.html::fidelity?home?*"])
    card = results()
    assert card["apps"][0]["fidelity"]["vfs"] == card["apps"][0]["fidelity"]["content_vfs"] == 100
    assert card["summary"]["vfs"] == 100
    seen = screens(card)
    assert (seen["about"]["matched_route"], seen["about"]["tier"]) == ("/about.html", "dom")
    assert seen["home"]["need"] == {"vfs": 99, "content_vfs": 99}
    for screen in seen.values():
        for picture in screen["pictures"].values():
            assert (pytester.path / "uibench-report" / picture).is_file()


def test_thresholds_and_missing_screens_fail_with_their_reasons(
    pytester: pytest.Pytester, spec: Callable[..., Path], run: Run, results: Results
) -> None:
    spec("fidelity: {content_vfs: 95}")
    app = write_site(pytester.path / "gen_app", index="Something else is said here, at some length.")
    (app / "about.html").unlink()
    done = run(f"--uibench-app={app}", "-m", "uibench_fidelity")
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(
        ["*content VFS * is below 95: *lost *", "*screenshot: *fidelity/home-overlay.png*", "*MISS: *"]
    )
    seen = screens(results())
    assert seen["home"]["content_vfs"] < 95
    assert (seen["about"]["content_route"], seen["about"]["content_vfs"]) == (None, 0)
    statuses = {item["id"]: item["label"] for item in results()["apps"][0]["items"]}
    assert statuses == {"home": "fidelity:content", "about": "fidelity:missing"}


def test_an_app_that_does_not_render_scores_zero(
    pytester: pytest.Pytester, spec: Callable[..., Path], run: Run, results: Results
) -> None:
    spec()
    blank = pytester.path / "gen_app"
    blank.mkdir()
    (blank / "index.html").write_text("<!doctype html><div id=root></div>")
    run(f"--uibench-app={blank}")
    card = results()
    assert card["apps"][0]["fidelity"]["vfs"] == 0
    assert card["apps"][0]["fidelity"]["zero_imputed"] is True
    assert (card["summary"]["vfs"], card["summary"]["vfs_conditional"]) == (0, None)


def test_a_reference_that_does_not_run_is_our_trouble(
    gen_app: Path, pytester: pytest.Pytester, spec: Callable[..., Path], run: Run, results: Results
) -> None:
    spec()
    (pytester.path / "reference/about.html").unlink()
    done = run(f"--uibench-app={gen_app}", "-m", "uibench_fidelity")
    done.assert_outcomes(errors=2, deselected=4)
    done.stdout.fnmatch_lines(["*gen_app.yaml:6:*screen 'about'*"])
    assert results()["apps"][0]["fidelity"] is None


def test_against_a_capture_folder(
    gen_app: Path, pytester: pytest.Pytester, spec: Callable[..., Path], run: Run, results: Results
) -> None:
    """A capture is enough: the reference project may be gone."""
    path = spec()
    made = capture(pytester, path)
    assert made.ret == 0, made.stderr.str()
    spec("fidelity: {vfs: 100}", reference="{capture: ../captured}")
    shutil.rmtree(pytester.path / "reference")
    done = run(f"--uibench-app={gen_app}", "-m", "uibench_fidelity")
    done.assert_outcomes(passed=2, deselected=4)
    assert results()["apps"][0]["fidelity"]["vfs"] == 100


def shots(pytester: pytest.Pytester, spec: Callable[..., Path]) -> None:
    """A spec whose reference is two pictures."""
    capture(pytester, spec())
    text = SPEC.format(reference="{app: x}", more="").replace("reference: {app: x}\n", "")
    text = text.replace("id: home,", "id: home, screenshot: ../captured/home.png,")
    text = text.replace("id: about,", "id: about, screenshot: ../captured/about.png,")
    (pytester.path / "specs/gen_app.yaml").write_text(text)


def test_against_screenshots_alone(
    gen_app: Path, pytester: pytest.Pytester, spec: Callable[..., Path], run: Run, results: Results
) -> None:
    shots(pytester, spec)
    done = run(f"--uibench-app={gen_app}", "-m", "uibench_fidelity")
    done.assert_outcomes(passed=2, deselected=4)
    seen = screens(results())
    assert {screen["source"] for screen in seen.values()} == {"ocr"}
    assert all(screen["vfs"] > 70 for screen in seen.values())


def test_without_ocr_a_screenshot_is_skipped_with_the_reason(
    gen_app: Path,
    pytester: pytest.Pytester,
    spec: Callable[..., Path],
    run: Run,
    results: Results,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F96."""
    shots(pytester, spec)
    (pytester.path / "bin").mkdir()
    for name in ("node", "sh", "chromium-headless-shell", "chromium"):
        if (found := shutil.which(name)) is not None:
            (pytester.path / "bin" / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(pytester.path / "bin"))
    done = run(f"--uibench-app={gen_app}", "-m", "uibench_fidelity", "-rs")
    done.assert_outcomes(skipped=2, deselected=4)
    done.stdout.fnmatch_lines(["*SKIPPED*tesseract is not on PATH*"])
    assert {screen["vfs"] for screen in screens(results()).values()} == {None}


def test_hand_written_tests_go_to_screens(pytester: pytest.Pytester, spec: Callable[..., Path], run: Run) -> None:
    """A screen is found by what it shows: the app calls the page otherwise."""
    spec()
    app = write_site(pytester.path / "gen_app")
    (app / "about.html").rename(app / "us.html")
    for page in app.iterdir():
        page.write_text(page.read_text().replace("about.html", "us.html"))
    pytester.makepyfile(
        """
        import pytest

        def test_about(uibench_goto):
            page = uibench_goto("about")
            assert page.url.endswith("/us.html")

        def test_unknown(uibench_goto):
            uibench_goto("abuot")
        """
    )
    done = run(f"--uibench-app={app}", "test_hand_written_tests_go_to_screens.py")
    done.stdout.fnmatch_lines(["*no such screen of gen_app; there are: home, about*"])
    assert done.parseoutcomes()["failed"] == 1
