"""Records what happens around a page: console, errors, requests, dialogs, popups, downloads, crashes, moves."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from pytest_uibench.constants import CONSOLE_LIMIT, CONSOLE_TEXT_LIMIT, STACK_FRAMES
from pytest_uibench.model import ConsoleLine, RequestFault

from .network import NetworkPolicy, host_of

if TYPE_CHECKING:
    from playwright.sync_api import (
        CDPSession,
        ConsoleMessage,
        Dialog,
        Download,
        Frame,
        Page,
        Request,
        Response,
        WebError,
        WebSocket,
    )

DialogAnswer = Literal["accept", "dismiss"]
DialogPolicy = Callable[[str, str], DialogAnswer]
"""Kind (``alert | confirm | prompt | beforeunload``) and message to an answer."""

BROWSER_LINES = re.compile(
    r"^(Failed to load resource:|WebSocket connection to |Service Worker registration blocked|"
    r"Access to .* (from origin|at) .*has been blocked by CORS)"
)
"""Console lines that the browser writes about requests: they are recorded as requests (G12)."""
NETWORK_ERRORS = re.compile(r"Failed to fetch|NetworkError|Network Error|Load failed|Importing a module script failed")
STACK_PLACE = re.compile(r"(https?://[^\s()]+?):(\d+):(\d+)\)?$", re.MULTILINE)
ADDRESS = re.compile(r"(?:https?|wss?)://[^\s\"'<>)]+")
AFTER_REFUSAL = " [after a request that the network policy refused]"
LOADING_KINDS = frozenset({"script", "stylesheet"})
"""What the page itself cannot tell of: ``import()`` shows nowhere in it, its own fetches do."""


def default_answer(kind: str, message: str) -> DialogAnswer:
    """Accept what only informs or lets the page go; dismiss what would change something (F46)."""
    del message
    return "accept" if kind in ("alert", "beforeunload") else "dismiss"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What one page did between :meth:`PageRecorder.mark` and :meth:`PageRecorder.drain`."""

    console: tuple[ConsoleLine, ...] = ()
    requests: tuple[RequestFault, ...] = ()
    hosts: tuple[str, ...] = ()
    """Foreign hosts asked for, in order, each once (F43)."""
    refused_hosts: tuple[str, ...] = ()
    dialogs: tuple[str, ...] = ()
    """``kind: message``."""
    popups: tuple[str, ...] = ()
    """Addresses of pages that were opened beside this one (F47)."""
    downloads: tuple[str, ...] = ()
    """Suggested file names (F48)."""
    loads: int = 0
    """Documents that the main frame loaded."""
    moves: int = 0
    """Changes of the main frame's address, those within a document included."""
    crashed: bool = False


@dataclass(slots=True)
class _Tally:
    """Bounded, repeat-free notes of one observation."""

    console: dict[tuple[str, str, str | None, int | None], ConsoleLine] = field(default_factory=dict)
    requests: dict[tuple[str, str], RequestFault] = field(default_factory=dict)
    hosts: dict[str, bool] = field(default_factory=dict)
    dialogs: list[str] = field(default_factory=list)
    popups: list[str] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)
    started: dict[object, float] = field(default_factory=dict)
    loads: int = 0
    moves: int = 0


class PageRecorder:
    """Listens to one page from its creation on. Answers dialogs, closes popups, cancels downloads: never a hang."""

    def __init__(
        self,
        page: Page,
        policy: NetworkPolicy,
        cdp: CDPSession | None = None,
        *,
        dialog_policy: DialogPolicy = default_answer,
        close_popups: bool = True,
    ) -> None:
        self.page = page
        self.policy = policy
        self.dialog_policy = dialog_policy
        self.close_popups = close_popups
        self.crashed = False
        self._tally = _Tally()
        self._listen(page, cdp)

    def mark(self) -> None:
        """Forget what was recorded: a new observation begins."""
        self._tally = _Tally()

    def drain(self) -> Recorded:
        """Return what was recorded since the last :meth:`mark`, and begin anew."""
        tally, self._tally = self._tally, _Tally()
        return Recorded(
            console=tuple(_without_our_doing(tally)),
            requests=tuple(tally.requests.values()),
            hosts=tuple(tally.hosts),
            refused_hosts=tuple(host for host, refused in tally.hosts.items() if refused),
            dialogs=tuple(tally.dialogs),
            popups=tuple(tally.popups),
            downloads=tuple(tally.downloads),
            loads=tally.loads,
            moves=tally.moves,
            crashed=self.crashed,
        )

    @property
    def loads(self) -> int:
        """Documents that the main frame began to load since the last mark."""
        return self._tally.loads

    @property
    def moves(self) -> int:
        """Changes of the main frame's address since the last mark."""
        return self._tally.moves

    @property
    def downloads(self) -> int:
        """Downloads that began since the last mark."""
        return len(self._tally.downloads)

    def loading(self, younger_than: float) -> bool:
        """True while code that was asked for less than ``younger_than`` seconds ago has not been answered."""
        oldest = time.monotonic() - younger_than
        return any(since >= oldest for since in self._tally.started.values())

    def _listen(self, page: Page, cdp: CDPSession | None) -> None:
        page.on("console", self._on_console)
        page.context.on("weberror", self._on_error)
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("requestfailed", self._on_failed)
        page.on("websocket", self._on_websocket)
        page.on("dialog", self._on_dialog)
        page.on("download", self._on_download)
        page.on("crash", self._on_crash)
        page.on("framenavigated", self._on_move)
        page.on("popup", self._on_popup)
        if cdp is not None:
            # Tells the address at once, also of a popup whose host is refused.
            cdp.on("Page.windowOpen", self._on_window_open)
            cdp.send("Page.enable")
        self._window_events = cdp is not None

    # --- Console and errors

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or BROWSER_LINES.match(message.text):
            return
        where: Mapping[str, Any] = message.location
        kind: Literal["error", "warning"] = "error" if message.type == "error" else "warning"
        # The browser writes an Error object that is logged as its stack.
        stack = message.text if kind == "error" else ""
        self._note(
            kind, message.text, where.get("url"), where.get("lineNumber"), where.get("columnNumber"), stack=stack
        )

    def _on_error(self, event: WebError) -> None:
        if event.page is not None and event.page != self.page:
            return
        error = event.error
        name = error.name or ""
        text = error.message if not name or error.message.startswith(name) else f"{name}: {error.message}"
        stack = error.stack or ""
        found = STACK_PLACE.search(stack)
        if found:
            self._note("pageerror", text, found[1], int(found[2]) - 1, int(found[3]) - 1, stack=stack)
            return
        where: Mapping[str, Any] = getattr(event, "location", None) or {}
        self._note("pageerror", text, where.get("url"), where.get("line"), where.get("column"))

    def _note(
        self,
        kind: Literal["error", "warning", "pageerror"],
        text: str,
        url: str | None,
        line: int | None,
        column: int | None,
        *,
        stack: str = "",
    ) -> None:
        text = self.policy.plain(text)[:CONSOLE_TEXT_LIMIT]
        place = self.policy.relative(url) if url else None
        key = (kind, text, place, line)
        console = self._tally.console
        if key in console or (len(console) >= CONSOLE_LIMIT and not self._make_room(kind)):
            return
        console[key] = ConsoleLine(
            kind=kind,
            text=text,
            url=place,
            line=None if line is None or not place else line + 1,
            column=None if column is None or not place else column + 1,
            frames=self._frames(stack),
        )

    def _frames(self, stack: str) -> tuple[str, ...]:
        """The app's own places in a stack, as V8 writes them: 1-based."""
        places = (match.groups() for match in STACK_PLACE.finditer(stack))
        own = (f"{self.policy.relative(url)}:{line}:{column}" for url, line, column in places if self.policy.own(url))
        return tuple(itertools.islice(own, STACK_FRAMES))

    def _make_room(self, kind: str) -> bool:
        """A flood of warnings must not push out the error that explains the page."""
        rank = {"warning": 0, "error": 1, "pageerror": 2}
        console = self._tally.console
        lowest = min(console, key=lambda key: rank[key[0]])
        if rank[lowest[0]] >= rank[kind]:
            return False
        del console[lowest]
        return True

    # --- Requests

    def _on_request(self, request: Request) -> None:
        url, kind = request.url, request.resource_type
        if request.is_navigation_request() and request.redirected_from is None and self._of_main_frame(request):
            self._tally.loads += 1
        if not self.policy.own(url):
            self._foreign(url, request.method, kind)
        elif kind in LOADING_KINDS and len(self._tally.started) < CONSOLE_LIMIT:
            self._tally.started[request] = time.monotonic()

    def _on_response(self, response: Response) -> None:
        request = response.request
        self._tally.started.pop(request, None)
        if response.status >= 400 and not self.policy.refuses(response.url):
            self._fault(request.url, request.method, request.resource_type, status=response.status)

    def _on_failed(self, request: Request) -> None:
        self._tally.started.pop(request, None)
        # "Aborted" is the page's own doing: it left, or it cancelled the request.
        if not self.policy.refuses(request.url) and request.failure != "net::ERR_ABORTED":
            self._fault(request.url, request.method, request.resource_type, error=request.failure)

    def _on_websocket(self, socket: WebSocket) -> None:
        if not self.policy.own(socket.url):
            self._foreign(socket.url, "GET", "websocket")

    def _foreign(self, url: str, method: str, kind: str) -> None:
        refused = self.policy.refuses(url)
        if len(self._tally.hosts) < CONSOLE_LIMIT or host_of(url) in self._tally.hosts:
            self._tally.hosts[host_of(url)] = refused
        if refused:
            self._fault(url, method, kind, error="placeholder" if kind == "image" else "refused", refused=True)

    def _fault(
        self,
        url: str,
        method: str,
        kind: str,
        *,
        status: int | None = None,
        error: str | None = None,
        refused: bool = False,
    ) -> None:
        address = self.policy.relative(url)
        requests = self._tally.requests
        if (method, address) in requests or len(requests) >= CONSOLE_LIMIT:
            return
        requests[(method, address)] = RequestFault(
            url=address, method=method, resource=kind, status=status, error=error, refused=refused
        )

    def _of_main_frame(self, request: Request) -> bool:
        from playwright.sync_api import Error

        try:
            return request.frame == self.page.main_frame
        except Error:
            # The frame of a first navigation is not known yet: it is the page's own.
            return True

    # --- The rest

    def _on_dialog(self, dialog: Dialog) -> None:
        _append(self._tally.dialogs, f"{dialog.type}: {self.policy.plain(dialog.message)}")
        answer = self.dialog_policy(dialog.type, dialog.message)
        _quietly(dialog.accept if answer == "accept" else dialog.dismiss)

    def _on_window_open(self, event: Mapping[str, Any]) -> None:
        url = str(event.get("url") or "about:blank")
        _append(self._tally.popups, self.policy.relative(url))
        if not self.policy.own(url):
            self._foreign(url, "GET", "document")

    def _on_popup(self, popup: Page) -> None:
        if not self._window_events:
            _append(self._tally.popups, self.policy.relative(popup.url))
        if self.close_popups:
            _quietly(popup.close)

    def _on_download(self, download: Download) -> None:
        _append(self._tally.downloads, download.suggested_filename)
        _quietly(download.cancel)

    def _on_crash(self, page: Page) -> None:
        del page
        self.crashed = True

    def _on_move(self, frame: Frame) -> None:
        if frame == self.page.main_frame:
            self._tally.moves += 1


def with_places(recorded: Recorded, errors: Sequence[Mapping[str, Any]], policy: NetworkPolicy) -> Recorded:
    """Fill in where uncaught errors without a stack (syntax errors) happened, from the page's own ``error`` events."""

    def placed(line: ConsoleLine) -> ConsoleLine:
        if line.kind != "pageerror" or line.url:
            return line
        for error in errors:
            if policy.plain(error["text"]).endswith(line.text):
                return replace(line, url=policy.relative(error["url"]), line=error["line"], column=error["column"])
        return line

    return replace(recorded, console=tuple(placed(line) for line in recorded.console))


def _append(notes: list[str], text: str) -> None:
    if len(notes) < CONSOLE_LIMIT:
        notes.append(text[:CONSOLE_TEXT_LIMIT])


def _quietly(action: Callable[[], object]) -> None:
    from playwright.sync_api import Error

    try:
        action()
    except Error:
        # The page went away in between: nothing is left to answer.
        return


def _without_our_doing(tally: _Tally) -> list[ConsoleLine]:
    """Errors that only say that a refused request failed become warnings: they are not the app's."""
    refused = [fault for fault in tally.requests.values() if fault.refused and fault.resource != "image"]
    own = [fault for fault in tally.requests.values() if not fault.refused]
    lines = []
    for line in tally.console.values():
        ours = bool(refused) and NETWORK_ERRORS.search(line.text) is not None
        named = list(ADDRESS.findall(line.text))
        if ours and line.kind != "warning" and (not own or any(_same(a, refused) for a in named)):
            line = replace(line, kind="warning", text=line.text + AFTER_REFUSAL)  # noqa: PLW2901
        lines.append(line)
    return lines


def _same(address: str, faults: list[RequestFault]) -> bool:
    return any(fault.url.startswith(address) or address.startswith(fault.url) for fault in faults)
