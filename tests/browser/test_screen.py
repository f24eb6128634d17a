"""Screens: pictures without resizing, scroll pass, caps, flags, hashes."""

from __future__ import annotations

import io
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from pytest_uibench.browser.determinism import Determinism
from pytest_uibench.browser.session import SessionOptions
from pytest_uibench.observe.captures import load_screen, screen_text
from pytest_uibench.observe.page import RouteRequest, View
from pytest_uibench.observe.picture import average_hash, duplicates, hash_distance, is_duplicate
from pytest_uibench.observe.routes import Pages
from pytest_uibench.observe.screen import ScreenName, Shot, capture_page, capture_screen

from .conftest import Answer, Opener, Site

HEAD = "<!doctype html><style>body{margin:0;font:16px/20px sans-serif}p,h1{margin:0}</style>"


class Camera:
    def __init__(self, opener: Opener) -> None:
        self.opener = opener

    def __call__(self, page: Answer, path: str = "/", options: SessionOptions | None = None) -> Shot:
        self.opener.site.pages[path] = HEAD + page if isinstance(page, str) else page
        session = self.opener(options)
        assert session.visit(path).fault is None
        settling = session.rest().settling
        return capture_screen(session, ScreenName(id="x", route=path, path=path), settling=settling)


@pytest.fixture
def shoot(opener: Opener) -> Camera:
    return Camera(opener)


def picture(shot: Shot) -> Image.Image:
    assert shot.picture is not None
    return Image.open(io.BytesIO(shot.picture)).convert("RGB")


def texts(shot: Shot) -> list[str]:
    return [block.text for block in shot.capture.content]


def test_a_short_page(shoot: Camera) -> None:
    shot = shoot("<title>Shop</title><p>hello</p>")
    capture = shot.capture
    assert (capture.id, capture.route, capture.landed, capture.title) == ("x", "/", "/", "Shop")
    assert (capture.viewport.width, capture.viewport.height, capture.page_height) == (1440, 900, 900)
    assert picture(shot).size == (1440, 900)
    assert capture.flags == ()
    assert not capture.capped
    assert capture.average_hash is None
    assert len(shot.hashed().capture.average_hash or "") == 256


def test_a_tall_page_is_capped_and_said_so(shoot: Camera) -> None:
    """F75."""
    shot = shoot("<div style='height:2650px'>top</div><p>edge</p><div style='height:20000px'></div><p>end</p>")
    assert picture(shot).size == (1440, 2700)
    assert shot.capture.capped
    assert shot.capture.page_height > 20_000
    assert texts(shot) == ["top", "edge"]


HERO = """<div id=hero style='height:100vh;background:#123456'>hero</div>
<div style='height:1000px;background:#fedcba'>below</div><p id=log></p>
<script>addEventListener('resize', () => {
if (innerHeight !== 900) log.textContent = 'resized to ' + innerHeight })</script>"""


def test_a_full_height_hero_keeps_its_height(shoot: Camera, opener: Opener) -> None:
    """F77: the layout viewport is not resized, and the page does not get to know of the picture."""
    shot = shoot(HERO)
    image = picture(shot)
    assert image.size == (1440, 1900)
    assert image.getpixel((700, 899)) == (0x12, 0x34, 0x56)
    assert image.getpixel((700, 901)) == (0xFE, 0xDC, 0xBA)
    assert opener.sessions[-1].page.inner_text("#log") == ""


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text y="20">drawn</text></svg>'
REVEAL = """<div style='height:1500px'>top</div><section id=a style='opacity:0'>revealed</section>
<img id=i loading=lazy src=/late.png width=100 height=100 style='display:block;margin-top:700px'>
<script>new IntersectionObserver((seen) => { for (const one of seen) if (one.isIntersecting) {
  a.style.opacity = 1; fetch('/more').then(r => r.text()).then(t => { a.append(' ' + t) }) } }).observe(a)</script>"""


def test_lazy_pictures_and_reveal_on_scroll(shoot: Camera, site: Site, opener: Opener) -> None:
    """F76: a bounded pass, back to the top, and at rest again."""
    blob = io.BytesIO()
    Image.new("RGB", (10, 10), (200, 0, 0)).save(blob, "PNG")
    site.pages["/late.png"] = blob.getvalue()
    site.pages["/more"] = lambda handler: handler.late(0.15, "loaded")
    shot = shoot(REVEAL)
    assert texts(shot) == ["top", "revealed loaded"]
    assert "scrolled" in shot.capture.flags
    assert opener.sessions[-1].page.evaluate("scrollY") == 0
    assert picture(shot).getpixel((50, 2270)) == (200, 0, 0)


def test_the_inner_scroller_is_scrolled_too(shoot: Camera, opener: Opener) -> None:
    shot = shoot(
        "<main id=m style='height:100vh;overflow:auto'><div style='height:1500px'>top</div><p id=p style='opacity:0'>"
        "shown</p></main><script>new IntersectionObserver(s => s[0].isIntersecting && (p.style.opacity = 1)).observe(p)"
        "</script>"
    )
    assert texts(shot) == ["top", "shown"]
    assert "inner scroller" in shot.capture.flags
    assert opener.sessions[-1].page.evaluate("m.scrollTop") == 0


def test_endless_scrolling_ends(shoot: Camera) -> None:
    shot = shoot(
        "<div id=d><p style='height:1000px'>0</p></div><script>let n = 0; addEventListener('scroll', () => {"
        "const p = d.firstChild.cloneNode(); p.textContent = ++n; d.append(p) })</script>"
    )
    assert picture(shot).height <= 2700
    assert shot.capture.blocks


def test_a_font_that_never_comes(shoot: Camera, site: Site) -> None:
    """F79: gone on with, and flagged; the picture does not wait for it either."""
    site.pages["/never.woff2"] = lambda handler: handler.late(20, "")
    shot = shoot(
        "<style>@font-face{font-family:X;src:url(/never.woff2)}p{font-family:X,serif}</style>"
        "<p style='height:1500px'>words</p>"
    )
    assert "fonts: timeout" in shot.capture.flags
    assert texts(shot) == ["words"]
    assert picture(shot).size == (1440, 1500)


def test_a_moving_page_is_flagged_and_captured(shoot: Camera) -> None:
    """F80."""
    shot = shoot(
        "<p>words</p><canvas id=c width=300 height=100></canvas><script>const g = c.getContext('2d'); let n = 0;"
        "(function draw() { g.fillStyle = `rgb(${n++ % 256},0,0)`; g.fillRect(0,0,300,100);"
        "requestAnimationFrame(draw) })()</script>"
    )
    assert "unstable" in shot.capture.flags
    assert shot.capture.fault is None
    assert shot.capture.opaque == pytest.approx(300 * 100 / (1440 * 900), abs=1e-3)


def test_dark_scheme_can_be_set(shoot: Camera) -> None:
    """F85: light by default."""
    page = "<style>@media (prefers-color-scheme: dark) {p {color: #fff} body {background: #000}}</style><p>words</p>"
    assert shoot(page).hashed().capture.blocks[0].fg_color == (0, 0, 0)
    dark = SessionOptions(determinism=Determinism(scheme="dark"))
    assert shoot(page, options=dark).capture.blocks[0].fg_color == (255, 255, 255)


def test_a_redirect_to_a_login_is_flagged_by_structure(shoot: Camera, site: Site) -> None:
    """F74, G23: no words decide."""
    site.pages["/entrar"] = HEAD + "<form><label>Contraseña<input type=password></label></form>"
    shot = shoot((302, {"Location": "/entrar"}, ""), "/orders")
    assert "login" in shot.capture.flags
    assert shot.capture.landed == "/entrar"
    assert "login" not in shoot("<form><input type=password></form>", "/signin").capture.flags


def test_a_loading_indicator_that_stays_is_flagged(shoot: Camera) -> None:
    assert "loading" in shoot("<p>words</p><div aria-busy=true style='height:50px'>…</div>").capture.flags
    assert (
        "loading"
        not in shoot(
            "<p>words</p><i class='animate-pulse' style='display:block;width:8px;height:8px'></i>"
        ).capture.flags
    )


def test_characters_without_a_font_are_told_and_their_text_is_kept(shoot: Camera) -> None:
    """F82."""
    shot = shoot("<p>plain words, “quoted”, 5 €</p><p>\U00016800\U00016801 signs</p>")
    assert texts(shot)[1] == "\U00016800\U00016801 signs"
    covered = subprocess.run(["fc-list", ":charset=16800"], capture_output=True, text=True, check=True).stdout
    if covered:
        pytest.skip("this machine has a font for Bamum")
    assert [flag for flag in shot.capture.flags if flag.startswith("fonts")] == ["fonts: no glyph for \U00016800"]
    assert shoot("<p>plain words, “quoted”, 5 €</p>").capture.flags == ()


ODD: dict[str, tuple[Answer, list[str]]] = {
    "no tree": ("<p>words</p><script>document.documentElement.remove()</script>", []),
    "no body": ("<script>document.body.remove()</script>", []),
    "svg": ((200, {"Content-Type": "image/svg+xml"}, SVG), ["drawn"]),
    "text": ((200, {"Content-Type": "text/plain"}, "only text"), ["only text"]),
    "json": ((200, {"Content-Type": "application/json"}, '{"a": 1}'), ['{"a": 1}']),
    "frames": ("<frameset cols='50%,50%'><frame src=/inner><frame src=/inner></frameset>", []),
    "xml": ((200, {"Content-Type": "text/xml"}, "<a><b>in xml</b></a>"), []),
    "empty": ((200, {"Content-Type": "text/html"}, ""), []),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_documents(shoot: Camera, site: Site, name: str) -> None:
    site.pages["/inner"] = HEAD + "<p>inside</p>"
    page, wanted = ODD[name]
    shot = shoot(page)
    assert shot.capture.fault is None
    assert picture(shot).size == (1440, 900)
    assert set(wanted) <= set(texts(shot))


def test_deep_nesting_and_long_texts_stay_bounded(shoot: Camera) -> None:
    shot = shoot(
        "<body><script>document.title = 't'.repeat(1e6); let e = document.body; for (let i = 0; i < 400; i++) {"
        "const d = document.createElement('div'); d.textContent = i % 40 ? '' : 'level ' + i; e.append(d); e = d }"
        "e.textContent = 'word '.repeat(1e5); e.setAttribute('aria-label', 'n'.repeat(1e6)); e.style.font = "
        "'5px ' + 'f'.repeat(1e5)</script>"
    )
    assert len(shot.capture.title) == 400
    assert all(len(element.selector) < 1_200 and len(element.name) <= 80 for element in shot.capture.elements)
    assert len(screen_text(shot.capture)) < 200_000
    assert texts(shot)[1] == "level 40"


def test_hover_is_parked(shoot: Camera, opener: Opener) -> None:
    opener.site.pages["/"] = HEAD + "<style>p:hover{color:red}</style><p>words</p>"
    session = opener()
    session.visit("/")
    session.rest()
    session.page.mouse.move(20, 10)
    shot = capture_screen(session, ScreenName(id="x", route="/"))
    assert shot.capture.blocks[0].fg_color == (0, 0, 0)


def test_a_page_that_hangs_meanwhile_has_a_fault_and_no_score(engine: Browser, opener: Opener) -> None:
    opener.site.pages["/"] = (
        HEAD + "<p style='height:3000px'>words</p><script>addEventListener('scroll', () => { for (;;); })</script>"
    )
    session = opener()
    session.visit("/")
    session.rest()
    shot = capture_screen(session, ScreenName(id="x", route="/"))
    assert shot.picture is None
    assert shot.capture.fault is not None
    assert shot.capture.fault.label in ("render:hang", "render:crash")
    assert engine.is_connected()


def test_captures_in_the_same_visit(opener: Opener, site: Site, tmp_path: Path) -> None:
    """A page seen with a capture is judged as one seen without."""
    site.pages |= {"/": HEAD + HERO, "/cart": HEAD + "<p>cart</p>"}
    requests = [RouteRequest(route=path, path=path) for path in ("/", "/cart", "/")]
    seen = {}
    for capture in (False, True):
        view = View(shots=tmp_path / str(capture) / "screenshots", shots_name="screenshots", capture=capture)
        with Pages(opener, view) as pages:
            seen[capture] = pages.observe(requests)
    assert [page.capture for page in seen[False]] == [None] * 3
    assert [replace(page, capture=None, screenshot=None, seconds=0, settling=None) for page in seen[True]] == [
        replace(page, screenshot=None, seconds=0, settling=None) for page in seen[False]
    ]
    files = [tmp_path / "True" / str(page.capture) for page in seen[True]]
    assert files[0] == files[2] != files[1]
    hero, cart = load_screen(files[0]), load_screen(files[1])
    assert (hero.route, hero.path, hero.landed) == ("/", "/", "/")
    assert hero.content[0].text == "hero"
    assert cart.screenshot == files[1].with_suffix(".png").name
    assert Image.open(files[0].with_suffix(".png")).size == (1440, 1900)


def test_a_page_that_hangs_while_captured_costs_no_other_page(opener: Opener, site: Site, tmp_path: Path) -> None:
    script = "<script>addEventListener('scroll', () => { for (;;); })</script>"
    site.pages |= {"/bad": f"{HEAD}<p style='height:3000px'>words</p>{script}", "/good": HEAD + "<p>fine</p>"}
    view = View(shots=tmp_path / "shots", shots_name="shots", capture=True)
    with Pages(opener, view, in_flight=2) as pages:
        bad, *good = pages.observe([RouteRequest(route=path, path=path) for path in ("/bad", "/good", "/good")])
    assert bad.fault is None
    assert bad.text == "words"
    captured = load_screen(tmp_path / str(bad.capture))
    assert captured.fault is not None
    assert captured.blocks == ()
    for page in good:
        assert page.fault is None
        assert [block.text for block in load_screen(tmp_path / str(page.capture)).content] == ["fine"]


def test_any_page_of_playwrights(engine: Browser, site: Site) -> None:
    site.pages["/"] = HEAD + "<p>words</p>"
    context = engine.new_context(viewport={"width": 800, "height": 600})
    page = context.new_page()
    page.goto(site.origin)
    shot = capture_page(page, ScreenName(id="x", route="/"))
    assert (shot.capture.viewport.width, shot.capture.viewport.height) == (800, 600)
    assert texts(shot) == ["words"]
    page.evaluate("document.body.style.height = '3000px'; scrollTo(0, 700)")
    assert capture_page(page, ScreenName(id="x", route="/")).capture.page_height > 2900
    assert page.evaluate("scrollY") == 700
    context.close()


def test_equal_pages_are_duplicates_and_different_cards_on_white_are_not(shoot: Camera) -> None:
    """F90."""
    card = "<div style='margin:300px;width:200px;border:1px solid #ccc'>{}</div>"
    one, same, other = (
        shoot(card.format(text)).hashed().capture for text in ("Linen shirt", "Linen shirt", "Wool coat")
    )
    far = shoot("<div style='height:450px;background:#000;color:#fff'>Linen shirt</div>").hashed().capture
    assert is_duplicate(one, same)
    assert not is_duplicate(one, other)
    assert not is_duplicate(one, far)
    assert duplicates([one, far, same, other]) == {2: 0}


def test_average_hash() -> None:
    def png(color: int, box: tuple[int, int, int, int]) -> bytes:
        image = Image.new("L", (320, 320), 255)
        image.paste(color, box)
        blob = io.BytesIO()
        image.save(blob, "PNG")
        return blob.getvalue()

    top = average_hash(png(0, (0, 0, 320, 160)))
    assert top == "0" * 128 + "f" * 128
    assert hash_distance(top, average_hash(png(0, (0, 160, 320, 320)))) == 1
    assert hash_distance(top, top) == 0
