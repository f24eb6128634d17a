"""Errors that nobody caught: which line of the console tells of one, what it means, what it really comes from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pytest_uibench import constants
from pytest_uibench.model import ConsoleLine, Diagnostic, Failure, PageObservation
from pytest_uibench.subject.diagnose import runtime_code

_SWALLOW: Final = frozenset({"vue", "@vue/runtime-core", "@vue/runtime-dom", "@angular/core"})
"""Packages that only log an error which the app did not catch, and leave a hole in the page."""
_FRAME: Final = re.compile(r"^\s+at\s.*", re.MULTILINE | re.DOTALL)
_MINIFIED: Final = re.compile(r"Minified React error #(\d+)")
_UNDEFINED: Final = re.compile(r"(?i)\bundefined\b|type is invalid|is not a (?:function|constructor)|is not defined")
_QUOTED: Final = re.compile(r"[\"'`]([^\"'`]+)[\"'`]")

REACT_ERRORS: Final = {
    31: "an object was rendered where text or an element belongs: pick a field of it, or map the list",
    130: "what is rendered as a component is undefined: check how it is imported and exported",
    137: "an element such as <img> or <input> was given children",
    143: "a component that takes exactly one child was given none or several",
    152: "a component returned nothing: a return is missing",
    185: "setting state sets off the next update without end, most often an effect that sets what it depends on",
    200: "the element to render into does not exist in the page",
    299: "the element that createRoot is given does not exist in index.html",
    300: "fewer hooks ran than at the render before: an early return stands in front of a hook",
    301: "state is set while rendering, so that it renders again without end: set it in an event or effect",
    306: "a lazily loaded module has no default export that is a component",
    310: "more hooks ran than at the render before: a hook is called on a condition",
    321: "a hook was called outside a component, or there are two copies of React",
    418: "what the server rendered differs from what the browser renders first",
    419: "rendering a part on the server failed; the browser rendered it",
    423: "hydration failed; the whole page was rendered again in the browser",
    425: "a text that the server rendered differs from the browser's",
    426: "a component loaded its code in answer to an input: wrap the update in startTransition",
    438: "use() was given something that is neither a promise nor a context",
    482: "a client component is an async function",
}
"""Number → what it means, in our own words; the texts themselves are left out of React's production build."""


def uncaught(seen: PageObservation, *, blank: bool = False) -> ConsoleLine | None:
    """The line that tells of an error which the app did not catch, or None.

    Args:
        blank: the page shows nothing: then an error that was logged with its stack is what it died of.
    """
    thrown = next((line for line in seen.console if line.kind == "pageerror"), None)
    if thrown is not None:
        return thrown
    everything = blank or constants.ROUTER_ERROR_TITLE in seen.text
    logged = [
        line
        for line in seen.console
        if line.kind == "error" and line.frames and (everything or line.logger in _SWALLOW)
    ]
    return next((line for line in logged if source_place(line)), logged[0] if logged else None)


def source_place(line: ConsoleLine) -> bool:
    """True when the line's address is a file of the subject, not of the site."""
    return line.url is not None and not line.url.startswith(("http:", "https:", "/"))


def telling(text: str) -> str:
    """The message of an error without its stack."""
    return _FRAME.sub("", text).strip() or text


def meaning(text: str) -> str | None:
    """What a number of React's production build stands for, None for other messages and rare numbers."""
    found = _MINIFIED.search(text)
    said = REACT_ERRORS.get(int(found[1])) if found else None
    return f"React error {found[1]}: {said}" if found and said else None


def not_set(line: ConsoleLine) -> str | None:
    """The way out where the file that threw reads variables of the build which nothing sets."""
    if not line.unset:
        return None
    names = ", ".join(line.unset)
    verb = "is" if len(line.unset) == 1 else "are"
    return f"{names} {verb} not set: give a value in subject.env of the spec, or in a .env file of the app"


def attributed(failure: Failure, warnings: Sequence[Diagnostic]) -> Failure:
    """An exception that a missing export explains, which the bundler only warned of, gets its code and place.

    A warning fits when its name stands in the message; where something is undefined, also when it is about the very
    file that threw, or when nobody knows which file threw.
    """
    if failure.label != "render:exception" or not warnings:
        return failure
    fitting = [warning for warning in warnings if _names(warning, failure.message)]
    if not fitting and _UNDEFINED.search(failure.message):
        fitting = [warning for warning in warnings if failure.file in (None, warning.file)]
    return runtime_code(failure, fitting) if fitting else failure


def _names(warning: Diagnostic, message: str) -> bool:
    symbol = _QUOTED.search(warning.message)
    return symbol is not None and re.search(rf"(?<![\w$]){re.escape(symbol[1])}(?![\w$])", message) is not None
