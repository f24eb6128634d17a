"""What is the app's own, and the answers of the refusing proxy. Pure, and plain sockets."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest

from pytest_uibench.browser.deadend import DeadEnd
from pytest_uibench.browser.network import NetworkPolicy, host_of, placeholder_size, proxy_options
from pytest_uibench.observe.links import app_path, link_path, page_key, parent, shape

ORIGIN = "http://127.0.0.1:4173"
POLICY = NetworkPolicy(origin=ORIGIN)


@pytest.mark.parametrize(
    ("url", "own"),
    [
        (f"{ORIGIN}/x?y#z", True),
        ("ws://127.0.0.1:4173/live", True),
        ("data:text/plain,x", True),
        ("blob:http://127.0.0.1:4173/1", True),
        ("about:blank", True),
        ("http://127.0.0.1:4174/", False),
        ("http://127.0.0.1/", False),
        ("http://localhost:4173/", False),
        ("https://127.0.0.1:4173/", False),
        ("http://127.0.0.1:4173.evil.test/", False),
        ("http://127.0.0.1:4173@evil.test/", False),
        ("http://[::1]:4173/", False),
        ("http://a:bad/", False),
    ],
)
def test_own_origin(url: str, own: bool) -> None:
    assert POLICY.own(url) is own
    assert POLICY.refuses(url) is not own
    assert NetworkPolicy(origin=ORIGIN, mode="open").refuses(url) is False


def test_names() -> None:
    assert POLICY.relative(f"{ORIGIN}/a?b=1#/c") == "/a?b=1#/c"
    assert POLICY.relative(ORIGIN) == "/"
    assert POLICY.relative("https://x.test/a") == "https://x.test/a"
    assert POLICY.plain(f"at {ORIGIN}/a.js:1 and {ORIGIN}") == "at /a.js:1 and /"
    assert host_of("https://CDN.x.test/a") == "cdn.x.test"
    assert host_of("http://127.0.0.1:81/a") == "127.0.0.1:81"
    assert proxy_options(NetworkPolicy(origin=ORIGIN, mode="open")) == {}
    assert proxy_options(POLICY)["proxy"]["bypass"] == "127.0.0.1:4173"


@pytest.mark.parametrize(
    ("url", "size"),
    [
        ("https://placehold.test/600x400", (600, 400)),
        ("https://placehold.test/600x400.png?text=a", (600, 400)),
        ("https://picsum.test/seed/abc/400/250", (400, 250)),
        ("https://picsum.test/200", (200, 200)),
        ("https://images.test/photo-1523275335684-37898b6baf30?w=500&q=80", (500, 333)),
        ("https://images.test/photo?h=400", (600, 400)),
        ("https://images.test/a.jpg?width=64&height=48", (64, 48)),
        ("https://cdn.test/w_120,h_80/x.jpg", (120, 80)),
        ("https://x.test/a.png", (300, 200)),
        ("https://x.test/99999x2.png", (300, 200)),
        ("https://x.test/0x0", (8, 8)),
        ("https://x.test/?w=9999", (4096, 4096)),
    ],
)
def test_size_of_a_stand_in(url: str, size: tuple[int, int]) -> None:
    assert placeholder_size(url) == size


@pytest.fixture(scope="module")
def dead_end() -> DeadEnd:
    return DeadEnd()


@pytest.mark.parametrize(
    ("request_head", "start"),
    [
        ("CONNECT a.test:443 HTTP/1.1\r\n\r\n", b"HTTP/1.1 403 "),
        ("GET http://a.test/x.js HTTP/1.1\r\nAccept: */*\r\n\r\n", b""),
        ("POST http://a.test/ HTTP/1.1\r\nAccept: application/json\r\n\r\n{}", b""),
        ("GET http://a.test/9x9 HTTP/1.1\r\naccept: image/avif,*/*\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Type: im"),
        ("GET http://a.test/ HTTP/1.1\r\nAccept: text/html,*/*\r\n\r\n", b"HTTP/1.1 204 "),
        ("\x16\x03\x01garbage", b""),
        ("", b""),
    ],
)  # fmt: skip
def test_refusing_proxy(dead_end: DeadEnd, request_head: str, start: bytes) -> None:
    address = urlsplit(dead_end.address)
    with socket.create_connection((address.hostname, address.port), timeout=5) as connection:
        connection.sendall(request_head.encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while chunk := connection.recv(4096):
                answer += chunk
        except ConnectionResetError:
            pass
    assert answer.startswith(start)
    assert bool(answer) is bool(start)


def test_refusing_proxy_ends() -> None:
    server = DeadEnd()
    port = urlsplit(server.address).port
    server.close()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), timeout=2)


@pytest.mark.parametrize(
    ("url", "base", "hashes", "path"),
    [
        (f"{ORIGIN}/cart/", "", False, "/cart"),
        (f"{ORIGIN}/", "", False, "/"),
        (f"{ORIGIN}/cart?x=1#reviews", "", False, "/cart"),
        (f"{ORIGIN}/#/cart?x=1", "", True, "/#/cart"),
        (f"{ORIGIN}/", "", True, "/#/"),
        (f"{ORIGIN}/shop#/cart", "", True, "/#/cart"),
        (f"{ORIGIN}/shop", "", True, "/shop#/"),
        (f"{ORIGIN}/b.html#/cart", "", True, "/b.html#/cart"),
        (f"{ORIGIN}/#!/cart", "", False, "/#!/cart"),
        (f"{ORIGIN}/app", "/app", False, "/"),
        (f"{ORIGIN}/app/cart", "/app", False, "/cart"),
        (f"{ORIGIN}/apple", "/app", False, None),
        ("https://x.test/cart", "", False, None),
        ("about:blank", "", False, None),
        ("chrome-error://chromewebdata/", "", False, None),
    ],
)
def test_path_in_the_app(url: str, base: str, hashes: bool, path: str | None) -> None:
    assert app_path(url, ORIGIN, base, hash_router=hashes) == path


def test_links_of_a_hash_app() -> None:
    assert link_path("#cart", f"{ORIGIN}/#cart", ORIGIN, "", hash_router=True) == ("/#cart", "/#cart")
    assert link_path("#", f"{ORIGIN}/#", ORIGIN, "", hash_router=True) == (None, None)
    assert link_path("/", f"{ORIGIN}/", ORIGIN, "", hash_router=True) == ("/#/", "/#/")


def test_one_page_and_one_shape() -> None:
    assert page_key("/a/?q=1") == page_key("/a") == page_key("/a/index.html") == "/a"
    assert page_key("/#/") == page_key("/") == "/"
    assert page_key("/#/a/?x=1") == "/#/a"
    assert page_key("/A") != page_key("/a")
    assert shape("/product/17") == shape("/product/p-3?x=1") == "/product/*"
    assert shape("/o/0123456789abcdef") == "/o/*"
    assert shape("/about/team") == "/about/team"
    assert shape("/#/u/7/edit") == "/#/u/*/edit"
    assert (parent("/a/b"), parent("/a"), parent("/")) == ("/a", "", "")
