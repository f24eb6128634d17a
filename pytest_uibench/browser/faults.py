"""Failures of a page as values, and the errors that carry them."""

from __future__ import annotations

from pytest_uibench import constants
from pytest_uibench.model import Failure

SERVE_ERRORS = {
    "ERR_CONNECTION_REFUSED": ("serve:refused", "nothing listens at the app's address any more"),
    "ERR_CONNECTION_RESET": ("serve:closed", "the server closed the connection without an answer"),
    "ERR_CONNECTION_CLOSED": ("serve:closed", "the server closed the connection without an answer"),
    "ERR_EMPTY_RESPONSE": ("serve:closed", "the server closed the connection without an answer"),
    "ERR_INVALID_HTTP_RESPONSE": ("serve:protocol", "the server's answer is not HTTP"),
}


class BrowserGoneError(Exception):
    """The browser itself ended: the caller has to start another one."""


class PageFaultError(Exception):
    """The page could not be driven; carries the failure of the subject."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def serve_fault(text: str) -> Failure:
    """What an error of ``page.goto`` says about the server of the app."""
    if "ERR_TOO_MANY_REDIRECTS" in text:
        return render_fault("render:redirect-loop", "the address redirects in a circle")
    for name, (label, message) in SERVE_ERRORS.items():
        if name in text:
            return Failure(label=label, stage="serve", code="serve", bucket="other", message=message)
    if "Timeout" in text:
        seconds = constants.NAVIGATION_TIMEOUT_MS / 1000
        return Failure(
            label="serve:no-answer",
            stage="serve",
            code="serve",
            bucket="other",
            message=f"no answer to the page's address within {seconds:.0f} s",
        )
    return Failure(label="serve:error", stage="serve", code="serve", bucket="other", message=text.splitlines()[0])


def render_fault(label: str, message: str) -> Failure:
    """A runtime failure of the app (METRICS 1: C9)."""
    return Failure(label=label, stage="render", code="C9", bucket="other", message=message)


def first_line(error: Exception) -> str:
    """An error of Playwright without its call log."""
    return (str(error).splitlines() or [type(error).__name__])[0]
