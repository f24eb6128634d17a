"""The generated code that a browser was given: which file it is, and the map that lies beside it."""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from pytest_uibench import constants
from pytest_uibench.model import Prepared
from pytest_uibench.subject.serve import base_of
from pytest_uibench.subject.serve.site import Site, split_path

from .decode import Position, read_map

SCRIPTS: Final = (".js", ".mjs", ".cjs")
PAGES: Final = (".html", ".htm")
_COMMENT: Final = re.compile(
    r"(?m)^[ \t]*(?://[#@] ?(?:sourceMappingURL|debugId)=.*|/\*[#@] ?sourceMappingURL=.*\*/)[ \t]*$"
)
_LINK: Final = re.compile(r"(?://|/\*)[#@] ?sourceMappingURL=([^\s*]+)")
_HASH: Final = re.compile(r"(?<=[-._~/])[A-Za-z0-9_-]{6,32}(?=\.(?:m?js|css|json|svg|png|jpe?g|webp|woff2?)\b)")
"""Content hashes in the names of other files: they may differ where the code does not."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """Generated code with its map."""

    code: Path
    map: Path | None
    """None when the code carries its map in itself."""
    folder: str
    """Where the map was made, relative to the copy of the subject directory."""

    def fields(self) -> Mapping[str, Any] | None:
        """The map's fields, or None when it cannot be read."""
        data = inline_map(read_code(self.code) or "") if self.map is None else read_bytes(self.map)
        return None if data is None else read_map(data)


def read_bytes(file: Path) -> bytes | None:
    """Content of a file of bounded size."""
    try:
        return file.read_bytes() if file.stat().st_size <= constants.SOURCEMAP_MAX_BYTES else None
    except OSError:
        return None


@functools.lru_cache(maxsize=8)
def _text(file: Path, _stamp: tuple[int, int]) -> str | None:
    data = read_bytes(file)
    return None if data is None else data.decode("utf-8", "replace")


def read_code(file: Path) -> str | None:
    """Text of generated code; the last few files are kept."""
    try:
        info = file.stat()
    except OSError:
        return None
    return _text(file, (info.st_mtime_ns, info.st_size))


def same_code(code: str) -> str:
    """A digest that two builds share when their code has the same positions: map comments and file hashes apart."""
    return hashlib.sha256(plain_code(code).encode("utf-8", "replace")).hexdigest()


def plain_code(code: str) -> str:
    """Code without map comments, content hashes blanked out character by character."""
    return _HASH.sub(lambda match: "#" * len(match[0]), _COMMENT.sub("", code)).rstrip()


def offset_of(text: str, at: Position) -> int | None:
    """Index in ``text`` of a line and column (0-based, UTF-16 units), or None where there is no such place."""
    start = 0
    for _ in range(at[0]):
        start = text.find("\n", start) + 1
        if start == 0:
            return None
    line = text[start:].partition("\n")[0]
    before = line.encode("utf-16-le", "surrogatepass")[: 2 * at[1]].decode("utf-16-le", "ignore")
    return start + len(before)


def position_of(text: str, offset: int) -> Position:
    """The opposite of :func:`offset_of`."""
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset), len(text[start:offset].encode("utf-16-le", "surrogatepass")) // 2


def script_around(page: str, offset: int) -> tuple[int, int]:
    """Start and end of the script of a page that holds ``offset``; an empty range when none does."""
    opened = page.rfind("<script", 0, offset)
    start = page.find(">", opened, offset) + 1 if opened >= 0 else 0
    end = page.find("</script", start)
    return (start, end) if 0 < start <= offset < end else (offset, offset)


def stem(name: str) -> str:
    """A file's name without its content hash: ``index-Ab3dE_9x.js`` → ``index-.js``."""
    return _HASH.sub("", name)


def inline_map(code: str) -> bytes | None:
    """The map that code carries as a data address."""
    link = _LINK.findall(code[-constants.SOURCEMAP_MAX_BYTES :])
    kind, _, data = link[-1].partition(",") if link else ("", "", "")
    if not kind.startswith("data:"):
        return None
    try:
        return base64.b64decode(data) if kind.endswith(";base64") else unquote(data).encode()
    except (binascii.Error, ValueError):
        return None


def beside(code: Path, root: Path) -> Mapped | None:
    """The map of a file of generated code: the one that it names, or ``<name>.map``; nothing outside ``root``."""
    text = read_code(code)
    if text is None:
        return None
    folder = Path(os.path.relpath(code.parent, root)).as_posix()
    links = _LINK.findall(text)
    if links and links[-1].startswith("data:"):
        return Mapped(code, None, folder)
    names = [unquote(urlsplit(links[-1]).path).rpartition("/")[2]] if links else []
    real = Path(os.path.realpath(root))
    for name in (*names, f"{code.name}.map"):
        file = Path(os.path.realpath(code.parent / name)) if name and "\0" not in name else code
        if file != code and file.is_relative_to(real) and file.is_file():
            return Mapped(code, file, folder)
    return None


def generated(root: Path) -> Iterator[Path]:
    """Script files below a working copy, dependencies apart, bounded in number."""
    count = 0
    for place, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in ("node_modules", ".git"))
        for name in sorted(files):
            if name.endswith(SCRIPTS):
                yield Path(place) / name
                count += 1
        if count >= constants.SOURCEMAP_FILES_LIMIT:
            return


@dataclass(slots=True)
class ServedCode:
    """Addresses of one app's site to the files behind them."""

    prepared: Prepared
    _names: dict[str, list[Path]] | None = field(default=None, init=False)

    def file(self, url: str) -> Path | None:
        """The file that answered ``url`` (an own address, without the origin), or None."""
        if not url.startswith("/") or url.startswith("//"):
            return None
        path = urlsplit(url).path
        if self.prepared.site is not None:
            base = base_of(self.prepared.project.base)
            script = path.lower().endswith(SCRIPTS)
            answer = Site(self.prepared.site, base, spa=not script).answer(path, navigation=not script)
            return Path(answer.file) if answer.file is not None else None
        return self._by_tail(split_path(path) or ())

    def _by_tail(self, segments: tuple[str, ...]) -> Path | None:
        """For servers: the built file whose path has the longest end in common with the address."""
        if not segments or not segments[-1].endswith(SCRIPTS):
            return None
        if self._names is None:
            self._names = {}
            for file in generated(Path(self.prepared.workdir)):
                self._names.setdefault(file.name, []).append(file)

        def common(file: Path) -> int:
            pairs = zip(reversed(file.parts), reversed(segments), strict=False)
            return next((n for n, (a, b) in enumerate(pairs) if a != b), len(segments))

        return max(self._names.get(segments[-1], ()), key=common, default=None)
