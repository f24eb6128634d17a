"""Questions to a page from a script world of our own, which sees its DOM but nothing that its code replaced."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pytest_uibench.browser.settle import FRAME
from pytest_uibench.constants import SETTLE_POLL_MS

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

WORLD = "pytest-uibench"
START = """(options) => {{
  globalThis.answered = null;
  Promise.resolve(({script})(options)).then(
    (value) => {{ globalThis.answered = {{ value }}; }},
    (error) => {{ globalThis.answered = {{ error: String(error) }}; }},
  );
}}"""


def ask(page: Page, cdp: CDPSession | None, script: str, options: object) -> Any:
    """The answer of ``observe/scripts/<script>.js`` called with ``options``, both plain values.

    With ``cdp`` it runs in an isolated world (``Array.prototype`` or ``getComputedStyle`` may be the app's own work in
    the page's world); other browsers than Chromium have none. For scripts that answer at once and let no code of the
    app run: a DevTools command to a renderer that dies is never answered.

    Raises:
        playwright Error: the page moved on, crashed or was closed, or the script threw.
    """
    if cdp is None:
        return page.evaluate(script_text(script), options)
    # Playwright itself notices when the page hangs or is dead.
    page.evaluate("() => 0")
    return _call(cdp, _world(cdp), script_text(script), options)


def ask_long(page: Page, cdp: CDPSession | None, script: str, options: object) -> Any:
    """:func:`ask` for a script that lets the app's own code run: started first, its answer fetched when it is there.

    Raises:
        playwright Error: as :func:`ask`.
    """
    if cdp is None:
        return page.evaluate(script_text(script), options)
    page.evaluate("() => 0")
    world = _world(cdp)
    _call(cdp, world, START.format(script=script_text(script)), options)
    while True:
        page.evaluate(FRAME, SETTLE_POLL_MS)
        answer = _call(cdp, world, "() => globalThis.answered", None)
        if answer is not None:
            return _checked(script, answer)


def _world(cdp: CDPSession) -> int:
    frame = cdp.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    return int(cdp.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD})["executionContextId"])


def _call(cdp: CDPSession, world: int, function: str, options: object) -> Any:
    answer = cdp.send(
        "Runtime.callFunctionOn",
        {
            "functionDeclaration": function,
            "executionContextId": world,
            "arguments": [{"value": options}],
            "returnByValue": True,
        },
    )
    if "exceptionDetails" in answer:
        from playwright.sync_api import Error

        details = answer["exceptionDetails"]
        said = details.get("exception", {}).get("description") or details.get("text")
        raise Error(f"a script of ours failed in the page: {said}")
    return answer["result"].get("value")


def _checked(script: str, answer: Any) -> Any:
    if "error" in answer:
        from playwright.sync_api import Error

        raise Error(f"{script}.js failed in the page: {answer['error']}")
    return answer["value"]


@functools.cache
def script_text(name: str) -> str:
    """A script of this package, as one function expression."""
    return files(__package__).joinpath("scripts", f"{name}.js").read_text(encoding="utf-8").strip()
