"""The network policy of a context: the app's own origin and nothing else, without touching its own requests.

Routing every request through Playwright costs 1.5 ms each (measured: 121 assets, 0.21 s without, 0.41 s with), so
the barrier is a proxy instead: the app's origin bypasses it, everything else meets a server in this process that
refuses (:mod:`.deadend`). That covers what routes miss: workers, sandboxed frames, WebSockets, EventSource, beacons,
redirects and other ports of this machine. Only pictures from ``https`` hosts are answered over the DevTools
protocol, because a proxy cannot answer inside TLS.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from pytest_uibench.constants import PLACEHOLDER_COLOR, PLACEHOLDER_SIDES, PLACEHOLDER_SIZE

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

NetworkMode = Literal["hermetic", "open"]
"""``hermetic``: only the app's own origin; ``open``: all let through, hosts recorded all the same."""

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
OWN_SCHEMES = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
SIZE_IN_PATH = re.compile(r"(?<![\d.])(\d{1,4})[x/](\d{1,4})(?!\d|\.\d)")
SIDE_IN_PATH = re.compile(r"/(\d{2,4})(?:\.\w+)?$")
SIZE_IN_QUERY = re.compile(r"(?:^|[&;,/])(w|h|width|height)[=_](\d{1,4})(?!\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkPolicy:
    """What one app may reach."""

    origin: str
    """``http://127.0.0.1:PORT``, no trailing slash."""
    mode: NetworkMode = "hermetic"

    def own(self, url: str) -> bool:
        """True for the app's origin (WebSockets included) and for addresses without a host (data:, blob:, about:)."""
        parts = urlsplit(url)
        if parts.scheme not in DEFAULT_PORTS:
            return True
        return _place(url) == _place(self.origin)

    def refuses(self, url: str) -> bool:
        """True when a request for ``url`` does not leave the browser."""
        return self.mode == "hermetic" and not self.own(url)

    def relative(self, url: str) -> str:
        """Own addresses without the origin, so that results do not depend on the port; others as they are."""
        if self.own(url) and url.startswith(("http:", "https:")):
            parts = urlsplit(url)
            return (parts.path or "/") + (f"?{parts.query}" if parts.query else "") + _fragment(parts.fragment)
        return url

    def plain(self, text: str) -> str:
        """``text`` with the app's origin taken out (messages, stack lines)."""
        return text.replace(f"{self.origin}/", "/").replace(self.origin, "/")


def host_of(url: str) -> str:
    """``cdn.example.com``, with the port where it is not the scheme's own."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    port = _port(url)
    return host if port is None or port == DEFAULT_PORTS.get(parts.scheme) else f"{host}:{port}"


def proxy_options(policy: NetworkPolicy) -> dict[str, Any]:
    """Context options that put the barrier in place; none in open mode, where the loopback is direct too (F30)."""
    if policy.mode == "open":
        return {}
    from .deadend import dead_end

    return {"proxy": {"server": dead_end().address, "bypass": urlsplit(policy.origin).netloc}}


def answer_pictures(cdp: CDPSession, policy: NetworkPolicy) -> None:
    """Answer ``https`` pictures of other hosts with a placeholder and cancel moves to other hosts.

    The patterns never match the app's own ``http`` address: its requests are not paused. A picture that merely failed
    would set off ``onError`` loops (G11); a move to another host that failed would replace the page by an error page.
    """
    if policy.mode == "open" or policy.origin.startswith("https:"):
        return

    def paused(event: Mapping[str, Any]) -> None:
        reply = _reply(event)
        # The page may be gone by the time the answer is sent.
        _send_quietly(cdp, reply[0], reply[1])

    cdp.on("Fetch.requestPaused", paused)
    kinds = ("Image", "Document")
    cdp.send("Fetch.enable", {"patterns": [{"urlPattern": "https://*", "resourceType": kind} for kind in kinds]})


def placeholder(url: str) -> bytes:
    """A plain SVG picture, of the size that the address speaks of (``/600x400``, ``?w=800``), else the default."""
    width, height = placeholder_size(url)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{PLACEHOLDER_COLOR}"/></svg>'
    ).encode()


def placeholder_size(url: str) -> tuple[int, int]:
    """Width and height in pixels that an address of a picture service asks for."""
    parts = urlsplit(url)
    asked = {name[0].lower(): int(value) for name, value in SIZE_IN_QUERY.findall(f"{parts.query}&{parts.path}")}
    width, height = asked.get("w"), asked.get("h")
    if width is None and height is None:
        pair = SIZE_IN_PATH.search(parts.path)
        side = SIDE_IN_PATH.search(parts.path)
        if pair:
            width, height = int(pair[1]), int(pair[2])
        elif side:
            width = height = int(side[1])
    ratio = PLACEHOLDER_SIZE[1] / PLACEHOLDER_SIZE[0]
    if width is None:
        width = PLACEHOLDER_SIZE[0] if height is None else round(height / ratio)
    if height is None:
        height = round(width * ratio)
    low, high = PLACEHOLDER_SIDES
    return min(max(width, low), high), min(max(height, low), high)


def _reply(event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    if event.get("resourceType") == "Document":
        # "Aborted" leaves the page that stands there; any other reason shows the browser's own error page.
        return "Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "Aborted"}
    headers = {"Content-Type": "image/svg+xml", "Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
    body = base64.b64encode(placeholder(event["request"]["url"])).decode()
    return "Fetch.fulfillRequest", {
        "requestId": event["requestId"],
        "responseCode": 200,
        "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
        "body": body,
    }


def _send_quietly(cdp: CDPSession, method: str, parameters: dict[str, Any]) -> None:
    from playwright.sync_api import Error

    try:
        cdp.send(method, parameters)
    except Error:
        return


def _port(url: str) -> int | None:
    parts = urlsplit(url)
    try:
        return parts.port
    except ValueError:
        return None


def _place(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    port = _port(url)
    return (
        OWN_SCHEMES.get(parts.scheme, parts.scheme),
        (parts.hostname or "").lower(),
        DEFAULT_PORTS.get(parts.scheme) if port is None else port,
    )


def _fragment(fragment: str) -> str:
    return f"#{fragment}" if fragment else ""
