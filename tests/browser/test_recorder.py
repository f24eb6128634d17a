"""What is recorded around a page."""

from __future__ import annotations

import pytest

from pytest_uibench import constants
from pytest_uibench.browser.session import SessionOptions
from pytest_uibench.model import ConsoleLine, RequestFault
from pytest_uibench.observe.page import RouteRequest, observe_current, observe_page

from .conftest import Opener, Site

PAGE = "<!doctype html><div id=root><h1>Recorder</h1><p>a page with enough text</p></div>"


def test_error_in_the_first_render_has_its_source_place(opener: Opener, site: Site) -> None:
    """F41, and results that do not depend on the port."""
    site.pages["/app.js"] = "\nfunction App() {\n  throw new TypeError('items is undefined')\n}\nApp()\n"
    seen = opener.see("<!doctype html><div id=root></div><script src=/app.js></script>")
    expected = ConsoleLine(
        kind="pageerror",
        text="TypeError: items is undefined",
        url="/app.js",
        line=3,
        column=9,
        frames=("/app.js:3:9", "/app.js:5:1"),
    )
    assert seen.console == (expected,)
    assert str(site.server_port) not in repr(seen)


@pytest.mark.parametrize(
    ("code", "text", "line"),
    [
        ("let a = ;", "SyntaxError: Unexpected token ';'", 1),
        ("\n\nsetTimeout(() => { throw new Error('in a timer') })", "Error: in a timer", 3),
        ("\nPromise.reject(new Error('nobody waits'))", "Error: nobody waits", 2),
        ("throw 'only words'", "only words", 1),
    ],
    ids=["syntax", "timer", "promise", "string"],
)
def test_uncaught_errors_of_every_kind(opener: Opener, site: Site, code: str, text: str, line: int) -> None:
    """G05 and its relatives: also where the error has no stack."""
    site.pages["/app.js"] = code
    seen = opener.see(f"{PAGE}<script src=/app.js></script>")
    assert [(one.kind, one.text, one.url, one.line) for one in seen.console] == [("pageerror", text, "/app.js", line)]


def test_module_that_throws_on_import(opener: Opener, site: Site) -> None:
    """G05: a green build, every route blank."""
    site.pages["/main.js"] = "import './client.js'; document.querySelector('#root').innerHTML = '<h1>never</h1>'"
    site.pages["/client.js"] = "throw new Error('supabaseUrl is required.')"
    seen = opener.see("<!doctype html><div id=root></div><script type=module src=/main.js></script>")
    assert seen.text == ""
    assert [(one.kind, one.text, one.url) for one in seen.console] == [
        ("pageerror", "Error: supabaseUrl is required.", "/client.js")
    ]


def test_resource_errors_are_apart_from_page_errors(opener: Opener) -> None:
    """F25, F35, G12: a missing asset and a missing API of the app itself."""
    seen = opener.see(
        f"{PAGE}<script src=./assets/index-1a2b.js></script><img src=/logo.png>"
        "<script>fetch('/api/items?page=1').then(r => console.warn('API said', r.status))</script>",
        path="/deep/route",
    )
    assert set(seen.requests) == {
        RequestFault(url="/deep/assets/index-1a2b.js", method="GET", resource="script", status=404),
        RequestFault(url="/logo.png", method="GET", resource="image", status=404),
        RequestFault(url="/api/items?page=1", method="GET", resource="fetch", status=404),
    }
    assert [(one.kind, one.text) for one in seen.console] == [("warning", "API said 404")]


def test_aborted_requests_are_no_faults(opener: Opener, site: Site) -> None:
    site.pages["/slow"] = lambda handler: handler.late(30, "")
    seen = opener.see(
        f"{PAGE}<script>const stop = new AbortController(); fetch('/slow', {{signal: stop.signal}}).catch(() => 0);"
        "setTimeout(() => stop.abort(), 50)</script>"
    )
    assert seen.requests == ()
    assert seen.console == ()


@pytest.mark.parametrize(
    ("code", "dialogs", "text"),
    [
        ("alert('Hi'); p.textContent = 'went on'", ("alert: Hi",), "went on"),
        ("p.textContent = 'said ' + confirm('Delete?')", ("confirm: Delete?",), "said false"),
        ("p.textContent = 'said ' + prompt('Name?')", ("prompt: Name?",), "said null"),
    ],
)
def test_dialogs_are_answered_and_recorded(opener: Opener, code: str, dialogs: tuple[str, ...], text: str) -> None:
    """F46."""
    seen = opener.see(f"<h1>Dialog</h1><p id=p>waits</p><script>{code}</script>")
    assert seen.dialogs == dialogs
    assert text in seen.text


def test_dialogs_are_answered_as_the_caller_says(opener: Opener, site: Site) -> None:
    site.pages["/"] = "<h1>Dialog</h1><p id=p></p><script>p.textContent = 'said ' + confirm('Delete?')</script>"
    session = opener(SessionOptions(dialog_policy=lambda kind, message: "accept"))
    assert "said true" in observe_page(session, RouteRequest(route="/", path="/")).text


def test_page_that_does_not_want_to_be_left(opener: Opener, site: Site) -> None:
    """F46: beforeunload after a real click, then the next route."""
    site.pages["/"] = f'{PAGE}<button onclick="onbeforeunload = e => e.preventDefault()">Edit</button>'
    site.pages["/next"] = "<h1>Next page</h1>"
    session = opener()
    observe_page(session, RouteRequest(route="/", path="/"))
    session.page.click("button")
    assert observe_page(session, RouteRequest(route="/next", path="/next")).text == "Next page"


def test_endless_dialogs_do_not_hang_the_run(opener: Opener) -> None:
    seen = opener.see(f"{PAGE}<script>let n = 0; const id = setInterval(() => alert(++n), 10)</script>")
    assert seen.fault is None
    assert 0 < len(seen.dialogs) <= constants.CONSOLE_LIMIT


@pytest.mark.parametrize(
    ("markup", "popup", "refused"),
    [
        ("<a href=/terms target=_blank>Terms</a>", "/terms", ()),
        ("<a href='https://docs.test/x' target=_blank>Docs</a>", "https://docs.test/x", ("docs.test",)),
        ("<a onclick=\"window.open('/help?from=1')\">Help</a>", "/help?from=1", ()),
    ],
    ids=["link", "foreign", "script"],
)  # fmt: skip
def test_new_tabs_are_recorded_and_closed(
    opener: Opener, site: Site, markup: str, popup: str, refused: tuple[str, ...]
) -> None:
    """F47."""
    site.pages.update({"/": PAGE + markup, "/terms": PAGE, "/help": PAGE})
    session = opener()
    observe_page(session, RouteRequest(route="/", path="/"))
    session.page.click("a")
    seen = observe_current(session, RouteRequest(route="/", path="/"))
    assert seen.popups == (popup,)
    assert seen.refused_hosts == refused
    session.page.wait_for_timeout(100)
    assert len(session.context.pages) == 1


def test_downloads_are_recorded_with_their_name(opener: Opener, site: Site) -> None:
    """F48: by a link, and as the address itself."""
    site.pages["/"] = f"{PAGE}<a href=/report.csv download=sales.csv>CSV</a>"
    site.pages["/report.csv"] = (200, {"Content-Disposition": "attachment; filename=report.csv"}, "a,b")
    session = opener()
    observe_page(session, RouteRequest(route="/", path="/"))
    with session.page.expect_download():
        session.page.click("a")
    seen = observe_current(session, RouteRequest(route="/", path="/"))
    assert seen.downloads == ("report.csv",)
    direct = observe_page(session, RouteRequest(route="/report.csv", path="/report.csv"))
    assert direct.downloads == ("report.csv",)
    assert direct.fault is None
    assert direct.probe is None
    assert observe_page(session, RouteRequest(route="/", path="/")).probe is not None


def test_flood_of_lines_is_bounded_and_keeps_the_error(opener: Opener) -> None:
    seen = opener.see(
        f"{PAGE}<script>for (let n = 0; n < 500; n += 1) console.warn('warning ' + n);"
        "for (let n = 0; n < 500; n += 1) console.error('same'); throw new Error('the cause')</script>"
    )
    assert len(seen.console) <= constants.CONSOLE_LIMIT
    assert [one.text for one in seen.console if one.kind == "pageerror"] == ["Error: the cause"]
    assert sum(one.text == "same" for one in seen.console) == 1


def test_lines_with_broken_characters_go_to_disk_and_back(
    opener: Opener, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from pytest_uibench.observe.store import load_observations, save_observations

    seen = opener.see(
        f"{PAGE}<p>漢字 \U0001f600 <script>p = '\\ud800 half'; document.title = p; console.error(p)</script></p>"
    )
    file = tmp_path_factory.mktemp("store") / "deep" / "pages.json"
    save_observations(file, [seen])
    assert load_observations(file) == [seen]


def test_observations_do_not_inherit_from_the_page_before(opener: Opener, site: Site) -> None:
    site.pages["/a"] = (
        f"{PAGE}<script>console.error('of a'); addEventListener('pagehide', () => console.error('leaving'))</script>"
    )
    site.pages["/b"] = PAGE
    session = opener()
    assert len(observe_page(session, RouteRequest(route="/a", path="/a")).console) == 1
    assert observe_page(session, RouteRequest(route="/b", path="/b")).console == ()
