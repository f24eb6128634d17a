"""Runs the probes at the same time, under one deadline, whatever any of them does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from pytest_uibench.constants import DOCTOR_DEADLINE_SECONDS

from .browser import probe_browser
from .finding import Finding, Machine, Need
from .fonts import probe_fonts
from .machine import probe_cache, probe_disk, probe_resources
from .packages import probe_packages, probe_python
from .sandbox import probe_sandbox
from .servers import probe_leftovers
from .tools import probe_managers, probe_node, probe_registry, probe_tesseract

Probe = Callable[[Machine], Sequence[Finding]]

PROBES: Sequence[tuple[str, Need, Probe]] = (
    ("Python", "required", probe_python),
    ("Python packages", "required", probe_packages),
    ("browser", "required", probe_browser),
    ("Node.js", "required", probe_node),
    ("package managers", "optional", probe_managers),
    ("package registry", "recommended", probe_registry),
    ("sandbox", "recommended", probe_sandbox),
    ("fonts", "recommended", probe_fonts),
    ("Tesseract", "optional", probe_tesseract),
    ("cache directory", "required", probe_cache),
    ("disk", "required", probe_disk),
    ("machine", "recommended", probe_resources),
    ("leftovers", "recommended", probe_leftovers),
)
"""Name for people (used when the probe itself breaks), need, function; in the order of the output."""


def gather(
    machine: Machine,
    probes: Sequence[tuple[str, Need, Probe]] = PROBES,
    *,
    deadline: float = DOCTOR_DEADLINE_SECONDS,
) -> list[Finding]:
    """Run all ``probes`` concurrently for at most ``deadline`` seconds and return their findings in order.

    A probe that raises or does not answer becomes a finding ``unknown``; its thread is left to die with the process.
    """
    end = time.monotonic() + deadline
    answers: list[Sequence[Finding] | None] = [None] * len(probes)

    def run(index: int, name: str, need: Need, probe: Probe) -> None:
        try:
            answers[index] = tuple(probe(machine))
        except Exception as error:  # noqa: BLE001 -- a check that breaks is a finding too, and must not hide the others
            message = " ".join(str(error).split())
            answers[index] = (broken(name, need, f"the check broke: {type(error).__name__}: {message}"),)

    threads = [
        threading.Thread(target=run, args=(index, *probe), name=f"doctor {probe[0]}", daemon=True)
        for index, probe in enumerate(probes)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    findings: list[Finding] = []
    for (name, need, _), answer in zip(probes, list(answers), strict=True):
        late = (broken(name, need, f"the check gave no answer in {deadline:.0f} s"),)
        findings.extend(late if answer is None else answer)
    return findings


def broken(name: str, need: Need, why: str) -> Finding:
    """Return the finding for a probe that gave none."""
    return Finding(
        id=name.lower().replace(" ", "-").replace(".", ""),
        name=name[:1].upper() + name[1:],
        status="unknown",
        found=why,
        purpose="could not be checked",
        need=need,
    )
