"""What an earlier run that was killed left behind: app servers and browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .finding import Finding, Machine

if TYPE_CHECKING:
    from pytest_uibench.subject.serve.records import ServerRecord

_PROFILE = "playwright_chromiumdev_profile-"
"""In the command line of every browser that Playwright started."""


def probe_leftovers(machine: Machine) -> list[Finding]:
    """Processes whose run is gone. Nothing is ended here: the next run ends its servers, browsers are named."""
    servers = list(_stale_servers(machine.cache))
    browsers = list(_orphaned_browsers())
    parts = [f"{len(servers)} app server(s)"] if servers else []
    parts += [f"{len(browsers)} browser(s)"] if browsers else []
    left = [*servers, *browsers]
    return [
        Finding(
            id="leftovers",
            name="Leftovers",
            status="warning" if left else "ok",
            found=f"{' and '.join(parts)} whose run is gone" if left else "no process of an earlier run",
            purpose="they take memory and ports from the next run",
            need="recommended",
            fix=(f"kill {' '.join(map(str, left))}",) if left else (),
            detail={"servers": servers, "browsers": browsers},
        )
    ]


def recorded_servers(cache: Path) -> Iterator[ServerRecord]:
    """Servers that the run files of this machine name, whether they still run or not."""
    from pytest_uibench.subject.serve.processes import machine
    from pytest_uibench.subject.serve.records import FAILED_SUFFIX, read_record
    from pytest_uibench.subject.serve.registry import Registry

    for path in sorted(Registry(cache).folder.glob("*.json")):
        record = None if path.name.endswith(FAILED_SUFFIX) else read_record(path)
        # Process numbers of another machine or container that shares the cache mean nothing here.
        if record is not None and record.machine == machine():
            yield record


def _stale_servers(cache: Path) -> Iterator[int]:
    """Process numbers of supervisors that no living run uses."""
    for record in recorded_servers(cache):
        if not record.living and record.supervisor is not None and record.supervisor.alive:
            yield record.supervisor.pid


def _orphaned_browsers() -> Iterator[int]:
    """Browsers of Playwright that no driver steers any more (their parent is whoever adopted them)."""
    import psutil

    for process in psutil.process_iter(["pid", "cmdline", "status"]):
        line = process.info["cmdline"] or ()
        ours = any(_PROFILE in argument for argument in line) and not any(a.startswith("--type=") for a in line)
        if not ours or process.info["status"] == psutil.STATUS_ZOMBIE:
            continue
        try:
            parent = process.parent()
            steered = parent is not None and "playwright" in " ".join(parent.cmdline())
        except psutil.Error:  # gone meanwhile, or somebody else's
            continue
        if not steered:
            yield process.info["pid"]
