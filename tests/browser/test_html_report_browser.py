"""The page in a real browser, from disk: nothing from elsewhere, nothing wrong, nothing too wide, nothing that runs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pytest_uibench.report import write_reports
from tests.scorecards import HOSTILE, app_card, hostile_app, make_files, rich_card, scorecard

SHELL = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(SHELL is None, reason="no Chromium on PATH")

# Contrast of each text with the background behind it (WCAG 2.2, 1.4.3): colours here are opaque.
CONTRAST = """() => {
  const parse = c => c.match(/[\\d.]+/g).map(Number);
  const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => [r, g, b].map(v => linear(v / 255))
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = node => { for (; node; node = node.parentElement) {
    const c = parse(getComputedStyle(node).backgroundColor); if (c[3] !== 0) return c; } return [255, 255, 255]; };
  const low = new Set(); let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility() || node.closest('style')) continue;
    seen += 1;
    const [a, b] = [light(parse(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) low.add(`${node.tagName}.${node.className}: ${ratio.toFixed(2)}`);
  }
  return [seen, [...low]];
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("report")
    card = rich_card()
    make_files(card, output)
    assert write_reports(card, output).errors == ()
    return output / "index.html"


class Seen:
    """What a page asked for and complained about."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda line: self.complaints.append(line.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda request: self.complaints.append(request.url))
        page.on("dialog", lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()))


def open_page(browser: Browser, path: Path, width: int = 1440, scheme: str = "light") -> tuple[Page, Seen]:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    seen = Seen(page)
    page.set_default_timeout(10_000)
    page.goto(path.as_uri())
    page.evaluate("() => { for (const node of document.querySelectorAll('details')) node.open = true; }")
    page.evaluate("() => Promise.all([...document.images].map(i => { i.loading = 'eager'; return i.decode(); }))")
    return page, seen


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390, 320])
def test_it_fits_and_asks_for_nothing_from_elsewhere(chromium: Browser, report: Path, width: int, scheme: str) -> None:
    page, seen = open_page(chromium, report, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert seen.complaints == []
    assert all(url.startswith((report.parent.as_uri(), "data:image/svg+xml")) for url in seen.requests)
    assert page.evaluate("[...document.images].every(i => i.naturalWidth === 1440)")
    assert page.evaluate("getComputedStyle(document.querySelector('.panel')).borderTopLeftRadius") == "12px"
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(chromium: Browser, report: Path, scheme: str) -> None:
    page, _ = open_page(chromium, report, scheme=scheme)
    count, low = page.evaluate(CONTRAST)
    assert count > 200
    assert low == []
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(245, 246, 248)", "dark": "rgb(15, 18, 24)"}[scheme]
    page.close()


@pytest.mark.parametrize("width", [1440, 390])
def test_hostile_texts_create_nothing_and_fit(chromium: Browser, tmp_path: Path, width: int) -> None:
    long = app_card("w" * 500, items=rich_card().apps[1].items)
    assert write_reports(scorecard([hostile_app(), long], complete=False), tmp_path).errors == ()
    page, seen = open_page(chromium, tmp_path / "index.html", width)
    assert seen.complaints == []
    assert page.locator("script, img, iframe, object, [onerror]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_text('<img src=x onerror="alert(1)">').first.is_visible()
    assert HOSTILE not in page.content()
    page.close()


def test_the_policy_refuses_a_script_that_slipped_in(chromium: Browser, report: Path, tmp_path: Path) -> None:
    source = report.read_text(encoding="utf-8").replace(
        "<h1>", '<script>document.title = "owned"</script><h1 onclick="x()">'
    )
    (tmp_path / "index.html").write_text(source, encoding="utf-8")
    page = chromium.new_page()
    seen = Seen(page)
    page.goto((tmp_path / "index.html").as_uri())
    assert page.title() != "owned"
    assert any("Content Security Policy" in line for line in seen.complaints)
    page.close()


def test_it_works_by_keyboard(chromium: Browser, report: Path) -> None:
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.goto(report.as_uri())
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the results")
    assert skip.evaluate("node => node === document.activeElement")
    assert skip.bounding_box()["y"] >= 0  # type: ignore[index]
    green = page.locator("section.app", has_text="shop-sonnet").locator("> details")
    assert green.evaluate("node => node.open") is False
    green.locator("> summary").focus()
    page.keyboard.press("Enter")
    assert green.evaluate("node => node.open") is True
    page.close()


def test_a_link_to_a_folded_app_unfolds_it(chromium: Browser, report: Path) -> None:
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.goto(report.as_uri())
    page.get_by_role("row", name="shop-sonnet").get_by_role("link").click()
    page.wait_for_function("document.querySelector('#app-1').closest('details').open")
    box = page.get_by_role("heading", name="shop-sonnet").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900
    page.close()


def test_tables_keep_their_roles_when_stacked(chromium: Browser, report: Path) -> None:
    page, _ = open_page(chromium, report, 390)
    assert page.get_by_role("rowheader", name="shop-kimi").count() >= 1
    assert page.get_by_role("region").count() >= 4
    page.close()


def test_a_screenshot_opens_from_its_thumbnail(chromium: Browser, report: Path) -> None:
    page, _ = open_page(chromium, report)
    page.get_by_role("link", name="Screenshot of /cart").last.click()
    page.wait_for_url("**/apps/shop-kimi/routes/cart.png")
    page.close()


def test_an_incomplete_run_shows_its_banner_first(chromium: Browser, tmp_path: Path) -> None:
    apps = [replace(app, missing=(f"{app.path}/package.json::links",)) for app in rich_card().apps]
    write_reports(scorecard(apps, complete=False), tmp_path)
    page, _ = open_page(chromium, tmp_path / "index.html", 390)
    banner = page.get_by_role("alert")
    assert "3 items gave no result" in banner.inner_text()
    assert banner.bounding_box()["y"] < page.locator(".tiles").bounding_box()["y"]  # type: ignore[index]
    page.close()
