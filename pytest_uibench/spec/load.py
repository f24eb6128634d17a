"""Specs of apps: which file belongs to which app, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench.model import UibenchError

from .yaml import SpecError

if TYPE_CHECKING:
    from .document import Spec

APP_SPEC = "uibench.yaml"


def load_specs(paths: Sequence[Path]) -> tuple[Spec, ...]:
    """Load the specs that the user named; tasks must be unique among them."""
    specs = tuple(load_spec(path) for path in paths)
    first: dict[str, Spec] = {}
    for spec in specs:
        other = first.setdefault(spec.task, spec)
        if other is not spec and other.path != spec.path:
            raise SpecError(f"{spec.path}: the task {spec.task!r} is described in {other.path} already")
    return specs


def find_spec(app: Path, specs: Sequence[Spec], folder: Path) -> Spec | None:
    """The spec of an app (DESIGN, "How an app becomes items").

    One named spec: for every app. Several: the one whose task is the app's folder name or its nearest parent's.
    None named: ``<folder>/<app name>.yaml``, else, with the least trust, ``uibench.yaml`` in the app.

    Raises:
        UibenchError: several specs are named and none fits.
    """
    if len(specs) == 1:
        return specs[0]
    if specs:
        by_task = {spec.task: spec for spec in specs}
        for name in (app.name, *(parent.name for parent in app.parents)):
            if name in by_task:
                return by_task[name]
        raise UibenchError(
            f"no spec fits {app}: tasks are {', '.join(sorted(by_task))}; "
            "the app's folder or one of its parents must be named like a task"
        )
    for suffix in (".yaml", ".yml"):
        if (folder / f"{app.name}{suffix}").is_file():
            return load_spec(folder / f"{app.name}{suffix}")
    own = app / APP_SPEC
    return load_spec(own, trusted=False) if own.is_file() and not own.is_symlink() else None


def load_spec(path: Path, *, trusted: bool = True, check_files: bool = True) -> Spec:
    """Load one spec.

    Args:
        path: the YAML file; paths in it are relative to its folder.
        trusted: False for an app's own spec: no command, no environment, no gates, no regular expression, and no path
            that leaves its folder, links followed.
        check_files: False accepts a reference, capture or screenshot that does not exist (yet).

    Raises:
        SpecError: ``file:line:col``, the value, the allowed ones and the nearest match; all faults of the file, up to
            20, a line each.
    """
    from .read import read_spec  # the models of the language take a tenth of a second to define

    return read_spec(path, trusted=trusted, check_files=check_files)
