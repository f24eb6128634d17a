"""Errors that come from a script of another host which the network policy refused: ours, not the app's (F43, G12)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from pytest_uibench.model import ConsoleLine, Failure, PageObservation, RequestFault

_MISSING_NAME: Final = re.compile(
    r"([\w$]+) is not defined\b|\b(?:window|globalThis|self)\.([\w$]+) is (?:undefined|not a (?:function|constructor))"
)
_MISSING_PART: Final = re.compile(r"Cannot read propert(?:y|ies) of undefined \(reading '(\w{4,})'\)")
"""``window.lib.part`` where the library is not there; other engines say it in other words."""
_NO_DATA: Final = re.compile(
    r"(?i)\b(?:undefined|null|not iterable|not a function|failed to fetch|json|networkerror)\b"
)
CALLS: Final = frozenset({"fetch", "xhr"})
_SHORT: Final = 3
"""A shorter name stands in too many addresses to tell anything."""
GLOBALS: Final = {
    "$": ("jquery", "zepto", "cash"),
    "jQuery": ("jquery",),
    "_": ("lodash", "underscore"),
    "L": ("leaflet",),
    "io": ("socket",),
    "p5": ("p5",),
    "d3": ("d3",),
    "Swal": ("sweetalert",),
    "hljs": ("highlight",),
    "fbq": ("facebook",),
    "PIXI": ("pixi",),
}
"""Global name of a library → words in the address of its script, where the name itself does not stand in it."""


def refused_script(line: ConsoleLine, requests: Iterable[RequestFault]) -> RequestFault | None:
    """The refused script that should have defined the name which an error misses, or None.

    Told by the name alone: an app that misspells a variable of its own is not excused by a refused counter script.
    """
    text = line.text.splitlines()[0] if line.text else ""
    scripts = [fault for fault in requests if fault.refused and fault.resource == "script"]
    if found := _MISSING_NAME.search(text):
        name = found[1] or found[2]
        plain = _plain(name)
        words = GLOBALS.get(name, (plain,) if len(plain) >= _SHORT else ())
        return next((script for script in scripts if any(word in _address(script.url) for word in words)), None)
    if found := _MISSING_PART.search(text):
        part = found[1].lower()
        return next((script for script in scripts if part in re.split(r"[^a-z0-9]+", script.url.lower())), None)
    return None


def refused_call(line: ConsoleLine, requests: Iterable[RequestFault]) -> RequestFault | None:
    """The refused call of another host whose data an error may miss, or None."""
    if not _NO_DATA.search(line.text):
        return None
    return next((fault for fault in requests if fault.refused and fault.resource in CALLS), None)


def own_errors(seen: PageObservation) -> tuple[ConsoleLine, ...]:
    """Lines of the console without the errors that a refused script explains."""
    return tuple(line for line in seen.console if refused_script(line, seen.requests) is None)


def refusal_failure(seen: PageObservation) -> Failure | None:
    """Why a page that shows nothing cannot be judged, None where no refused script explains it."""
    for line in seen.console:
        if line.kind == "pageerror" and (script := refused_script(line, seen.requests)):
            return Failure(
                label="infra:refused-script",
                stage="render",
                message=f"{line.text.splitlines()[0]}: the network policy refused {script.url}",
                hint="run with --uibench-network=open, or bring the script into the app",
            )
    return None


def _address(url: str) -> str:
    parts = urlsplit(url)
    return _plain(f"{parts.netloc}{parts.path}")


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
