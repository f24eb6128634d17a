"""Machines made of stub executables, for the checks of ``uibench doctor``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil

from pytest_uibench.cli.probes import Finding, Machine
from pytest_uibench.cli.probes.fixes import Platform

DEBIAN = Platform(family="debian", name="Debian GNU/Linux 12 (bookworm)", prefix="sudo ")


@dataclass
class Bench:
    """A machine whose PATH holds nothing but stubs."""

    folder: Path

    @property
    def machine(self) -> Machine:
        return self.variant()

    def variant(self, **changes) -> Machine:
        given = {
            "platform": DEBIAN,
            "cache": self.folder / "cache",
            "scratch": self.folder / "scratch",
            "environment": {"PATH": str(self.folder / "bin")},
        }
        return Machine(**{**given, **changes})

    def stub(self, name: str, script: str) -> Path:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path


def by_id(findings) -> dict[str, Finding]:
    return {finding.id: finding for finding in findings}


def finding(status="ok", need="required", **changes) -> Finding:
    given = {"id": "thing", "name": "Thing", "found": "1.0", "purpose": "does things"}
    return Finding(status=status, need=need, **{**given, **changes})


def gone(pid: int) -> bool:
    """Whether the process ends: a signal that was sent takes its time to arrive."""
    try:
        process = psutil.Process(pid)
        process.wait(timeout=30)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return process.status() == psutil.STATUS_ZOMBIE
    return True
