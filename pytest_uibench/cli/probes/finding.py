"""What a probe is given and what it returns."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from .fixes import Platform

Status = Literal["ok", "warning", "missing", "unknown"]
"""``unknown``: the probe itself broke or gave no answer in time."""

Need = Literal["required", "recommended", "optional"]
"""``required``: the main job (build, serve, render an app) does not work without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of the doctor."""

    id: str
    """Stable, for machines: ``browser``, ``sandbox`` …"""
    name: str
    """For people."""
    status: Status
    found: str
    """What is there, or what is wrong with it, in a few words."""
    purpose: str
    """What it is needed for."""
    need: Need = "required"
    fix: tuple[str, ...] = ()
    """Commands for a shell of this platform, or one line of advice; empty when nothing is to be done."""
    detail: Mapping[str, object] = field(default_factory=dict)
    """More for machines: plain builtins only."""

    @property
    def blocking(self) -> bool:
        """True when the main job cannot be done."""
        return self.need == "required" and self.status in ("missing", "unknown")


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Where the probes look."""

    platform: Platform
    cache: Path
    """Cache directory shared by runs; may not exist yet."""
    scratch: Path
    """Empty folder for whatever a probed tool wants to write; removed afterwards."""
    browser: str | None = None
    """Executable that the user named, or None for the search."""
    network: bool = False
    """Probes may reach the package registry."""
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def which(self, name: str) -> str | None:
        """Path of an executable on this machine's PATH, or None."""
        return shutil.which(name, path=self.environment.get("PATH", os.defpath))

    def quiet(self) -> dict[str, str]:
        """Environment in which tools neither download anything nor write outside the scratch folder."""
        scratch = str(self.scratch)
        return {
            **self.environment,
            "TMPDIR": scratch,
            "XDG_CACHE_HOME": scratch,
            "XDG_CONFIG_HOME": scratch,
            "COREPACK_ENABLE_NETWORK": "0",
            "COREPACK_ENABLE_DOWNLOAD_PROMPT": "0",
            "npm_config_cache": scratch,
            "npm_config_logs_max": "0",
            "npm_config_update_notifier": "false",
            "NO_COLOR": "1",
        }
