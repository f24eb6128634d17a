"""Every step on a page where it must succeed and on one where it must fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.model import StepTrace

from .acting import Theatre
from .conftest import Opener

FAST = "timeout: 0.4"


@pytest.fixture
def theatre(opener: Opener, tmp_path: Path) -> Theatre:
    return Theatre(opener, tmp_path)


def after(theatre: Theatre, html: str, do: str) -> tuple[StepTrace, str]:
    """The last step, and what the page says in ``#out`` afterwards."""
    trace = theatre.step(html, do)
    session = theatre.opener.sessions[-1]
    out = session.page.locator("#out")
    return trace, out.first.inner_text() if out.count() else ""


OUT = "<p id=out>-</p><script>const out = document.querySelector('#out'), say = (text) => { out.textContent = text };</script>"
LISTBOX = """
<label id=l>Size</label><button id=b role=combobox aria-labelledby=l aria-expanded=false>Choose</button>
<ul id=u role=listbox hidden><li role=option>Small</li><li role=option>Large</li></ul>
<script>
const b = document.querySelector('#b'), u = document.querySelector('#u');
b.onclick = () => { setTimeout(() => { u.hidden = false }, 150) };
u.onclick = (event) => { say(event.target.textContent); u.hidden = true };
</script>"""
LONG = (
    "<div id=box style='height:300px;overflow:auto'><ul id=u></ul></div><script>"
    """
const u = document.querySelector('#u');
const more = () => { for (let i = 0; i < 20; i += 1) { const li = document.createElement('li'); li.style.height = '40px'; li.textContent = 'Row ' + (u.children.length + 1) + '.'; u.append(li) } };
more();
document.querySelector('#box').addEventListener('scroll', (event) => { const b = event.target; if (b.scrollTop + b.clientHeight > b.scrollHeight - 20 && u.children.length < 80) setTimeout(more, 50) });
</script>"""
)

WORKS = {
    "click": ("<button onclick=\"say('hit')\">Go</button>", "{click: {role: button, name: Go}}", "hit"),
    "click on a clickable row": ("<table><tr onclick=\"say('row')\"><td>Ann</td></tr></table>", "{click: {text: Ann}}", "row"),
    "click below the fold": ("<div style='height:4000px'></div><button onclick=\"say('hit')\">Go</button>", "{click: {text: Go}}", "hit"),
    "click under a sticky header": (
        ("<header style='position:sticky;top:0;height:45vh;background:#ccc;z-index:2'>Head</header><div style='height:3000px'></div>"
        "<button onclick=\"say('hit')\">Go</button><div style='height:3000px'></div>"), "{click: {text: Go}}", "hit"),
    "click while it moves": (
        "<style>@keyframes m { from { transform: translateX(400px) } }</style><button style='animation: m .6s linear' onclick=\"say('hit')\">Go</button>",
        "{click: {text: Go}}", "hit"),
    "click when it comes late": (
        "<script>setInterval(() => { if (!document.querySelector('b')) document.body.insertAdjacentHTML('beforeend', '<b onclick=\"say(1)\">Go</b>') }, 700)</script>",
        "{click: {text: Go}}", "1"),
    "click when it becomes enabled": (
        "<button disabled onclick=\"say('hit')\">Go</button><script>setTimeout(() => { document.querySelector('button').disabled = false }, 1600)</script>",
        "{click: {text: Go}}", "hit"),
    "click a text under a stretched link": (
        "<div style='position:relative;width:300px'><h3>Shirt</h3><a href=# onclick=\"say('link')\" style='position:absolute;inset:0'></a></div>",
        "{click: {text: Shirt}}", "link"),
    "click in a frame": (
        "<iframe style='margin:60px' srcdoc='<button onclick=\"parent.out.textContent = 7\">Go</button>'></iframe>", "{click: {role: button, name: Go}}", "7"),
    "click in a shadow root": (
        "<x-a></x-a><script>const r = document.querySelector('x-a').attachShadow({mode:'open'}); r.innerHTML = '<button>Go</button>'; r.firstChild.onclick = () => say('shadow')</script>",
        "{click: {role: button, name: Go}}", "shadow"),
    "double click": ("<p ondblclick=\"say('twice')\">Cell</p>", "{double_click: {text: Cell}}", "twice"),
    "hover": (
        "<style>nav p { display: none } nav:hover p { display: block }</style><nav><b>Menu</b><p onclick=\"say('item')\">Item</p></nav>",
        "{hover: {text: Menu}}, {click: {text: Item}}", "item"),
    "focus": ("<input aria-label=A onfocus=\"say('focus')\">", "{focus: {label: A}}", "focus"),
    "fill": ("<input aria-label=A value=old oninput='say(this.value)'>", "{fill: {target: {label: A}, value: new words}}", "new words"),
    "fill with nothing": ("<input aria-label=A value=old oninput=\"say('<' + this.value + '>')\">", "{fill: {target: {label: A}, value: ''}}", "<>"),
    "fill by placeholder": ("<textarea placeholder=Note oninput='say(this.value)'></textarea>", "{fill: {target: {placeholder: note}, value: hi}}", "hi"),
    "fill a date": ("<input type=date aria-label=A onchange='say(this.value)'>", "{fill: {target: {label: A}, value: 2024-05-06}}", "2024-05-06"),
    "fill a range": ("<input type=range aria-label=A max=100 onchange='say(this.value)'>", "{fill: {target: {label: A}, value: '70'}}", "70"),
    "fill a number": ("<input type=number aria-label=A value=1 oninput='say(this.value)'>", "{fill: {target: {label: A}, value: '12'}}", "12"),
    "fill a contenteditable": ("<div contenteditable=true aria-label=A oninput='say(this.innerText)'>old</div>", "{fill: {target: {label: A}, value: new}}", "new"),
    "fill a masked field": (
        "<input aria-label=A oninput=\"const d = this.value.replace(/\\D/g, ''); this.value = d.slice(0, 3) + '-' + d.slice(3); say(this.value)\">",
        "{fill: {target: {label: A}, value: '555123'}}", "555-123"),
    "type": ('<input aria-label=A value=a onkeydown="say(out.textContent + event.key)">', "{type: {target: {label: A}, value: bc}}", "-Endbc"),
    "press": ("<input aria-label=A onkeydown='say(event.key)'>", "{focus: {label: A}}, {press: Enter}", "Enter"),
    "select": ("<select aria-label=Size onchange='say(this.value)'><option>S<option value=x>Large</select>", "{select: {target: {label: Size}, option: large}}", "x"),
    "select in a listbox": (LISTBOX, "{select: {target: {label: Size}, option: Large}}", "Large"),
    "select in a button with a menu": (
        "<button onclick=\"document.querySelector('#m').hidden = false\">Sort</button><div id=m hidden><div onclick='say(this.textContent)'>Price up</div><div>Name</div></div>",
        "{select: {target: {role: combobox, name: Sort}, option: Price up}}", "Price up"),
    "select among radio buttons": (
        "<fieldset><legend>Size</legend><label><input type=radio name=s onchange=\"say('S')\">Small</label><label><input type=radio name=s onchange=\"say('L')\">Large</label></fieldset>",
        "{select: {target: {role: group, name: Size}, option: Large}}", "L"),
    "select among chips": (
        "<div><p>Size</p><div><button onclick=\"say('S')\">S</button><button onclick=\"say('XL')\">XL</button></div></div>",
        "{select: {target: {label: Size}, option: XL}, timeout: 0.4}", "XL"),
    "select in a field that filters": (
        ("<input role=combobox aria-label=City oninput=\"const hit = this.value === 'Oslo'; document.querySelector('#u').innerHTML = hit ? '<li role=option>Oslo</li>' : ''\">"
        "<ul id=u role=listbox onclick='say(event.target.textContent)'></ul>"), "{select: {target: {label: City}, option: Oslo}}", "Oslo"),
    "check": ("<label><input type=checkbox onchange='say(this.checked)'>Terms</label>", "{check: {label: Terms}}", "true"),
    "check twice": ("<label><input type=checkbox onchange='say(this.checked)'>Terms</label>", "{check: {label: Terms}}, {check: {label: Terms}}", "true"),
    "uncheck": ("<label><input type=checkbox checked onchange='say(this.checked)'>Terms</label>", "{uncheck: {label: Terms}}", "false"),
    "check a switch": (
        "<div role=switch aria-checked=false tabindex=0 aria-label=Dark onclick=\"this.setAttribute('aria-checked', 'true'); say('on')\">o</div>",
        "{check: {label: Dark}}", "on"),
    "check a styled box": (
        ("<style>input { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0); opacity: 0 }</style>"
        "<label><input type=checkbox onchange='say(this.checked)'><i style='display:inline-block;width:20px;height:20px;background:red'></i> Terms</label>"),
        "{check: {label: Terms}}", "true"),
    "check a box that is not displayed": (
        "<style>input { display: none }</style><input id=t type=checkbox onchange='say(this.checked)'><label for=t>Terms</label>", "{check: {label: Terms}}", "true"),
    "check a transparent box": (
        "<div style='position:relative;width:40px;height:40px;background:#ccc'><input aria-label=Terms type=checkbox style='opacity:0;position:absolute;inset:0;width:40px;height:40px;margin:0' onchange='say(this.checked)'></div>",
        "{check: {role: checkbox, name: Terms}}", "true"),
    "drag by pointer": (
        ("<div id=a style='width:50px;height:50px;background:red;position:absolute;top:100px;left:10px'>A</div><div style='position:absolute;top:300px;left:300px'>Goal</div>"
        "<script>const a = document.querySelector('#a'); let on = false; a.onpointerdown = () => { on = true }; onpointermove = (e) => { if (on) { a.style.left = e.clientX - 25 + 'px'; a.style.top = e.clientY - 25 + 'px' } }; onpointerup = () => { on = false; say('dropped') }</script>"),
        "{drag: {from: {text: A, exact: true}, to: {text: Goal}}}", "dropped"),
    "drag by the browser's events": (
        ("<div id=a draggable=true ondragstart=\"event.dataTransfer.setData('text/plain', 'x')\">Card</div><div id=z style='margin-top:90px;height:60px'>Zone</div>"
        "<script>z.ondragover = (e) => e.preventDefault(); z.ondrop = (e) => { z.append(a); say('got ' + e.dataTransfer.getData('text/plain')) }</script>"),
        "{drag: {from: {text: Card}, to: {text: Zone}}}", "got x"),
    "drag by keyboard": (
        ("<ul><li tabindex=0>One</li><li tabindex=0>Two</li></ul><script>let up = false; document.querySelector('ul').onkeydown = (e) => {"
        " if (e.key === ' ') { up = !up; e.preventDefault(); if (!up) say(document.querySelector('ul').innerText.replace(/\\s+/g, ',')) }"
        " if (up && e.key === 'ArrowDown') { const li = e.target, next = li.nextElementSibling; if (next) { next.after(li); li.focus() } } }</script>"),
        "{drag: {from: {text: One}, to: {text: Two}}}", "Two,One"),
    "scroll the window": ("<div style='height:5000px'></div><p id=deep>Deep</p>", "{scroll_until: {visible: {text: Deep}}}", "-"),
    "scroll the largest scroller": (LONG, "{scroll_until: {visible: {text: Row 75.}}}", "-"),
    "scroll within": (LONG, "{scroll_until: {visible: {text: Row 35.}, within: {selector: '#box'}}}", "-"),
    "upload": ('<input type=file aria-label=Photo onchange="createImageBitmap(this.files[0]).then((b) => say(this.files[0].name + b.width))">', "{upload: {target: {label: Photo}, files: photo.png}}", "photo.png64"),
    "upload behind a label": (
        "<label style='padding:9px;background:#ccc'>Choose a photo<input type=file style='display:none' onchange='say(this.files[0].name)'></label>",
        "{upload: {target: {text: Choose a photo}, files: a.jpg}}", "a.jpg"),
    "upload behind a button": (
        "<div><button onclick='this.nextElementSibling.click()'>Upload</button><input type=file hidden multiple onchange='say(this.files.length)'></div>",
        "{upload: {target: {role: button, name: Upload}, files: [a.csv, b.pdf]}}", "2"),
    "upload by a chooser made on the way": (
        "<main><section><article><div><div><button onclick=\"const i = document.createElement('input'); i.type = 'file'; i.onchange = () => say(i.files[0].name); i.click()\">Upload</button></div></div></article></section></main>",
        "{upload: {target: {role: button, name: Upload}, files: c.txt}}", "c.txt"),
    "answer accept": ("<button onclick=\"say(confirm('Sure?'))\">Delete</button>", "{answer: {dialog: accept}}, {click: {text: Delete}}", "true"),
    "answer dismiss": ("<button onclick=\"say(confirm('Sure?'))\">Delete</button>", "{answer: {dialog: dismiss}}, {click: {text: Delete}}", "false"),
    "answer a prompt": ("<button onclick=\"say(prompt('Name?'))\">New</button>", "{answer: {dialog: accept, text: Ann}}, {click: {text: New}}", "Ann"),
    "wait for": ("<script>setTimeout(() => { setTimeout(() => say('Ready'), 900) }, 900)</script>", "{wait_for: {visible: {text: Ready}}}", "Ready"),
    "remember": ("<p data-x=5 style='color:red'>7 items</p>", "{remember: {as: a, text: {text: items}}}, {remember: {as: b, count: {selector: p}}}, {remember: {as: c, attribute: {of: {text: items}, name: data-x}}}, {remember: {as: d, style: {of: {text: items}, property: color}}}", "-"),
    "go reload": ("<script>say(performance.getEntriesByType('navigation')[0].type)</script>", "{go: reload}", "reload"),
}  # fmt: skip


@pytest.mark.parametrize("name", WORKS)
def test_step_works(theatre: Theatre, name: str) -> None:
    html, do, expected = WORKS[name]
    trace, out = after(theatre, OUT + html, do)
    assert trace.ok, trace
    assert out == expected


COVER = "<div class=consent style='position:fixed;inset:0;background:#000a'>We use cookies</div>"
FAILS = {
    "click nothing": ("<button>Stop</button>", "{click: {role: button, name: Go}, timeout: 0.4}", "not found"),
    "click hidden": ("<button hidden>Go</button>", "{click: {role: button, name: Go}, timeout: 0.4}", "not visible"),
    "click disabled": ("<button disabled>Go</button>", "{click: {text: Go}, timeout: 0.4}", "disabled"),
    "click through an overlay": (f"<button onclick=\"say('hit')\">Go</button>{COVER}", "{click: {text: Go}, timeout: 0.4}", "We use cookies"),
    "click what takes no pointer": ("<button style='pointer-events:none' onclick=\"say('hit')\">Go</button>", "{click: {text: Go}, timeout: 0.4}", "pointer-events"),
    "click what never stands still": (
        "<style>@keyframes m { from { transform: translateX(0) } to { transform: translateX(500px) } }</style><button style='animation: m 3s linear infinite alternate' onclick=\"say('hit')\">Go</button>",
        "{click: {text: Go}, timeout: 0.6}", "stand still"),
    "hover nothing": ("<p>A</p>", "{hover: {text: Go}, timeout: 0.4}", "not found"),
    "double click nothing": ("<p>A</p>", "{double_click: {text: Go}, timeout: 0.4}", "not found"),
    "focus what takes none": ("<p>Words</p>", "{focus: {text: Words}, timeout: 0.4}", "focus"),
    "fill no field": ("<p>Words</p>", "{fill: {target: {text: Words}, value: a}, timeout: 0.4}", "no field"),
    "fill read-only": ("<input readonly aria-label=A>", "{fill: {target: {label: A}, value: a}, timeout: 0.4}", "read-only"),
    "fill what refuses": ("<input aria-label=A oninput=\"this.value = ''\">", "{fill: {target: {label: A}, value: a}, timeout: 0.4}", "did not take"),
    "fill a broken date": ("<input type=date aria-label=A>", "{fill: {target: {label: A}, value: tomorrow}, timeout: 0.4}", "does not take"),
    "type into nothing": ("<button>A</button>", "{type: {target: {text: A}, value: a}, timeout: 0.4}", "no field"),
    "select what is not there": ("<select aria-label=Size><option>S<option>M</select>", "{select: {target: {label: Size}, option: XL}, timeout: 0.4}", "'S', 'M'"),
    "select a disabled option": ("<select aria-label=Size><option>S<option disabled>M</select>", "{select: {target: {label: Size}, option: M}, timeout: 0.4}", "disabled"),
    "select in a listbox without it": (LISTBOX, "{select: {target: {label: Size}, option: Huge}, timeout: 0.9}", "'Small', 'Large'"),
    "check a dead box": ("<div role=checkbox aria-checked=false aria-label=T tabindex=0>o</div>", "{check: {label: T}, timeout: 0.4}", "not ticked"),
    "check what is none": ("<p>Words</p>", "{check: {text: Words}, timeout: 0.4}", "no checkbox"),
    "uncheck a radio button": ("<input type=radio checked aria-label=R>", "{uncheck: {label: R}, timeout: 0.4}", "cannot be unticked"),
    "drag what does not move": ("<p>A card</p><p>Zone</p>", "{drag: {from: {text: A card}, to: {text: Zone}}}", "changed nothing"),
    "drag to nowhere": ("<p>A card</p>", "{drag: {from: {text: A card}, to: {text: Zone}}, timeout: 0.4}", "not found"),
    "scroll to what is not there": (LONG, "{scroll_until: {visible: {text: Row 500.}}}", "to its end"),
    "scroll what does not": ("<p>A</p>", "{scroll_until: {visible: {text: Deep}}, timeout: 0.4}", "scrolls"),
    "upload to nothing": ("<button>Upload</button>", "{upload: {target: {text: Upload}, files: a.png}, timeout: 0.6}", "no file"),
    "upload several to one": ("<input type=file aria-label=F>", "{upload: {target: {label: F}, files: [a.png, b.png]}, timeout: 0.4}", "takes one file"),
    "wait for what never comes": ("<p>A</p>", "{wait_for: {visible: {text: Ready}}, timeout: 0.4}", "did not come"),
    "remember nothing": ("<p>A</p>", "{remember: {as: a, text: {label: Badge}}, timeout: 0.4}", "not found"),
    "go by a control that is not there": ("<p>A</p>", "{go: {screen: cart, by: control}, timeout: 0.4}", "no control"),
    "go to a page that is not there": ("<p>A</p>", "{go: cart, timeout: 0.4}", "no such page"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_step_fails(theatre: Theatre, name: str) -> None:
    html, do, expected = FAILS[name]
    trace, out = after(theatre, OUT + html, do)
    assert not trace.ok
    assert expected in (trace.reason or ""), trace
    assert out != "hit"


def test_a_control_made_of_server_markup_is_clicked_once_more(theatre: Theatre) -> None:
    """F44: the code takes the page over later; what is there has no mark of its framework."""
    late = "<button>Add</button><script>setInterval(() => { document.querySelector('button').onclick = () => say('added') }, 1000)</script>"
    trace, out = after(theatre, OUT + late, "{click: {text: Add}}")
    assert out == "added" or any("once more" in note for note in trace.notes)
    dead = theatre.step("<button>Add</button>", "{click: {text: Add}}")
    assert dead.ok
    assert any("once more" in note for note in dead.notes)


def test_a_control_that_answers_is_clicked_once(theatre: Theatre) -> None:
    count = "<button onclick='say(Number(out.textContent) + 1 || 1)'>Add</button>"
    trace, out = after(theatre, OUT + count, "{click: {text: Add}}")
    assert out == "1"
    assert trace.notes == ()
    quiet = "<label><input type=checkbox>Terms</label><p id=shown></p>"
    trace, _ = after(theatre, quiet, "{click: {label: Terms}}")
    assert trace.notes == ()


def test_only_the_first_click_is_repeated(theatre: Theatre) -> None:
    html = "<button onclick=\"say('a')\">A</button><button>Dead</button>"
    trace, _ = after(theatre, OUT + html, "{click: {text: A}}, {click: {text: Dead}}")
    assert trace.ok
    assert trace.notes == ()


def test_which_way_of_dragging_worked_is_said(theatre: Theatre) -> None:
    html, do, _ = WORKS["drag by keyboard"]
    trace, _ = after(theatre, OUT + html, do)
    assert trace.notes == ("dragged by keyboard",)


def test_ambiguity_and_loose_labels_are_said(theatre: Theatre) -> None:
    """G19, G20."""
    trace = theatre.step("<a href=#1>Details</a><a href=#2>Details</a>", "{click: {text: Details}}")
    assert trace.matched == 2
    assert any("2 visible elements match" in note for note in trace.notes)
    assert trace.url_after.endswith("#1")
    trace = theatre.step("<div><span>City</span><input></div>", "{fill: {target: {label: City}, value: a}}")
    assert any("no label of its own" in note for note in trace.notes)


def test_go_moves_through_history(theatre: Theatre) -> None:
    theatre.opener.site.pages["/cart"] = "<!doctype html><h1>Cart</h1>"
    traces = theatre.steps(
        "<a href=/cart>Cart</a>", "{click: {text: Cart}}, {go: back}, {go: forward}, {go: {route: /cart}}, {go: home}"
    )
    assert [trace.url_after for trace in traces] == ["/cart", "/", "/cart", "/cart", "/"]
    assert [trace.notes for trace in traces[-1:]] == [("went to home by loading its address",)]
    trace = theatre.step("<a href=/cart>Cart</a>", "{go: cart}")
    assert trace.notes == ("went to cart by clicking a control",)


def test_what_a_step_says(theatre: Theatre) -> None:
    trace = theatre.step("<button onclick=\"location.hash = 'x'\">Go</button>", "{click: {role: button, name: Go}}")
    assert trace.text == "click role=button name='Go'"
    assert (trace.ok, trace.hint, trace.matched, trace.url_before, trace.url_after) == (True, "role", 1, "/", "/#x")
    assert trace.place.endswith("shop.yaml:13:14")
