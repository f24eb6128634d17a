"""Records what happens around a page: console, errors, requests, dialogs, popups, downloads, crashes, moves."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from pytest_uibench.constants import CONSOLE_LIMIT, CONSOLE_TEXT_LIMIT, STACK_FRAMES
from pytest_uibench.model import ConsoleLine, RequestFault

from .network import NetworkPolicy
from .records import DialogAnswer, Notes, Recorded, Reply, Tally

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

DialogPolicy = Callable[[str, str], DialogAnswer]
"""Kind (``alert | confirm | prompt | beforeunload``) and message to an answer."""

BROWSER_LINES = re.compile(
    r"^(Failed to load resource:|WebSocket connection to |Service Worker registration blocked|"
    r"Access to .* (from origin|at) .*has been blocked by CORS)"
)
"""Console lines that the browser writes about requests: they are recorded as requests (G12)."""
STACK_PLACE = re.compile(r"(https?://[^\s()]+?):(\d+):(\d+)\)?$", re.MULTILINE)
LOADING_KINDS = frozenset({"script", "stylesheet"})
"""What the page itself cannot tell of: ``import()`` shows nowhere in it, its own fetches do."""


def default_answer(kind: str, message: str) -> DialogAnswer:
    """Accept what only informs or lets the page go; dismiss what would change something (F46)."""
    del message
    return "accept" if kind in ("alert", "beforeunload") else "dismiss"


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
        self.cdp = cdp
        self.policy = policy
        self.dialog_policy = dialog_policy
        self.close_popups = close_popups
        self.crashed = False
        self.replies: list[Reply] = []
        """Answers to the next dialogs, in order; afterwards the policy answers."""
        self._tally = Tally()
        self._listen(page, cdp)

    def mark(self) -> None:
        """Forget what was recorded: a new observation begins."""
        self._tally = Tally()

    def drain(self) -> Recorded:
        """Return what was recorded since the last :meth:`mark`, and begin anew."""
        tally, self._tally = self._tally, Tally()
        return tally.recorded(crashed=self.crashed)

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

    @property
    def notes(self) -> Notes:
        """Dialogs, popups and downloads since the last mark; the notes go on growing."""
        return Notes(self._tally.dialogs, self._tally.popups, self._tally.downloads)

    def calm(self) -> None:
        """Count document loads and moves anew: a page that was moved on purpose is no loop. Other notes are kept."""
        self._tally.loads = self._tally.moves = 0

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
        place = self.policy.relative(url) if url else None
        self._tally.line(
            ConsoleLine(
                kind=kind,
                text=self.policy.plain(text)[:CONSOLE_TEXT_LIMIT],
                url=place,
                line=None if line is None or not place else line + 1,
                column=None if column is None or not place else column + 1,
                frames=self._frames(stack),
            )
        )

    def _frames(self, stack: str) -> tuple[str, ...]:
        """The app's own places in a stack, as V8 writes them: 1-based."""
        places = (match.groups() for match in STACK_PLACE.finditer(stack))
        own = (f"{self.policy.relative(url)}:{line}:{column}" for url, line, column in places if self.policy.own(url))
        return tuple(itertools.islice(own, STACK_FRAMES))

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
        self._tally.host(url, refused=refused)
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
        self._tally.fault(
            RequestFault(
                url=self.policy.relative(url), method=method, resource=kind, status=status, error=error, refused=refused
            )
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
        Tally.append(self._tally.dialogs, f"{dialog.type}: {self.policy.plain(dialog.message)}")
        if self.replies and dialog.type != "beforeunload":
            reply = self.replies.pop(0)
            _quietly(lambda: dialog.accept(reply.text) if reply.answer == "accept" else dialog.dismiss())
            return
        answer = self.dialog_policy(dialog.type, dialog.message)
        _quietly(dialog.accept if answer == "accept" else dialog.dismiss)

    def _on_window_open(self, event: Mapping[str, Any]) -> None:
        url = str(event.get("url") or "about:blank")
        Tally.append(self._tally.popups, self.policy.relative(url))
        if not self.policy.own(url):
            self._foreign(url, "GET", "document")

    def _on_popup(self, popup: Page) -> None:
        if not self._window_events:
            Tally.append(self._tally.popups, self.policy.relative(popup.url))
        if self.close_popups:
            _quietly(popup.close)

    def _on_download(self, download: Download) -> None:
        Tally.append(self._tally.downloads, download.suggested_filename)
        _quietly(download.cancel)

    def _on_crash(self, page: Page) -> None:
        del page
        self.crashed = True

    def _on_move(self, frame: Frame) -> None:
        if frame == self.page.main_frame:
            self._tally.moves += 1


def _quietly(action: Callable[[], object]) -> None:
    from playwright.sync_api import Error

    try:
        action()
    except Error:
        # The page went away in between: nothing is left to answer.
        return
