"""The scripts of this package, asked in a world of our own (:mod:`pytest_uibench.browser.world`)."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pytest_uibench.browser import world

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page


def ask(page: Page, cdp: CDPSession | None, script: str, options: object) -> Any:
    """The answer of ``observe/scripts/<script>.js`` called with ``options``, both plain values.

    Raises:
        playwright Error: the page moved on, crashed or was closed, or the script threw.
    """
    return world.ask(page, cdp, script_text(script), options)


def ask_long(page: Page, cdp: CDPSession | None, script: str, options: object) -> Any:
    """:func:`ask` for a script that lets the app's own code run: started first, its answer fetched when it is there.

    Raises:
        playwright Error: as :func:`ask`.
    """
    return world.ask_long(page, cdp, script_text(script), options)


@functools.cache
def script_text(name: str) -> str:
    """A script of this package, as one function expression."""
    return files(__package__).joinpath("scripts", f"{name}.js").read_text(encoding="utf-8").strip()
