"""Apps in pytest's collection tree: the manifest file is a ``pytest.File``, nothing else of a subject is looked at."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType

import pytest

from pytest_uibench import constants
from pytest_uibench.plugin.apps import App, app_of, apps_of, inside_subject, node_name, places_of
from pytest_uibench.plugin.items import UibenchItem
from pytest_uibench.plugin.options import settings_of
from pytest_uibench.plugin.rootdir import shield_conftests

BRIDGES = pytest.StashKey[tuple[frozenset[Path], frozenset[Path]]]()
"""Folders given to pytest for the sake of an app alone, and what the user gave."""


_COPIES = (constants.MARKER_FILE, constants.CACHE_TAG)
"""Files in folders that hold copies of subjects: an earlier run's report or cache."""


class AppDir(pytest.Directory):
    """A folder on the way to manifests: leads to them and to nothing else."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        for step in sorted(places_of(self.config).steps.get(self.path, ())):
            if step.is_dir():
                yield AppDir.from_parent(self, path=step)
            else:
                app = app_of(self.config, step)
                if app is not None:
                    yield AppFile.of(self, app)


class AppFile(pytest.Module):
    """The manifest of an app; its items are the app's checks.

    A module, though nothing is imported: fixtures of module scope and ``request.module`` need one.
    """

    def _getobj(self) -> ModuleType:
        """An empty module in the place of the app's code, which is never imported."""
        return ModuleType("uibench_app", self.nodeid)

    @classmethod
    def of(cls, parent: pytest.Collector, app: App) -> AppFile:
        """The file of an app, with an id that tells apps apart wherever they lie."""
        made: AppFile = cls.from_parent(parent, path=app.manifest, nodeid=node_name(parent.config, app))
        return made

    @property
    def app(self) -> App:
        app = app_of(self.config, self.path)
        if app is None:  # pragma: no cover
            raise LookupError(self.path)
        return app

    def collect(self) -> Iterable[pytest.Item]:
        if self.app.fault is not None:
            raise self.CollectError(self.app.fault)
        for plan in self.app.plans:
            yield UibenchItem.from_plan(self, plan)


def add_arguments(config: pytest.Config) -> None:
    """Add the manifests to what pytest collects, unless the command line already points into an app."""
    start = config.invocation_params.dir
    given = [Path(os.path.normpath(start / arg.partition("::")[0])) for arg in config.args]
    bridges = []
    for app in apps_of(config):
        if any(path == app.root or app.root in path.parents for path in given):
            continue
        argument = _argument(app.manifest, start)
        config.args.append(str(argument))
        if start / argument != app.manifest:
            bridges.append(start / argument)
    config.stash[BRIDGES] = (frozenset(bridges), frozenset(given))


def _argument(manifest: Path, start: Path) -> Path:
    """What leads pytest to a manifest: itself, or the nearest folder whose path does not look like a part of an id."""
    relative = Path(os.path.relpath(manifest, start))
    for path in (relative, manifest, *relative.parents, *manifest.parents):
        if "[" not in str(path) and "::" not in str(path):
            return path
    return manifest


def ignore(path: Path, config: pytest.Config) -> bool | None:
    """Keep pytest out of subjects, of the projects beside them, and of their copies in cache and report."""
    settings = settings_of(config)
    if path in (settings.cache, settings.output) or any((path / mark).is_file() for mark in _COPIES):
        return True
    if inside_subject(config, path):
        return app_of(config, path) is None
    if _on_the_way(config, path):
        return False
    if _only_bridged(config, path):
        return True
    if path.parent in places_of(config).beside and path.is_dir() and (path / "package.json").is_file():
        return True
    return None


def collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collector of a subject directory: never a package, whose ``__init__.py`` would be imported."""
    if inside_subject(parent.config, path):
        shield_conftests(parent.config, [path])
        return AppDir.from_parent(parent, path=path)
    skipped = any(fnmatch(path.name, pattern) for pattern in parent.config.getini("norecursedirs"))
    return AppDir.from_parent(parent, path=path) if skipped and _on_the_way(parent.config, path) else None


def _only_bridged(config: pytest.Config, path: Path) -> bool:
    """Below a folder that was added to reach an app, and below nothing that the user asked for."""
    bridges, given = config.stash[BRIDGES]
    above = {path, *path.parents}
    return bool(bridges) and not bridges.isdisjoint(above) and given.isdisjoint(above)


def _on_the_way(config: pytest.Config, path: Path) -> bool:
    return path in places_of(config).above


def collect_file(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collector of a manifest."""
    app = app_of(parent.config, path)
    return AppFile.of(parent, app) if app is not None and app.manifest == path else None
