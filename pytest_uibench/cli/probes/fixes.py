"""The command that installs something on this platform."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

Family = Literal["debian", "ubuntu", "fedora", "alpine", "macos", "other"]
"""Platforms with commands of their own. ``ubuntu`` is apart: its chromium package is only a snap."""

_MANAGERS: Final[Mapping[Family, str]] = {
    "debian": "apt-get install -y",
    "ubuntu": "apt-get install -y",
    "fedora": "dnf install -y",
    "alpine": "apk add",
    "macos": "brew install",
}

_SHARED_DEBIAN: Final = {
    "libatomic": "libatomic1",
    "fonts": "fonts-liberation",
    "fonts-cjk": "fonts-noto-cjk",
    "fonts-emoji": "fonts-noto-color-emoji",
}

_PACKAGES: Final[Mapping[Family, Mapping[str, str]]] = {
    "debian": {
        "browser": "chromium-headless-shell",
        "node": "nodejs npm",
        "npm": "npm",
        "tesseract": "tesseract-ocr",
        "bubblewrap": "bubblewrap",
        "fontconfig": "fontconfig",
        **_SHARED_DEBIAN,
    },
    "ubuntu": {
        "node": "nodejs npm",
        "npm": "npm",
        "tesseract": "tesseract-ocr",
        "bubblewrap": "bubblewrap",
        "fontconfig": "fontconfig",
        **_SHARED_DEBIAN,
    },
    "fedora": {
        "browser": "chromium-headless",
        "node": "nodejs npm",
        "npm": "npm",
        "tesseract": "tesseract",
        "bubblewrap": "bubblewrap",
        "fontconfig": "fontconfig",
        "libatomic": "libatomic",
        "fonts": "liberation-fonts",
        "fonts-cjk": "google-noto-sans-cjk-fonts",
        "fonts-emoji": "google-noto-color-emoji-fonts",
    },
    "alpine": {
        "browser": "chromium",
        "node": "nodejs npm",
        "npm": "npm",
        "tesseract": "tesseract-ocr tesseract-ocr-data-eng",
        "bubblewrap": "bubblewrap",
        "fontconfig": "fontconfig",
        "libatomic": "libatomic",
        "fonts": "font-liberation",
        "fonts-cjk": "font-noto-cjk",
        "fonts-emoji": "font-noto-emoji",
    },
    "macos": {"node": "node", "npm": "node", "tesseract": "tesseract", "fontconfig": "fontconfig"},
}

_ADVICE: Final[Mapping[str, str]] = {
    "node": "install Node.js 22 or newer with your package manager or from nodejs.org",
    "npm": "install npm with your package manager, or Node.js from nodejs.org, which brings it",
    "tesseract": "install Tesseract OCR with your package manager",
    "bubblewrap": "install bubblewrap (bwrap) with your package manager (Linux only)",
    "fontconfig": "install fontconfig with your package manager",
    "libatomic": "install the library libatomic with your package manager",
    "fonts": "install a text font such as Liberation with your package manager",
    "fonts-cjk": "install a CJK font such as Noto Sans CJK with your package manager",
    "fonts-emoji": "install an emoji font such as Noto Color Emoji with your package manager",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """The operating system as far as commands differ."""

    family: Family
    name: str
    """As the system calls itself."""
    prefix: str = ""
    """``"sudo "`` where packages need it."""

    def install(self, what: str) -> tuple[str, ...]:
        """Return the commands that install ``what`` (a key of the tables above)."""
        packages = _PACKAGES.get(self.family, {}).get(what)
        if packages is not None:
            prefix = "" if self.family == "macos" else self.prefix  # Homebrew refuses root
            return (f"{prefix}{_MANAGERS[self.family]} {packages}",)
        if what == "browser":
            return (playwright_browser(system_packages=self.family == "ubuntu"),)
        return (_ADVICE[what],)


def playwright_browser(*, system_packages: bool = False) -> str:
    """Return the command with which Playwright fetches its own headless Chromium."""
    return python_module("playwright", "install", *(["--with-deps"] if system_packages else []), "chromium")


def python_module(*arguments: str) -> str:
    """Return a command line that runs a module with this interpreter."""
    return shlex.join([sys.executable or "python3", "-m", *arguments])


def this_platform(system: str = sys.platform, os_release: Path = Path("/etc/os-release")) -> Platform:
    """Tell the platform from ``sys.platform`` and os-release(5)."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    prefix = "" if root else "sudo " if shutil.which("sudo") or not shutil.which("doas") else "doas "
    if system == "darwin":
        return Platform(family="macos", name="macOS")
    try:
        release = _os_release(os_release.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return Platform(family="other", name=system, prefix=prefix)
    words = [release.get("ID", ""), *release.get("ID_LIKE", "").split()]
    return Platform(family=_family(words), name=release.get("PRETTY_NAME") or words[0] or system, prefix=prefix)


def _family(words: list[str]) -> Family:
    if "ubuntu" in words:
        return "ubuntu"
    if "debian" in words:
        return "debian"
    if {"fedora", "rhel", "centos"} & set(words):
        return "fedora"
    return "alpine" if "alpine" in words else "other"


def _os_release(text: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line and not line.startswith("#"))
    return {key.strip(): value.strip().strip("\"'") for key, _, value in pairs}
