"""One screen as it is seen: scroll pass, blocks, elements, picture, flags (METRICS 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pytest_uibench import constants
from pytest_uibench.browser.faults import PageFaultError
from pytest_uibench.browser.session import AppSession
from pytest_uibench.browser.settle import navigated_away, settle
from pytest_uibench.model import Failure, ScreenCapture, Settling, Viewport

from .blocks import PageContent, read_content
from .links import app_path, page_key
from .picture import average_hash, page_picture
from .world import ask_long

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenName:
    """What a capture is called and where it was asked for."""

    id: str
    route: str
    path: str | None = None
    """Concrete path that was opened; None: the page is taken as it stands."""
    label: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A capture and its picture."""

    capture: ScreenCapture
    picture: bytes | None = None
    """PNG, one pixel per CSS pixel: the page from its top, three viewport heights at most."""

    def hashed(self) -> Shot:
        """The same with the picture's average hash, which captures that are kept carry."""
        if self.picture is None:
            return self
        return replace(self, capture=replace(self.capture, average_hash=average_hash(self.picture)))


def capture_screen(
    session: AppSession, name: ScreenName, *, settling: Settling | None = None, hash_router: bool = False
) -> Shot:
    """Capture what ``session``'s page shows, which must be at rest (``settling`` says how it came to it).

    The page is scrolled through once and back to the top, the pointer is outside of it. A page that crashes, hangs or
    moves on meanwhile gives a capture with ``fault``: no score, never an empty page.

    Raises:
        BrowserGoneError: the browser ended.
    """
    from playwright.sync_api import Error

    def again() -> Settling:
        return session.rest(constants.SCROLL_SETTLE_MS).settling

    def guarded(step: Callable[[], Any]) -> Any:
        with session.watchdog.guard(constants.HANG_SECONDS) as guard:
            try:
                return step()
            except Error as error:
                raise session.fault(error, guard.fired) from None

    try:
        content, picture, settling = _take(session.page, session.cdp, guarded, settling, again)
    except PageFaultError as error:
        return _failed(name, session.options.determinism.viewport, error.failure)
    landed = app_path(content.url, session.origin, session.base, hash_router=hash_router) or content.url
    return Shot(capture=_described(name, content, picture, settling, landed), picture=picture)


def capture_page(page: Page, name: ScreenName, *, cdp: CDPSession | None = None) -> Shot:
    """Capture any page of Playwright's, after it has settled; it stands where it stood afterwards.

    Raises:
        playwright Error: the page crashed or was closed.
    """
    cdp = cdp or _devtools(page)

    def again() -> Settling:
        return settle(page, cdp=cdp, deadline_ms=constants.SCROLL_SETTLE_MS)

    first = settle(page, cdp=cdp)
    position = page.evaluate("() => window.scrollY")
    content, picture, settling = _take(page, cdp, lambda step: step(), first, again)
    if position:
        page.evaluate("(top) => window.scrollTo({ top, behavior: 'instant' })", position)
    return Shot(capture=_described(name, content, picture, settling, content.url), picture=picture)


def _take(
    page: Page,
    cdp: CDPSession | None,
    guarded: Callable[[Callable[[], Any]], Any],
    settling: Settling | None,
    again: Callable[[], Settling],
) -> tuple[PageContent, bytes, Settling | None]:
    passed = guarded(lambda: _scroll_pass(page, cdp))
    flags = list(settling.flags) if settling else []
    pending = settling.pending if settling else ()
    if passed["changed"]:
        rested = again()
        flags, pending = [*flags, *rested.flags], rested.pending
    if passed["steps"]:
        flags.append("scrolled")
    content: PageContent = guarded(lambda: _patiently(lambda: read_content(page, cdp)))
    picture: bytes = guarded(lambda: page_picture(page, cdp, content, fonts_hang="fonts: timeout" in flags))
    seconds = settling.seconds if settling else 0.0
    return content, picture, Settling(settled=not pending, seconds=seconds, pending=pending, flags=tuple(flags))


def _scroll_pass(page: Page, cdp: CDPSession | None) -> Any:
    from playwright.sync_api import Error

    with suppress(Error):
        # Outside the page: a pointer that rests on an element shows its hover state (F52).
        page.mouse.move(-1, -1)
    options = {
        "viewports": constants.BLOCK_VIEWPORTS,
        "steps": constants.SCROLL_STEPS,
        "overlap": constants.SCROLL_OVERLAP,
        "frameMs": constants.SCROLL_FRAME_MS,
        "imagesMs": constants.SCROLL_IMAGES_MS,
        "nodes": constants.BLOCK_NODES_LIMIT,
    }
    return _patiently(lambda: ask_long(page, cdp, "scroll", options))


def _patiently(question: Callable[[], Any]) -> Any:
    """Ask again when the page moved on to another document in between."""
    from playwright.sync_api import Error

    for last in (False, False, True):
        try:
            return question()
        except Error as error:
            if last or not navigated_away(error):
                raise
    raise AssertionError("unreachable")


def _described(
    name: ScreenName, content: PageContent, picture: bytes, settling: Settling | None, landed: str
) -> ScreenCapture:
    return ScreenCapture(
        id=name.id,
        route=name.route,
        label=name.label,
        path=name.path,
        landed=landed,
        title=content.title,
        viewport=Viewport(width=content.width, height=content.height),
        blocks=content.blocks,
        content=content.content,
        elements=content.elements,
        page_height=content.page_height,
        capped=bool(content.cut) or content.page_height > constants.BLOCK_VIEWPORTS * content.height,
        opaque=content.opaque,
        flags=_flags(name, content, settling, landed),
    )


def _flags(name: ScreenName, content: PageContent, settling: Settling | None, landed: str) -> tuple[str, ...]:
    flags = list(settling.flags) if settling else []
    if settling and settling.pending:
        flags.append(f"unsettled: {', '.join(settling.pending)}")
    if content.busy:
        flags.append("loading")
    # By structure alone: a password is asked for, and at another address than the one opened (G23, F74).
    if content.password and name.path is not None and page_key(landed) != page_key(name.path):
        flags.append("login")
    if content.inner_height > content.height:
        # The picture ends with the viewport, the content form goes on inside.
        flags.append("inner scroller")
    if content.glyphs:
        flags.append(f"fonts: no glyph for {' '.join(content.glyphs)}")
    flags.extend(f"cut: {part}" for part in content.cut)
    return tuple(dict.fromkeys(flags))


def _failed(name: ScreenName, viewport: tuple[int, int], failure: Failure) -> Shot:
    seen = Viewport(width=viewport[0], height=viewport[1])
    return Shot(
        capture=ScreenCapture(
            id=name.id, route=name.route, label=name.label, path=name.path, viewport=seen, fault=failure
        )
    )


def _devtools(page: Page) -> CDPSession | None:
    from playwright.sync_api import Error

    try:
        return page.context.new_cdp_session(page)
    except Error:
        return None
