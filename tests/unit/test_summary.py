"""Means over apps: what counts as 0, what is left out, and that nothing is never 0."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uibench.model import Failure, RouteCard, Summary
from pytest_uibench.scoring.summary import executable, summarise
from tests.scorecards import app_card, broken_app, green_app, item, look, partial_app

INFRASTRUCTURE = Failure(label="infra:network", stage="install", message="no network")


def test_nothing_is_none_and_never_zero() -> None:
    summary = summarise([])
    means = [
        name
        for name in Summary.__dataclass_fields__
        if name not in ("apps", "items", "counts", "by_category", "by_model")
    ]
    assert {name: getattr(summary, name) for name in means} == dict.fromkeys(means)
    assert summary.apps == 0
    assert set(summary.items.values()) == {0}


def test_exec_is_per_cent_over_the_apps_that_could_be_judged() -> None:
    apps = [app_card("a"), app_card("b"), app_card("c", False), app_card("d", None, failure=INFRASTRUCTURE)]
    summary = summarise(apps)
    assert summary.exec_at_1 == pytest.approx(200 / 3)
    assert (summary.apps, summary.counts["exec_at_1"]) == (4, 3)
    assert summary.exec_at_3 is None


def test_only_infrastructure_has_no_rate() -> None:
    assert summarise([app_card("a", None, failure=INFRASTRUCTURE)]).exec_at_1 is None


def test_a_pass_at_the_first_attempt_is_a_pass_within_three() -> None:
    apps = [app_card("a"), app_card("b", False, at_3=True), app_card("c", False, at_3=False)]
    summary = summarise(apps)
    assert summary.exec_at_1 == pytest.approx(100 / 3)
    assert summary.exec_at_3 == pytest.approx(200 / 3)
    assert [executable(app) for app in apps] == [True, True, False]


def test_headline_counts_a_failed_app_as_zero_and_the_conditional_leaves_it_out() -> None:
    apps = [
        app_card("a", fidelity=look(80.0), interactions={"iis": 60.0}, navigation={"rate": 90.0, "nrs": 50.0}),
        app_card("b", False, fidelity=look(70.0)),
        app_card("c", None, failure=INFRASTRUCTURE, fidelity=None),
    ]
    summary = summarise(apps)
    assert (summary.vfs, summary.vfs_conditional) == (40.0, 80.0)
    assert (summary.iis, summary.iis_conditional) == (30.0, 60.0)
    assert (summary.navigation, summary.nrs) == (45.0, 25.0)
    assert (summary.counts["vfs"], summary.counts["vfs_conditional"]) == (2, 1)


def test_a_failed_app_counts_only_where_its_spec_asked() -> None:
    measured = app_card("a", fidelity=look(80.0), items=(item("a", "fidelity", "home"),))
    smoke = app_card("b", False, items=(item("b", "route", "/", "blocked"),))
    asked = app_card("c", False, items=(item("c", "fidelity", "home", "blocked"),))
    assert summarise([measured, smoke]).vfs == 80.0
    assert summarise([measured, asked]).vfs == 40.0
    assert summarise([asked]).vfs == 0.0
    assert summarise([smoke]).vfs is None


def test_a_score_of_ours_that_failed_is_left_out() -> None:
    apps = [app_card("a", fidelity=look(80.0)), app_card("b", fidelity=look(None)), app_card("c")]
    summary = summarise(apps)
    assert (summary.vfs, summary.vfs_conditional, summary.counts["vfs"]) == (80.0, 80.0, 1)


def test_an_app_that_repair_saved_keeps_its_scores() -> None:
    assert summarise([app_card("a", False, at_3=True, fidelity=look(64.0))]).vfs == 64.0


def test_routes_are_counted_one_by_one_over_all_apps() -> None:
    routes = [
        RouteCard(route=f"/{n}", url=f"/{n}", source="static", rendered=outcome)
        for n, outcome in enumerate((True, False, None))
    ]
    summary = summarise([app_card("a", routes=tuple(routes)), app_card("b", routes=(routes[0], routes[0]))])
    assert (summary.routes_rendered, summary.counts["routes_rendered"]) == (75.0, 4)
    # In an app that fails EXEC, a route that was not opened did not render.
    assert summarise([app_card("a", False, routes=tuple(routes))]).routes_rendered == pytest.approx(100 / 3)


def test_groups_have_the_same_fields_sorted_and_no_group_of_nobody() -> None:
    apps = [green_app(), partial_app(), broken_app(), app_card("stray")]
    summary = summarise(apps)
    assert list(summary.by_model) == ["GLM", "Kimi", "Sonnet"]
    assert list(summary.by_category) == ["commerce"]
    group = summary.by_model["GLM"]
    assert isinstance(group, dict)
    assert set(group) == set(Summary.__dataclass_fields__) - {"by_model", "by_category"}
    assert (group["apps"], group["exec_at_1"]) == (1, 0.0)
    assert json.loads(json.dumps(summary.by_category["commerce"])) == summary.by_category["commerce"]


def test_items_are_counted_per_status() -> None:
    summary = summarise([broken_app()])
    assert summary.items == {"passed": 1, "partial": 0, "failed": 1, "blocked": 11, "not_applicable": 0, "errored": 0}


def test_conditional_times_share_of_executable_is_the_headline() -> None:
    """METRICS 6: the identity that the published tables obey."""
    apps = [app_card(f"a{n}", n % 3 != 0, fidelity=look(10.0 * n) if n % 3 else None) for n in range(1, 10)]
    summary = summarise(apps)
    assert summary.vfs is not None
    assert summary.vfs_conditional is not None
    assert summary.vfs == pytest.approx(summary.vfs_conditional * 6 / 9)


def test_groups_reproduce_a_published_headline() -> None:
    """UI2App, content category, Kimi K2.5: 19 of 23 apps run at the first attempt (82.6 %)."""
    apps = [app_card(f"a{n}", n < 19, at_3=n < 20, category="content", model="Kimi K2.5") for n in range(23)]
    group = summarise(apps).by_category["content"]
    assert isinstance(group, dict)
    assert (round(group["exec_at_1"], 1), round(group["exec_at_3"], 1)) == (82.6, 87.0)


def test_scoring_imports_neither_pytest_nor_a_browser() -> None:
    source = Path(summarise.__code__.co_filename).read_text(encoding="utf-8")
    assert "playwright" not in source
    assert "import pytest" not in source
