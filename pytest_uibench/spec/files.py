"""Files and folders that a spec names: where they may lie, and that they are there.

A spec that the user names is trusted: its paths are relative to its file. An app's own ``uibench.yaml`` is not: its
paths, links followed, may not leave the app (DESIGN, "Untrusted input").
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from .scalars import Text
from .shapes import BAD, Bad, Book, Reader, Schema
from .words import shown
from .yaml import Place

PICTURES = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True, slots=True)
class UploadFile:
    """A file for an ``upload`` step."""

    name: str
    """What the page sees."""
    path: Path | None
    """Absolute path, or None: a small file of the kind that the name's ending tells is generated (F63)."""


@dataclass(frozen=True)
class PathTo:
    """A path, read as absolute: a folder, a picture or any file that exists."""

    kind: Literal["folder", "picture", "file"]
    hint: str = ""
    """What to do when it does not exist."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        text = Text("a path").read(value, at, reader, key)
        if text is BAD:
            return BAD
        if self.kind == "picture" and not text.lower().endswith(PICTURES):
            return reader.fault(at, f"{key}: {shown(text)} is not a picture: {', '.join(PICTURES)}")
        path = inside(text, at, reader, key)
        if isinstance(path, Bad) or not reader.check_files:
            return path
        there = path.is_dir() if self.kind == "folder" else path.is_file()
        if there:
            return path
        what = "folder" if self.kind == "folder" else "file"
        state = f"is not a {what}" if path.exists() else "does not exist"
        return reader.fault(at, f"{key}: {shown(text)}: the {what} {path} {state}.{_near(path)}{self.hint}")

    def schema(self, book: Book) -> Schema:
        if self.kind == "picture":
            ends = "|".join(ending[1:] for ending in PICTURES)
            return {"type": "string", "pattern": rf"\.({ends}|{ends.upper()})$"}
        return Text().schema(book)


@dataclass(frozen=True)
class UploadName:
    """A file to be uploaded: a path of a file that exists, or a bare name for a generated one."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        text = Text("the name of a file").read(value, at, reader, key)
        if text is BAD:
            return BAD
        path = inside(text, at, reader, key)
        if isinstance(path, Bad):
            return BAD
        if path.is_file():
            return UploadFile(path.name, path)
        bare = "/" not in text and "\\" not in text and Path(text).suffix != ""
        return UploadFile(text, None) if bare else PathTo("file").read(value, at, reader, key)

    def schema(self, book: Book) -> Schema:
        return Text().schema(book)


def inside(text: str, at: Place, reader: Reader, key: str) -> Path | Bad:
    """The absolute path of ``text``; for an app's own spec a fault when it leaves the app."""
    try:
        path = Path(os.path.normpath(reader.base / text))
        real, root = path.resolve(), reader.base.resolve()
        path.exists()  # a name that is too long raises here
    except (OSError, ValueError, RuntimeError) as error:
        return reader.fault(at, f"{key}: {shown(text)} is not a path: {error}")
    if not reader.trusted and real != root and root not in real.parents:
        return reader.fault(
            at,
            f"{key}: {shown(text)} leaves the app, which its own spec cannot; "
            "name the spec with --uibench-spec to use files from elsewhere",
        )
    return path


def _near(path: Path) -> str:
    try:
        names = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        return ""
    match = get_close_matches(path.name, names, n=1)
    return f" Did you mean {match[0]!r}?" if match else ""
