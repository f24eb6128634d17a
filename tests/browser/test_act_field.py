"""What generated apps and their libraries do to whoever acts on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.browser.act.steps import Stage, run_step
from pytest_uibench.checks.interaction import judge_feature

from .acting import Theatre, feature_of
from .conftest import Opener
from .test_act_steps import OUT, after


@pytest.fixture
def theatre(opener: Opener, tmp_path: Path) -> Theatre:
    return Theatre(opener, tmp_path)


# As React does it: the framework's own setter notes the value, an event with the noted value is no change.
TRACKED = """<script>
for (const field of document.querySelectorAll('input, select')) {
  const proto = field.tagName === 'SELECT' ? HTMLSelectElement : HTMLInputElement;
  const name = field.type === 'checkbox' ? 'checked' : 'value';
  const own = Object.getOwnPropertyDescriptor(proto.prototype, name);
  let noted = own.get.call(field);
  Object.defineProperty(field, name, { get() { return own.get.call(this) }, set(v) { noted = v; own.set.call(this, v) }, configurable: true });
  for (const kind of ['input', 'change', 'click']) field.addEventListener(kind, () => {
    const now = own.get.call(field);
    if (now !== noted) { noted = now; say(String(now)) }
  });
}
</script>"""


@pytest.mark.parametrize(
    ("html", "do", "expected"),
    [
        ("<input aria-label=A>", "{fill: {target: {label: A}, value: Ann}}", "Ann"),
        ("<input type=date aria-label=A>", "{fill: {target: {label: A}, value: 2024-05-06}}", "2024-05-06"),
        ("<select aria-label=A><option>S<option>L</select>", "{select: {target: {label: A}, option: L}}", "L"),
        ("<input type=checkbox aria-label=A>", "{check: {label: A}}", "true"),
    ],
)
def test_controlled_fields_hear_of_it(theatre: Theatre, html: str, do: str, expected: str) -> None:
    trace, out = after(theatre, OUT + html + TRACKED, do)
    assert trace.ok, trace
    assert out == expected


def test_fields_in_frames_and_shadow_roots(theatre: Theatre) -> None:
    frame = "<iframe srcdoc='<input aria-label=A oninput=\"parent.out.textContent = this.value\">'></iframe>"
    trace, out = after(theatre, OUT + frame, "{fill: {target: {label: A}, value: inner}}")
    assert (trace.ok, out) == (True, "inner")
    shadow = "<x-a></x-a><script>const r = document.querySelector('x-a').attachShadow({mode:'open'}); r.innerHTML = '<label>B <input></label>'; r.querySelector('input').oninput = (e) => say(e.target.value)</script>"
    trace, out = after(theatre, OUT + shadow, "{type: {target: {label: B}, value: deep}}")
    assert (trace.ok, out) == (True, "deep")


def test_a_select_whose_list_opens_in_a_portal(theatre: Theatre) -> None:
    """As Radix does it: opened by pointerdown, the rest of the page deaf and hidden from assistive technology."""
    page = """<main id=m><label id=l>Colour</label><button id=b role=combobox aria-labelledby=l>Pick</button></main><script>
    b.onpointerdown = () => { document.body.style.pointerEvents = 'none'; m.setAttribute('aria-hidden', 'true');
      const box = document.createElement('div'); box.role = 'listbox'; box.style = 'pointer-events:auto;position:fixed;top:90px';
      box.innerHTML = '<div role=option>Red</div><div role=option>Blue</div>';
      setTimeout(() => document.body.append(box), 80);
      box.onpointerup = (e) => { say(e.target.textContent); box.remove(); document.body.style.pointerEvents = ''; m.removeAttribute('aria-hidden') } }
    </script>"""
    trace, out = after(theatre, OUT + page, "{select: {target: {role: combobox, name: Colour}, option: Blue}}")
    assert trace.ok, trace
    assert out == "Blue"


def test_an_element_that_is_made_anew_under_the_pointer(theatre: Theatre) -> None:
    page = """<div id=r></div><script>
    let times = 0; const draw = () => { r.innerHTML = '<button onclick="say(\\'hit\\')">Go</button><input aria-label=A>' };
    draw(); const clock = setInterval(() => { draw(); times += 1; if (times > 12) clearInterval(clock) }, 70);
    </script>"""
    trace, out = after(theatre, OUT + page, "{click: {text: Go}}")
    assert trace.ok, trace
    assert out == "hit"
    trace, _ = after(theatre, OUT + page, "{fill: {target: {label: A}, value: x}}")
    assert trace.ok, trace


def test_a_virtual_list(theatre: Theatre) -> None:
    page = """<div id=box style='height:300px;overflow:auto'><div id=in style='height:40000px;position:relative'></div></div><script>
    const inn = document.getElementById('in');
    const draw = () => { inn.innerHTML = ''; const first = Math.floor(box.scrollTop / 40);
      for (let i = first; i < first + 12 && i < 1000; i += 1) inn.insertAdjacentHTML('beforeend', `<p style="position:absolute;margin:0;top:${i * 40}px" onclick="say(this.textContent)">Row ${i}.</p>`) };
    box.onscroll = draw; draw();
    </script>"""
    trace, out = after(theatre, OUT + page, "{scroll_until: {visible: {text: Row 60.}}}, {click: {text: Row 60.}}")
    assert trace.ok, trace
    assert out == "Row 60."


def test_a_page_that_closes_itself(theatre: Theatre) -> None:
    trace = theatre.play(
        "<button onclick='window.close()'>Quit</button>",
        "[{click: {text: Quit}}]",
        "[{visible: {text: A}, timeout: 0.3}]",
    )
    assert judge_feature(trace).outcome == "F"


def test_a_click_that_loads_another_page(theatre: Theatre) -> None:
    theatre.opener.site.pages["/next"] = lambda handler: handler.late(0.7, "<!doctype html><h1>Next</h1>")
    trace = theatre.play(
        "<a href=/next>Go on</a>",
        "[{click: {text: Go on}}]",
        "[{visible: {role: heading, name: Next}}, {route: {is: /next}}]",
    )
    assert judge_feature(trace).outcome == "W", trace


def test_forms_that_the_browser_stops(theatre: Theatre) -> None:
    """G18: native validation has no text in the page."""
    page = "<form onsubmit=\"event.preventDefault(); say('sent')\"><label>Email <input type=email required></label><button>Send</button></form>"
    expect = "[{invalid: {of: {label: Email}, message: fill out}}, {focused: {label: Email}}, {hidden: {text: sent}}]"
    trace = theatre.play(OUT + page, "[{click: {text: Send}}]", expect)
    assert [one.ok for one in trace.expectations] == [True, True, True], trace
    assert judge_feature(trace).outcome == "W"


def test_a_menu_behind_a_modal_is_not_reached_through_it(theatre: Theatre) -> None:
    """F51: what lies above is told, with the words on it."""
    modal = "<div style='position:fixed;inset:0;background:#0006'><div role=dialog style='margin:100px;background:#fff'>Accept our cookies <button>OK</button></div></div>"
    trace, out = after(
        theatre, f"{OUT}<button onclick=\"say('hit')\">Menu</button>{modal}", "{click: {text: Menu}, timeout: 0.5}"
    )
    assert out == "-"
    assert "covered by" in (trace.reason or "")
    assert "Accept our cookies" in (trace.reason or "")


def test_words_that_no_encoding_takes(theatre: Theatre) -> None:
    page = "<p id=p></p><script>p.textContent = 'broken \\ud83d half'</script><button>Go \\u{1F600}</button>"
    trace = theatre.expect(page, "visible: {text: Nothing}")
    str(trace).encode()


@pytest.mark.parametrize("count", [4000])
def test_many_elements(theatre: Theatre, count: int) -> None:
    rows = "".join(
        f"<tr><td>{number}</td><td>Name {number}</td><td><button>Edit</button></td></tr>"
        for number in range(count // 4)
    )
    trace = theatre.step(
        f"<table>{rows}</table>", "{click: {role: button, name: Edit, within: {role: row, has: {text: Name 777}}}}"
    )
    assert trace.ok
    assert trace.matched == 1


def test_a_radio_button_for_assistive_technology_only_is_clicked_by_its_label(theatre: Theatre) -> None:
    hidden = "position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0,0,0,0)"
    page = f"<label><input type=radio name=c onchange=\"say('outer')\" style='{hidden}'><span>Outerwear</span></label>"
    trace, out = after(theatre, OUT + page, "{click: {role: radio, name: Outerwear}}")
    assert trace.ok, trace
    assert out == "outer"


LATE = {
    "timer": "setTimeout(come, 3500)",
    "interval": "let n = 0; const i = setInterval(() => { n += 1; if (n > 8) { clearInterval(i); come() } }, 400)",
    "request": "fetch('/slow').then(come)",
    "animation": "document.body.animate([{opacity: .9}, {opacity: 1}], {duration: 3500}).finished.then(come)",
    "worker": "new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 3500)']))).onmessage = come",
    "import": "import('/slow.js')",
}


@pytest.mark.parametrize("name", LATE)
def test_what_still_has_something_to_do_is_waited_for(theatre: Theatre, name: str) -> None:
    site = theatre.opener.site
    site.pages["/slow"] = lambda handler: handler.late(3.5, "x")
    site.pages["/slow.js"] = lambda handler: (handler.server.closing.wait(3.5), handler.reply(200, {}, "window.come()"))
    html = f"<p>Start</p><script>window.come = () => document.body.append('Ready now'); {LATE[name]}</script>"
    trace = theatre.step(html, "{click: {text: Start}}, {wait_for: {visible: {text: Ready now}}}")
    assert trace.ok, trace


def test_words_that_take_no_pointer_in_a_box_that_does(theatre: Theatre) -> None:
    page = "<div id=c style='padding:9px'><span style='pointer-events:none'>Open card</span></div><script>c.addEventListener('click', () => say('card'))</script>"
    trace, out = after(theatre, OUT + page, "{click: {text: Open card}}")
    assert trace.ok, trace
    assert out == "card"


def test_without_devtools(theatre: Theatre) -> None:
    """Other browsers than Chromium have no script world of their own."""
    page = f"{OUT}<label>Name <input oninput='say(this.value)'></label><label>Photo <input type=file onchange='say(this.files[0].name)'></label>"
    actor = theatre.open(page)
    actor.cdp = None
    stage = Stage(actor)
    do = "[{fill: {target: {label: Name}, value: Ann}}, {wait_for: {visible: {text: Ann}}}, {upload: {target: {label: Photo}, files: a.png}}, {wait_for: {visible: {text: a.png}}}]"
    traces = [run_step(stage, step) for step in feature_of(theatre.folder, do, "[{visible: {text: Ann}}]").do]
    assert [trace.ok for trace in traces] == [True] * 4, traces
