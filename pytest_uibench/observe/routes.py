"""See many routes of one app: a few pages in flight, results in the order of the requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack

from pytest_uibench import constants
from pytest_uibench.browser.faults import BrowserGoneError
from pytest_uibench.browser.session import AppSession
from pytest_uibench.model import Failure, PageObservation

from .page import Opened, RouteRequest, View, finish_page, observe_page, start_page

OpenSession = Callable[[], AppSession]
Progress = Callable[[int, int, PageObservation], None]
"""Called with (done, total, observation) as pages finish."""


class Pages:
    """Sessions of one app that are kept between several calls of :meth:`observe`, each a context of its own.

    Storage is shared within a context; its page is sent from route to route. While one page is waited for, others load.
    """

    def __init__(self, open_session: OpenSession, view: View, *, in_flight: int = constants.PAGES_IN_FLIGHT) -> None:
        self._open_session = open_session
        self._view = view
        self._limit = max(1, in_flight)
        self._idle: list[AppSession] = []
        self._stack = ExitStack()

    def __enter__(self) -> Pages:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every session; never raises."""
        self._stack.close()
        self._idle.clear()

    def observe(
        self, requests: Sequence[RouteRequest], on_progress: Progress | None = None, *, lead: bool = False
    ) -> list[PageObservation]:
        """Return one observation per request, in their order, whatever order the pages finish in.

        With ``lead`` the first alone when that page is at fault. When the browser ends on the way, what is left gets
        the fault ``infra:browser``.
        """
        waiting = deque(enumerate(requests))
        running: deque[tuple[int, AppSession, Opened]] = deque()
        done: dict[int, PageObservation] = {}
        try:
            while waiting or running:
                while waiting and len(running) < self._limit:
                    session = self._take()
                    index, request = waiting[0]
                    running.append((index, session, start_page(session, request)))
                    waiting.popleft()
                index, session, opened = running[0]
                done[index] = self._finish(session, opened)
                running.popleft()
                self._idle.append(session)
                if lead and index == 0 and done[0].fault is not None:
                    self._abandon(session for _, session, _ in running)
                    return [done[0]]
                if on_progress is not None:
                    on_progress(len(done), len(requests), done[index])
        except BrowserGoneError as error:
            self.close()
            for index, request in enumerate(requests):
                done.setdefault(index, _lost(request, error))
        return [done[index] for index in range(len(requests))]

    @staticmethod
    def _abandon(sessions: Iterable[AppSession]) -> None:
        """End pages that nobody waits for any more."""
        for session in sessions:
            session.close()

    def _take(self) -> AppSession:
        while self._idle:
            session = self._idle.pop(0)
            # The caller may have started another browser since.
            if session.browser.is_connected():
                return session
        session = self._open_session()
        self._stack.callback(session.close)
        return session

    def _finish(self, session: AppSession, opened: Opened) -> PageObservation:
        seen = finish_page(session, opened, self._view)
        crashed = seen.fault is not None and seen.fault.label == "render:crash"
        if crashed and session.watchdog.kills > opened.kills:
            # The watchdog ended a hanging page and this one with it: it gets its own chance, alone.
            return observe_page(session, opened.request, self._view)
        return seen


def _lost(request: RouteRequest, error: BrowserGoneError) -> PageObservation:
    message = f"the browser ended while the app was looked at: {error}"
    fault = Failure(
        label="infra:browser", stage="render", message=message, hint="Run again; see `uibench doctor` if it recurs."
    )
    return PageObservation(
        route=request.route, path=request.path, landed=request.path, source=request.source, fault=fault
    )
