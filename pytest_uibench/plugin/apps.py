"""From options to the list of apps of a session: static, the same on every worker."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_uibench.checks.plan import plan_items
from pytest_uibench.model import ItemPlan, Project, RouteMap, SubjectOverrides, UibenchError
from pytest_uibench.plugin.options import settings_of
from pytest_uibench.plugin.rootdir import subject_folders
from pytest_uibench.settings import DEFAULT_OUTPUT, Settings, placed
from pytest_uibench.spec import SpecError, find_spec, load_specs
from pytest_uibench.subject.detect import detect

if TYPE_CHECKING:
    from pytest_uibench.spec import Spec

APPS = pytest.StashKey["tuple[App, ...]"]()
PLACES = pytest.StashKey["Places"]()


@dataclass(frozen=True)
class App:
    """One subject of this session."""

    key: str
    """Shortest trailing part of its path that is unique in the session; the app's name everywhere."""
    project: Project
    spec: Spec | None
    fault: str | None = None
    """A broken spec: shown as a collect error with its place."""

    @property
    def slug(self) -> str:
        """Folder name of the app's files in the output directory."""
        return re.sub(r"[^A-Za-z0-9._-]+", "-", self.key.replace("/", "__")).strip(".") or "app"

    @property
    def folder(self) -> str:
        """Folder of the app's files, relative to the output directory."""
        return f"apps/{self.slug}"

    @cached_property
    def root(self) -> Path:
        """Subject directory."""
        return Path(self.project.path)

    @cached_property
    def manifest(self) -> Path:
        """The file that stands for the app in pytest's collection tree."""
        return self.root / self.project.folder / self.project.manifest.rsplit("/", 1)[-1]

    @cached_property
    def routes(self) -> RouteMap:
        """Declared routes, read from source on first use."""
        from pytest_uibench.subject.routes import discover

        return discover(self.project)

    @property
    def examples(self) -> dict[str, str]:
        """Routes with parameters that the spec gives an example for."""
        screens = self.spec.screens if self.spec else ()
        return {screen.route: screen.example for screen in screens if screen.route and screen.example}

    @cached_property
    def plans(self) -> tuple[ItemPlan, ...]:
        """Items of this app."""
        return plan_items(self.project, self.routes, self.spec)


def apps_of(config: pytest.Config) -> tuple[App, ...]:
    """The apps of this session; the first call (at configuration) reports usage errors.

    Raises:
        pytest.UsageError: no such directory, no project in it, a spec that fits no app or several.
    """
    if APPS not in config.stash:
        settings = settings_of(config)
        try:
            config.stash[APPS] = _find_apps(settings) if settings.active else _no_apps(settings)
        except UibenchError as error:
            raise pytest.UsageError(str(error)) from None
    return config.stash[APPS]


class Places:
    """Where the apps of a session lie: every question of pytest's walk is one look-up, however many apps there are."""

    def __init__(self, apps: Sequence[App]) -> None:
        self.roots = {app.root for app in apps}
        self.above = {folder for root in self.roots for folder in root.parents}
        """Folders on the way to a subject."""
        self.beside = {root.parent for root in self.roots}
        self.apps: dict[Path, App] = {}
        """Manifest, subject directory and the folders between them to their app."""
        self.steps: dict[Path, set[Path]] = {}
        """Folder to what in it leads to a manifest."""
        for app in apps:
            manifest, root = app.manifest, app.root
            for path in (manifest, root, *(folder for folder in manifest.parents if root in folder.parents)):
                self.apps.setdefault(path, app)
            for step in (manifest, *manifest.parents[:-1]):
                self.steps.setdefault(step.parent, set()).add(step)

    def inside(self, path: Path) -> bool:
        """True for everything in a subject directory, itself included."""
        return path in self.roots or not self.roots.isdisjoint(path.parents)


def places_of(config: pytest.Config) -> Places:
    """Where the apps of this session lie."""
    if PLACES not in config.stash:
        config.stash[PLACES] = Places(apps_of(config))
    return config.stash[PLACES]


def app_of(config: pytest.Config, path: Path) -> App | None:
    """The app whose manifest, or subject directory, or a folder on the way between them, is ``path``."""
    return places_of(config).apps.get(path)


def node_name(config: pytest.Config, app: App) -> str:
    """Id of the app's manifest in pytest's tree: its path, also for an app outside rootdir (pytest gives ``""``)."""
    try:
        return Path(os.path.relpath(app.manifest, config.rootpath)).as_posix()
    except ValueError:
        # Another drive.
        return app.manifest.as_posix()


def inside_subject(config: pytest.Config, path: Path) -> bool:
    """True for everything in a subject directory, itself included."""
    return places_of(config).inside(path)


def _no_apps(settings: Settings) -> tuple[App, ...]:
    if settings.specs:
        raise UibenchError(
            f"--uibench-spec={settings.specs[0]} has no app to be run on: add --uibench-app=DIR, "
            "a directory with a generated front-end"
        )
    return ()


def _find_apps(settings: Settings) -> tuple[App, ...]:
    roots: dict[Path, None] = {}
    for entry in settings.apps:
        folders = subject_folders([entry] if entry.strip() else [], settings.start)
        if not folders:
            raise UibenchError(_nothing_there(entry, settings.start))
        roots.update(dict.fromkeys(folders))
    _refuse_inside(settings.output, roots)
    specs: tuple[Spec, ...] = ()
    fault: str | None = None
    try:
        specs = load_specs([placed(settings.start, spec) for spec in settings.specs])
    except SpecError as error:
        fault = str(error)
    keys = unique_names(list(roots))
    apps = [_app(root, key, specs, settings, fault) for root, key in zip(roots, keys, strict=True)]
    # A folder and the project in it, both named, are one app.
    return tuple({app.manifest: app for app in reversed(apps)}.values())[::-1]


def _refuse_inside(output: Path, roots: Iterable[Path]) -> None:
    real = output.resolve()
    for root in roots:
        if any(folder == root or root in folder.parents for folder in (output, real)) or root.resolve() in real.parents:
            raise UibenchError(
                f"--uibench-output={output} lies inside the app {root}, which is never written to: "
                f"choose another folder, such as --uibench-output={root.parent / DEFAULT_OUTPUT}"
            )


def _app(root: Path, key: str, specs: Sequence[Spec], settings: Settings, fault: str | None) -> App:
    spec = None
    if fault is None:
        try:
            spec = find_spec(root, specs, settings.specs_dir)
        except SpecError as error:
            fault = str(error)
    overrides = spec.subject if spec else SubjectOverrides()
    return App(key=key, project=detect(root, overrides), spec=spec, fault=fault)


def _nothing_there(entry: str, start: Path) -> str:
    if not entry.strip():
        return "--uibench-app= names no directory: write --uibench-app=DIR, a directory with a generated front-end"
    if any(mark in entry for mark in "*?["):
        return f"--uibench-app={entry}: the pattern matches no directory below {start}"
    path = placed(start, entry)
    what = "is a file, not a directory" if path.exists() else "does not exist"
    parent = path.parent
    near = sorted(p.name for p in parent.iterdir() if p.is_dir()) if parent.is_dir() else []
    from difflib import get_close_matches

    match = get_close_matches(path.name, near, n=1)
    hint = f" Did you mean {Path(entry).parent / match[0]}?" if match else " Name the folder that holds package.json."
    return f"--uibench-app={entry}: {path} {what}.{hint}"


def unique_names(roots: Sequence[Path]) -> list[str]:
    """The shortest trailing part of each path that no other path shares, with forward slashes."""
    names = [1] * len(roots)

    def name(index: int) -> str:
        parts = roots[index].parts[-names[index] :]
        return "/".join(part for part in parts if part != roots[index].anchor)

    while True:
        counts = Counter(name(i) for i in range(len(roots)))
        double = [i for i in range(len(roots)) if counts[name(i)] > 1 and names[i] < len(roots[i].parts)]
        if not double:
            return [name(i) for i in range(len(roots))]
        for index in double:
            names[index] += 1
