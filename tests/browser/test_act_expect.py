"""Every expectation on a page where it must hold and on one where it must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from .acting import Theatre
from .conftest import Opener


@pytest.fixture
def theatre(opener: Opener, tmp_path: Path) -> Theatre:
    return Theatre(opener, tmp_path)


CARDS = "<ul><li><b>Apple</b> <i>$40.00</i></li><li><b>Pear</b> <i>$55.50</i></li><li><b>Zucchini</b> <i>$1,055</i></li></ul>"
FORM = """<form><label>Email <input type=email id=e required aria-describedby=h></label><p id=h>Use your work address</p>
<label>Name <input id=n aria-invalid=true><span>Name is required</span></label><label>Free <input value=ok></label></form>"""

# name: page, holds, holds not
PAIRS = {
    "visible": ("<p>Saved</p>", "visible: {text: Saved}", "visible: {text: Deleted}"),
    "hidden": ("<p>Saved</p><p hidden>Gone</p>", "hidden: {text: Gone}", "hidden: {text: Saved}"),
    "text contains": ("<h1>Your cart (3)</h1>", "text: {of: {role: heading}, contains: your CART}", "text: {of: {role: heading}, contains: order}"),
    "text is": ("<h1>Your  cart</h1>", "text: {of: {role: heading}, is: your cart}", "text: {of: {role: heading}, is: cart}"),
    "text matches": ("<h1>Total: 30</h1>", r"text: {of: {role: heading}, matches: '/\d+$/'}", "text: {of: {role: heading}, matches: /x/}"),
    "text of much": (f"<main>{CARDS * 40}<p>The end</p></main>", "text: {of: {role: main}, contains: The end}", "text: {of: {role: main}, contains: No end}"),
    "value": ("<input aria-label=A value=Ann>", "value: {of: {label: A}, is: Ann}", "value: {of: {label: A}, is: Bob}"),
    "value of a select": ("<select aria-label=A><option value=s>Small<option selected value=l>Large</select>", "value: {of: {label: A}, is: Large}", "value: {of: {label: A}, is: Small}"),
    "value of a combobox": ("<button role=combobox aria-label=A>Large</button>", "value: {of: {label: A}, is: large}", "value: {of: {label: A}, is: Small}"),
    "checked": ("<label><input type=checkbox checked>A</label><label><input type=checkbox>B</label>", "checked: {label: A}", "checked: {label: B}"),
    "checked switch": ("<b role=switch aria-checked=true>A</b><b role=switch aria-checked=false>B</b>", "checked: {text: A}", "checked: {text: B}"),
    "checked toggle": ("<button aria-pressed=true>A</button><button aria-pressed=false>B</button>", "checked: {text: A}", "checked: {text: B}"),
    "enabled": ("<button>A</button><button disabled>B</button>", "enabled: {text: A}", "enabled: {text: B}"),
    "disabled": ("<button aria-disabled=true>A</button><button>B</button>", "disabled: {text: A}", "disabled: {text: B}"),
    "disabled in a fieldset": ("<fieldset disabled><input aria-label=A></fieldset><input aria-label=B>", "disabled: {label: A}", "disabled: {label: B}"),
    "invalid natively": (FORM, "invalid: {of: {label: Email}}", "invalid: {of: {label: Free}}"),
    "invalid by aria": (FORM, "invalid: {of: {label: Name}, message: required}", "invalid: {of: {label: Name}, message: too long}"),
    "invalid with a native message": (FORM, "invalid: {of: {label: Email}, message: fill out}", "invalid: {of: {label: Email}, message: wrong}"),
    "count": (CARDS, "count: {of: {role: listitem}, is: 3}", "count: {of: {role: listitem}, more_than: 3}"),
    "count of nothing": (CARDS, "count: {of: {role: row}, is: 0}", "count: {of: {role: listitem}, is: 0}"),
    "order of numbers": (CARDS, "order: {of: {each: {role: listitem}, part: {selector: i}}, by: ascending, as: number}", "order: {of: {each: {role: listitem}, part: {selector: i}}, by: descending, as: number}"),
    "order of texts": (CARDS, "order: {of: {selector: b}, by: ascending}", "order: {of: {selector: i}, by: ascending}"),
    "order of dates": ("<p>Mar 3, 2024</p><p>April 1, 2024</p><p>2024-05-01</p>", "order: {of: {selector: p}, by: ascending, as: date}", "order: {of: {selector: p}, by: descending, as: date}"),
    "order of one": (CARDS, "order: {of: {selector: b}, by: ascending}", "order: {of: {text: Apple}, by: ascending}"),
    "every number": (CARDS, "every: {of: {selector: i}, number: {at_most: 2000}}", "every: {of: {selector: i}, number: {at_most: 55}}"),
    "every text": (CARDS, "every: {of: {selector: i}, contains: $}", "every: {of: {selector: b}, contains: p}"),
    "every of nothing": (CARDS, "every: {of: {selector: i}, contains: $}", "every: {of: {selector: u}, contains: $}"),
    "every part": (CARDS, "every: {of: {each: {role: listitem}, part: {selector: i}}, contains: $}", "every: {of: {each: {selector: 'ul, li'}, part: {selector: 'ul > li'}}, contains: $}"),
    "attribute": ("<a href=/x aria-current=page>A</a>", "attribute: {of: {text: A}, name: aria-current}", "attribute: {of: {text: A}, name: aria-label}"),
    "attribute with a value": ("<button aria-expanded=true><span>A</span></button>", "attribute: {of: {text: A}, name: aria-expanded, is: 'true'}", "attribute: {of: {text: A}, name: aria-expanded, is: 'false'}"),
    "style": ("<p style='color:red;font-size:16px'>A</p>", "style: {of: {text: A}, property: color, is: 'rgb(255, 0, 0)'}", "style: {of: {text: A}, property: color, is: 'rgb(0, 0, 0)'}"),
    "style as a number": ("<p style='font-size:16px'>A</p>", "style: {of: {text: A}, property: font-size, number: {at_least: 16}}", "style: {of: {text: A}, property: font-size, number: {more_than: 16}}"),
    "custom property": ("<p style='--x: 5'>A</p>", "style: {of: {text: A}, property: --x, is: '5'}", "style: {of: {text: A}, property: --y, is: '5'}"),
    "focused": ("<input aria-label=A autofocus><input aria-label=B>", "focused: {label: A}", "focused: {label: B}"),
    "route": ("<p>A</p>", "route: {is: /}", "route: {is: /cart}"),
    "route of a hash router": ("<script>location.hash = '#/cart/5'</script>", "route: {matches: '/cart/:id'}", "route: {matches: '/order/:id'}"),
    "route with a query": ("<script>history.replaceState(0, '', '/?q=a')</script>", "route: {matches: '/\\?q=a/'}", "route: {is: '/?q=b'}"),
    "screen": ("<script>history.replaceState(0, '', '/cart')</script>", "screen: cart", "screen: other"),
    "dialog": ("<script>alert('Item saved')</script>", "dialog: {contains: saved}", "dialog: {contains: lost}"),
    "popup": ("<script>setTimeout(() => window.open('/terms'))</script>", "popup: {route: /terms}", "popup: {route: /help}"),
    "clipboard": ("<script>navigator.clipboard.writeText('CODE10')</script>", "clipboard: {contains: code10}", "clipboard: {contains: other}"),
    "storage": ("<script>localStorage.setItem('cart-v1', '[1]')</script>", "storage: {key: cart-v1, contains: '1'}", "storage: {key: cart-v1, contains: '2'}"),
    "storage key": ("<script>sessionStorage.setItem('draft', 'x')</script>", "storage: {key: draft}", "storage: {key: note}"),
    "not": ("<p>A</p>", "not: {visible: {text: B}}", "not: {visible: {text: A}}"),
    "any of": ("<p>A</p>", "any_of: [{visible: {text: B}}, {visible: {text: A}}]", "any_of: [{visible: {text: B}}, {visible: {text: C}}]"),
    "all of": ("<p>A</p><p>B</p>", "all_of: [{visible: {text: B}}, {visible: {text: A}}]", "all_of: [{visible: {text: B}}, {visible: {text: C}}]"),
    "persists through a reload": ("<p id=o></p><script>o.textContent = localStorage.n = Number(localStorage.n || 0) + 1; sessionStorage.x || (sessionStorage.x = 1)</script>", "persists: {through: reload, then: [{visible: {text: '2'}}]}", "persists: {through: reload, then: [{visible: {text: '1', exact: true}}]}"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_expectation(theatre: Theatre, name: str) -> None:
    html, holds, fails = PAIRS[name]
    actor = theatre.open(html)
    if "clipboard" in name or "dialog" in name or "popup" in name:
        actor.settle()
    if "persists" not in name:
        denied = theatre.expect_on(actor, fails)
        assert not denied.ok, denied
        assert denied.found
    held = theatre.expect_on(actor, holds)
    assert held.ok, held
    if "persists" in name:
        assert not theatre.expect_on(actor, fails).ok


def test_a_download_is_seen(theatre: Theatre) -> None:
    theatre.opener.site.pages["/report.csv"] = (200, {"Content-Disposition": "attachment; filename=report.csv"}, "a,b")
    actor = theatre.open("<a href=/report.csv>Export</a>")
    assert not theatre.expect_on(actor, "download: {name: report.csv}").ok
    actor.page.click("a")
    assert theatre.expect_on(actor, "download: {name: report.csv}", 3).ok
    assert not theatre.expect_on(actor, "download: {name: other.csv}").ok


def test_copying_by_selection_is_seen(theatre: Theatre) -> None:
    html = "<textarea>secret words</textarea><button onclick=\"document.querySelector('textarea').select(); document.execCommand('copy')\">Copy</button>"
    actor = theatre.open(html)
    actor.page.click("button")
    assert theatre.expect_on(actor, "clipboard: {is: secret words}").ok


def test_clipboard_items_and_reading_back(theatre: Theatre) -> None:
    html = "<p id=o></p><script>navigator.clipboard.write([new ClipboardItem({'text/plain': new Blob(['item text'], {type: 'text/plain'})})]).then(() => navigator.clipboard.readText()).then((t) => { o.textContent = 'back: ' + t })</script>"
    actor = theatre.open(html)
    assert theatre.expect_on(actor, "clipboard: {is: item text}", 2).ok
    assert theatre.expect_on(actor, "visible: {text: 'back: item text'}", 2).ok


def test_it_is_polled_until_it_holds(theatre: Theatre) -> None:
    late = (
        "<p id=o>Wait</p><script>setTimeout(() => setTimeout(() => { o.textContent = 'Saved' }, 1500), 1500)</script>"
    )
    assert theatre.expect(late, "visible: {text: Saved}", 5).ok


def test_negatives_are_judged_once_the_page_has_settled(theatre: Theatre) -> None:
    """What comes a moment after must not be missed."""
    late = "<button onclick=\"setTimeout(() => { document.querySelector('#o').textContent = 'Error!' }, 400)\">Go</button><p id=o></p>"
    actor = theatre.open(late)
    actor.page.click("button")
    assert not theatre.expect_on(actor, "hidden: {text: Error!}").ok


def test_what_is_hidden_in_a_closed_root_is_not_known(theatre: Theatre) -> None:
    page = "<iframe sandbox srcdoc='<p>Secret</p>' title=Box></iframe>"
    assert not theatre.expect(page, "hidden: {text: Secret, frame: {title: Box}}").ok
    assert "not inspectable" in theatre.expect(page, "visible: {text: Secret, frame: {title: Box}}").found


def test_candidates_are_told(theatre: Theatre) -> None:
    trace = theatre.expect("<button>Add to bag</button>", "visible: {role: button, name: Add to cart}")
    assert trace.candidates[0] == 'button "Add to bag"'
    assert trace.text == "visible role=button name='Add to cart'"


def test_persists_walks_screens(theatre: Theatre) -> None:
    theatre.opener.site.pages["/cart"] = "<!doctype html><p>Items: 1</p><a href=/>Home</a>"
    actor = theatre.open("<a href=/cart>Cart</a><p>Start</p>")
    trace = theatre.expect_on(actor, "persists: {through: [cart, home], then: [{visible: {text: Start}}]}")
    assert trace.ok
    assert trace.notes == ("went to cart by control", "went to home by control")
    lost = theatre.expect_on(actor, "persists: {through: [other], then: [{visible: {text: Start}}]}")
    assert not lost.ok
    assert "other" in lost.found
