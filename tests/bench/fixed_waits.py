"""The comparison mode: a dev server and fixed waits, as published pipelines render (DESIGN, "Facts")."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from pytest_uibench.browser.find import bundled_browsers, find_browser
from pytest_uibench.browser.launch import launch_arguments
from pytest_uibench.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH

WAIT_MS = 3_500
"""Wait after each load."""
PROBE = "() => ({all: document.querySelectorAll('#root *').length, text: document.body.innerText.length})"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def render(project: Path, routes: Sequence[str], shots: Path) -> float:
    """Seconds to build an installed Vite project and to render ``routes`` with a dev server and fixed waits."""
    start = time.perf_counter()
    subprocess.run(["npm", "run", "build"], cwd=project, check=True, stdout=subprocess.DEVNULL)
    port = free_port()
    server = subprocess.Popen(
        ["node_modules/.bin/vite", "--host", "127.0.0.1", "--port", str(port), "--strictPort"],
        cwd=project,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _await_port(port)
        _visit(port, routes, shots)
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
    return time.perf_counter() - start


def _await_port(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            probe.settimeout(0.2)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise TimeoutError("the dev server did not start")


def _visit(port: int, routes: Sequence[str], shots: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_arguments(find_browser(None, bundled_browsers()), {}))
        for number, route in enumerate(routes):
            context = browser.new_context(viewport={"width": VIEWPORT_WIDTH, "height": VIEWPORT_HEIGHT})
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}{route}", wait_until="load")
            page.wait_for_timeout(WAIT_MS)
            assert page.evaluate(PROBE)["all"] > 3, route
            page.screenshot(path=shots / f"{number}.png")
            context.close()
        browser.close()
