"""Which element a target stands for, on pages as generated apps have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.browser.act.nearest import nearest
from pytest_uibench.browser.act.resolve import Found, resolve

from .acting import Theatre
from .conftest import Opener


@pytest.fixture
def theatre(opener: Opener, tmp_path: Path) -> Theatre:
    return Theatre(opener, tmp_path)


def found_on(theatre: Theatre, html: str, target: str) -> tuple[list[str], Found]:
    """Ids of the elements found, or what shows instead of an id."""
    actor = theatre.open(html)
    wanted = theatre.target(target)
    snapshot = actor.look([wanted])
    found = resolve(wanted, snapshot)
    details = actor.details([node.index for node in found.nodes], ["id"])
    return [detail["attributes"]["id"] or "?" for detail in details if detail], found


CARDS = """
<main><ul>
<li id=l1><h3 id=h1>Linen shirt</h3><p id=p1>$40</p><button id=b1>Add to cart</button></li>
<li id=l2><h3 id=h2>Linen shirt long</h3><p id=p2>$55</p><button id=b2>Add to cart</button></li>
<li id=l3><h3 id=h3>Wool coat</h3><button id=b3>Add to cart</button></li>
</ul></main>"""

CASES = {
    "test id": ("<p data-testid=a id=x>A</p><p data-testid=ab id=y>B</p>", "{test_id: a}", ["x"]),
    "role and name": (CARDS, "{role: heading, name: Wool coat}", ["h3"]),
    "role alone": (CARDS, "{role: listitem}", ["l1", "l2", "l3"]),
    "explicit role": ("<div role=button id=x tabindex=0>Go</div>", "{role: button, name: Go}", ["x"]),
    "role goes last": ("<button id=x>A</button><p id=y>B</p>", "{role: button, text: B}", ["y"]),
    "hint that only finds a hidden one": (
        "<p data-testid=a hidden id=x>A</p><p id=y>B</p>",
        "{test_id: a, text: B}",
        ["y"],
    ),
    "equal wins": (CARDS, "{text: linen shirt}", ["h1"]),
    "whole words": ("<a id=x href=/>Women's</a><a id=y href=/>The Men's shop</a>", '{text: "men\'s"}', ["y"]),
    "men's is not women's": ("<a id=x href=/>Women's</a><a id=y href=/>Men's</a>", '{text: "men\'s"}', ["y"]),
    "a hidden men's is still men's": (
        "<a id=x href=/>Women's</a><a id=y href=/ hidden>Men's</a>",
        '{text: "men\'s"}',
        [],
    ),
    "substring": ("<p id=x>Checkout</p>", "{text: check}", ["x"]),
    "exact": ("<p id=x>Checkout</p><p id=y>check</p>", "{text: Check, exact: true}", ["y"]),
    "exact finds no part": ("<p id=x>Checkout</p>", "{text: Check, exact: true}", []),
    "regex": ("<p id=x>Order 1234</p><p id=y>Order</p>", r"{text: '/order \d+/i'}", ["x"]),
    "smallest": ("<div id=a><div id=b><span id=c>Hello</span></div></div>", "{text: Hello}", ["c"]),
    "text over several elements": ("<p id=x>Hello <b id=y>big</b> world</p>", "{text: hello big world}", ["x"]),
    "white space and soft hyphens": ("<p id=x>Add&nbsp;\n to &shy;cart</p>", "{text: add to cart}", ["x"]),
    "upper case by style": ("<p id=x style='text-transform:uppercase'>save</p>", "{text: /^SAVE$/}", ["x"]),
    "apart without blanks": (
        "<a id=x href=/>Cart<span style='display:inline-block;padding:2px'>3</span></a>",
        "{text: Cart 3}",
        ["x"],
    ),
    "label for": ("<label for=x>Email</label><input id=x>", "{label: Email}", ["x"]),
    "label around": ("<label>Email <input id=x></label>", "{label: Email}", ["x"]),
    "aria-label": ("<input id=x aria-label=Search>", "{label: search}", ["x"]),
    "aria-labelledby": (
        "<span id=s>Your</span> <b id=t>name</b><input id=x aria-labelledby='s t'>",
        "{label: your name}",
        ["x"],
    ),
    "aria-label on something else": ("<span id=x aria-label='Cart items'>3</span>", "{label: cart items}", ["x"]),
    "label without a field": (
        "<div><label>City</label><input id=x></div><div><label>Zip</label><input id=y></div>",
        "{label: Zip}",
        ["y"],
    ),
    "text before a field": ("<div><span>City</span><div><input id=x></div></div>", "{label: City}", ["x"]),
    "placeholder": ("<input id=x placeholder='you@example.com'>", "{placeholder: you@example}", ["x"]),
    "alt": ("<img id=x alt='A red shoe' width=9 height=9>", "{alt: red shoe}", ["x"]),
    "title": ("<button id=x title=Close><svg width=9 height=9></svg></button>", "{title: close}", ["x"]),
    "selector": (CARDS, "{selector: 'li:nth-child(2) button'}", ["b2"]),
    "position in the tab bar": (
        "<header><a id=l href=/>Logo</a></header><nav><a id=a href=/>A</a><a id=b href=/>B</a></nav>",
        "{position: 1}",
        ["b"],
    ),
    "position among a role": (CARDS, "{role: button, position: 2}", ["b3"]),
    "within": (CARDS, "{role: button, name: Add to cart, within: {selector: '#l2'}}", ["b2"]),
    "within what has": (CARDS, "{role: button, within: {role: listitem, has: {text: Wool coat}}}", ["b3"]),
    "has itself": ("<ul><li id=x>Milk</li><li id=y>Bread</li></ul>", "{role: listitem, has: {text: Bread}}", ["y"]),
    "text within itself": ("<ul><li id=x>Milk</li></ul><p>Milk</p>", "{text: Milk, within: {role: listitem}}", ["x"]),
    "near": (CARDS, "{role: button, near: {text: Wool coat}}", ["b3"]),
    "nth": (CARDS, "{role: button, nth: 1}", ["b2"]),
    "nth beyond": (CARDS, "{role: button, nth: 7}", []),
    "each and part": (CARDS, "{each: {role: listitem}, part: {selector: p}}", ["p1", "p2"]),
    "link for a button": ("<a id=x href=/>Add to cart</a>", "{role: button, name: Add to cart}", ["x"]),
    "clickable box for a button": (
        "<div id=x style='cursor:pointer'>Add</div><p>Add</p>",
        "{role: button, name: Add}",
        ["x"],
    ),
    "no box for a heading": ("<div style='cursor:pointer'>Add</div>", "{role: heading, name: Add}", []),
    "the button where there is one": (
        "<a href=/>Save</a><button id=x>Save</button>",
        "{role: button, name: Save}",
        ["x"],
    ),
    "dialog without a role": (
        (
            "<nav><a href=/>A</a></nav><div id=x style='position:fixed;inset:0;background:#0008'><div style='margin:200px;background:#fff'>"
            "<h2>Edit product</h2><button>OK</button></div></div>"
        ),
        "{role: dialog}",
        ["x"],
    ),
    "frame": (
        "<p id=o>Hello</p><iframe title=Shop srcdoc='<p id=i>Hello</p>'></iframe>",
        "{text: Hello, frame: {title: Shop}}",
        ["i"],
    ),
    "frames are searched": ("<iframe srcdoc='<p id=i>Hello</p>'></iframe>", "{text: Hello}", ["i"]),
    "open shadow root": (
        "<x-a></x-a><script>document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML='<button id=x>Go</button>'</script>",
        "{role: button, name: Go}",
        ["x"],
    ),
    "slotted": (
        "<x-a><b id=x>Go</b></x-a><script>document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML='<p><slot></slot></p>'</script>",
        "{text: Go}",
        ["x"],
    ),
    "unnamed icon button by its picture": (
        "<button id=x><img alt=Delete width=9 height=9></button>",
        "{role: button, name: delete}",
        ["x"],
    ),
    "select shows its choice": ("<select id=x><option>Small<option>Large</select>", "{text: Small}", ["x"]),
    "closed options are not seen": ("<select id=x><option>Small<option>Large</select>", "{text: Large}", []),
}


@pytest.mark.parametrize("name", CASES)
def test_finds(theatre: Theatre, name: str) -> None:
    html, target, expected = CASES[name]
    ids, found = found_on(theatre, html, target)
    assert ids == expected, found


HIDDEN = {
    "display none": "<p style='display:none'>X1</p>",
    "visibility hidden": "<p style='visibility:hidden'>X1</p>",
    "opacity 0 above": "<div style='opacity:0'><p>X1</p></div>",
    "collapsed accordion": "<div style='max-height:0;overflow:hidden'><p>X1</p></div>",
    "collapsed grid": "<div style='display:grid;grid-template-rows:0fr'><div style='overflow:hidden'><p>X1</p></div></div>",
    "drawer beside the page": "<div style='position:fixed;top:0;left:0;width:300px;transform:translateX(-100%)'>X1</div>",
    "drawer right of the page": "<div style='position:fixed;top:0;right:0;width:300px;transform:translateX(100%)'>X1</div>",
    "drawer right, absolute": "<style>body{overflow-x:hidden}</style><div style='position:absolute;top:0;left:100%;width:300px'>X1</div>",
    "far off to the left": "<p style='position:absolute;left:-9999px'>X1</p>",
    "screen readers only": "<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>X1</span>",
    "other slide of a carousel": "<div style='overflow:hidden;width:200px'><div style='width:400px;display:flex'><p style='width:200px;flex:none'>A</p><p style='width:200px;flex:none'>X1</p></div></div>",
    "closed details": "<details><summary>More</summary><p>X1</p></details>",
    "hidden attribute": "<div hidden><p>X1</p></div>",
    "template": "<template><p>X1</p></template>",
    "script": "<script>var a = 'X1'</script>",
}
SEEN = {
    "below the fold": "<div style='height:3000px'></div><p>X1</p>",
    "in a scroller": "<div style='height:100px;overflow:auto'><div style='height:900px'></div><p>X1</p></div>",
    "app shell": "<style>html,body{height:100%;margin:0;overflow:hidden}</style><div style='height:100%;overflow-y:auto'><div style='height:3000px'></div><p>X1</p></div>",
    "display contents": "<div style='display:contents'><p>X1</p></div>",
    "fixed in a clipped box": "<div style='height:0;overflow:hidden'><p style='position:fixed;top:9px'>X1</p></div>",
    "absolute out of a clipped box": "<div style='height:0;overflow:hidden'><p style='position:absolute;top:9px'>X1</p></div>",
    "visible in what is not": "<div style='visibility:hidden'><p style='visibility:visible'>X1</p></div>",
    "floats out of an empty box": "<div style='height:0'><p>X1</p></div>",
    "aria-hidden": "<p aria-hidden=true>X1</p>",
    "open details": "<details open><summary>More</summary><p>X1</p></details>",
    "chart label": "<svg width=90 height=90><g><text x=9 y=20>X1</text></g></svg>",
    "submit button": "<input type=submit value=X1>",
    "text straight in the body": "X1",
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_nobody_sees_is_hidden(theatre: Theatre, name: str) -> None:
    actor = theatre.open(f"<p>Start</p>{HIDDEN[name]}")
    assert theatre.expect_on(actor, "hidden: {text: X1}").ok
    assert not theatre.expect_on(actor, "visible: {text: X1}", 0.1).ok


@pytest.mark.parametrize("name", SEEN)
def test_what_can_be_seen_is_visible(theatre: Theatre, name: str) -> None:
    actor = theatre.open(f"<p>Start</p>{SEEN[name]}")
    assert theatre.expect_on(actor, "visible: {text: X1}").ok
    assert not theatre.expect_on(actor, "hidden: {text: X1}", 0.1).ok


def test_what_is_not_found_tells_what_is_near(theatre: Theatre) -> None:
    actor = theatre.open(f"{CARDS}<a href=/>Add to bag</a><button hidden>Add to cart now</button>")
    wanted = theatre.target("{role: button, name: Add to basket}")
    snapshot = actor.look([wanted], names=True)
    assert resolve(wanted, snapshot).nodes == ()
    near = nearest(wanted, snapshot)
    assert set(near[:2]) == {'button "Add to cart"', 'link "Add to bag"'}
    assert len(near) <= 8
    assert not any("now" in text for text in near)


def test_ambiguity_is_counted(theatre: Theatre) -> None:
    """G20: many links of one name."""
    links = "".join(f"<a href=/{number}>Details</a>" for number in range(17)) + "<a href=/x hidden>Details</a>"
    ids, found = found_on(theatre, links, "{role: link, name: Details}")
    assert (len(ids), found.matched, found.hint) == (17, 18, "role")


def test_a_closed_shadow_root_is_not_inspectable(theatre: Theatre) -> None:
    """F57: not the same as missing."""
    page = "<x-a></x-a><script>document.querySelector('x-a').attachShadow({mode:'closed'}).innerHTML='<button>Go</button>'</script>"
    trace = theatre.step(page, "{click: {role: button, name: Go}, timeout: 0.2}")
    assert not trace.ok
    assert "not inspectable" in (trace.reason or "")
    assert "not inspectable" not in (theatre.step("<p>A</p>", "{click: {text: Go}, timeout: 0.2}").reason or "")


def test_a_page_that_replaces_natives_is_looked_at_all_the_same(theatre: Theatre) -> None:
    hostile = "<script>String.prototype.slice = () => 'no'; window.getComputedStyle = () => ({}); Element.prototype.matches = () => true</script>"
    ids, _ = found_on(theatre, f"{CARDS}{hostile}", "{text: Wool coat}")
    assert ids == ["h3"]


def test_a_broken_selector_is_said(theatre: Theatre) -> None:
    ids, found = found_on(theatre, CARDS, "{selector: 'li >'}")
    assert ids == []
    assert "broken" in (found.why or "")


NAMES = """
<button>Plain</button><button aria-label="By label">x</button><button><img alt="Picture" width=9 height=9></button>
<button title="Titled"></button><a href=/>Link <b>bold</b> text</a><span id=one>One</span><span id=two>Two</span>
<button aria-labelledby="one two">x</button><label for=f1>Field one</label><input id=f1>
<label>Wrapped <input type=checkbox></label><input placeholder="Holder"><input title="Tip">
<fieldset><legend>Group</legend><input type=radio aria-label=R></fieldset><h2>Head <span hidden>not</span>ing</h2>
<img alt="A cat" width=9 height=9><table><caption>Table</caption><tr><th>Col</th></tr><tr><td>Cell</td></tr></table>
<select aria-label=Pick><option>A<option>B</select><textarea aria-label=Long></textarea><input type=submit>
<div role=tab>Tab <svg width=9 height=9><title>Svg</title></svg></div><nav aria-label=Main><a href=/>Home</a></nav>
<button><span aria-hidden=true>✓</span> Done</button><div role=switch aria-checked=true>Dark</div><progress aria-label=P></progress>
"""


def test_roles_and_names_are_those_of_the_browser(theatre: Theatre) -> None:
    """Compared with Chromium's own accessibility tree."""
    actor = theatre.open(NAMES)
    assert actor.cdp is not None
    tree = actor.cdp.send("Accessibility.getFullAXTree")["nodes"]
    ours = {(node.role, node.name) for node in actor.look(names=True).nodes if node.role and node.name}
    known = {
        "button",
        "link",
        "textbox",
        "checkbox",
        "radio",
        "heading",
        "img",
        "combobox",
        "tab",
        "switch",
        "navigation",
    }
    roles = {"image": "img"}
    browsers = set()
    for node in tree:
        role = roles.get(node.get("role", {}).get("value"), node.get("role", {}).get("value"))
        name = " ".join(node.get("name", {}).get("value", "").split())
        if role in known and name and not node.get("ignored"):
            browsers.add((role, name))
    assert len(browsers) > 15
    assert browsers - ours == set()
