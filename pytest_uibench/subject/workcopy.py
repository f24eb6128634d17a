"""Working copies: the subject directory is read, never written to.

Two passes: :func:`take_snapshot` hashes what would be copied (enough for a hit in the build cache), and
:meth:`Snapshot.copy_to` copies it and refuses when a file changed in between.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from pytest_uibench import constants
from pytest_uibench.model import Failure, Project, SubjectError

_CHUNK: Final = 1 << 20
_NEVER: Final = frozenset(
    {"node_modules", ".git", ".hg", ".svn", ".pnp.cjs", ".pnp.loader.mjs", ".DS_Store", "__pycache__", ".pytest_cache"}
)
"""Left out at every depth."""
_CACHES: Final = frozenset(
    {".next", ".nuxt", ".output", ".svelte-kit", ".astro", ".vite", ".turbo", ".cache", ".parcel-cache", ".angular",
     ".vercel", ".netlify", ".nyc_output", "coverage"}
)  # fmt: skip
"""Left out in the project folder: tools make them and trust what they find there."""
_OUTPUTS: Final = frozenset({"dist", "build", "out", "www"})
"""Left out in the project folder when they hold a built page: a stale one would be taken for this build's."""
_SOURCES: Final = frozenset({"public", "static", "src", "app", "."})
"""May be served as they are, and are source all the same."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to copy."""

    path: str
    """Relative, forward slashes."""
    kind: str
    """``file``, ``link`` or ``folder``."""
    digest: str
    """SHA-256 of a file's content; the target of a link."""
    executable: bool = False
    size: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a subject holds at one moment."""

    root: Path
    entries: tuple[Entry, ...]
    notes: tuple[str, ...]
    """What was left out, and why, where it is worth a line."""

    @property
    def key(self) -> str:
        """Hash over paths, kinds and content."""
        total = hashlib.sha256()
        for entry in self.entries:
            total.update(os.fsencode(f"{entry.path}\0{entry.kind}\0{entry.digest}\0{int(entry.executable)}\n"))
        return total.hexdigest()

    @property
    def files(self) -> frozenset[str]:
        """Relative paths of all files."""
        return frozenset(entry.path for entry in self.entries if entry.kind == "file")

    @property
    def links(self) -> frozenset[str]:
        """Relative paths of all symbolic links."""
        return frozenset(entry.path for entry in self.entries if entry.kind == "link")

    def copy_to(self, target: Path) -> None:
        """Copy everything below ``target``, which must not exist.

        Raises:
            SubjectError: when a file changed since the snapshot.
        """
        target.mkdir(parents=True)
        for entry in self.entries:
            place = target / entry.path
            if entry.kind == "folder":
                place.mkdir(exist_ok=True)
            elif entry.kind == "link":
                place.symlink_to(entry.digest)
            elif _copy_file(self.root / entry.path, place, entry) != entry.digest:
                raise SubjectError(_fault("install:changed", f"{entry.path} changed while it was copied", "Run again."))


def take_snapshot(project: Project) -> Snapshot:
    """Read everything of a subject that a build may need.

    Raises:
        SubjectError: ``install:too-large`` beyond the limits of ``constants.COPY_*``.
    """
    root = Path(project.path)
    notes: list[str] = []
    entries: list[Entry] = []
    size = 0
    for entry in _walk(root, project, notes):
        entries.append(entry)
        size += entry.size
        if len(entries) > constants.COPY_MAX_FILES or size > constants.COPY_MAX_BYTES:
            raise SubjectError(
                _fault(
                    "install:too-large",
                    f"{root.name} holds more than {constants.COPY_MAX_FILES} files or "
                    f"{constants.COPY_MAX_BYTES >> 20} MiB without node_modules and caches (at {entry.path})",
                    "Name the front-end's own folder, or move data out of it.",
                )
            )
    entries.sort(key=lambda entry: PurePosixPath(entry.path).parts)
    return Snapshot(root, tuple(entries), tuple(notes))


def _fault(label: str, message: str, hint: str) -> Failure:
    return Failure(label=label, stage="install", message=message, code="install", bucket="other", hint=hint)


def _walk(root: Path, project: Project, notes: list[str]) -> Iterator[Entry]:
    """All entries, in any order; a folder before what is in it."""
    pending = [(root, "")]
    while pending:
        folder, prefix = pending.pop()
        try:
            items = sorted(os.scandir(folder), key=lambda item: item.name)
        except OSError as error:
            notes.append(f"not copied: {prefix or '.'} ({error.strerror})")
            continue
        for item in items:
            path = f"{prefix}{item.name}"
            if _left_out(item, prefix, project):
                continue
            if item.is_symlink():
                yield from _link(root, path, notes)
            elif item.is_dir(follow_symlinks=False):
                if path.count("/") >= constants.COPY_MAX_DEPTH:
                    notes.append(f"not copied: {path[:80]}… (deeper than {constants.COPY_MAX_DEPTH} folders)")
                    continue
                yield Entry(path, "folder", "")
                pending.append((Path(item.path), f"{path}/"))
            else:
                yield from _file(Path(item.path), path, notes)


def _left_out(item: os.DirEntry[str], prefix: str, project: Project) -> bool:
    if item.name in _NEVER:
        return True
    root = f"{project.folder.strip('/')}/".lstrip("/")
    if project.build is None or not prefix.startswith(root) or not item.is_dir(follow_symlinks=False):
        return False
    inside = f"{prefix}{item.name}".removeprefix(root)
    if inside in _CACHES:
        return True
    outputs = _OUTPUTS | {output.strip("/") for output in project.serve.outputs}
    return inside in outputs - _SOURCES and _is_built(Path(item.path))


def _is_built(folder: Path) -> bool:
    """A folder of this name may also be source (webpack configurations in ``build/``): a page tells them apart."""
    return any((folder / page).is_file() for page in ("index.html", "public/index.html", "client/index.html"))


def _link(root: Path, path: str, notes: list[str]) -> Iterator[Entry]:
    """A symbolic link, when it stays inside the subject; rewritten to be relative."""
    place = root / path
    try:
        target = Path(os.path.normpath(place.parent / place.readlink()))
        inside = target.is_relative_to(root) and place.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError) as error:
        notes.append(f"not copied: {path} ({error})")
        return
    if not inside:
        notes.append(f"not copied: {path} is a link that leaves the subject")
        return
    yield Entry(path, "link", os.path.relpath(target, place.parent))


def _file(place: Path, path: str, notes: list[str]) -> Iterator[Entry]:
    try:
        # O_NONBLOCK: opening a fifo must not wait for its writer.
        descriptor = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        notes.append(f"not copied: {path} ({error.strerror})")
        return
    with os.fdopen(descriptor, "rb") as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode):
            notes.append(f"not copied: {path} is not a regular file")
        elif info.st_size > constants.COPY_MAX_BYTES:
            # Counted, not read: the caller stops at it.
            yield Entry(path, "file", "", size=info.st_size)
        else:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            yield Entry(path, "file", digest, bool(info.st_mode & stat.S_IXUSR), info.st_size)


def _copy_file(source: Path, target: Path, entry: Entry) -> str:
    """Copy one file and return the digest of what was read; ``""`` when it is no regular file any more."""
    digest = hashlib.sha256()
    try:
        descriptor = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return ""
    with os.fdopen(descriptor, "rb") as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode):
            return ""
        with target.open("xb") as out:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                out.write(chunk)
    target.chmod(0o755 if entry.executable else 0o644)
    os.utime(target, ns=(info.st_mtime_ns, info.st_mtime_ns))
    return digest.hexdigest()


def remove_tree(folder: Path) -> None:
    """Remove a folder whatever rights a build left on what is in it."""

    def again(function: object, path: str, _error: object) -> None:
        Path(path).parent.chmod(0o700)
        if Path(path).is_dir() and not Path(path).is_symlink():
            Path(path).chmod(0o700)
            shutil.rmtree(path, ignore_errors=True)
        else:
            Path(path).unlink(missing_ok=True)

    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder, onerror=again)
