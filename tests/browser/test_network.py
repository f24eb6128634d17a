"""The hermetic network: nothing leaves, own requests are untouched, pictures have a stand-in."""

from __future__ import annotations

import socket

import pytest
from playwright.sync_api import Browser

from pytest_uibench.browser.session import SessionOptions
from pytest_uibench.model import UibenchError
from pytest_uibench.observe.page import RouteRequest, observe_page

from .conftest import Opener, Site

TRY = """<!doctype html><h1>A page that calls out</h1><p>with enough text to be one</p><script>
window.log = {};
const note = (name, promise) => promise.then(value => log[name] = 'OK ' + value, () => log[name] = 'refused');
"""


def outcome(opener: Opener, code: str, options: SessionOptions | None = None, wait: str = "true") -> dict[str, str]:
    opener.site.pages["/"] = TRY + code + "</script>"
    session = opener(options)
    session.visit("/")
    session.page.wait_for_function(wait)
    session.rest()
    log: dict[str, str] = session.page.evaluate("log")
    return log


def test_calls_to_other_places_are_refused(opener: Opener, other_site: Site) -> None:
    """Other hosts and other ports of this machine, from every kind of code."""
    port = other_site.server_port
    code = f"""
    note('https', fetch('https://api.example.test/x'));
    note('http', fetch('http://api.example.test/x'));
    note('port', fetch('http://127.0.0.1:{port}/x'));
    note('no-cors', fetch('http://127.0.0.1:{port}/x', {{mode: 'no-cors'}}));
    note('localhost', fetch('http://localhost:{port}/x', {{mode: 'no-cors'}}));
    note('v6', fetch('http://[::1]:{port}/x', {{mode: 'no-cors'}}));
    note('redirect', fetch('/away'));
    note('redirect-port', fetch('/aside', {{mode: 'no-cors'}}));
    note('own', fetch('/data.json').then(r => r.text()));
    const open = (socket) => new Promise((yes, no) => {{ socket.onopen = yes; socket.onerror = no }});
    note('wss', open(new WebSocket('wss://ws.example.test/')));
    note('ws', open(new WebSocket('ws://127.0.0.1:{port}/')));
    note('stream', open(new EventSource('http://127.0.0.1:{port}/')));
    navigator.sendBeacon('http://127.0.0.1:{port}/beacon', 'x');
    const source = `fetch('http://127.0.0.1:{port}/worker').then(() => postMessage('OK'), () => postMessage('no'))`;
    note('worker', new Promise((yes, no) => {{
      new Worker(URL.createObjectURL(new Blob([source]))).onmessage = e => e.data === 'OK' ? yes(1) : no() }}));
    document.body.insertAdjacentHTML('beforeend', `<iframe sandbox=allow-scripts srcdoc="<script>
      fetch('http://127.0.0.1:{port}/frame', {{mode: 'no-cors'}})</` + `script>"></iframe>`);
    """
    opener.site.pages["/data.json"] = "mine"
    opener.site.pages["/away"] = (302, {"Location": "https://evil.example.test/"}, "")
    opener.site.pages["/aside"] = (302, {"Location": f"{other_site.origin}/"}, "")
    log = outcome(opener, code, wait="Object.keys(log).length >= 13")
    assert log.pop("own") == "OK mine"
    assert log == dict.fromkeys(log, "refused")
    assert len(log) == 12
    assert other_site.hits == []


def test_datagrams_of_webrtc_do_not_leave(opener: Opener) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind(("127.0.0.1", 0))
        stun.settimeout(0.5)
        outcome(
            opener,
            f"const peer = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{stun.getsockname()[1]}'}}]}});"
            "peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer));",
        )
        with pytest.raises(TimeoutError):
            stun.recv(100)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_pictures_get_a_stand_in_of_the_size_they_ask_for(opener: Opener, scheme: str) -> None:
    """G11: with an ``onError`` handler that would loop, nothing fails and nothing loops."""
    host = f"{scheme}://images.example.test"
    opener.site.pages["/"] = (
        f"<h1>Pictures from elsewhere</h1><p>of many kinds, some without a size</p>"
        f"<img id=a src='{host}/400x300.png'><img id=b src='{host}/photo-1?w=640&h=360'>"
        f"<img id=c src='{host}/seed/x/200'>"
        "<img id=d><script>window.errors = 0; d.onerror = () => { errors += 1; d.src = "
        f"'{host}/fallback.png?' + errors }}; d.src = '{host}/broken.png'</script>"
    )
    session = opener()
    seen = observe_page(session, RouteRequest(route="/", path="/"))
    sizes = session.page.evaluate("[a, b, c, d].map(i => [i.naturalWidth, i.naturalHeight])")
    assert sizes == [[400, 300], [640, 360], [200, 200], [300, 200]]
    assert session.page.evaluate("errors") == 0
    assert seen.settling is not None
    assert seen.settling.settled
    assert seen.refused_hosts == ("images.example.test",)
    assert all(fault.refused and fault.error == "placeholder" for fault in seen.requests)
    assert seen.console == ()


def test_refused_requests_are_listed_once_and_are_not_the_apps_failure(opener: Opener) -> None:
    """F43, G12."""
    seen = opener.see(
        "<link rel=stylesheet href='https://fonts.example.test/css?family=Inter'>"
        "<link rel=stylesheet href='https://fonts.example.test/other.css'>"
        "<script src='https://cdn.example.test/a.js'></script><script src='https://cdn.example.test/b.js'></script>"
        "<div id=root><h1>Still here</h1><p>with enough text to be a page</p></div>"
        "<script>fetch('https://api.example.test/v1'); (async () => { throw await fetch('http://x.example.test')"
        ".catch(e => e) })(); new WebSocket('wss://live.example.test')</script>"
    )
    assert seen.fault is None
    assert seen.settling is not None
    assert seen.settling.settled
    hosts = {"fonts.example.test", "cdn.example.test", "api.example.test", "x.example.test", "live.example.test"}
    assert set(seen.refused_hosts) == hosts
    assert len(seen.refused_hosts) == len(hosts)
    assert all(fault.refused for fault in seen.requests)
    assert [line.kind for line in seen.console if line.kind != "warning"] == []


def test_own_failure_beside_a_refused_one_stays_an_error(opener: Opener) -> None:
    seen = opener.see(
        "<h1>Two calls</h1><script>fetch('https://api.example.test').catch(() => 0);"
        "Promise.reject(new Error('Cannot read cart'))</script>"
    )
    assert [(line.kind, line.text) for line in seen.console] == [("pageerror", "Error: Cannot read cart")]


@pytest.mark.parametrize("address", ["https://shop.example.test/login", "http://shop.example.test/login"])
def test_move_to_another_host_leaves_the_page_in_place(opener: Opener, address: str) -> None:
    seen = opener.see(
        "<div id=root><h1>Before the move</h1><p>with enough text</p></div>"
        f"<script>location.href = '{address}'</script>"
    )
    assert seen.fault is None
    assert "Before the move" in seen.text
    assert seen.landed == "/"
    assert seen.refused_hosts == ("shop.example.test",)


def test_document_that_redirects_to_another_host(opener: Opener, site: Site) -> None:
    site.pages["/"] = (302, {"Location": "https://login.example.test/start"}, "")
    seen = opener.see(path="/")
    assert seen.fault is None
    assert seen.probe is None
    assert seen.landed == "https://login.example.test/start"


def test_foreign_frame_stays_empty(opener: Opener) -> None:
    seen = opener.see(
        "<h1>Map</h1><p>Our shop is here, come and see</p><iframe src='https://maps.example.test/'></iframe>"
    )
    assert seen.refused_hosts == ("maps.example.test",)
    frames = opener.sessions[0].page.frames
    assert [frame.url for frame in frames[1:] if frame.url.startswith("chrome-error")] == []


def test_open_network_lets_through_and_records(opener: Opener, other_site: Site) -> None:
    opener.site.pages["/"] = (
        f"<h1>Open</h1><p id=p></p><script>fetch('{other_site.origin}/x').then(r => r.text())"
        ".then(t => p.textContent = t)</script>"
    )
    seen = observe_page(opener(SessionOptions(network="open")), RouteRequest(route="/", path="/"))
    assert "secret" in seen.text
    assert seen.refused_hosts == ()
    assert seen.hosts == (f"127.0.0.1:{other_site.server_port}",)


@pytest.fixture
def dead_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proxy variables that lead nowhere."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("network", ["hermetic", "open"])
def test_loopback_never_goes_through_a_proxy(
    engine: Browser, opener: Opener, site: Site, dead_proxy: None, network: str
) -> None:
    """F30: a browser that was started with proxy variables set."""
    from pytest_uibench.browser.find import find_browser
    from pytest_uibench.browser.launch import launch_arguments
    from pytest_uibench.browser.session import AppSession

    site.pages["/"] = "<h1>Own page</h1>"
    options = SessionOptions(network="open" if network == "open" else "hermetic")
    browser = engine.browser_type.launch(**launch_arguments(find_browser(), {}, network=options.network))
    session = AppSession(browser, site.origin, options=options)
    seen = observe_page(session, RouteRequest(route="/", path="/"))
    session.close()
    browser.close()
    assert seen.text == "Own page"


def test_service_worker_of_an_old_build_is_blocked(opener: Opener, site: Site) -> None:
    """F64."""
    site.pages["/sw.js"] = "self.addEventListener('fetch', e => e.respondWith(new Response('stale')))"
    seen = opener.see("<h1>Fresh</h1><script>navigator.serviceWorker.register('/sw.js')</script>")
    assert seen.text == "Fresh"
    assert seen.console == ()
    assert "/sw.js" not in site.hits


def test_proxy_of_the_users_context_is_refused_with_a_way_out(opener: Opener) -> None:
    with pytest.raises(UibenchError, match="--uibench-network=open"):
        opener(SessionOptions(context={"proxy": {"server": "http://127.0.0.1:9"}}))
