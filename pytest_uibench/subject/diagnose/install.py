"""Why an install failed, from its log: npm, pnpm, yarn, bun."""

from __future__ import annotations

import re
from pathlib import Path

from pytest_uibench.model import Failure, Project

from .codes import failure
from .install_rules import RULES
from .places import Places
from .secrets import redacted
from .text import plain, telling

_NPM = re.compile(r"^npm (?:ERR!|error) ?", re.MULTILINE)


def diagnose_install(project: Project, log: str, *, root: Path) -> Failure:
    """Tell why the install failed.

    Args:
        project: as detected.
        log: standard output and error of the package manager.
        root: the project folder in the working copy. Files in the result are relative to the subject directory.
    """
    places = Places(project, root)
    # pnpm puts a thin space behind its codes.
    text = _NPM.sub("", plain(log)).replace("\u2009", " ")
    for regex, make in RULES:
        match = regex.search(text)
        if match:
            return redacted(make(match, text, places), project, root)
    return redacted(_unknown(text), project, root)


def _unknown(text: str) -> Failure:
    lines = [
        line
        for line in text.splitlines()
        if line.strip() and not re.match(r"^(?:A complete log|code |errno|syscall|>|npm (?:warn|notice))", line)
    ]
    picked = next(
        (lines[n:] for n, line in enumerate(lines) if re.search(r"(?i)error|failed|cannot|invalid", line)), lines[-4:]
    )
    return failure(
        "install:other", "install", telling(picked) or "the install failed without a message", code="install"
    )
