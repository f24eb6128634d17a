"""Overrides of pytest-playwright's fixtures, registered only when an app is under test."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uibench.plugin.options import settings_of


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], pytestconfig: pytest.Config) -> dict[str, Any]:
    """Launch arguments: the browser that was found, and what makes it safe and quiet on this machine."""
    if "executable_path" in browser_type_launch_args or browser_type_launch_args.get("channel"):
        return browser_type_launch_args
    if (pytestconfig.getoption("--browser") or ["chromium"])[0] != "chromium":
        return browser_type_launch_args
    from pytest_uibench.browser.find import bundled_browsers, find_browser
    from pytest_uibench.browser.launch import launch_arguments

    settings = settings_of(pytestconfig)
    headed = browser_type_launch_args.get("headless") is False
    choice = find_browser(settings.browser, bundled_browsers(), headed=headed)
    return launch_arguments(choice, browser_type_launch_args, network=settings.network)


@pytest.fixture(scope="session", autouse=True)
def delete_output_dir() -> None:
    """pytest-playwright empties ``--output`` at session start: that folder may hold somebody's files (F107)."""
