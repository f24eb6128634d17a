"""Pages that the app's own server could not make (5xx), and what its log says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.checks.executability import judge_route
from pytest_uibench.checks.links import judge_links
from pytest_uibench.model import Link, PageObservation, Probe, SiteObservation, SubjectOptions
from pytest_uibench.subject.serve import server_error
from pytest_uibench.subject.typecheck import writes_dependencies

FULL = Probe(mount="body", all=40, text=300, visuals=2, interactive=5)


def page(log: str, root: Path) -> PageObservation:
    (root / "serve.log").write_text("ready on 127.0.0.1\n")
    (root / "serve-2.log").write_text(log)
    options = SubjectOptions(cache=str(root), logs=str(root), run_id="run")
    fault = server_error(500, "/shop", options)
    return PageObservation(route="/shop", path="/shop", landed="/shop", status=500, probe=FULL, fault=fault)


def test_an_error_page_does_not_pass_for_a_page(tmp_path: Path) -> None:
    seen = page("\x1b[31m[500] GET /shop\x1b[0m\nTypeError: rows is not iterable\n    at load (a.js:1:2)\n", tmp_path)
    verdict = judge_route(seen)
    assert (verdict.status, verdict.label) == ("failed", "render:server-error")
    assert verdict.detail[1:3] == ("/shop was answered with status 500", "TypeError: rows is not iterable")


def test_a_variable_that_the_server_misses(tmp_path: Path) -> None:
    verdict = judge_route(page("Error: SHOP_API_KEY is not set\n", tmp_path))
    assert "SHOP_API_KEY" in verdict.detail[-1]


@pytest.mark.parametrize(
    "log",
    ["TypeError: fetch failed\n    at node:internal/deps/undici\n", "Error: getaddrinfo EAI_AGAIN api.shop.example\n"],
)
def test_a_server_that_calls_another_host_cannot_be_judged(log: str, tmp_path: Path) -> None:
    seen = page(log, tmp_path)
    assert (judge_route(seen).status, judge_route(seen).label) == ("errored", "infra:network")
    home = PageObservation(
        route="/", path="/", landed="/", status=200, probe=FULL, links=(Link(href="/shop", path="/shop", text="Shop"),)
    )
    verdict, links = judge_links(SiteObservation(pages=(home, seen)), lambda path: True)
    assert (verdict.status, links.dead) == ("passed", ())


def test_a_folder_that_may_not_be_made_in_mounted_packages() -> None:
    assert writes_dependencies("Error: ENOENT: no such file or directory, mkdir '/w/app/node_modules/.made'")
    assert not writes_dependencies("Error: ENOENT: no such file or directory, mkdir '/w/app/dist/x'")
    assert not writes_dependencies("Error: ENOENT: no such file or directory, open '/w/app/node_modules/a/b.js'")
