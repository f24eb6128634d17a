"""``navigation[…]`` and ``interaction[…]`` items: isolated, judged by what pages show, counted in the report."""

from __future__ import annotations

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
reference: {app: ../reference}
screens:
  - {id: home, route: /}
  - {id: about, route: /about.html}
navigation:
  - {id: about-exists, kind: page, screen: about}
  - {id: to-about, kind: tab, from: home, click: {role: link, name: About us}, to: about}
  - {id: nowhere, kind: tab, from: home, click: {role: button, name: Say hello}, to: about}
  - {id: no-such-link, kind: parent-child, from: home, click: {role: link, name: Careers}, to: about}
interactions:
  - id: hello
    family: disclosure
    features:
      - id: says
        from: home
        do: [{click: {role: button, name: Say hello}}]
        expect: [{visible: {text: Hello there}}, {visible: {text: Nice to see you}}]
      - id: leaves
        from: about
        marks: [slow]
        do: [{click: {role: link, name: Home}}]
        expect: [{screen: home}]
  - id: never
    family: crud
    features:
      - {id: skipped, from: home, skip: not yet, do: [{click: {text: x}}], expect: [{visible: {text: y}}]}
"""
SAYS = """<p id=said></p><script>
document.querySelector("button").addEventListener("click", () => { said.textContent = "Hello there" })
</script></main>"""


@pytest.fixture
def spec(pytester: pytest.Pytester) -> Path:
    write_site(pytester.path / "reference")
    path = pytester.path / "specs/gen_app.yaml"
    path.parent.mkdir()
    path.write_text(SPEC)
    return path


def speaking(folder: Path) -> None:
    """The button says one of the two things that it should."""
    page = folder / "index.html"
    page.write_text(page.read_text().replace("</main>", SAYS))


@pytest.mark.usefixtures("spec")
def test_outcomes_are_the_same_in_every_mode(gen_app: Path, run: Run, results: Results, mode: tuple[str, ...]) -> None:
    speaking(gen_app)
    done = run(f"--uibench-app={gen_app}", *mode, "--strict-markers", "-m", "uibench_navigation or uibench_interaction")
    assert done.ret == pytest.ExitCode.TESTS_FAILED, done.stdout.str()
    app = results()["apps"][0]
    navigation = {entry["id"]: entry["status"] for entry in app["navigation"]["items"]}
    assert navigation == {
        "about-exists": "passed",
        "to-about": "passed",
        "nowhere": "failed",
        "no-such-link": "failed",
    }
    assert (app["navigation"]["passed"], app["navigation"]["total"], app["navigation"]["rate"]) == (2, 4, 50)
    assert app["navigation"]["by_kind"]["tab"] == {"passed": 1, "total": 2, "rate": 50}
    hello, never = app["interactions"]["items"]
    assert {feature["id"]: feature["outcome"] for feature in hello["features"]} == {"says": "P", "leaves": "W"}
    assert (hello["outcome"], hello["r"], hello["scope"], app["interactions"]["iis"]) == ("P", 0.5, "S1", 50)
    assert never["outcome"] is None
    labels = {item["id"]: item["label"] for item in app["items"]}
    assert labels["nowhere"] == "navigation:wrong-place"
    assert labels["no-such-link"] == "navigation:click"
    assert labels["hello/says"] == "interact:expectation"


@pytest.mark.usefixtures("spec")
def test_failures_tell_the_step_its_line_and_what_was_near(gen_app: Path, run: Run) -> None:
    done = run(f"--uibench-app={gen_app}", "-k", "no-such-link or says or nowhere")
    done.stdout.fnmatch_lines(
        [
            "*navigation[[]nowhere[]]*",
            "navigation:wrong-place: / shows home, not about *",
            "*navigation[[]no-such-link[]]*",
            "navigation:click: not found: *Careers*",
            "*nearest: *About us*",
            "*interaction[[]hello/says[]]*",
            "interact:expectation: visible text=Hello there (*gen_app.yaml:19:*",
        ]
    )


@pytest.mark.usefixtures("spec")
def test_marks_of_the_spec_select_items(gen_app: Path, run: Run) -> None:
    done = run(f"--uibench-app={gen_app}", "-m", "slow", "-q")
    assert done.parseoutcomes()["passed"] == 1
    done = run(f"--uibench-app={gen_app}", "-k", "skipped", "-rs")
    done.stdout.fnmatch_lines(["*SKIPPED*not yet*"])


@pytest.mark.usefixtures("spec")
def test_an_app_that_does_not_run_scores_zero(pytester: pytest.Pytester, run: Run, results: Results) -> None:
    blank = pytester.path / "gen_app"
    blank.mkdir()
    (blank / "index.html").write_text("<!doctype html><div id=root></div>")
    run(f"--uibench-app={blank}")
    app = results()["apps"][0]
    assert (app["navigation"]["rate"], app["interactions"]["iis"]) == (0, 0)
    assert (results()["summary"]["iis"], results()["summary"]["navigation"]) == (0, 0)
