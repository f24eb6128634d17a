"""``uibench doctor``: what this machine has, what is missing, the command that fixes it."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pytest_uibench.model import UibenchError, to_wire
from pytest_uibench.settings import cache_root

from .clear import clear_cache
from .doctor_text import render
from .probes import Finding, Machine, gather
from .probes.fixes import this_platform
from .probes.machine import size

SCHEMA_VERSION = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="write one JSON object instead of text")
    parser.add_argument("--network", action="store_true", help="also ask the package registry for an answer")
    parser.add_argument("--browser", metavar="PATH", help="browser to check instead of the one that is found")
    parser.add_argument(
        "--clear-cache", action="store_true", help="empty the cache directory first (dependencies and builds)"
    )


def run(options: argparse.Namespace) -> int:
    """Check and report. Return 0 when an app can be built, served and rendered here, else 1."""
    cache = cache_root()
    if options.clear_cache:
        freed = clear_cache(cache)
        sys.stderr.write(f"uibench: cleared {cache}: {size(freed)} given back\n")
    with _scratch(cache) as scratch:
        machine = Machine(
            platform=this_platform(),
            cache=cache,
            scratch=scratch,
            browser=options.browser,
            network=options.network,
        )
        findings = gather(machine)
    ready = not any(finding.blocking for finding in findings)
    sys.stdout.write(_as_json(machine, findings, ready=ready) if options.json else render(machine, findings))
    return 0 if ready else 1


@contextmanager
def _scratch(cache: Path) -> Iterator[Path]:
    """A folder for what the probed tools want to write: in the cache directory, else where temporary files go."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        home = tempfile.TemporaryDirectory(dir=cache, prefix="doctor-", ignore_cleanup_errors=True)
    except OSError:
        try:
            home = tempfile.TemporaryDirectory(prefix="uibench-doctor-", ignore_cleanup_errors=True)
        except OSError as error:
            raise UibenchError(
                f"no folder can be written: neither {cache} nor {tempfile.gettempdir()} ({error.strerror}). "
                "Set UIBENCH_CACHE to a folder that you may write."
            ) from None
    with home as folder:
        yield Path(folder)


def _as_json(machine: Machine, findings: Sequence[Finding], *, ready: bool) -> str:
    document = {
        "schema_version": SCHEMA_VERSION,
        "ready": ready,
        "platform": {
            "family": machine.platform.family,
            "name": machine.platform.name,
            "machine": platform.machine(),
            "root": hasattr(os, "geteuid") and os.geteuid() == 0,
        },
        "cache": str(machine.cache),
        "checks": [to_wire(finding) for finding in findings],
        "summary": dict(Counter(finding.status for finding in findings)),
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"
