"""The comparison mode: dev servers and fixed waits, as the published pipeline has them (DESIGN, "Facts")."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pytest_uibench.browser.find import bundled_browsers, find_browser
from pytest_uibench.browser.launch import launch_arguments
from pytest_uibench.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from pytest_uibench.model import Block
from pytest_uibench.observe.blocks import read_content

EXEC_MS = 3_500
"""Waits after a load: in the executability stage, for a route of the app, and for a screen of the reference."""
ROUTE_MS = 2_000 + 1_500
SCREEN_MS = 1_500 + 4_000
SERVER_SECONDS = 1
"""Between two questions whether a dev server is up."""
ELEMENTS = "document.querySelectorAll('#root *').length"


def execute(project: Path, routes: Sequence[str], shots: Path) -> tuple[float, list[str]]:
    """Seconds of the executability stage: an installed project's routes on its dev server, then a production build.

    The second value names routes that were still empty when the wait was over.
    """
    start = time.perf_counter()
    empty = []
    with _dev_server(project) as origin, _page() as page:
        for number, route in enumerate(routes):
            page.goto(f"{origin}{route}", wait_until="domcontentloaded")
            page.wait_for_timeout(EXEC_MS)
            if page.evaluate(ELEMENTS) <= 3:
                empty.append(route)
            page.screenshot(path=shots / f"{number}.png")
    subprocess.run(["npm", "run", "build"], cwd=project, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start, empty


def look(project: Path, routes: Mapping[str, str], wait_ms: int) -> tuple[float, dict[str, tuple[Block, ...]]]:
    """Seconds to read the blocks of each route (name to address) off a dev server, and the blocks (paper's form)."""
    start = time.perf_counter()
    found = {}
    with _dev_server(project) as origin, _page() as page:
        for name, address in routes.items():
            page.goto(f"{origin}{address}", wait_until="domcontentloaded")
            page.wait_for_timeout(wait_ms)
            found[name] = read_content(page, None).blocks
            page.screenshot()
    return time.perf_counter() - start, found


@contextmanager
def _page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_arguments(find_browser(None, bundled_browsers()), {}))
        yield browser.new_page(viewport={"width": VIEWPORT_WIDTH, "height": VIEWPORT_HEIGHT})
        browser.close()


@contextmanager
def _dev_server(project: Path) -> Iterator[str]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    server = subprocess.Popen(
        ["node_modules/.bin/vite", "--host", "127.0.0.1", "--port", str(port), "--strictPort"],
        cwd=project,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _await_port(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def _await_port(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(SERVER_SECONDS)  # noqa: TID251 - this wait is what is measured
        with socket.socket() as probe:
            probe.settimeout(0.2)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise TimeoutError("the dev server did not start")
