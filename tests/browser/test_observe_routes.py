"""Many routes of one app: order, attribution, isolation, hash routes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pytest_uibench.model import PageObservation
from pytest_uibench.observe.page import RouteRequest, View, observe_page
from pytest_uibench.observe.routes import Pages

from .conftest import Handler, Opener, Site, observe_routes

APP = """<!doctype html><title>App</title><div id=root></div><script>
const path = location.hash ? location.hash.slice(1) : location.pathname;
document.title = path;
root.innerHTML = `<h1>Page ${path}</h1><p>with enough text to be one</p>`;
console.error('line of ' + path);
fetch('/missing-of' + path);
</script>"""


def requests(*paths: str) -> list[RouteRequest]:
    return [RouteRequest(route=path, path=path) for path in paths]


def essence(seen: list[PageObservation]) -> list[tuple[object, ...]]:
    """All but times."""
    return [
        (p.path, p.landed, p.status, p.title, p.text, p.fingerprint, p.console, p.requests, p.links, p.screenshot)
        for p in seen
    ]


@pytest.mark.parametrize("in_flight", [1, 2, 3])
def test_results_are_in_order_and_events_belong_to_their_page(opener: Opener, site: Site, in_flight: int) -> None:
    def answer(handler: Handler) -> None:
        if handler.path.startswith("/missing-of"):
            handler.reply(404, {}, "")
        else:
            # The first pages are the slowest.
            handler.late({"/a": 0.6, "/b": 0.3}.get(handler.path, 0.0), APP)

    site.fallback = answer
    paths = ["/a", "/b", "/c", "/d", "/e"]
    told: list[tuple[int, int]] = []
    seen = observe_routes(
        opener, requests(*paths), in_flight=in_flight, on_progress=lambda done, total, _page: told.append((done, total))
    )
    assert [page.path for page in seen] == paths
    assert [page.title for page in seen] == paths
    assert [[line.text for line in page.console] for page in seen] == [[f"line of {path}"] for path in paths]
    assert [[fault.url for fault in page.requests] for page in seen] == [[f"/missing-of{path}"] for path in paths]
    assert told == [(n, 5) for n in range(1, 6)]
    assert len(opener.sessions) == in_flight


def test_number_of_pages_in_flight_changes_nothing(opener: Opener, site: Site, tmp_path: Path) -> None:
    site.fallback = lambda handler: (
        handler.reply(404, {}, "") if "missing" in handler.path else handler.reply(200, {}, APP)
    )
    wanted = requests("/", "/a", "/b", "/c", "/a")
    alone = observe_routes(opener, wanted, View(shots=tmp_path), in_flight=1)
    together = observe_routes(opener, wanted, View(shots=tmp_path), in_flight=2)
    assert essence(alone) == essence(together)


STORES = """<!doctype html><div id=root></div><script>
(async () => {
  const left = [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie,
    ...(await indexedDB.databases()).map(d => d.name), ...(await caches.keys()),
    window.name.replace(/^uibench-load:1$/, '')];
  root.innerHTML = '<h1>Left: ' + left.filter(Boolean).join() + '</h1><p>of the page before</p>';
  localStorage.setItem('cart', '[1]'); sessionStorage.setItem('user', '1'); document.cookie = 'session=1';
  await caches.open('old'); window.name = 'named';
  addEventListener('pagehide', () => localStorage.setItem('written', 'on leaving'));
  await new Promise(done => { indexedDB.open('shop').onsuccess = done });
  document.title = 'stored';
})()</script>"""


def test_nothing_is_left_of_the_route_before(opener: Opener, site: Site) -> None:
    """F69: cookies, both storages, databases, caches, the tab's name; also what is written while leaving."""
    site.fallback = STORES
    seen = observe_routes(opener, requests("/a", "/b", "/c"), in_flight=1)
    assert [page.title for page in seen] == ["stored"] * 3
    assert {page.text for page in seen} == {"Left: of the page before"}


def test_pages_in_flight_do_not_share_storage(opener: Opener, site: Site) -> None:
    site.fallback = STORES
    seen = observe_routes(opener, requests(*(f"/{n}" for n in range(6))), in_flight=2)
    assert {page.text for page in seen} == {"Left: of the page before"}


HASH = """<!doctype html><div id=root></div><script>
window.visits = 0;
const show = () => { visits += 1; root.innerHTML = `<h1>At ${location.hash || 'home'}</h1><p>visit ${visits}</p>
<a href="#/">Home</a><a href="#/cart?x=1">Cart</a><a href="/">Root</a>` };
addEventListener('hashchange', show); show()</script>"""


def test_hash_routes_are_loaded_afresh(opener: Opener, site: Site) -> None:
    """F27: no response is fine, and no state in memory leaks from route to route."""
    site.pages["/"] = HASH
    seen = observe_routes(opener, requests("/#/", "/#/cart", "/#/about", "/"), View(hash_router=True), in_flight=1)
    assert [page.text.split(" Home")[0] for page in seen] == [
        "At #/ visit 1", "At #/cart visit 1", "At #/about visit 1", "At home visit 1",
    ]  # fmt: skip
    assert [page.landed for page in seen] == ["/#/", "/#/cart", "/#/about", "/#/"]
    assert [page.fault for page in seen] == [None] * 4
    assert {link.text: link.path for link in seen[1].links} == {"Home": "/#/", "Cart": "/#/cart", "Root": "/#/"}


def test_random_and_dated_pages_are_equal_on_every_load(opener: Opener, site: Site) -> None:
    """G21."""
    site.pages["/"] = (
        "<!doctype html><div id=root></div><script>root.innerHTML = '<h1>' + Array.from({length: 5}, Math.random)"
        " + '</h1><p>'"
        "+ new Date() + new Date().toLocaleString() + new Intl.DateTimeFormat().format() + '</p>'</script>"
    )
    seen = observe_routes(opener, requests("/", "/", "/"), in_flight=2)
    assert len({page.fingerprint for page in seen}) == 1
    assert "Jan 15 2026 10:00:00" in seen[0].text


def test_kept_pages_serve_several_rounds(opener: Opener, site: Site) -> None:
    site.fallback = "<h1>Round</h1>"
    with Pages(opener, View(), in_flight=2) as pages:
        first = pages.observe(requests("/a", "/b", "/c"))
        second = pages.observe(requests("/d"))
        assert pages.observe([]) == []
    assert [page.text for page in first + second] == ["Round"] * 4
    assert len(opener.sessions) == 2


def test_foreign_languages_change_nothing(opener: Opener) -> None:
    """G23: no English word list decides anything."""
    seen = opener.see(
        "<!doctype html><div id=root><h1>购物车</h1><p>您的购物车是空的 请继续购物 欢迎光临本店</p></div>"
    )
    assert seen.text.startswith("购物车")
    assert seen.settling is not None
    assert seen.settling.settled


def test_session_outlives_a_page_that_closes_itself(opener: Opener, site: Site) -> None:
    site.pages.update({"/": "<h1>Bye</h1><script>setTimeout(() => window.close(), 30)</script>", "/b": "<h1>Next</h1>"})
    session = opener()
    observe_page(session, RouteRequest(route="/", path="/"))
    assert observe_page(session, RouteRequest(route="/b", path="/b")).text == "Next"


def test_engine_has_no_contexts_left(engine: Browser) -> None:
    """Sessions close what they open."""
    assert engine.contexts == []


@pytest.mark.parametrize(("home", "pages"), [("<h1>Fine</h1><p>a page</p>", 3), ("<script>for(;;);</script>", 1)])
def test_a_leading_page_at_fault_ends_the_wave(opener: Opener, site: Site, home: str, pages: int) -> None:
    """Nobody waits for the other pages of an app whose home page hangs."""
    site.pages.update({"/": home, "/a": "<h1>A</h1>", "/b": "<h1>B</h1>"})
    with Pages(opener, View(deadline_ms=1_000), in_flight=3) as kept:
        seen = kept.observe(requests("/", "/a", "/b"), lead=True)
        again = kept.observe(requests("/a"))
    assert len(seen) == pages
    assert (seen[0].fault is None) == (pages == 3)
    assert again[0].text == "A"
