"""A proxy on the loopback that lets nothing through: where hermetic contexts send every foreign request."""

from __future__ import annotations

import functools
import re
import socketserver
import threading

from pytest_uibench.constants import PROXY_HEAD_BYTES, PROXY_SECONDS

from .network import placeholder

ACCEPT = re.compile(rb"^accept:[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)


class DeadEnd:
    """Answers pictures with a placeholder, moves of the page with "no content", and refuses the rest at once."""

    def __init__(self) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, name="uibench-dead-end", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """``http://127.0.0.1:PORT`` for the ``proxy`` option of a context."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop answering and free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@functools.cache
def dead_end() -> DeadEnd:
    """The one of this process; its thread is a daemon and ends with the process."""
    return DeadEnd()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128


class _Handler(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        self.request.settimeout(PROXY_SECONDS)
        try:
            self.request.sendall(_answer(self._head()))
        except OSError:
            return

    def _head(self) -> bytes:
        head = b""
        while b"\r\n\r\n" not in head and len(head) < PROXY_HEAD_BYTES:
            chunk: bytes = self.request.recv(PROXY_HEAD_BYTES)
            if not chunk:
                break
            head += chunk
        return head


def _answer(head: bytes) -> bytes:
    """The whole reply; an empty one closes the connection, which the page sees as a network error."""
    method, _, rest = head.partition(b" ")
    if method == b"CONNECT":
        return _reply(b"403 Forbidden")
    found = ACCEPT.search(head)
    accept = found.group(1) if found else b""
    if accept.startswith(b"image/"):
        url = rest.split(b" ", 1)[0].decode("latin-1")
        return _reply(b"200 OK", b"Content-Type: image/svg+xml\r\nAccess-Control-Allow-Origin: *\r\n", placeholder(url))
    if accept.startswith(b"text/html"):
        # The page that stands there stays: "no content" cancels the move.
        return _reply(b"204 No Content")
    return b""


def _reply(status: bytes, headers: bytes = b"", body: bytes = b"") -> bytes:
    length = b"Content-Length: %d\r\n" % len(body)
    return b"HTTP/1.1 %s\r\n%s%sConnection: close\r\n\r\n%s" % (status, headers, length, body)
