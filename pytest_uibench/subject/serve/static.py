"""In-process static server for built sites: one per process and build, on 127.0.0.1 with a port of its own.

What it does not do on purpose: no ETag and no caching (two builds must never mix), no precompressed files, no
Content-Security-Policy, no ``nosniff``, no directory listings. A missing ``/favicon.ico`` is answered with 204.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import IO, Any, Final

from pytest_uibench.constants import (
    SERVE_BACKLOG,
    SERVE_BODY_LIMIT,
    SERVE_CHUNK_BYTES,
    SERVE_IDLE_SECONDS,
    SERVE_REQUEST_LOG_LIMIT,
    SERVE_STOP_POLL_SECONDS,
    SERVE_TARGET_LOG_LIMIT,
)

from .mime import content_type
from .site import Answer, Site

_RANGE: Final = re.compile(r"^bytes=(\d*)-(\d*)$")


@dataclass(frozen=True, slots=True)
class RequestLine:
    """One answered request."""

    method: str
    target: str
    """Path and query as sent, cut."""
    status: int


def wants_document(fetch_mode: str | None, accept: str | None) -> bool:
    """Return True when a request is a navigation: only these get fallback pages (F24).

    ``Sec-Fetch-Mode`` decides where the browser sends it; else ``text/html`` first in ``Accept``.
    """
    if fetch_mode is not None:
        return fetch_mode.strip().lower() == "navigate"
    first = (accept or "").partition(",")[0].partition(";")[0].strip().lower()
    return first in ("text/html", "application/xhtml+xml")


def parse_range(header: str | None, size: int) -> tuple[int, int] | bool | None:
    """Return ``(first, last)`` of a single byte range, None for the whole file, False when it cannot be met.

    Several ranges and malformed ones are ignored, as RFC 9110 (14.2) allows.
    """
    match = _RANGE.match(header.replace(" ", "")) if header else None
    if match is None or match.groups() == ("", ""):
        return None
    first, last = match.groups()
    if not first:
        length = min(int(last), size)
        return (size - length, size - 1) if length else False
    if last and int(last) < int(first):
        return None
    end = min(int(last), size - 1) if last else size - 1
    return (int(first), end) if int(first) < size else False


class StaticServer(ThreadingHTTPServer):
    """The listening socket, its threads and the request log."""

    daemon_threads = True
    request_queue_size = SERVE_BACKLOG

    def __init__(self, site: Site, host: str = "127.0.0.1") -> None:
        self.site = site
        self.log: deque[RequestLine] = deque(maxlen=SERVE_REQUEST_LOG_LIMIT)
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        super().__init__((host, 0), _Handler)

    def server_bind(self) -> None:
        """Bind without the reverse name look-up of ``HTTPServer``, which can hang where there is no DNS."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    @property
    def origin(self) -> str:
        """``http://127.0.0.1:PORT``."""
        return f"http://{self.server_name}:{self.server_port}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember the connection, so that :meth:`close` can end it."""
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forget the connection and close it."""
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is everyday life for a browser; nothing is printed into the test run."""

    def close(self) -> None:
        """Stop listening and end every open connection, so that no thread or socket outlives the server."""
        self.shutdown()
        self.server_close()
        with self._guard:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    server: StaticServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = SERVE_IDLE_SECONDS

    def do_GET(self) -> None:
        answer = self.server.site.answer(
            self.path,
            navigation=wants_document(self.headers.get("Sec-Fetch-Mode"), self.headers.get("Accept")),
        )
        if answer.file is None:
            self._plain(answer)
            return
        try:
            handle = open(answer.file, "rb")  # noqa: SIM115, PTH123 - closed by the with below, after the error path
        except OSError:
            self._plain(Answer(status=404))
            return
        with handle:
            self._send_file(answer, handle)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_OPTIONS(self) -> None:
        self._head(204, {"Allow": "GET, HEAD, OPTIONS", "Content-Length": "0"})

    def _refuse(self) -> None:
        length = self.headers.get("Content-Length", "")
        if length.isascii() and length.isdigit() and int(length) <= SERVE_BODY_LIMIT:
            # Read it: closing on unread bytes resets the connection, and the page would see no 405.
            self.rfile.read(int(length))
        self.close_connection = True
        text = b"Method Not Allowed\n"
        self._head(405, {"Allow": "GET, HEAD, OPTIONS", "Connection": "close", **_text(text)}, text)

    def do_POST(self) -> None:
        self._refuse()

    def do_PUT(self) -> None:
        self._refuse()

    def do_PATCH(self) -> None:
        self._refuse()

    def do_DELETE(self) -> None:
        self._refuse()

    def _plain(self, answer: Answer) -> None:
        headers = {"Location": answer.location} if answer.location else {}
        if answer.status == HTTPStatus.NO_CONTENT:
            self._head(answer.status, {})
            return
        text = f"{HTTPStatus(answer.status).phrase}\n".encode()
        self._head(answer.status, {**headers, **_text(text)}, text)

    def _send_file(self, answer: Answer, handle: IO[bytes]) -> None:
        about = os.fstat(handle.fileno())
        size = about.st_size
        headers = {
            "Content-Type": content_type(str(answer.file), about.st_mtime_ns, size),
            "Accept-Ranges": "bytes",
        }
        # No validator is ever sent, so an If-Range cannot match: the whole file is the answer.
        wanted = None if "If-Range" in self.headers or answer.status != HTTPStatus.OK else self.headers.get("Range")
        part = parse_range(wanted, size)
        if isinstance(part, bool):
            self._head(416, {"Content-Range": f"bytes */{size}", "Content-Length": "0"})
            return
        first, last = part or (0, size - 1)
        if part:
            headers["Content-Range"] = f"bytes {first}-{last}/{size}"
        length = last - first + 1
        headers["Content-Length"] = str(length)
        handle.seek(first)
        chunk = handle.read(min(length, SERVE_CHUNK_BYTES))
        self._head(206 if part else answer.status, headers, chunk)
        if self.command != "HEAD":
            self._stream(handle, length - len(chunk))

    def _stream(self, handle: IO[bytes], left: int) -> None:
        while left > 0:
            chunk = handle.read(min(left, SERVE_CHUNK_BYTES))
            if not chunk:
                # The file shrank: the promised length cannot be kept, so the connection must not be reused.
                self.close_connection = True
                return
            self.wfile.write(chunk)
            left -= len(chunk)

    def _head(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        """Send status and headers, with the first bytes of the body in the same packet."""
        self.server.log.append(RequestLine(self.command, self.path[:SERVE_TARGET_LOG_LIMIT], status))
        if self.request_version == "HTTP/0.9":
            self.wfile.write(body)
            return
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Cache-Control: no-store"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        head = "\r\n".join((*lines, "", "")).encode("latin-1")
        self.wfile.write(head if self.command == "HEAD" else head + body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it
        """Nothing goes to stderr: the log is in memory."""


def _text(body: bytes) -> dict[str, str]:
    return {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(body))}


@contextlib.contextmanager
def running(site: Site) -> Iterator[StaticServer]:
    """Serve ``site`` until the block ends. Raises OSError when no loopback port can be had."""
    server = StaticServer(site)
    thread = threading.Thread(
        target=server.serve_forever,
        args=(SERVE_STOP_POLL_SECONDS,),
        name=f"uibench-static-{server.server_port}",
        daemon=True,
    )
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()
