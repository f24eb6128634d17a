"""Arguments of the browser and of its contexts, merged into what pytest-playwright already has."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_uibench.constants import (
    BROWSER_VERSION_SECONDS,
    LOCALE,
    SMALL_SHM_BYTES,
    TIMEZONE,
    VIEWPORT_HEIGHT,
    VIEWPORT_WIDTH,
)
from pytest_uibench.model import UibenchError

from .find import BrowserChoice, find_browser
from .network import NetworkMode

QUIET_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""Nothing that the browser does on its own account may reach the network or change between runs."""

HERMETIC_ARGUMENTS = (
    # No name is ever looked up, not even for a prefetch hint; addresses go to the refusing proxy of the context.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    # WebRTC would send datagrams past the proxy.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)


def launch_arguments(
    choice: BrowserChoice, existing: Mapping[str, Any], *, network: NetworkMode = "hermetic"
) -> dict[str, Any]:
    """Return launch options: ``existing`` (pytest-playwright's ``browser_type_launch_args``) completed.

    What ``existing`` sets is kept: a channel or an executable of its own, ``headless``, every argument. With
    ``headless: False`` a headless shell is exchanged for a full browser. ``--no-sandbox`` is passed for root only
    (F115); other users get Chromium's sandbox where the kernel allows it. ``network`` must be that of the contexts:
    hermetic browsers look up no host names.

    Raises:
        UibenchError: windows are wanted and only headless shells are there.
    """
    options = dict(existing)
    if not options.get("channel") and not options.get("executable_path"):
        headed = options.get("headless") is False and choice.shell
        options["executable_path"] = find_browser(headed=True).path if headed else choice.path
    wanted = [*QUIET_ARGUMENTS, *(HERMETIC_ARGUMENTS if network == "hermetic" else ())]
    if _root():
        wanted.append("--no-sandbox")
    else:
        options.setdefault("chromium_sandbox", _sandbox_usable())
    if _small_shm():
        wanted.append("--disable-dev-shm-usage")
    given = list(options.get("args") or ())
    names = {argument.split("=", 1)[0] for argument in given}
    options["args"] = given + [argument for argument in wanted if argument.split("=", 1)[0] not in names]
    return options


def context_arguments(
    existing: Mapping[str, Any],
    *,
    viewport: tuple[int, int] = (VIEWPORT_WIDTH, VIEWPORT_HEIGHT),
    scheme: str = "light",
    reduced_motion: bool = True,
    timezone: str = TIMEZONE,
    locale: str = LOCALE,
) -> dict[str, Any]:
    """Return context options: deterministic defaults below what ``existing`` sets (a device, a locale …).

    ``viewport`` in CSS pixels at scale 1 (METRICS 3); ``scheme`` is ``light``, ``dark`` or ``no-preference`` (F85).
    """
    defaults: dict[str, Any] = {
        "viewport": {"width": viewport[0], "height": viewport[1]},
        "device_scale_factor": 1,
        "color_scheme": scheme,
        "reduced_motion": "reduce" if reduced_motion else "no-preference",
        "timezone_id": timezone,
        "locale": locale,
        "service_workers": "block",
        "permissions": [],
        "accept_downloads": True,
    }
    merged = {**defaults, **existing}
    if merged.get("no_viewport"):
        merged.pop("viewport", None)
        merged.pop("device_scale_factor", None)
    return merged


def require_no_event_loop() -> None:
    """Refuse to start Playwright's sync API where an asyncio loop runs in this thread (F108).

    Raises:
        UibenchError: says what holds the thread and how to keep the two apart.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise UibenchError(
        "An asyncio event loop is running in this thread, and the browser is driven through Playwright's sync API. "
        "An async test or a session-wide loop (pytest-asyncio, pytest-anyio) holds it: run the async tests in a "
        "session of their own, or give them a loop of function scope."
    )


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _small_shm() -> bool:
    shm = Path("/dev/shm")  # noqa: S108 - its size is read, nothing is written
    if sys.platform != "linux" or not shm.is_dir():
        return False
    return shutil.disk_usage(shm).total < SMALL_SHM_BYTES


def _sandbox_usable() -> bool:
    """True where Chromium's sandbox can start: it needs user namespaces, which containers and some kernels deny."""
    if sys.platform != "linux":
        return True
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    try:
        done = subprocess.run(
            [unshare, "--user", "--map-root-user", "true"],
            capture_output=True,
            timeout=BROWSER_VERSION_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
