"""Recorded values on disk: small JSON files, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pytest_uibench.model import PageObservation, from_wire, to_wire

T = TypeVar("T")


def save(path: Path, value: object) -> None:
    """Write ``value`` (a dataclass of the model, or plain values) to ``path`` atomically; folders are made.

    A reader, or another worker that writes the same file, never sees half of it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(to_wire(value), ensure_ascii=False, indent=1)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass") as stream:
            stream.write(text)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def load(path: Path, kind: type[T]) -> T | None:
    """Return the ``kind`` stored at ``path``, or None when there is none or it cannot be read (an older writer)."""
    try:
        data = json.loads(path.read_text(encoding="utf-8", errors="surrogatepass"))
        return from_wire(kind, data)
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None


def save_observations(path: Path, pages: Sequence[PageObservation]) -> None:
    """Write a list of observations in its order."""
    save(path, list(pages))


def load_observations(path: Path) -> list[PageObservation] | None:
    """Read what :func:`save_observations` wrote, or None."""
    try:
        data = json.loads(path.read_text(encoding="utf-8", errors="surrogatepass"))
        return [from_wire(PageObservation, item) for item in data]
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None
