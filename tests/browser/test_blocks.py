"""Blocks of live pages: the paper's form, the content form, colours, hostile and huge pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.model import Block
from pytest_uibench.observe.blocks import PageContent, read_content

from .conftest import Opener

PAGES = Path(__file__).parent / "pages"
HEAD = "<!doctype html><style>body{margin:0;font:16px/20px sans-serif}p,h1,ul{margin:0}</style>"


class Reader:
    def __init__(self, opener: Opener) -> None:
        self.opener = opener

    def __call__(self, body: str, *, world: bool = True, rest: bool = True) -> PageContent:
        self.opener.site.pages["/"] = HEAD + body
        session = self.opener()
        session.visit("/")
        if rest:
            session.rest()
        else:
            session.page.wait_for_load_state()
        return read_content(session.page, session.cdp if world else None)


@pytest.fixture
def read(opener: Opener) -> Reader:
    return Reader(opener)


def texts(blocks: tuple[Block, ...]) -> list[str]:
    return [block.text for block in blocks]


def pixels(block: Block) -> tuple[float, float, float, float]:
    box = block.bbox
    return tuple(round(v) for v in (box.x * 1440, box.y * 900, box.w * 1440, box.h * 900))  # type: ignore[return-value]


def test_paper_form_has_the_parents_box_color_and_tag(read: Reader) -> None:
    page = read(
        "<h1 style='position:absolute;left:144px;top:90px;width:720px;height:45px;color:#12345680'>  Your CART </h1>"
    )
    assert page.blocks == page.blocks[:1]
    block = page.blocks[0]
    assert (block.text, block.tag, block.fg_color) == ("your cart", "h1", (0x12, 0x34, 0x56))
    assert (block.bbox.x, block.bbox.y, block.bbox.w, block.bbox.h) == (0.1, 0.1, 0.5, 0.05)


def test_paper_form_skips_what_the_paper_skips(read: Reader) -> None:
    page = read(
        "<p>kept</p><p style='display:none'>none</p><p style='visibility:hidden'>hidden</p>"
        "<p style='opacity:0'>clear</p>"
        "<p style='width:1px;height:50px;overflow:hidden'>thin</p><p style='position:absolute;top:-40px'>above</p>"
        f"<p>{'x' * 501}</p><h2 style='margin:0'>{'y' * 500}</h2>"
        "<p style='position:absolute;top:2699px'>last</p><p style='position:absolute;top:2701px'>below</p>"
        "<div style='opacity:0'><b>parent is opaque</b></div><script>'code'</script><noscript>no</noscript>"
    )
    assert texts(page.blocks) == ["kept", "y" * 200, "last", "parent is opaque"]


def test_neighbours_are_joined_in_document_order(read: Reader) -> None:
    row = "<span style='position:absolute;top:{}px;left:{}px;width:100px;height:20px'>{}</span>"
    page = read(
        row.format(10, 0, "one")
        + row.format(20, 120, "two")  # 10 px lower, 20 px further: joined
        + row.format(20, 260, "three")  # 40 px further: not
        + row.format(60, 340, "four")  # 40 px lower: not
        + "<b style='position:absolute;top:60px;left:430px;width:50px;height:20px'>five</b>"
    )
    assert texts(page.blocks) == ["one two", "three", "four", "five"]
    assert pixels(page.blocks[0]) == (0, 10, 220, 20)


PLAIN_WALK = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), parent = walker.currentNode.parentElement;
    const style = getComputedStyle(parent), box = parent.getBoundingClientRect();
    if (!text || text.length > 500) continue;
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') continue;
    if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > 3 * innerHeight) continue;
    const [x, y, w, h] = [box.x / innerWidth, box.y / innerHeight, box.width / innerWidth, box.height / innerHeight];
    const tag = parent.tagName.toLowerCase(), last = found[found.length - 1];
    if (last && Math.abs(y - last.y) < 0.02 && x - (last.x + last.w) < 0.02 && tag === last.tag) {
      last.text += ' ' + text.toLowerCase().slice(0, 200);
      last.w = Math.max(last.w, x + w - last.x);
    } else found.push({ text: text.toLowerCase().slice(0, 200), x, y, w, h, tag });
  }
  return found.map(({ text, x, y, w, h, tag }) => [text, x, y, w, h, tag]);
}"""


@pytest.mark.parametrize("name", sorted(path.stem for path in PAGES.glob("*.html")))
def test_paper_form_is_what_a_plain_walk_over_the_text_nodes_gives(opener: Opener, name: str) -> None:
    opener.site.pages["/"] = (PAGES / f"{name}.html").read_text(encoding="utf-8")
    session = opener()
    session.visit("/")
    session.rest()
    wanted = session.page.evaluate(PLAIN_WALK)
    blocks = read_content(session.page, session.cdp).blocks
    assert [(block.text, block.tag) for block in blocks] == [(row[0], row[5]) for row in wanted]
    for block, row in zip(blocks, wanted, strict=True):
        box = block.bbox
        assert (box.x, box.y, box.w, box.h) == pytest.approx(row[1:5], abs=1e-4)


def test_neighbouring_text_nodes_are_one_text(read: Reader) -> None:
    page = read("<p id=p style='width:300px'></p><script>p.append('3', ' items')</script>")
    assert texts(page.blocks) == ["3 items"]
    assert pixels(page.blocks[0]) == (0, 0, 300, 20)
    assert texts(page.content) == ["3 items"]
    assert pixels(page.content[0])[2] < 60


NOTATIONS = [
    ("#c81e3c", "oklch(0.53854 0.20034 19.222)"),
    ("#c81e3c", "color(srgb 0.7843 0.1176 0.2353)"),
    ("#c81e3c", "color(display-p3 0.7255 0.1804 0.2471)"),
    ("rebeccapurple", "#639"),
    ("#800080", "color-mix(in srgb, red, blue)"),
    ("#336699", "oklab(0.5005 -0.0334 -0.0872)"),
]


@pytest.mark.parametrize(("plain", "other"), NOTATIONS)
def test_colors_are_what_the_browser_paints(read: Reader, plain: str, other: str) -> None:
    """F91: the same page in two notations."""
    from skimage.color import deltaE_ciede2000, rgb2lab

    page = read(
        f"<p style='color:{plain}'>a</p><div style='color:{other}'>b</div>"
        f"<h1 style='color:{other}'><i style='color:currentColor'>c</i></h1>"
    )
    for blocks in (page.blocks, page.content):
        first, *rest = (rgb2lab([[[c / 255 for c in block.fg_color]]]) for block in blocks)
        assert len(rest) == 2
        for one in rest:
            assert deltaE_ciede2000(first, one)[0][0] < 1


def test_transparent_colors(read: Reader) -> None:
    page = read(
        "<div style='background:#000'><p style='color:rgb(255 255 255 / 50%)'>half</p>"
        "<p style='color:oklch(1 0 0 / 0.5)'>half</p><p style='opacity:.5;color:#fff'>half</p></div>"
        "<p style='color:transparent'>unseen</p>"
        "<p style='color:transparent;background:linear-gradient(#f00,#00f);background-clip:text'>cut out</p>"
        "<svg width=200 height=30><text y=20 fill='#00ff00'>drawn</text></svg>"
    )
    assert [block.fg_color for block in page.blocks[:3]] == [(255, 255, 255)] * 3 or page.blocks[0].text == "half"
    content = {block.text: block.fg_color for block in page.content}
    assert [block.fg_color for block in page.content][:3] == [(128, 128, 128)] * 3
    assert content["cut out"] == (128, 0, 128)
    assert content["drawn"] == (0, 255, 0)
    assert "unseen" not in content


def test_content_form_has_one_clipped_box_per_text_node(read: Reader) -> None:
    page = read(
        "<p style='width:600px'>short</p>"
        "<div style='width:50px;overflow:hidden;white-space:nowrap'>a very long line of text</div>"
        "<div style='position:relative;height:20px;overflow:hidden'><p style='position:absolute;top:30px'>cut away</p>"
        "</div>"
        "<div style='height:20px;overflow:hidden'><p style='position:absolute;top:300px'>escapes</p></div>"
        "<div style='opacity:0'><p>ghost</p></div>"
        "<div style='visibility:hidden'><p>h</p><p style='visibility:visible'>v</p></div>"
        "<p style='position:absolute;left:-900px'>left of it</p>"
        "<p style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>for readers</p>"
    )
    content = {block.text: pixels(block) for block in page.content}
    assert content["short"][2] < 60
    assert content["a very long line of text"][2] == 50
    assert set(content) == {"short", "a very long line of text", "escapes", "v"}


def test_content_form_reads_shadow_roots_frames_and_fields(read: Reader) -> None:
    page = read(
        "<x-a><b>slotted</b></x-a><script>customElements.define('x-a', class extends HTMLElement {"
        "connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = '<p>in shadow</p><slot></slot>' } })"
        "</script><iframe style='position:absolute;left:300px;top:200px;border:5px solid' "
        "srcdoc='<body style=margin:0>in frame'></iframe><iframe src='data:text/html,foreign' "
        "style='position:absolute;left:0;top:600px;width:720px;height:300px;border:0'></iframe><input value=typed>"
        "<input placeholder='Search here'><input type=password value=hunter2><input type=hidden value=no>"
        "<input type=checkbox value=no><textarea>default</textarea>"
        "<select><option>first<option selected>second</select><canvas>fallback</canvas><input type=submit value=Send>"
    )
    content = {block.text: block for block in page.content}
    wanted = {"in shadow", "slotted", "in frame", "typed", "search here", "•" * 7, "default", "second", "send"}
    assert set(content) == wanted
    assert pixels(content["in frame"])[:2] == (305, 205)
    assert content["search here"].tag == "input"
    assert texts(page.blocks).count("slotted") == 1
    assert "in shadow" not in texts(page.blocks)
    assert page.opaque == pytest.approx((720 * 300 + 300 * 150) / (1440 * 900), abs=0.001)


def test_the_pages_own_scroller_does_not_cut_its_content(read: Reader) -> None:
    page = read(
        "<div style='display:flex;height:100vh;overflow:hidden'><nav style='width:200px'>menu</nav>"
        "<main style='flex:1;overflow:auto'><p style='height:1200px'>top</p><p>far down</p></main></div>"
    )
    assert texts(page.content) == ["menu", "top", "far down"]
    assert page.inner_height == 1220


def test_what_is_folded_away_is_not_seen(read: Reader) -> None:
    page = read(
        "<details><summary>more</summary><p>folded</p>loose</details>"
        "<details open><summary>less</summary>open</details>"
        "<div hidden=until-found>later</div><div style='content-visibility:auto'>soon</div>"
    )
    assert texts(page.blocks) == texts(page.content) == ["more", "less", "open", "soon"]


HOSTILE = """<script>
Array.prototype.push = () => 0; Array.prototype.map = () => { throw 1 }; Map.prototype.get = () => 7;
window.getComputedStyle = () => ({}); Element.prototype.getBoundingClientRect = () => ({width: 0, height: 0});
Object.defineProperty(Node.prototype, 'childNodes', {get() { return [] }}); JSON.stringify = () => '{}';
Object.prototype.toJSON = () => 'no'; Math.round = () => 1; String.prototype.trim = () => '';
</script><form><input name=childNodes value=a><input name=getAttribute value=b><input name=nodeType value=c></form>
<img name=createRange><img name=querySelectorAll><img name=body><p>still read</p>"""


def test_a_page_that_replaces_everything_is_read_all_the_same(read: Reader) -> None:
    page = read(HOSTILE, rest=False)
    assert texts(page.blocks) == ["still read"]
    assert texts(page.content) == ["a", "b", "c", "still read"]


def test_reading_changes_nothing(read: Reader, opener: Opener) -> None:
    opener.site.pages["/"] = HEAD + "<p>text</p><input value=x><iframe srcdoc='<p>a'></iframe>"
    session = opener()
    session.visit("/")
    session.rest()
    script = "() => [document.documentElement.outerHTML, Object.keys(window).length, document.activeElement.tagName]"
    session.page.evaluate(
        "() => { window.seen = 0; new MutationObserver(records => seen += records.length)"
        ".observe(document, {subtree: true, childList: true, attributes: true}) }"
    )
    before = session.page.evaluate(script)
    read_content(session.page, session.cdp)
    assert session.page.evaluate(script) == before
    assert session.page.evaluate("seen") == 0


def test_a_huge_page_is_bounded_and_says_so(read: Reader) -> None:
    page = read(
        "<div id=d style='font-size:4px;line-height:4px'></div><script>d.innerHTML ="
        " '<span style=\"display:inline-block\"><i>cell</i></span> '.repeat(70000)</script>"
    )
    assert len(page.content) <= 3_000
    assert len(page.elements) == 400
    assert "nodes" in page.cut


def test_other_browsers_have_no_world_of_their_own(read: Reader) -> None:
    assert texts(read("<p>plain</p>", world=False).blocks) == ["plain"]


def test_elements_are_found_again_by_their_selector(read: Reader, opener: Opener) -> None:
    page = read(
        "<nav aria-label=Main><a href=/a>A</a><a href=/b>B</a></nav><main><h1 id=title>Shop</h1>"
        "<label for=q>Query</label><input id=q><button>Buy <b>now</b></button><div id='1 2'><p>x</p></div></main>"
    )
    found = {element.selector: element for element in page.elements}
    session = opener.sessions[-1]
    for selector, element in found.items():
        handles = session.page.query_selector_all(selector)
        assert len(handles) == 1
        box = handles[0].bounding_box()
        assert box is not None
        assert element.box == pytest.approx((box["x"], box["y"], box["width"], box["height"]), abs=0.1)
    by_role = {(element.role, element.name) for element in page.elements}
    assert {
        ("navigation", "Main"),
        ("link", "A"),
        ("heading", "Shop"),
        ("textbox", "Query"),
        ("button", "Buy now"),
    } <= by_role
    assert found["#title"].styles["font-size"] == "32px"
