"""Ends a renderer whose script thread hangs, so that a blocked call of Playwright's sync API returns (F73).

``page.evaluate`` has no timeout: on ``while (true) {}`` it would wait for ever. Killing the renderer makes it raise
("Target crashed"); other contexts of the browser live on, and so does the browser, unless even that frees nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pytest_uibench.constants import HANG_SECONDS, WATCHDOG_HOT_SHARE, WATCHDOG_SAMPLE_SECONDS, WATCHDOG_STEP_SECONDS

if TYPE_CHECKING:
    import psutil
    from playwright.sync_api import Browser


class Guard:
    """One guarded stretch; ``fired`` tells whether the watchdog had to end it."""

    def __init__(self) -> None:
        self.fired = False


class Watchdog:
    """Watches the calls into one browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._pid = _browser_pid(browser)
        self.kills = 0
        """How often renderers were ended: a page that crashed at the same time may be an innocent victim."""

    @contextmanager
    def guard(self, seconds: float = HANG_SECONDS) -> Iterator[Guard]:
        """Within the block a call that takes longer than ``seconds`` loses its renderer. One block at a time."""
        guard = Guard()
        over = threading.Event()
        thread = threading.Thread(target=self._watch, args=(guard, over, seconds), name="uibench-watchdog", daemon=True)
        thread.start()
        try:
            yield guard
        finally:
            over.set()
            thread.join()

    def _watch(self, guard: Guard, over: threading.Event, seconds: float) -> None:
        wait = seconds
        targets = (self._spinning, lambda over: _renderers(self._pid), self._whole_browser)
        for target in targets:
            if over.wait(wait):
                return
            guard.fired = True
            self.kills += 1
            _end(target(over))
            wait = WATCHDOG_STEP_SECONDS

    def _spinning(self, over: threading.Event) -> list[psutil.Process]:
        """Renderers that use the processor all the time, else all of them."""
        renderers = _renderers(self._pid)
        before = {process.pid: _cpu_seconds(process) for process in renderers}
        if over.wait(WATCHDOG_SAMPLE_SECONDS):
            return []
        limit = WATCHDOG_SAMPLE_SECONDS * WATCHDOG_HOT_SHARE
        hot = [process for process in renderers if _cpu_seconds(process) - before[process.pid] >= limit]
        # Nothing spins: the thread sleeps in a synchronous request or a lock, and which one cannot be told.
        return hot or renderers

    def _whole_browser(self, over: threading.Event) -> list[psutil.Process]:
        """The last resort: a DevTools command to a renderer that crashed is never answered."""
        del over
        import psutil

        try:
            return [psutil.Process(self._pid)] if self._pid is not None else []
        except psutil.Error:
            return []


def _end(processes: list[psutil.Process]) -> None:
    import psutil

    for process in processes:
        try:
            process.kill()
        except psutil.Error:
            continue


def _browser_pid(browser: Browser) -> int | None:
    from playwright.sync_api import Error

    try:
        session = browser.new_browser_cdp_session()
        info = session.send("SystemInfo.getProcessInfo")
        session.detach()
    except Error:
        return None
    pids = [int(entry["id"]) for entry in info.get("processInfo", ()) if entry.get("type") == "browser"]
    return pids[0] if pids else None


def _renderers(pid: int | None) -> list[psutil.Process]:
    import psutil

    try:
        family = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
    return [process for process in family if _is_renderer(process)]


def _is_renderer(process: psutil.Process) -> bool:
    import psutil

    try:
        return any(word.startswith("--type=renderer") for word in process.cmdline())
    except psutil.Error:
        return False


def _cpu_seconds(process: psutil.Process) -> float:
    import psutil

    try:
        times = process.cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
