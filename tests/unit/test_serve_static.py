"""The static server over real sockets: hostile addresses, ranges, aborted and slow clients, many at once."""

from __future__ import annotations

import concurrent.futures
import contextlib
import http.client
import os
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_uibench.subject.serve.mime import content_type, extension
from pytest_uibench.subject.serve.site import Site, page_count, split_path
from pytest_uibench.subject.serve.static import StaticServer, parse_range, running, wants_document

NAVIGATE = {"Sec-Fetch-Mode": "navigate", "Accept": "text/html,*/*;q=0.8"}
SCRIPT = {"Sec-Fetch-Mode": "no-cors", "Accept": "*/*"}


@dataclass
class Got:
    status: int
    headers: dict[str, str]
    body: bytes


class Client:
    def __init__(self, server: StaticServer) -> None:
        self.server = server

    def __call__(
        self, target: str, headers: dict[str, str] | None = None, method: str = "GET", body: bytes | None = None
    ) -> Got:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=10)
        try:
            connection.putrequest(method, target, skip_accept_encoding=True)
            for name, value in {**(headers or {}), **({"Content-Length": str(len(body))} if body else {})}.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return Got(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def raw(self, data: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.server.server_port), timeout=10) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))


@contextlib.contextmanager
def serving(root: Path, base: str = "", *, spa: bool = False) -> Iterator[Client]:
    with running(Site(str(root), base, spa)) as server:
        yield Client(server)


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        file = root / name.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


@pytest.fixture
def spa(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    write(
        root, **{"index.html": "<div id=root></div>", "assets__app.js": "console.log(1)", "assets__logo.svg": "<svg/>"}
    )
    (tmp_path / "secret.txt").write_text("secret")
    (root / ".env").write_text("KEY=secret")
    return root


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write(
        tmp_path / "pages",
        **{
            "index.html": "home",
            "about.html": "about",
            "blog__index.html": "blog",
            "blog__first.html": "first",
            "docs.html": "docs page",
            "docs__guide.html": "guide",
            "404.html": "nothing here",
        },
    )


def test_deep_links_get_the_shell_and_missing_assets_do_not(spa: Path) -> None:
    """F24."""
    with serving(spa, spa=True) as get:
        assert get("/orders/42?tab=1", NAVIGATE).body == b"<div id=root></div>"
        assert get("/orders/42", NAVIGATE).headers["content-type"] == "text/html; charset=utf-8"
        assert get("/users/jane.doe", NAVIGATE).status == 200
        assert get("/v1.2", NAVIGATE).status == 200
        assert get("/assets/gone.js", SCRIPT).status == 404
        assert get("/assets/gone.js", NAVIGATE).status == 404
        assert get("/report.pdf", NAVIGATE).status == 404
        assert get("/api/items", {"Accept": "application/json"}).status == 404
        assert get("/api/items", {"Sec-Fetch-Mode": "cors", "Accept": "text/html"}).status == 404


def test_navigation_is_told_by_accept_where_the_browser_says_nothing() -> None:
    assert wants_document(None, "text/html,application/xhtml+xml")
    assert wants_document("navigate", "*/*")
    assert not wants_document("cors", "text/html")
    assert not wants_document(None, "*/*")
    assert not wants_document(None, "application/json, text/html")
    assert not wants_document(None, None)


def test_pages_are_found_as_on_ordinary_hosts(pages: Path) -> None:
    with serving(pages) as get:
        assert get("/", NAVIGATE).body == b"home"
        assert get("/about", NAVIGATE).body == b"about"
        assert get("/about.html", NAVIGATE).body == b"about"
        assert get("/about/?q=1", NAVIGATE).headers["location"] == "/about?q=1"
        assert get("/blog?x=%20y", NAVIGATE).headers["location"] == "/blog/?x=%20y"
        assert get("/blog/", NAVIGATE).body == b"blog"
        assert get("/blog/first", NAVIGATE).body == b"first"
        assert get("/docs", NAVIGATE).body == b"docs page", "a page goes before a folder of the same name"
        assert get("/docs/guide", NAVIGATE).body == b"guide"
        missing = get("/nowhere", NAVIGATE)
        assert (missing.status, missing.body) == (404, b"nothing here")
        assert get("/nowhere.html", NAVIGATE).body == b"nothing here"
        assert get("/gone.js", SCRIPT).body == b"Not Found\n"


def test_a_folder_without_index_is_never_listed(spa: Path) -> None:
    with serving(spa) as get:
        for target in ("/assets", "/assets/", "/assets//"):
            answer = get(target, NAVIGATE)
            assert answer.status == 404
            assert b"app.js" not in answer.body
    with serving(spa, spa=True) as get:
        assert get("/assets", NAVIGATE).body == b"<div id=root></div>", "a route may have the name of a folder"


@pytest.mark.parametrize(
    "target",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/.env",
        "/%2eenv",
        "/assets/../.env",
        "/link.txt",
        "/folder/secret.txt",
        "/hidden.txt",
        "/loop/index.html",
        "/pipe.txt",
        "/assets%00.js",
        "/index.html%00.js",
        "/%ff%fe.js",
        "/" + "a" * 5000 + ".js",
        "/" + "a/" * 5000 + "x.js",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "http://127.0.0.1/../secret.txt",
        "*",
    ],
)
def test_nothing_leaves_the_site(spa: Path, target: str) -> None:
    (spa / "link.txt").symlink_to(spa.parent / "secret.txt")
    (spa / "folder").symlink_to(spa.parent)
    (spa / "hidden.txt").symlink_to(spa / ".env")
    (spa / "loop").symlink_to(spa / "loop")
    os.mkfifo(spa / "pipe.txt")
    with serving(spa, spa=True) as get:
        answer = get.raw(
            f"GET {target} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Mode: no-cors\r\nConnection: close\r\n\r\n".encode()
        )
        assert answer.startswith(b"HTTP/1.1 404 "), answer[:80]
        assert b"secret" not in answer
        assert get("/assets/app.js").status == 200


def test_a_link_inside_the_site_and_a_linked_root_are_fine(spa: Path, tmp_path: Path) -> None:
    (spa / "again.js").symlink_to(spa / "assets/app.js")
    (tmp_path / "other").symlink_to(spa)
    with serving(tmp_path / "other") as get:
        assert get("/again.js").body == b"console.log(1)"


def test_redirects_never_lead_to_another_host(tmp_path: Path) -> None:
    write(tmp_path, **{"evil.com__index.html": "x"})
    with serving(tmp_path) as get:
        for target in ("//evil.com", "///evil.com", "/%0d%0aX-Bad:1", "/evil.com?a=%0d%0aX-Bad:1"):
            answer = get(target, NAVIGATE)
            assert "x-bad" not in answer.headers
            assert answer.headers.get("location", "/").startswith("/")
            assert not answer.headers.get("location", "/").startswith("//")


def test_names_are_decoded_and_encoded(tmp_path: Path) -> None:
    write(tmp_path, **{"grün 日本.html": "page", "größe__index.html": "folder", "a+b&c.js": "1", "100%.txt": "p"})
    (tmp_path / os.fsdecode(b"latin-\xe9.txt")).write_text("latin")
    with serving(tmp_path) as get:
        assert get("/gr%C3%BCn%20%E6%97%A5%E6%9C%AC", NAVIGATE).body == b"page"
        assert get("/gr%C3%B6%C3%9Fe", NAVIGATE).headers["location"] == "/gr%C3%B6%C3%9Fe/"
        assert get("/a+b&c.js").body == b"1"
        assert get("/100%25.txt").body == b"p"
        assert get("/latin-%E9.txt").body == b"latin"


@pytest.mark.parametrize("spa", [True, False])
def test_base_path(tmp_path: Path, spa: bool) -> None:
    write(tmp_path, **{"index.html": "home", "assets__a.js": "1", "about__index.html": "about"})
    with serving(tmp_path, "/repo", spa=spa) as get:
        assert get("/", NAVIGATE).headers["location"] == "/repo/"
        assert get("/repo?a=1", NAVIGATE).headers["location"] == "/repo/?a=1"
        assert get("/repo/", NAVIGATE).body == b"home"
        assert get("/repo/assets/a.js").body == b"1"
        assert get("/repo/about", NAVIGATE).headers["location"] == "/repo/about/"
        assert get("/assets/a.js").status == 404
        assert get("/repository/", NAVIGATE).status == 404
        assert get("/repo/deep/link", NAVIGATE).status == (200 if spa else 404)
        assert get("/deep/link", NAVIGATE).status == 404


def test_a_missing_favicon_is_silent_unless_somebody_goes_there(spa: Path) -> None:
    with serving(spa) as get:
        assert get("/favicon.ico", SCRIPT).status == 204
        assert get("/favicon.ico", NAVIGATE).status == 404
        assert get("/assets/favicon.ico", SCRIPT).status == 404
        assert get("/icon.png", SCRIPT).status == 404
    with serving(spa, "/repo") as get:
        assert get("/favicon.ico", SCRIPT).status == 204
        assert get("/repo/favicon.ico", SCRIPT).status == 204
        assert get("/favicon.ico", NAVIGATE).status == 404


def test_sveltekits_fallback_goes_before_the_prerendered_home(tmp_path: Path) -> None:
    write(tmp_path, **{"index.html": "prerendered", "200.html": "shell"})
    with serving(tmp_path, spa=True) as get:
        assert get("/", NAVIGATE).body == b"prerendered"
        assert get("/deep", NAVIGATE).body == b"shell"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.json", "application/json; charset=utf-8"),
        ("a.js.map", "application/json; charset=utf-8"),
        ("a.svg", "image/svg+xml; charset=utf-8"),
        ("a.woff2", "font/woff2"),
        ("A.AVIF", "image/avif"),
        ("a.webmanifest", "application/manifest+json; charset=utf-8"),
        ("a.unknown", "application/octet-stream"),
        ("LICENSE", "application/octet-stream"),
    ],
)
def test_content_types(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / name).write_text("x")
    with serving(tmp_path) as get:
        answer = get(f"/{name}")
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-store"
    assert not {"etag", "last-modified", "content-security-policy", "x-content-type-options"} & set(answer.headers)


def test_a_page_keeps_the_encoding_that_it_declares(tmp_path: Path) -> None:
    (tmp_path / "gbk.html").write_bytes('<meta charset="gbk">中文'.encode("gbk"))
    (tmp_path / "old.js").write_bytes("// é".encode("latin-1"))
    for name, kind in (("gbk.html", "text/html"), ("old.js", "text/javascript")):
        about = (tmp_path / name).stat()
        assert content_type(str(tmp_path / name), about.st_mtime_ns, about.st_size) == kind


def test_extensions_are_known_ones_only() -> None:
    assert extension("app.min.JS") == "js"
    assert extension("jane.doe") is None
    assert extension(".html") is None
    assert extension("v1.2") is None


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bytes=0-3", (0, 3)),
        ("bytes=4-", (4, 9)),
        ("bytes=-3", (7, 9)),
        ("bytes=-99", (0, 9)),
        ("bytes=8-99", (8, 9)),
        ("bytes=10-", False),
        ("bytes=-0", False),
        ("bytes=5-2", None),
        ("bytes=0-1,3-4", None),
        ("bytes=-", None),
        ("lines=0-1", None),
        ("bytes=a-b", None),
        (None, None),
    ],
)
def test_ranges(header: str | None, expected: object) -> None:
    assert parse_range(header, 10) == expected


def test_ranges_over_the_wire(tmp_path: Path) -> None:
    data = os.urandom(700_000)
    (tmp_path / "v.mp4").write_bytes(data)
    (tmp_path / "empty.txt").write_bytes(b"")
    with serving(tmp_path) as get:
        part = get("/v.mp4", {"Range": "bytes=1000-600000"})
        assert (part.status, part.body) == (206, data[1000:600001])
        assert part.headers["content-range"] == "bytes 1000-600000/700000"
        beyond = get("/v.mp4", {"Range": "bytes=700000-"})
        assert (beyond.status, beyond.headers["content-range"], beyond.body) == (416, "bytes */700000", b"")
        assert get("/v.mp4", {"Range": "bytes=0-1", "If-Range": '"x"'}).status == 200
        head = get("/v.mp4", method="HEAD")
        assert (head.status, head.headers["content-length"], head.body) == (200, "700000", b"")
        assert get("/empty.txt").body == b""
        assert get("/empty.txt", {"Range": "bytes=0-"}).status == 416


def test_methods(spa: Path) -> None:
    with serving(spa, spa=True) as get:
        refused = get("/api/login", {"Accept": "application/json"}, method="POST", body=b"x" * 200_000)
        assert (refused.status, refused.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
        assert get("/x", method="DELETE").status == 405
        assert get("/x", method="OPTIONS").status == 204
        assert get("/x", method="BREW").status == 501
        assert get("/nowhere", NAVIGATE, method="HEAD").body == b""


def test_one_connection_serves_many_requests(spa: Path) -> None:
    with serving(spa, spa=True) as get:
        connection = http.client.HTTPConnection("127.0.0.1", get.server.server_port, timeout=10)
        connection.connect()
        first = connection.sock
        statuses = []
        for target in ("/", "/assets/app.js", "/gone.js", "/favicon.ico", "/assets/logo.svg") * 20:
            connection.request("GET", target)
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
            assert connection.sock is first
        connection.close()
        assert statuses == [200, 200, 404, 204, 200] * 20


def test_broken_slow_and_aborted_clients_leave_it_serving(spa: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (spa / "big.bin").write_bytes(b"\0" * 30_000_000)
    with serving(spa) as get:
        slow = [socket.create_connection(("127.0.0.1", get.server.server_port)) for _ in range(20)]
        for connection in slow:
            connection.sendall(b"GET /assets/app.js HTTP/1.1\r\nX: ")
        for data in (
            b"",
            b"\0\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01",
            b"GET /\r\n",
        ):
            get.raw(data)
        assert get.raw(b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 414")
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", get.server.server_port)) as connection:
                connection.sendall(b"GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n")
                assert connection.recv(1000)
                # A reset, not an orderly end.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert get("/assets/app.js").body == b"console.log(1)"
        assert len(get("/big.bin").body) == 30_000_000
        for connection in slow:
            connection.close()
    assert capfd.readouterr() == ("", "")


def test_many_at_once(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number}.js").write_bytes(str(number).encode() * 100_000)
    with serving(tmp_path) as get, concurrent.futures.ThreadPoolExecutor(24) as pool:
        bodies = list(pool.map(lambda n: get(f"/{n % 20}.js").body, range(400)))
    assert all(body == str(number % 20).encode() * 100_000 for number, body in enumerate(bodies))


def test_the_log_is_kept_and_capped(spa: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_uibench.subject.serve.static.SERVE_REQUEST_LOG_LIMIT", 10)
    with serving(spa) as get:
        for number in range(15):
            get(f"/{number}{'x' * 2000}.js")
        kept = list(get.server.log)
    assert [(line.method, line.status) for line in kept] == [("GET", 404)] * 10
    assert kept[-1].target.startswith("/14xxx")
    assert all(len(line.target) <= 500 for line in kept)


def test_the_end_closes_socket_threads_and_idle_connections(spa: Path) -> None:
    with serving(spa) as get:
        port = get.server.server_port
        idle = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        idle.request("GET", "/")
        idle.getresponse().read()
    assert idle.sock.recv(1) == b""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_a_precompressed_neighbour_is_ignored(spa: Path) -> None:
    (spa / "assets/app.js.gz").write_bytes(b"\x1f\x8b")
    (spa / "assets/app.js.br").write_bytes(b"br")
    with serving(spa) as get:
        answer = get("/assets/app.js", {"Accept-Encoding": "gzip, br"})
    assert answer.body == b"console.log(1)"
    assert "content-encoding" not in answer.headers


def test_page_count_stops_early_and_leaves_out_error_pages(spa: Path, pages: Path) -> None:
    assert page_count(str(spa)) == 1
    assert page_count(str(pages)) == 2
    (spa / "404.html").write_text("x")
    (spa / "200.html").write_text("x")
    assert page_count(str(spa)) == 1


def test_split_path() -> None:
    assert split_path("/a//b/./c%20d/") == ("a", "b", "c d")
    assert split_path("/.well-known/x") == (".well-known", "x")
    assert split_path("/a/%2e%2e/b") is None
