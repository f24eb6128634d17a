"""Isolated contexts for one app, and moves of their page from route to route."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_uibench import constants
from pytest_uibench.model import Failure, UibenchError

from .determinism import Determinism, apply
from .faults import BrowserGoneError, PageFaultError, first_line, render_fault, serve_fault
from .launch import context_arguments
from .network import NetworkMode, NetworkPolicy, answer_pictures, proxy_options
from .recorder import DialogPolicy, PageRecorder, default_answer
from .settle import LoopError, Rest, rest
from .watchdog import Watchdog

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """How opening an address went."""

    status: int | None = None
    """HTTP status of the document, None without one (hash moves, downloads, refused moves)."""
    document: bool = True
    """False when the address gave no document: a download, or another host that the network policy refused."""
    fault: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """How contexts of a run are opened."""

    network: NetworkMode = "hermetic"
    determinism: Determinism = field(default_factory=Determinism)
    context: Mapping[str, Any] = field(default_factory=dict)
    """pytest-playwright's ``browser_context_args``: what is set there wins."""
    dialog_policy: DialogPolicy = default_answer
    prepare: Callable[[BrowserContext], object] | None = None
    """Called with each new context before its first page (stored values of a session …)."""


def open_context(browser: Browser, origin: str, options: SessionOptions | None = None, **extra: Any) -> BrowserContext:
    """Return a fresh context for the app at ``origin``: deterministic, behind the network policy, no service workers.

    ``extra`` are further options of Playwright's ``new_context`` (a trace or video folder …). Its pages still need
    :func:`attach` for recording and placeholders.
    """
    options = options or SessionOptions()
    fixed = options.determinism
    arguments = context_arguments(
        {**options.context, **extra},
        viewport=fixed.viewport,
        scheme=fixed.scheme,
        reduced_motion=fixed.reduced_motion,
        timezone=fixed.timezone,
        locale=fixed.locale,
    )
    if options.network == "hermetic" and arguments.get("proxy"):
        raise UibenchError(
            "browser_context_args sets a proxy, but the hermetic network has its own. "
            "Leave the proxy out, or run with --uibench-network=open."
        )
    arguments.update(proxy_options(NetworkPolicy(origin=origin, mode=options.network)))
    context = browser.new_context(**arguments)
    apply(context, fixed)
    if options.prepare is not None:
        options.prepare(context)
    context.set_default_navigation_timeout(constants.NAVIGATION_TIMEOUT_MS)
    return context


def attach(
    page: Page, origin: str, options: SessionOptions | None = None, *, close_popups: bool = True
) -> PageRecorder:
    """Start recording on ``page`` and answer its foreign pictures; call before its first move."""
    options = options or SessionOptions()
    policy = NetworkPolicy(origin=origin, mode=options.network)
    cdp = _devtools(page)
    if cdp is not None:
        answer_pictures(cdp, policy)
    return PageRecorder(page, policy, cdp, dialog_policy=options.dialog_policy, close_popups=close_popups)


class AppSession:
    """One context with one page, sent from route to route: the renderer and its compiled code are kept."""

    def __init__(
        self,
        browser: Browser,
        origin: str,
        *,
        base: str = "",
        options: SessionOptions | None = None,
        watchdog: Watchdog | None = None,
    ) -> None:
        self.browser = browser
        self.origin = origin.rstrip("/")
        self.base = base.rstrip("/")
        self.options = options or SessionOptions()
        self.watchdog = watchdog or Watchdog(browser)
        self._fresh = True
        self._reopen()

    def address(self, path: str) -> str:
        """Full address of a path of the app (``/cart``, ``/#/cart``, ``/?tab=2``)."""
        return f"{self.origin}{self.base}{path if path.startswith('/') else '/' + path}"

    def visit(self, path: str) -> Visit:
        """Open ``path`` with a fresh load and empty storage; returns once the document has begun to arrive.

        Raises:
            BrowserGoneError: the browser ended.
        """
        from playwright.sync_api import Error

        if not self._fresh and not self._cleared():
            self.renew()
        self._fresh = False
        with self.watchdog.guard(constants.HANG_SECONDS + constants.NAVIGATION_TIMEOUT_MS / 1000) as guard:
            try:
                self.recorder.mark()
                response = self.page.goto(self.address(path), wait_until="commit")
                return Visit(status=response.status if response is not None else None)
            except Error as error:
                return self._visit_failed(error, guard.fired)

    def rest(self, deadline_ms: int = constants.SETTLE_DEADLINE_MS) -> Rest:
        """Wait until the page is at rest.

        Raises:
            PageFaultError: it hangs, crashed or loads itself for ever.
            BrowserGoneError: the browser ended.
        """
        from playwright.sync_api import Error

        with self.watchdog.guard(constants.HANG_SECONDS) as guard:
            try:
                return rest(self.page, cdp=self.cdp, recorder=self.recorder, deadline_ms=deadline_ms)
            except LoopError as error:
                raise PageFaultError(render_fault("render:reload-loop", str(error))) from None
            except Error as error:
                raise self.fault(error, guard.fired) from None

    def fault(self, error: Error, hung: bool) -> PageFaultError | BrowserGoneError:
        """What an error of Playwright says about the page."""
        if not self.browser.is_connected():
            return BrowserGoneError(str(error))
        if hung:
            said = f"the page's script did not answer for {constants.HANG_SECONDS:.0f} s (an endless loop?)"
            return PageFaultError(render_fault("render:hang", said))
        if self.recorder.crashed or "crashed" in str(error).lower():
            return PageFaultError(render_fault("render:crash", "the page crashed its renderer (out of memory?)"))
        return PageFaultError(render_fault("render:exception", f"the page could not be read: {first_line(error)}"))

    def clear(self) -> None:
        """Leave the page and forget what it stored: cookies, storage, databases, caches, its tab name (F69, F27).

        The blank page in between makes a move that only differs in the hash a real load, and keeps the app that leaves
        from writing its state back.
        """
        self.page.goto("about:blank", wait_until="commit")
        self.context.clear_cookies()
        if self.cdp is not None:
            self.cdp.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": "all"})
        # A tab's name outlives the data of the origin.
        self.page.evaluate("window.name = ''")

    def renew(self) -> None:
        """Replace page and context, after a crash or a hang.

        Raises:
            BrowserGoneError: the browser ended.
        """
        self.close()
        self._reopen()

    def close(self) -> None:
        """Close page and context; never raises and never hangs."""
        from playwright.sync_api import Error

        # The context and not the page: closing a page that loads itself for ever never returns.
        with self.watchdog.guard(constants.CLOSE_SECONDS), suppress(Error):
            self.context.close()

    def _cleared(self) -> bool:
        """False when the page that stands there cannot be left: it crashed or hangs, no fault of the next one."""
        from playwright.sync_api import Error

        if self.recorder.crashed or self.page.is_closed():
            return False
        with self.watchdog.guard(constants.HANG_SECONDS) as guard:
            try:
                self.clear()
            except Error:
                return False
        return not guard.fired

    def _reopen(self) -> None:
        from playwright.sync_api import Error

        try:
            self._open()
        except Error as error:
            raise BrowserGoneError(first_line(error)) from None

    def _open(self) -> None:
        self.context = open_context(self.browser, self.origin, self.options)
        self.page = self.context.new_page()
        policy = NetworkPolicy(origin=self.origin, mode=self.options.network)
        self.cdp: CDPSession | None = _devtools(self.page)
        if self.cdp is not None:
            answer_pictures(self.cdp, policy)
        self.recorder = PageRecorder(self.page, policy, self.cdp, dialog_policy=self.options.dialog_policy)
        self._fresh = True

    def _visit_failed(self, error: Error, hung: bool) -> Visit:
        text = str(error)
        if hung or self.recorder.crashed or not self.browser.is_connected():
            verdict = self.fault(error, hung)
            if isinstance(verdict, BrowserGoneError):
                raise verdict
            return Visit(fault=verdict.failure, document=False)
        if "interrupted by another navigation" in text:
            return Visit()
        if "Download is starting" in text:
            # The event follows its announcement.
            for _ in range(constants.DOWNLOAD_POLLS):
                if self.recorder.downloads:
                    break
                self.page.wait_for_timeout(constants.SETTLE_POLL_MS)
            return Visit(document=False)
        if "ERR_ABORTED" in text:
            return Visit(document=False)
        return Visit(fault=serve_fault(text), document=False)


def _devtools(page: Page) -> CDPSession | None:
    """None for browsers that are not Chromium."""
    from playwright.sync_api import Error

    try:
        return page.context.new_cdp_session(page)
    except Error:
        return None
