"""The render probe, fingerprints, links and pictures of one page."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from pytest_uibench.browser.determinism import Determinism
from pytest_uibench.browser.session import SessionOptions
from pytest_uibench.model import Probe
from pytest_uibench.observe.page import RouteRequest, View, observe_current, observe_page

from .conftest import Opener, Site

SHOP = """<div id=root><h1>Shop</h1><p>12345</p><svg><path/></svg><img src=/x.png><a href=/a>A</a><a>no</a>
<button>B</button><div role=button>C</div><input></div><main>not here</main>"""


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<div id=root></div>", Probe(mount="#root", all=0, text=0, visuals=0, interactive=0)),
        (SHOP, Probe(mount="#root", all=10, text=19, visuals=2, interactive=4)),
        ("<div id=app><b>x</b></div>", Probe(mount="#app", all=1, text=1, visuals=0, interactive=0)),
        ("<div id=__next><b>x</b></div>", Probe(mount="#__next", all=1, text=1, visuals=0, interactive=0)),
        ("<main><b>x</b></main><p>y</p>", Probe(mount="main", all=1, text=1, visuals=0, interactive=0)),
        ("<p>y</p>", Probe(mount="body", all=1, text=1, visuals=0, interactive=0)),
        ("<div id=root><p style='display:none'>hidden</p></div>",
         Probe(mount="#root", all=1, text=0, visuals=0, interactive=0)),
    ],
)  # fmt: skip
def test_counts(opener: Opener, markup: str, expected: Probe) -> None:
    """METRICS 1: the mount element, and the four counts below it."""
    seen = opener.see(f"<!doctype html><title>T</title>{markup}")
    assert seen.probe is not None
    text = seen.probe.text
    assert seen.probe == Probe(
        mount=expected.mount,
        all=expected.all,
        text=text,
        visuals=expected.visuals,
        interactive=expected.interactive,
        canvas=expected.canvas,
    )
    assert (text == 0) == (expected.text == 0)
    assert seen.elements == expected.all


def test_blank_page_is_seen_with_its_console_and_picture(opener: Opener, tmp_path: Path) -> None:
    """F40: an entry that never mounts."""
    seen = opener.see(
        "<!doctype html><div id=root></div><script>console.error('no container')</script>",
        view=View(shots=tmp_path, shots_name="shots"),
    )
    assert (seen.text, seen.elements, seen.fault) == ("", 0, None)
    assert [line.text for line in seen.console] == ["no container"]
    assert seen.screenshot is not None
    assert (tmp_path / Path(seen.screenshot).name).is_file()
    assert seen.screenshot.startswith("shots/")


PAINT_2D = "const p = c.getContext('2d'); p.fillStyle = 'teal';"
PAINT_GL = """const g = c.getContext('webgl');
if (g) {{ (function draw() {{ g.clearColor({color}); g.clear(g.COLOR_BUFFER_BIT);
g.enable(g.SCISSOR_TEST); {more} g.disable(g.SCISSOR_TEST); requestAnimationFrame(draw) }})() }}"""
RED_CORNER = "g.scissor(9,9,50,50);g.clearColor(1,0,0,1);g.clear(g.COLOR_BUFFER_BIT);"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", "flat"),
        (PAINT_2D + "p.fillRect(0, 0, 5000, 5000)", "flat"),
        (PAINT_2D + "p.fillRect(10, 10, 60, 40)", "painted"),
        (PAINT_GL.format(color="0,0,1,1", more=""), "flat"),
        (PAINT_GL.format(color="0,0,1,1", more=RED_CORNER), "painted"),
        ("c.getContext('2d').drawImage(foreign, 0, 0)", "painted"),
    ],
    ids=["untouched", "one-colour", "2d", "webgl-one-colour", "webgl", "tainted"],
)  # fmt: skip
def test_canvas_is_painted_when_its_pixels_differ(opener: Opener, code: str, expected: str) -> None:
    """F58, METRICS 1: also WebGL, and pictures from elsewhere that the page itself may not read."""
    seen = opener.see(
        "<!doctype html><div id=root><canvas id=c width=400 height=200></canvas></div>"
        "<img id=foreign hidden src='https://pics.example.test/100x50.png'>"
        f"<script>onload = () => {{ {code} }}</script>"
    )
    assert seen.probe is not None
    assert seen.probe.canvas == expected


def test_canvas_below_the_fold_is_read_where_the_page_may(opener: Opener) -> None:
    seen = opener.see(
        "<!doctype html><div id=root><div style='height:3000px'></div><canvas id=c></canvas></div>"
        f"<script>{PAINT_2D} p.fillRect(0, 0, 20, 20)</script>"
    )
    assert seen.probe is not None
    assert seen.probe.canvas == "painted"


def test_missing_webgl_is_said(opener: Opener) -> None:
    """F59: told apart from a blank canvas."""
    seen = opener.see("<!doctype html><canvas id=c></canvas><script>c.getContext('2d'); c.getContext('webgl')</script>")
    assert seen.settling is not None
    assert "webgl: unavailable" in seen.settling.flags
    seen = opener.see("<!doctype html><canvas id=c></canvas><script>c.getContext('webgl')</script>")
    assert seen.settling is not None
    assert "webgl: unavailable" not in seen.settling.flags


def test_fingerprint_tells_equal_pages_from_different_ones(opener: Opener) -> None:
    page = "<!doctype html><div id=root><h1>Same</h1><p>{}</p></div>"
    one, two = opener.see(page.format("text"), path="/1"), opener.see(page.format("text"), path="/2")
    third, fourth = opener.see(page.format("other"), path="/3"), opener.see(page.format("<b>text</b>"), path="/4")
    assert one.fingerprint == two.fingerprint
    assert len({one.fingerprint, third.fingerprint, fourth.fingerprint}) == 3


LINKS = """<!doctype html><body><a href="/cart">Cart</a><a href="about/">About
 us</a><a href="?tab=2">Tab</a><a href="#">Top</a><a href="#faq">FAQ</a><a href="#/settings?x=1">Settings</a>
<a href="https://x.example.test/y">Away</a><a href="mailto:a@b.c">Mail</a><a href="javascript:void(0)">JS</a>
<a href="/terms" target="_blank"><img alt="Terms of use"></a><a href="/r.csv" download>CSV</a>
<a href="/cart">Cart</a><a href="//127.0.0.1:1/other">Port</a><a>none</a>
<svg><a href="/svg"><text>S</text></a></svg><my-menu></my-menu>
<script>customElements.define('my-menu', class extends HTMLElement { connectedCallback() {
 this.attachShadow({mode: 'open'}).innerHTML = '<a href="/shadow">In shadow</a>' } })</script>"""


def test_links(opener: Opener) -> None:
    """G08, F47, F48, F57: what each link opens, if anything."""
    seen = opener.see(LINKS, path="/shop/list")
    found = {link.text: (link.path, link.target, link.blank, link.download) for link in seen.links}
    assert found == {
        "Cart": ("/cart", "/cart", False, False),
        "About us": ("/shop/about", "/shop/about/", False, False),
        "Tab": ("/shop/list", "/shop/list?tab=2", False, False),
        "Top": (None, None, False, False),
        "FAQ": (None, None, False, False),
        "Settings": ("/shop/list#/settings", "/shop/list#/settings?x=1", False, False),
        "Away": (None, None, False, False),
        "Mail": (None, None, False, False),
        "JS": (None, None, False, False),
        "Terms of use": ("/terms", "/terms", True, False),
        "CSV": ("/r.csv", "/r.csv", False, True),
        "Port": (None, None, False, False),
        "S": ("/svg", "/svg", False, False),
        "In shadow": ("/shadow", "/shadow", False, False),
    }
    assert len(seen.links) == 14, "the same link twice is one"


def test_base_is_taken_off(opener: Opener, site: Site) -> None:
    site.fallback = "<h1>App</h1><a href='/app/cart'>Cart</a><a href='/other'>Other</a><a href='/application'>No</a>"
    seen = observe_page(opener(base="/app"), RouteRequest(route="/list", path="/list"))
    assert site.hits[0] == "/app/list"
    assert seen.landed == "/list"
    assert [link.path for link in seen.links] == ["/cart", None, None]


def test_landed_follows_redirects_and_drops_the_query(opener: Opener, site: Site) -> None:
    """G08: a query that is added on load is the same page."""
    site.pages["/old"] = (302, {"Location": "/new?from=old"}, "")
    site.pages["/new"] = "<h1>New</h1><script>history.replaceState(0, '', '/new?utm=1')</script>"
    seen = opener.see(path="/old")
    assert (seen.landed, seen.status) == ("/new", 200)


def test_status_of_the_document_is_kept(opener: Opener) -> None:
    seen = opener.see((404, {}, "<h1>Lost</h1>"), path="/missing")
    assert (seen.status, seen.text, seen.fault) == (404, "Lost", None)


def test_picture_is_the_viewport_whatever_the_page(opener: Opener, tmp_path: Path) -> None:
    """F75, F77: 20,000 px tall, and a hero of the viewport's height."""
    seen = opener.see(
        "<body style='margin:0'><div style='height:100vh;background:red'></div><div style='height:20000px'>x</div>",
        view=View(shots=tmp_path),
    )
    assert seen.screenshot is not None
    with Image.open(io.BytesIO((tmp_path / Path(seen.screenshot).name).read_bytes())) as image:
        assert image.size == (1440, 900)
        assert image.convert("RGB").getpixel((700, 880)) == (255, 0, 0)


def test_mouse_is_parked_before_the_picture(opener: Opener, site: Site, tmp_path: Path) -> None:
    """F52."""
    site.pages["/"] = "<style>*{margin:0}b{display:block;height:900px}b:hover{background:red}</style><b>x</b>"
    session = opener()
    observe_page(session, RouteRequest(route="/", path="/"))
    session.page.hover("b")
    seen = observe_current(session, RouteRequest(route="/", path="/"), View(shots=tmp_path))
    assert seen.screenshot is not None
    with Image.open(tmp_path / Path(seen.screenshot).name) as image:
        assert image.convert("RGB").getpixel((700, 500)) == (255, 255, 255)


@pytest.mark.parametrize(("scheme", "color"), [("light", "white"), ("dark", "black")])
def test_colour_scheme(opener: Opener, site: Site, scheme: str, color: str) -> None:
    """F85: light by default, settable."""
    site.pages["/"] = (
        "<h1 id=h></h1><script>const dark = matchMedia('(prefers-color-scheme: dark)');"
        "h.textContent = dark.matches ? 'black' : 'white'</script>"
    )
    fixed = Determinism() if scheme == "light" else Determinism(scheme="dark")
    assert observe_page(opener(SessionOptions(determinism=fixed)), RouteRequest(route="/", path="/")).text == color


def test_app_that_breaks_the_language(opener: Opener) -> None:
    """Built-ins replaced by the app's code, and a page that is not HTML."""
    seen = opener.see(
        "<!doctype html><div id=root><h1>Hostile</h1><p>with enough text here</p></div><script>"
        "Array.prototype.toJSON = () => 'no'; Object.prototype.extra = 1; window.setTimeout = () => 0;"
        "window.requestAnimationFrame = () => 0; performance.now = () => NaN; window.MutationObserver = null</script>"
    )
    assert seen.fault is None
    assert "Hostile" in seen.text
    assert seen.settling is not None
    assert seen.settling.settled
    assert opener.see((200, {"Content-Type": "application/json"}, "{}"), path="/data").fault is None
    assert (
        opener.see(
            (200, {"Content-Type": "image/svg+xml"}, "<svg xmlns='http://www.w3.org/2000/svg'/>"), path="/i"
        ).fault
        is None
    )
    assert opener.see("", path="/empty").text == ""
