"""Captures on disk: a folder with a manifest, and per screen a JSON file and a PNG; small, diffable, checked when read.

The folder holds ``capture.json`` (schema version, tool, viewport, what was captured, the list of screens) and for each
screen ``<name>.json``, a :class:`~pytest_uibench.model.ScreenCapture` with one block per line and sorted keys, and
``<name>.png``. Nothing in it points out of the folder.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from pytest_uibench import constants
from pytest_uibench.model import ScreenCapture, UibenchError, to_wire

from .captured import Shape, misfit, screen_from
from .screen import Shot

MANIFEST = "capture.json"
SCHEMA_VERSION = 1
AGAIN = "Make the capture anew: `uibench capture APP -o DIR`."


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """A capture read back."""

    folder: Path
    captures: tuple[ScreenCapture, ...]
    """In the order in which they were captured."""
    meta: Mapping[str, Any]
    """What was said when it was saved: app, browser, determinism …"""
    tool: str
    """Name and version of the writer."""

    def picture(self, capture: ScreenCapture) -> Path | None:
        """File of a screen's picture, None where there is none."""
        return None if capture.screenshot is None else self.folder / capture.screenshot


def save_capture(folder: Path, shots: Sequence[Shot], meta: Mapping[str, Any]) -> Path:
    """Write ``shots`` to ``folder`` and return the manifest's path; an earlier capture there is replaced.

    Args:
        meta: plain values worth keeping.

    Raises:
        UibenchError: the folder holds something else, or cannot be written.
    """
    old = own_files(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = _names([shot.capture.id for shot in shots])
        for name, shot in zip(names, shots, strict=True):
            picture = f"{name}.png" if shot.picture is not None else None
            if shot.picture is not None:
                _write(folder / f"{name}.png", shot.picture)
            _write(folder / f"{name}.json", screen_text(replace(shot.capture, screenshot=picture)).encode())
        _write(folder / MANIFEST, _manifest(names, shots, meta).encode())
        for stale in old - {f"{name}{suffix}" for name in names for suffix in (".json", ".png")}:
            (folder / stale).unlink(missing_ok=True)
    except OSError as error:
        raise UibenchError(f"{error.filename or folder} cannot be written: {error.strerror or error}") from None
    return folder / MANIFEST


def load_capture(folder: Path) -> Captured:
    """Read what :func:`save_capture` wrote; ``folder`` may also name the manifest.

    Raises:
        UibenchError: no capture there, a newer format, a file that is missing, too large or damaged, with file and key.
    """
    folder = folder.parent if folder.name == MANIFEST and folder.is_file() else folder
    manifest = folder / MANIFEST
    if not manifest.is_file():
        what = f"there is no {MANIFEST} in it" if folder.is_dir() else "no such folder"
        raise UibenchError(f"{folder} is no capture: {what}. `uibench capture APP -o {folder}` makes one.")
    data = read_json(manifest)
    version = data.get("schema_version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise UibenchError(f"{manifest}: schema_version: expects {SCHEMA_VERSION}, got {version!r}. {AGAIN}")
    if version > SCHEMA_VERSION:
        raise UibenchError(
            f"{manifest}: schema_version: {version} is newer than this version reads ({SCHEMA_VERSION}). "
            "Upgrade pytest-uibench, or make the capture with this version."
        )
    if (why := misfit(MANIFEST_SHAPE, data)) is not None:
        raise UibenchError(f"{manifest}: {why}. {AGAIN}")
    files = data["screens"]
    if len(files) > constants.CAPTURE_SCREENS_LIMIT:
        raise UibenchError(f"{manifest}: screens: {len(files)} are more than {constants.CAPTURE_SCREENS_LIMIT}")
    captures = tuple(load_screen(_inside(folder, entry["file"], f"screens[{i}].file")) for i, entry in enumerate(files))
    seen: set[str] = set()
    for entry, capture in zip(files, captures, strict=True):
        if capture.id in seen:
            raise UibenchError(f"{folder / entry['file']}: id: {capture.id!r} is the id of another screen too. {AGAIN}")
        seen.add(capture.id)
    tool = f"{data['tool']['name']} {data['tool']['version']}"
    return Captured(folder=folder, captures=captures, meta=data["meta"], tool=tool)


MANIFEST_SHAPE: Shape = {
    "tool": {"name": str, "version": str},
    "meta": Mapping,
    "screens": [{"file": str, "id": str}],
}


def load_screen(file: Path) -> ScreenCapture:
    """Read one screen's JSON file.

    Raises:
        UibenchError: with file and key.
    """
    try:
        capture = screen_from(read_json(file))
    except ValueError as error:
        raise UibenchError(f"{file}: {error}. {AGAIN}") from None
    if capture.screenshot is not None:
        picture = _inside(file.parent, capture.screenshot, f"{file.name}: screenshot")
        if not picture.is_file():
            raise UibenchError(f"{file}: screenshot: {capture.screenshot!r} is not there. {AGAIN}")
        if picture.stat().st_size > constants.CAPTURE_PICTURE_BYTES:
            raise UibenchError(f"{picture} is larger than {constants.CAPTURE_PICTURE_BYTES} bytes. {AGAIN}")
    return capture


def save_screen(file: Path, shot: Shot) -> None:
    """Write one capture and its picture beside it, each whole or not at all; folders are made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    capture = shot.capture
    if shot.picture is not None:
        picture = file.with_suffix(".png")
        _write(picture, shot.picture)
        capture = replace(capture, screenshot=picture.name)
    _write(file, screen_text(capture).encode())


def screen_text(capture: ScreenCapture) -> str:
    """A capture as JSON: sorted keys, one block and one element per line, numbers rounded, a newline at the end."""
    wire = _stable(to_wire(capture))
    lines = []
    for key in sorted(wire):
        value = wire[key]
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(f"  {_compact(row)}" for row in value)
            lines.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {_compact(value)}")
    return _encodable("{\n" + ",\n".join(lines) + "\n}\n")


def read_json(file: Path) -> dict[str, Any]:
    """A JSON object from a file of bounded size.

    Raises:
        UibenchError: missing, too large, not JSON, not an object.
    """
    try:
        if file.stat().st_size > constants.CAPTURE_JSON_BYTES:
            raise UibenchError(f"{file} is larger than {constants.CAPTURE_JSON_BYTES} bytes: that is no capture")
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UibenchError(f"{file} is not there. {AGAIN}") from None
    except json.JSONDecodeError as error:
        raise UibenchError(f"{file}:{error.lineno}:{error.colno}: not JSON: {error.msg}. {AGAIN}") from None
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        raise UibenchError(f"{file} cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise UibenchError(f"{file}: expects an object. {AGAIN}")
    return data


def _manifest(names: Sequence[str], shots: Sequence[Shot], meta: Mapping[str, Any]) -> str:
    data = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "pytest-uibench", "version": _version()},
        "meta": to_wire(meta),
        "screens": [
            {
                "id": shot.capture.id,
                "route": shot.capture.route,
                "file": f"{name}.json",
                "fault": shot.capture.fault.label if shot.capture.fault else None,
            }
            for name, shot in zip(names, shots, strict=True)
        ],
    }
    return _encodable(json.dumps(_stable(data), ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def own_files(folder: Path) -> set[str]:
    """Names of the files of the capture that is in ``folder``, which may be replaced.

    Raises:
        UibenchError: something else is there.
    """
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise UibenchError(f"{folder} is a file: name a folder for the capture")
    there = {path.name for path in folder.iterdir()}
    if not there:
        return set()
    if MANIFEST not in there:
        shown = ", ".join(sorted(there)[:3])
        raise UibenchError(f"{folder} is not empty and holds no capture ({shown} …): name an empty or a new folder")
    listed = read_json(folder / MANIFEST).get("screens")
    files = [entry.get("file") for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    names = {str(name) for name in files if isinstance(name, str) and re.fullmatch(r"[a-z0-9._-]+\.json", name)}
    return names | {name.removesuffix(".json") + ".png" for name in names}


def _names(ids: Sequence[str]) -> list[str]:
    """A file name for each id: readable, safe on every file system, unique whatever the case."""
    names: list[str] = []
    for identifier in ids:
        base = re.sub(r"[^a-z0-9]+", "-", identifier.lower()).strip("-")[: constants.SHOT_NAME_LIMIT] or "home"
        base = f"{base}-screen" if base in ("capture", "con", "nul", "aux", "prn") else base
        name, number = base, 1
        while name in names:
            number += 1
            name = f"{base}-{number}"
        names.append(name)
    return names


def _inside(folder: Path, name: str, key: str) -> Path:
    path = folder / name
    if Path(name).is_absolute() or not path.resolve().is_relative_to(folder.resolve()):
        raise UibenchError(f"{folder}: {key}: {name!r} leaves the capture's folder, which is not allowed")
    return path


def _stable(value: Any) -> Any:
    if isinstance(value, float):
        rounded = round(value, constants.BLOCK_DIGITS)
        return int(rounded) if rounded.is_integer() else rounded
    if isinstance(value, dict):
        return {key: _stable(item) for key, item in value.items()}
    return [_stable(item) for item in value] if isinstance(value, list) else value


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _write(file: Path, data: bytes) -> None:
    """Whole or not at all."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        # mkstemp's own mode is for the owner alone; a capture is meant to be shared.
        Path(name).chmod(0o644)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _version() -> str:
    try:
        return metadata.version("pytest-uibench")
    except metadata.PackageNotFoundError:
        return "unknown"
