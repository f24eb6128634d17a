"""Questions to a page from a script world of our own, which sees its DOM but nothing that its code replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uibench.constants import SETTLE_POLL_MS

from .settle import FRAME

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
    """The answer of ``script``, a function expression, called with ``options``; both answer and options plain values.

    With ``cdp`` it runs in an isolated world (``Array.prototype`` or ``getComputedStyle`` may be the app's own work in
    the page's world); other browsers than Chromium have none. Globals live as long as the document. For scripts that
    answer at once and let no code of the app run: a DevTools command to a renderer that dies is never answered.

    Raises:
        playwright Error: the page moved on, crashed or was closed, or the script threw.
    """
    if cdp is None:
        return page.evaluate(script, options)
    # Playwright itself notices when the page hangs or is dead.
    page.evaluate("() => 0")
    return _call(cdp, _world(cdp), script, options)


def ask_long(page: Page, cdp: CDPSession | None, script: str, options: object) -> Any:
    """:func:`ask` for a script that lets the app's own code run: started first, its answer fetched when it is there.

    Raises:
        playwright Error: as :func:`ask`.
    """
    if cdp is None:
        return page.evaluate(script, options)
    page.evaluate("() => 0")
    world = _world(cdp)
    _call(cdp, world, START.format(script=script), options)
    while True:
        page.evaluate(FRAME, SETTLE_POLL_MS)
        answer = _call(cdp, world, "() => globalThis.answered", None)
        if answer is not None:
            return _checked(answer)


def handle(page: Page, cdp: CDPSession, script: str, options: object) -> str:
    """DevTools id of the object that ``script`` gives, in the same world as :func:`ask`.

    Raises:
        playwright Error: as :func:`ask`.
    """
    page.evaluate("() => 0")
    return str(_send(cdp, _world(cdp), script, options, by_value=False)["result"]["objectId"])


def _world(cdp: CDPSession) -> int:
    frame = cdp.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    return int(cdp.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD})["executionContextId"])


def _call(cdp: CDPSession, world: int, function: str, options: object) -> Any:
    return _send(cdp, world, function, options, by_value=True)["result"].get("value")


def _send(cdp: CDPSession, world: int, function: str, options: object, *, by_value: bool) -> Any:
    answer = cdp.send(
        "Runtime.callFunctionOn",
        {
            "functionDeclaration": function,
            "executionContextId": world,
            "arguments": [{"value": options}],
            "returnByValue": by_value,
        },
    )
    if "exceptionDetails" in answer:
        from playwright.sync_api import Error

        details = answer["exceptionDetails"]
        said = details.get("exception", {}).get("description") or details.get("text")
        raise Error(f"a script of ours failed in the page: {said}")
    return answer


def _checked(answer: Any) -> Any:
    if "error" in answer:
        from playwright.sync_api import Error

        raise Error(f"a script of ours failed in the page: {answer['error']}")
    return answer["value"]
