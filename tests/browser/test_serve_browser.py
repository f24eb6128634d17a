"""Served sites in a real browser: deep links, missing files, icons, base paths, parallel pages, a server on ``::1``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pytest_uibench.model import Prepared, Project, ServePlan, SubjectOptions
from pytest_uibench.subject.serve import requests, serve
from tests.unit.serving import SERVER, app, options, prepared

SHELL = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)

SHELL_PAGE = """<!doctype html><html><head><link rel="stylesheet" href="{base}/assets/a.css">
<script type="module" src="{base}/assets/app.js"></script></head><body><div id="root"></div></body></html>"""
SCRIPT = """import { text } from './part.mjs';
document.getElementById('root').textContent = text + location.pathname;
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context() as context:
        yield context.new_page()


def static(
    root: Path, *, spa: bool = True, base: str = "/", framework: str = "vite"
) -> tuple[Prepared, SubjectOptions]:
    one = prepared(root, None, base=base)
    project: Project = replace(one.project, serve=ServePlan(kind="static", spa=spa), framework=framework)
    return replace(one, project=project, site=str(root / "dist")), options(root)


def built(root: Path, base: str = "") -> None:
    assets = root / "dist/assets"
    assets.mkdir(parents=True)
    (root / "dist/index.html").write_text(SHELL_PAGE.format(base=base))
    (assets / "app.js").write_text(SCRIPT)
    (assets / "part.mjs").write_text("export const text = 'at ';")
    (assets / "a.css").write_text("body { color: rgb(1, 2, 3) }")


def complaints(page: Page) -> list[str]:
    seen: list[str] = []
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    return seen


@pytest.mark.parametrize("base", ["", "/repo"])
def test_a_deep_link_runs_without_a_word_on_the_console(page: Page, tmp_path: Path, base: str) -> None:
    """F24; the icon that browsers ask for unasked is no fault either."""
    built(tmp_path, base)
    seen = complaints(page)
    with serve(*static(tmp_path, base=base + "/"), lambda _text: None) as served:
        assert served.base == base
        answer = page.goto(f"{served.origin}{served.base}/orders/42")
        page.wait_for_function("document.getElementById('root').textContent !== ''")
        assert answer is not None
        assert answer.status == 200
        assert page.inner_text("#root") == f"at {base}/orders/42"
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(1, 2, 3)"
        assert page.evaluate("fetch('/favicon.ico').then((answer) => answer.status)") == 204
        assert {line.status for line in requests(served) if line.target.startswith(base + "/assets/")} == {200}
    assert seen == []


def test_a_missing_script_stays_missing(page: Page, tmp_path: Path) -> None:
    built(tmp_path)
    (tmp_path / "dist/assets/part.mjs").unlink()
    seen = complaints(page)
    with serve(*static(tmp_path), lambda _text: None) as served:
        page.goto(f"{served.origin}/deep")
        assert page.evaluate("fetch('/assets/part.mjs').then((answer) => answer.status)") == 404
        assert page.evaluate("fetch('/api/items').then((answer) => answer.status)") == 404
    assert any("404" in text for text in seen)


def test_plain_pages_have_no_fallback(page: Page, tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    for name in ("index", "about"):
        (tmp_path / f"dist/{name}.html").write_text(f"<h1>{name}</h1>")
    with serve(*static(tmp_path, framework="static"), lambda _text: None) as served:
        assert "several HTML pages" in served.notes[0]
        missing = page.goto(f"{served.origin}/nowhere")
        assert missing is not None
        assert missing.status == 404
        page.goto(f"{served.origin}/about")
        assert page.inner_text("h1") == "about"


def test_two_pages_at_once(chromium: Browser, tmp_path: Path) -> None:
    built(tmp_path)
    names = [f"i{number}.svg" for number in range(60)]
    for name in names:
        (tmp_path / "dist/assets" / name).write_text("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")
    images = "".join(f'<img src="/assets/{name}">' for name in names)
    (tmp_path / "dist/index.html").write_text(images)
    with serve(*static(tmp_path), lambda _text: None) as served, chromium.new_context() as context:
        pages = [context.new_page() for _ in range(2)]
        for number, one in enumerate(pages):
            one.evaluate(f"location.href = '{served.origin}/{number}'")
        for number, one in enumerate(pages):
            one.wait_for_url(f"{served.origin}/{number}")
            assert one.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth)")


def test_a_server_on_the_ipv6_loopback_is_reached(page: Page, tmp_path: Path) -> None:
    """F20."""
    script = SERVER + "http.createServer(page).listen(+process.env.PORT, '::1');"
    with serve(prepared(app(tmp_path, s=script), "node s.js"), options(tmp_path), lambda _text: None) as served:
        page.goto(f"{served.origin}/cart")
        assert "/cart" in page.inner_text("h1")
