"""Starts the browser and shows a page, as a process of its own: ``python -m pytest_uibench.browser.selftest [PATH]``.

Each step writes one JSON line ``{"doctor": {...}}`` as soon as it is done, so that whoever ends this process because it
hangs still knows how far it came.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_uibench.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from pytest_uibench.model import UibenchError

from .find import find_browser
from .launch import launch_arguments

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

NOT_FOUND = 3
"""Exit status when the search finds no browser."""

_PAGE = """data:text/html,<title>before</title><body style="background:rgb(20,160,60)"><h1 id=t></h1>
<script>document.getElementById('t').textContent = 'shown ' + 6 * 7; document.title = 'after'</script>"""

_WEBGL = (
    "() => { const c = document.createElement('canvas'); return !!(c.getContext('webgl2') || c.getContext('webgl')) }"
)


def main(arguments: Sequence[str]) -> int:
    """Report driver, browser, version and whether a page was drawn.

    Returns 0 when it was, :data:`NOT_FOUND` when there is no browser, 1 when it or the driver does not work.
    """
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as playwright:
            report(driver=_driver_version())
            return _try(playwright, arguments[0] if arguments else None)
    except UibenchError as error:
        report(error=str(error))
        return NOT_FOUND
    except Error as error:
        report(error=telling_line(error.message))
    except OSError as error:  # the driver's own Node.js cannot be run
        report(error=str(error))
    return 1


def _try(playwright: Playwright, explicit: str | None) -> int:
    choice = find_browser(explicit)
    options = launch_arguments(choice, {})
    report(browser=choice.path, tried=choice.tried, arguments=options["args"])
    browser = playwright.chromium.launch(**options)
    try:
        report(version=browser.version)
        page = browser.new_page(viewport={"width": VIEWPORT_WIDTH, "height": VIEWPORT_HEIGHT})
        error = _shows(page)
        report(rendered=error is None, webgl=bool(page.evaluate(_WEBGL)), **({"error": error} if error else {}))
        return 0 if error is None else 1
    finally:
        browser.close()


def _shows(page: Page) -> str | None:
    """Return what is wrong with the page that should be shown, or None: title, text and pixels are looked at."""
    from io import BytesIO

    from PIL import Image

    page.goto(_PAGE)
    if page.title() != "after":
        return "scripts do not run"
    if page.inner_text("#t") != "shown 42":
        return "the page has no text"
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    corner = picture.getpixel((picture.width - 5, picture.height - 5))
    return None if corner == (20, 160, 60) else f"the screenshot is wrong: {corner} where (20, 160, 60) was drawn"


def telling_line(message: str) -> str:
    """Return the line of a launch error that says why, without the call log and the frame of ``═``."""
    lines = [line.strip(" ║╔╚═╗╝") for line in message.splitlines()]
    said = [line for line in lines if line]
    causes = [line for line in said if "error while loading shared libraries" in line or "Failed to" in line]
    return (causes or said or ["no reason given"])[0]


def report(**values: object) -> None:
    """Write one step."""
    sys.stdout.write(json.dumps({"doctor": values}) + "\n")
    sys.stdout.flush()


def _driver_version() -> str:
    from importlib.metadata import version

    return version("playwright")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
