"""Wait until a page has come to rest: named conditions, one deadline, one question to the page."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_uibench import constants
from pytest_uibench.model import Settling

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Error, Page

    from .recorder import PageRecorder

ASK = """options => {
  const state = window[Symbol.for("pytest-uibench")];
  return state && state.settle ? state.settle(options) : null;
}"""
FRAME = """wait => new Promise(done => {
  const state = window[Symbol.for("pytest-uibench")];
  (state ? state.wait : setTimeout)(done, wait);
})"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A :class:`Settling` and the two frames that were compared, if any were."""

    settling: Settling
    frame: bytes | None = None
    """PNG of the viewport taken at rest, where the page could move (F80)."""


class LoopError(Exception):
    """The page loads itself, or changes its address, again and again."""


def settle(
    page: Page,
    *,
    cdp: CDPSession | None = None,
    recorder: PageRecorder | None = None,
    deadline_ms: int = constants.SETTLE_DEADLINE_MS,
    quiet_ms: int = constants.SETTLE_QUIET_MS,
) -> Settling:
    """Return how ``page`` came to rest. Never waits for "network idle" nor for endless animations.

    Holds until, under one deadline: the document is complete, fonts are loaded (at most 3 s, F79), visible images are
    done, finite animations are over, no request of the page is in flight (old or repeated ones do not count, F42), no
    short one-shot timer of the app is due (G24), the framework has taken over server markup (F44), and no node changed
    for ``quiet_ms`` (nodes that change all the time do not count, G13). With ``cdp``, a page on which something could
    move without changing the DOM is looked at twice and flagged ``unstable`` when the pixels differ (F80).

    Raises:
        LoopError: more document loads, or in-page moves, than the limits while it settled (needs ``recorder``).
        playwright Error: the page crashed or was closed.
    """
    return rest(page, cdp=cdp, recorder=recorder, deadline_ms=deadline_ms, quiet_ms=quiet_ms).settling


def rest(
    page: Page,
    *,
    cdp: CDPSession | None = None,
    recorder: PageRecorder | None = None,
    deadline_ms: int = constants.SETTLE_DEADLINE_MS,
    quiet_ms: int = constants.SETTLE_QUIET_MS,
) -> Rest:
    """:func:`settle`, with the frame that was taken to see whether the page moves."""
    started = time.monotonic()
    end = started + deadline_ms / 1000
    answer: Mapping[str, Any] = {}
    while True:
        left = max(0, round((end - time.monotonic()) * 1000))
        found = _ask(page, _options(left, quiet_ms))
        _check_loop(recorder)
        if found is not None:
            answer = found
        late = time.monotonic() >= end
        loading = recorder is not None and recorder.loading(constants.SETTLE_REQUEST_MS / 1000)
        if late or (found is not None and not loading):
            break
        if found is not None:
            # Code that is still on its way shows neither in the DOM nor in the page's own requests.
            page.wait_for_timeout(constants.SETTLE_POLL_MS)
    pending = tuple(answer.get("pending", ("document",)))
    flags = list(answer.get("flags", ()))
    frame = None
    if cdp is not None and answer.get("restless"):
        frame, moved = _two_frames(page, cdp)
        if moved:
            flags.append("unstable")
    seconds = round(time.monotonic() - started, 3)
    return Rest(
        settling=Settling(settled=not pending, seconds=seconds, pending=pending, flags=tuple(flags)), frame=frame
    )


def capture(cdp: CDPSession) -> bytes:
    """PNG of the viewport, fast: no waiting for fonts, no scrolling, no resizing (F77)."""
    answer = cdp.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    return base64.b64decode(answer["data"])


def navigated_away(error: Error) -> bool:
    """True when a question failed only because the page moved on to another document."""
    text = str(error)
    return "Execution context was destroyed" in text or "Cannot find context" in text or "navigation" in text.lower()


def _ask(page: Page, options: Mapping[str, int]) -> Mapping[str, Any] | None:
    """The page's answer; None when it moved on to another document meanwhile."""
    from playwright.sync_api import Error

    try:
        answer = page.evaluate(ASK, options)
        if answer is None:
            from .determinism import Determinism, init_script

            # Not one of our contexts: install the recorder now, with the page's clock and randomness left alone.
            page.evaluate(f"() => {{ {init_script(Determinism(clock='off', seed=None))} }}")
            answer = page.evaluate(ASK, options)
        return answer if isinstance(answer, Mapping) else None
    except Error as error:
        if navigated_away(error):
            return None
        raise


def _check_loop(recorder: PageRecorder | None) -> None:
    if recorder is None:
        return
    if recorder.loads > constants.RELOAD_LOOP_LIMIT:
        raise LoopError(f"the page loaded {recorder.loads} documents while it settled")
    if recorder.moves > constants.SAME_DOCUMENT_LOOP_LIMIT:
        raise LoopError(f"the page changed its address {recorder.moves} times while it settled")


def _two_frames(page: Page, cdp: CDPSession) -> tuple[bytes, bool]:
    first = capture(cdp)
    page.evaluate(FRAME, constants.UNSTABLE_FRAME_MS)
    second = capture(cdp)
    return second, first != second


def _options(deadline_ms: int, quiet_ms: int) -> dict[str, int]:
    return {
        "deadlineMs": deadline_ms,
        "quietMs": quiet_ms,
        "pollMs": constants.SETTLE_POLL_MS,
        "fontsMs": constants.SETTLE_FONTS_MS,
        "requestMs": constants.SETTLE_REQUEST_MS,
        "pollRepeats": constants.SETTLE_POLL_REPEATS,
        "timersMs": constants.SETTLE_TIMERS_MS,
        "timerDelayMs": constants.SETTLE_TIMER_DELAY_MS,
        "busyMs": constants.SETTLE_BUSY_MS,
        "animationsMs": constants.SETTLE_ANIMATIONS_MS,
        "hydrationMs": constants.SETTLE_HYDRATION_MS,
        "emptyQuietMs": constants.SETTLE_EMPTY_QUIET_MS,
    }
