"""Whole features: guards, outcomes, faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.browser.act.feature import needs_comparison, run_feature, without_acting
from pytest_uibench.checks.interaction import judge_feature
from pytest_uibench.model import from_wire, to_wire
from pytest_uibench.model.interaction import FeatureTrace

from .acting import Theatre, feature_of
from .conftest import Opener


@pytest.fixture
def theatre(opener: Opener, tmp_path: Path) -> Theatre:
    return Theatre(opener, tmp_path)


SHOP = """<h1>Shop</h1><p>Cart: <b aria-label="Cart items" id=n>0</b></p><button onclick="{act}">Add to cart</button><ul id=u></ul>"""
ALIVE = "n.textContent = Number(n.textContent) + 1; u.insertAdjacentHTML('beforeend', '<li>Shirt</li>')"
HALF = "n.textContent = Number(n.textContent) + 1"
DO = "[{remember: {as: before, text: {label: Cart items}}}, {click: {role: button, name: Add to cart}}]"
EXPECT = (
    "[{changed: {from: before, by: 1}, timeout: 0.5}, {visible: {text: Shirt}, timeout: 0.5}, {visible: {text: Shop}}]"
)


@pytest.mark.parametrize(("act", "outcome"), [(ALIVE, "W"), (HALF, "P"), ("", "F")], ids=["alive", "half", "dead"])
def test_outcomes(theatre: Theatre, act: str, outcome: str) -> None:
    trace = theatre.play(SHOP.replace("{act}", act), DO, EXPECT)
    assert [one.held_before for one in trace.expectations] == [False, False, True]
    assert judge_feature(trace).outcome == outcome, trace
    assert from_wire(FeatureTrace, to_wire(trace)) == trace


def test_a_dead_control_earns_nothing_by_guards(theatre: Theatre) -> None:
    trace = theatre.play(
        "<h1>Shop</h1><button>Sort</button>",
        "[{click: {text: Sort}}]",
        "[{visible: {text: Shop}}, {hidden: {text: Error}}]",
    )
    judged = judge_feature(trace)
    assert (judged.outcome, judged.label) == ("F", "interact:guards")


def test_guards_alone_are_enough_where_steps_show_something(theatre: Theatre) -> None:
    page = """<button onclick="d.hidden = false">Edit</button><div id=d hidden role=dialog>Form <button onclick="d.hidden = true">Cancel</button></div><p>Ann</p>"""
    do = "[{click: {text: Edit}}, {click: {text: Cancel}}]"
    trace = theatre.play(page, do, "[{hidden: {role: dialog}}, {visible: {text: Ann}}]")
    assert [step.new for step in trace.steps] == [False, True]
    assert judge_feature(trace).outcome == "W"


def test_a_failed_step_ends_the_feature(theatre: Theatre) -> None:
    trace = theatre.play(
        "<button>Stop</button>", "[{click: {text: Go}, timeout: 0.3}, {press: Enter}]", "[{visible: {text: A}}]"
    )
    assert len(trace.steps) == 1
    assert trace.expectations == ()
    judged = judge_feature(trace)
    assert (judged.outcome, judged.label) == ("F", "interact:step")
    assert "step 1, click text=Go (" in judged.reason
    assert 'button "Stop"' in judged.reason


def test_a_notice_that_leaves_is_no_effect(theatre: Theatre) -> None:
    """G15: a toast of the page's load expires during the wait."""
    toast = "<div role=status style='position:fixed;bottom:0' id=t>Welcome</div><script>setTimeout(() => t.remove(), 2500)</script><button>Save</button>"
    trace = theatre.play(toast, "[{click: {text: Save}}]", "[{hidden: {text: Welcome}}]")
    assert judge_feature(trace).outcome == "F"
    assert any("waited out" in note for note in trace.notes)


def test_an_endless_loop_is_a_hang(theatre: Theatre) -> None:
    """F73."""
    trace = theatre.play(
        "<button onclick='while (true) {}'>Loop</button>",
        "[{click: {text: Loop}, timeout: 0.5}]",
        "[{visible: {text: A}}]",
    )
    assert trace.fault is not None
    assert trace.fault.label == "interact:hang"
    assert judge_feature(trace).label == "interact:hang"
    assert [step.ok for step in trace.steps] == [False]
    again = theatre.play(
        "<button onclick=\"this.textContent = 'Done'\">Go</button>",
        "[{click: {text: Go}}]",
        "[{visible: {text: Done}}]",
    )
    assert judge_feature(again).outcome == "W"


def test_a_page_that_is_full_without_the_control(theatre: Theatre) -> None:
    """A cart with goods that nobody put there shows nothing about the button."""
    site = theatre.opener.site
    site.pages["/cart"] = "<!doctype html><h1>Cart</h1><ul><li>Shirt</li></ul>"
    page = "<button>Add</button><a href=/cart>Cart</a>"
    do, expect = (
        "[{click: {text: Add}}, {go: cart}]",
        "[{visible: {text: Shirt}}, {visible: {role: heading, name: Cart}}]",
    )
    feature = feature_of(theatre.folder, do, expect)
    assert needs_comparison(feature)
    held = without_acting(theatre.open(page), feature)
    assert held == (True, True)
    trace = run_feature(theatre.open(page), feature, held_without_acting=held)
    assert judge_feature(trace).outcome == "F"
    live = "<button onclick='localStorage.c = 1'>Add</button><a href=/cart>Cart</a>"
    site.pages["/cart"] = (
        "<!doctype html><h1>Cart</h1><ul></ul><script>if (localStorage.c) document.querySelector('ul').innerHTML = '<li>Shirt</li>'</script>"
    )
    held = without_acting(theatre.open(live), feature)
    assert held == (False, True)
    trace = run_feature(theatre.open(live), feature, held_without_acting=held)
    assert judge_feature(trace).outcome == "W"


def test_unasked_answers_are_noted(theatre: Theatre) -> None:
    trace = theatre.play("<button>Delete</button>", "[{answer: {dialog: accept}}, {click: {text: Delete}}]")
    assert any("no dialog was raised" in note for note in trace.notes)


def test_dialogs_popups_and_downloads_of_a_feature(theatre: Theatre) -> None:
    page = "<button onclick=\"if (confirm('Really?')) document.querySelector('p').remove()\">Delete</button><p>Row</p>"
    expect = "[{dialog: {contains: really}}, {hidden: {text: Row}}]"
    trace = theatre.play(page, "[{answer: {dialog: accept}}, {click: {text: Delete}}]", expect)
    assert judge_feature(trace).outcome == "W"
    trace = theatre.play(
        page,
        "[{answer: {dialog: dismiss}}, {click: {text: Delete}}]",
        expect.replace("hidden:", "timeout: 0.3, hidden:"),
    )
    assert judge_feature(trace).outcome == "P"


def test_what_is_compared_with_the_start_is_a_guard(theatre: Theatre) -> None:
    """Nothing changed on a dead page either."""
    page = '<ul><li>Milk</li></ul><p id=n>1 item</p><button onclick="{act}">Clear</button>'
    do = "[{remember: {as: rows, count: {role: listitem}}}, {remember: {as: told, text: {selector: '#n'}}}, {click: {text: Clear}}]"
    expect = "[{unchanged: told}, {not: {changed: {from: told}}}, {count: {of: {role: listitem}, is: rows}}, {changed: {from: told, to: 0}, timeout: 0.3}]"
    trace = theatre.play(page.replace("{act}", ""), do, expect)
    assert [(one.held_before, one.ok) for one in trace.expectations] == [
        (True, True),
        (True, True),
        (True, True),
        (False, False),
    ]
    assert judge_feature(trace).outcome == "F"
    lively = theatre.play(
        page.replace("{act}", "n.textContent = '0 items'"),
        do,
        "[{changed: {from: told, by: -1}}, {count: {of: {role: listitem}, is: rows}}]",
    )
    assert [(one.held_before, one.ok) for one in lively.expectations] == [(False, True), (True, True)]
    assert judge_feature(lively).outcome == "W"
